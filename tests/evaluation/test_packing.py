"""Reading units in order within a budget."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies.variant  # noqa: F401  (registers the strategies)
from evaluation.packing import Unit, UnitTable, pack, unit_text
from evaluation.ranking import Ranking
from golden_sets.document import Span
from golden_sets.markdown import read_markdown
from strategies.headers import with_headers
from strategies.registry import make_strategy
from strategies.tokenizer import count_tokens
from strategies.tools import Tools
from tests.evaluation.cases import DOCUMENTS, D, table, unit, words

UNITS = [unit(0, 18), unit(19, 36), unit(37, 55)]  # 4 words each


def spans(context):
    return [u.spans for u in context.units]


@pytest.mark.parametrize(
    ("fill", "budget", "expected"),
    [
        ("whole", 12, [(0, 18), (19, 36), (37, 55)]),
        ("whole", 11, [(0, 18), (19, 36)]),
        ("whole", 4, [(0, 18)]),
        ("cut", 10, [(0, 18), (19, 36), (37, 47)]),
        ("cut", 4, [(0, 18)]),
        ("top_k", 2, [(0, 18), (19, 36)]),
        ("top_k", 9, [(0, 18), (19, 36), (37, 55)]),
    ],
)
def test_fill_rules(fill, budget, expected):
    context = pack("q", UNITS, budget, table(), fill)
    assert spans(context) == [(span,) for span in expected]
    assert context.tokens == sum(u.tokens for u in context.units)


def test_whole_stops_at_the_first_that_does_not_fit_though_a_later_one_would():
    context = pack("q", [unit(0, 18), unit(0, 36), unit(19, 24)], 6, table())
    assert spans(context) == [((0, 18),)]


def test_a_first_unit_larger_than_the_budget_is_cut_around_its_match():
    whole = Unit("d", (Span(0, 55),), (), "", (Span(19, 36),), 12)
    context = pack("q", [whole, unit(0, 18)], 6, table())
    (cut,) = context.units
    (span,) = cut.spans
    assert span.start <= 19 and span.end >= 36
    assert words(D.text[slice(*span)]) == context.tokens == 6
    assert not cut.whole


def test_a_match_larger_than_the_budget_keeps_its_opening():
    whole = Unit("d", (Span(0, 55),), (), "", (Span(0, 55),), 12)
    assert spans(pack("q", [whole], 3, table())) == [((0, 13),)]


def test_nothing_retrieved_is_an_empty_context():
    context = pack("q", [], 10, table())
    assert (context.units, context.tokens) == ((), 0)


@pytest.mark.parametrize("budget", [0, -1])
def test_a_budget_of_nothing_is_refused(budget):
    with pytest.raises(ValueError, match=f"budget {budget}; allowed is at least 1"):
        pack("q", UNITS, budget, table())


def test_children_collapse_to_their_parent_before_they_are_counted():
    document = read_markdown("x", "# A\n\n" + "Alpha pays. " * 12 + "\n\n# B\n\n" + "Beta. " * 20)
    chunks = make_strategy("parent_child", size=100).cut(document, Tools())
    made = UnitTable(chunks, {"x": document}, count_tokens)
    last = len(chunks) - 1
    order = (last, 1, 0, last - 1)
    units = made.units(Ranking("q", "bm25", order, (4.0, 3.0, 2.0, 1.0)))
    assert [u.spans for u in units] == [chunks[last].read, chunks[1].read]
    assert units[0].matched == chunks[last].matched


def test_header_tokens_are_charged_and_the_budget_never_passed():
    text = "# Handbook\n\n## Leave\n\n### Annual\n\n" + "Staff get days off. " * 40
    document = read_markdown("x", text)
    chunks = make_strategy("recursive", size=120).cut(document, Tools())
    headed = with_headers(document, chunks)
    made = UnitTable(headed, {"x": document}, count_tokens)
    order = tuple(range(1, len(headed)))
    units = made.units(Ranking("q", "bm25", order, tuple(float(-i) for i in order)))
    assert unit_text(units[0], document).startswith("Handbook > Leave > Annual\n")
    context = pack("q", units, 50, made)
    written = "".join(unit_text(u, document) for u in context.units)
    assert context.units and context.tokens <= 50
    assert count_tokens(written) <= 50
    bare = UnitTable(chunks, {"x": document}, count_tokens)
    assert units[0].tokens > bare.units(Ranking("q", "bm25", (1,), (1.0,)))[0].tokens


_SPANS = st.tuples(st.integers(0, 54), st.integers(1, 40)).map(lambda s: (s[0], min(55, sum(s))))


@given(st.lists(_SPANS, max_size=6), st.integers(1, 30), st.sampled_from(["whole", "cut"]))
def test_no_context_passes_its_budget(found, budget, fill):
    units = [unit(*span) for span in found]
    context = pack("q", units, budget, table(), fill)
    counted = [words(unit_text(u, DOCUMENTS["d"])) for u in context.units]
    assert context.tokens == sum(counted) <= budget
    assert all(u == given for u, given in zip(context.units, units, strict=False) if u.whole)
    if units and D.text[slice(*found[0])].strip():
        assert context.units, "the first unit is cut, not dropped"


def expanded(start, end, *added):
    """A unit of D that expansion added spans to."""
    spans = tuple(Span(*one) for one in added)
    own = (Span(start, end),)
    bare = Unit("d", own, (), "", own, 0, added=spans)
    return Unit("d", own, (), "", own, words(unit_text(bare, D)), added=spans)


def test_what_was_added_is_paid_for_and_stands_in_its_place_of_the_text():
    found = expanded(19, 36, (0, 18))
    assert unit_text(found, D) == "Alpha pays 10 EUR.\nBeta pays 20 EUR.\n\n"
    assert found.tokens == 8
    assert pack("q", [found], 8, table()).units == (found,)


def test_a_first_unit_over_the_budget_is_cut_without_what_was_added():
    (cut,) = pack("q", [expanded(19, 36, (0, 18), (37, 55))], 4, table()).units
    assert cut.added == () and cut.spans == (Span(19, 36),) and not cut.whole


def test_units_of_one_text_with_other_additions_are_two():
    text = "Alpha. Beta. Gamma."
    document = read_markdown("x", text)
    chunks = [
        c for size in (6, 12) for c in make_strategy("fixed", size=size).cut(document, Tools())
    ]
    both = (chunks[0], chunks[0]._replace(added=(Span(7, 12),)))
    made = UnitTable(both, {"x": document}, count_tokens)
    assert len(made.units(Ranking("q", "bm25", (0, 1), (2.0, 1.0)))) == 2


@pytest.mark.parametrize(
    ("repeats", "spans_packed", "tokens"),
    [
        # Alpha, Alpha and Beta, Beta: 4, 8 and 4 words.
        ("keep", [(0, 18), (0, 36), (19, 36)], 16),
        ("drop", [(0, 18), (0, 36)], 12),
        ("merge", [(0, 36)], 8),
    ],
)
def test_text_that_is_there_already(repeats, spans_packed, tokens):
    units = [unit(0, 18), unit(0, 36), unit(19, 36)]
    context = pack("q", units, 16, table(), repeats=repeats)
    assert spans(context) == [(span,) for span in spans_packed]
    assert context.tokens == tokens


def test_merging_pays_only_for_what_is_new():
    units = [unit(0, 18), unit(0, 36), unit(37, 55)]
    kept, joined = (pack("q", units, 12, table(), repeats=r) for r in ("keep", "merge"))
    assert spans(kept) == [((0, 18),), ((0, 36),)]
    assert spans(joined) == [((0, 36),), ((37, 55),)]
    assert joined.tokens == 12


def test_a_unit_that_bridges_two_makes_one_of_all():
    units = [unit(0, 18), unit(37, 55), unit(10, 45)]
    for fill, budget in (("whole", 12), ("top_k", 2)):
        context = pack("q", units, budget, table(), fill, "merge")
        assert spans(context) == [((0, 55),)]


def test_a_merged_unit_is_cut_where_what_is_new_in_it_passes_the_line():
    """Its opening is there already: taking that again would fill the budget with nothing."""
    context = pack("q", [unit(0, 18), unit(0, 36)], 6, table(), "cut", "merge")
    assert spans(context) == [((0, 18), (19, 28))]
    assert context.tokens == 6 and not context.units[0].whole
    dropped = pack("q", [unit(0, 18), unit(0, 36)], 6, table(), "cut", "drop")
    assert spans(dropped) == [((0, 18),)]


def test_top_k_counts_units_that_are_there_already_as_none():
    units = [unit(0, 18), unit(0, 18), unit(0, 36), unit(37, 55)]
    assert spans(pack("q", units, 2, table(), "top_k", "merge")) == [((0, 36),), ((37, 55),)]
    assert spans(pack("q", units, 2, table(), "top_k", "drop")) == [((0, 18),), ((0, 36),)]


def test_units_under_other_headers_are_not_merged():
    headed = replace(unit(0, 36), header=(Span(37, 55),))
    assert len(pack("q", [unit(0, 18), headed], 40, table(), repeats="merge").units) == 2


@given(
    st.lists(st.tuples(st.integers(0, 54), st.integers(1, 30)), max_size=6),
    st.integers(1, 30),
    st.sampled_from(["whole", "cut", "top_k"]),
    st.sampled_from(["keep", "drop", "merge"]),
)
def test_no_rule_passes_the_budget_or_invents_text(cuts, budget, fill, repeats):
    units = [unit(start, min(55, start + size)) for start, size in cuts]
    context = pack("q", units, budget, table(), fill, repeats)
    used = len(context.units) if fill == "top_k" else context.tokens
    assert used <= budget
    there = {i for u in context.units for s in u.source for i in range(*s)}
    if repeats == "merge":
        paid = sum(end - start for u in context.units for start, end in u.source)
        assert paid == len(there), "text of two units under one header is paid once"
    assert there <= {i for u in units for s in u.source for i in range(*s)}
    for one in context.units:
        assert one.tokens == words(unit_text(one, D))
