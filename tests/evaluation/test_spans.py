"""Unions of spans by hand, and each operation against sets of characters."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.spans import Blanks, common, merged, required, total, without
from golden_sets.document import Span
from golden_sets.markdown import read_markdown
from golden_sets.plain_text import read_plain_text
from tests.evaluation.cases import D


def characters(spans):
    return {i for start, end in spans for i in range(start, end)}


def spans(*pairs):
    return [Span(*pair) for pair in pairs]


@pytest.mark.parametrize(
    ("given_spans", "union"),
    [
        ([], []),
        # Touching spans are one; a gap of one character keeps two apart.
        ([(19, 36), (0, 19)], [(0, 36)]),
        ([(0, 18), (19, 36)], [(0, 18), (19, 36)]),
        # One inside another must not shorten it, and the same one twice counts once.
        ([(0, 30), (5, 10), (0, 30)], [(0, 30)]),
        # An empty span holds nothing, at the edge of another or by itself.
        ([(4, 4), (7, 9), (9, 9)], [(7, 9)]),
    ],
)
def test_union_by_hand(given_spans, union):
    assert merged(spans(*given_spans)) == union


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        # Half-open: [0, 19) only touches "Beta pays 20 EUR." [19, 36).
        ([(0, 19)], [(19, 36)], 0),
        ([(0, 20)], [(19, 36)], 1),
        ([(0, 36)], [(0, 18), (19, 36)], 35),
        ([(0, 5), (10, 20)], [(3, 12), (18, 30)], 2 + 2 + 2),
        ([], [(0, 5)], 0),
    ],
)
def test_intersection_by_hand(one, other, shared):
    assert common(spans(*one), spans(*other)) == shared
    assert common(spans(*other), spans(*one)) == shared


@pytest.mark.parametrize(
    ("taken", "left"),
    [
        ([], [(0, 10), (20, 30)]),
        ([(3, 5)], [(0, 3), (5, 10), (20, 30)]),
        ([(8, 22)], [(0, 8), (22, 30)]),
        ([(10, 20)], [(0, 10), (20, 30)]),
        # In any order, overlapping each other.
        ([(25, 40), (0, 6), (4, 10)], [(20, 25)]),
        ([(0, 30)], []),
    ],
)
def test_what_is_left_by_hand(taken, left):
    assert without(spans((0, 10), (20, 30)), spans(*taken)) == left


def test_a_passage_requires_its_words_and_not_the_blanks_between():
    # "Beta" [19,23) "pays" [24,28) "20" [29,31) "EUR." [32,36)
    assert required(D, Span(19, 36)) == [(19, 23), (24, 28), (29, 31), (32, 36)]
    # A passage that begins inside a word requires that part of it only.
    assert required(D, Span(21, 24)) == [(21, 23)]


def test_a_passage_does_not_require_the_marks_of_any_block_it_reaches():
    text = "# Fees\n\n- Solo pays 5\n\n| Plan | GB |\n|---|---|\n| Solo | 200 |\n"
    document = read_markdown("x", text)
    found = [text[slice(*run)] for run in required(document, Span(0, len(text)))]
    assert found == ["Fees", "Solo", "pays", "5", "Plan", "GB", "Solo", "200"]


def test_a_mark_in_a_block_that_starts_before_the_passage_is_ignored_too():
    text = "| Solo | 200 |"
    document = read_markdown("x", f"| Plan | GB |\n|---|---|\n{text}\n")
    start = document.text.index("Solo")
    found = required(document, Span(start, len(document.text)))
    assert [document.text[slice(*run)] for run in found] == ["Solo", "200"]


@pytest.mark.parametrize("span", [(18, 19), (55, 56)])
def test_a_passage_of_blanks_alone_is_required_as_it_stands(span):
    # Else it would require nothing, and every context would cover it.
    assert required(D, Span(*span)) == [span]


def test_non_blank_characters_are_counted_each_time_they_are_held():
    # "Alpha pays 10 EUR." is 18 characters, 3 of them blanks.
    blanks = Blanks(D.text)
    assert blanks.count(spans((0, 18))) == 15
    assert blanks.count(spans((0, 18), (0, 18))) == 30
    assert blanks.count(spans((18, 19), (5, 5))) == 0
    # An ideographic space is a blank, and Chinese characters are one each.
    assert Blanks("年假\u3000十五天").count(spans((0, 6))) == 5


_SPAN = st.tuples(st.integers(0, 60), st.integers(0, 20)).map(lambda s: Span(s[0], sum(s)))
_SPANS = st.lists(_SPAN, max_size=8)


@given(_SPANS)
def test_a_union_holds_its_characters_in_order_and_apart(found):
    union = merged(found)
    assert characters(union) == characters(found)
    assert total(union) == len(characters(found))
    assert all(start < end for start, end in union)
    assert all(a.end < b.start for a, b in pairwise(union))


@given(_SPANS, _SPANS)
def test_intersection_and_rest_against_sets_of_characters(one, other):
    first, second = merged(one), merged(other)
    assert common(first, second) == len(characters(one) & characters(other))
    left = without(first, other)
    assert characters(left) == characters(one) - characters(other)
    assert total(left) == len(characters(left)), "what is left holds no character twice"


@given(st.text(alphabet="ab。 \n\t\u00a0\u3000", min_size=1, max_size=40), st.data())
def test_what_is_required_against_sets_of_characters(text, data):
    document = read_plain_text("x", text)
    size = len(document.text)
    if not size:
        return
    start = data.draw(st.integers(0, size - 1))
    span = Span(start, data.draw(st.integers(start + 1, size)))
    wanted = {i for i in range(*span) if not document.text[i].isspace()}
    assert characters(required(document, span)) == (wanted or set(range(*span)))
    assert Blanks(document.text).count([span]) == len(wanted)
