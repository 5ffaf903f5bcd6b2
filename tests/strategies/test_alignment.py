"""Pieces of a text find the place they were taken from, whatever a splitter did to them."""

import itertools
import re
import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golden_sets.document import Span
from strategies.adapter.alignment import align, covered_share
from strategies.adapter.text_key import Key, same_text
from tests.strategies.texts import TEXTS


def texts_of(text, alignment):
    return [spans and [text[slice(*span)] for span in spans] for spans in alignment.spans]


def test_repeated_text_goes_to_its_own_place():
    text = "# One\n\nSee the terms.\n\n# Two\n\nSee the terms.\n\n# Three\n\nSee the terms.\n"
    places = [Span(m.start(), m.end()) for m in re.finditer(r"See the terms\.", text)]
    assert align(text, ["See the terms."] * 3).spans == tuple((place,) for place in places)


def test_overlap_in_short_words_has_no_negative_or_wrong_offset():
    words = [a + b for a in "abcdefgh" for b in "vwxyz"]
    text = " ".join(words)
    pieces = [" ".join(words[i : i + 3]) for i in range(0, 38, 2)]
    expected = [Span(i * 3, i * 3 + len(p)) for i, p in zip(range(0, 38, 2), pieces, strict=True)]
    assert [spans[0] for spans in align(text, pieces).spans] == expected


def test_a_word_is_not_found_across_the_blank_between_two():
    text = "aa ab ba bb. ab ba"
    assert align(text, ["aa ab", "ba bb.", "ab ba"]).spans[2] == (Span(13, 18),)
    assert align("notable. no table", ["no table"]).spans == ((Span(9, 17),),)


def test_an_invented_piece_is_reported_and_moves_nothing():
    parts = [f"Rule {n} costs {n * 7} euro a month and ends after {n} days." for n in range(60)]
    text = "\n\n".join([*parts, "A summary: nothing else is due."])
    pieces = [
        *parts[:20],
        "A summary: nothing else is due.",
        *parts[20:],
        "Bananas are yellow fruit.",
    ]
    alignment = align(text, pieces)
    assert [one.index for one in alignment.unaligned] == [61]
    assert alignment.unaligned[0].text == "Bananas are yellow fruit."
    for index, piece in enumerate(pieces[:-1]):
        assert texts_of(text, alignment)[index] == [piece]


def test_a_long_stretch_left_out_does_not_lose_what_comes_after():
    parts = [f"Paragraph {n * n} says something about {n}.\n\n" for n in range(3000)]
    pieces = [part.strip() for part in parts[:5] + parts[2500:]]
    alignment = align("".join(parts), pieces)
    assert texts_of("".join(parts), alignment) == [[piece] for piece in pieces]


@pytest.mark.parametrize(
    ("text", "piece", "expected"),
    [
        ("It  is\n\n due\tnow .", "It is due now .", "It  is\n\n due\tnow ."),
        ("Die Gebühr für Café", unicodedata.normalize("NFD", "Gebühr für Café"), "Gebühr für Café"),
        (unicodedata.normalize("NFD", "un café."), "un café", "un cafe\u0301"),
        ("费用为１２％（含税）。", "费用为12%(含税)。", "费用为１２％（含税）。"),
        ("Say “it’s due” – twice.", "Say \"it's due\" - twice.", "Say “it’s due” – twice."),
        ("The FEE is Due", "the fee is due", "The FEE is Due"),
        ("The fee is due on the first day of May.", "The fee is due on...", "The fee is due on"),
        ("The fee is due at once.\nAnd so on.", "Terms > Fees\nThe fee is due", "The fee is due"),
        ("a\u00a0b \ufb01ne \u3000 text", "a b fine text", "a\u00a0b \ufb01ne \u3000 text"),
        ("See **the terms** and [our rules](http://x.y/z) now.", "See the terms and our rules now.",
         "See **the terms** and [our rules](http://x.y/z) now."),
    ],
)  # fmt: skip
def test_what_splitters_change_is_tolerated(text, piece, expected):
    alignment = align("Before it.\n" + text, [piece])
    assert texts_of("Before it.\n" + text, alignment) == [[expected]]


def test_parts_that_stand_apart_are_several_spans():
    text = "The first clause is short.\n\n## A heading in between\n\nThe second clause is long."
    piece = "The first clause is short.\nThe second clause is long."
    expected = ["The first clause is short.", "The second clause is long."]
    assert texts_of(text, align(text, [piece])) == [expected]


def test_changed_words_inside_a_piece_keep_its_place():
    text = "Alpha pays ten euro a month for the basic plan and five for each further user."
    piece = text.replace("basic", "simple").replace("pays", "paid")
    assert align("Intro.\n" + text + "\nEnd.", [piece]).spans == ((Span(7, 7 + len(text)),),)


def test_a_hint_decides_between_places_and_a_wrong_one_does_not():
    text = "same. same. same. other."
    assert align(text, ["same."], [12]).spans == ((Span(12, 17),),)
    assert align(text, ["same.", "same.", "same."], [0, 0, 0]).spans[2] == ((Span(12, 17),))
    assert align(text, ["other."], [3]).spans == ((Span(18, 24),),)
    assert align(text, ["other."], [-5]).spans == ((Span(18, 24),),)


def test_order_is_not_needed_where_a_piece_stands_in_one_place():
    parts = [f"Level {n} holds its own text." for n in range(9)]
    pieces = ["\n".join(parts), *parts[::-1]]
    assert not align("\n".join(parts), pieces).unaligned


def test_blank_pieces_and_texts_are_reported_not_placed():
    assert [one.reason for one in align("text", ["", " \n"]).unaligned] == ["it is blank"] * 2
    assert len(align("", ["text"]).unaligned) == len(align(" \n", ["text"]).unaligned) == 1
    assert align("", []).spans == ()
    assert covered_share(" \n", []) is None


@st.composite
def cut_texts(draw):
    """A text, pieces of it with changed blanks, and where each was taken from."""
    text = draw(TEXTS)
    cuts = draw(st.lists(st.integers(0, len(text)), max_size=8).map(sorted))
    pieces, places = [], []
    for start, end in itertools.pairwise([0, *cuts, len(text)]):
        start = draw(st.integers(max(places[-1].start if places else 0, start - 20), start))
        if not any(c.isprintable() and not c.isspace() for c in text[start:end]):
            continue
        piece = text[start:end]
        change = draw(st.sampled_from(["none", "strip", "collapse", "newlines"]))
        if change != "none":
            piece = piece.strip()
        if change in ("collapse", "newlines"):
            piece = re.sub(r"\s+", " " if change == "collapse" else "\n\n", piece)
        pieces.append(piece)
        places.append(Span(start, end))
    return text, pieces, places


@given(cut_texts())
def test_any_cut_of_any_text(case):
    text, pieces, places = case
    alignment = align(text, pieces)
    key = Key(text).key
    certain = all(is_once(key, Key(piece).key) for piece in pieces)
    floor = 0
    for piece, place, spans in zip(pieces, places, alignment.spans, strict=True):
        for before, after in itertools.pairwise(spans or ()):
            assert before.end <= after.start, "spans out of order"
        if not certain:
            continue
        assert spans and len(spans) == 1, "not found"
        ((start, end),) = spans
        assert same_text(text[start:end], piece), "another text"
        assert floor <= start < end <= len(text), "before the piece before it"
        floor = start
        assert place.start <= start and end <= place.end, "outside of where it was taken from"


def is_once(key, wanted):
    first = key.find(wanted)
    return first >= 0 and key.find(wanted, first + 1) < 0


@pytest.mark.parametrize("overlap", [0, 150])
def test_each_unique_piece_stands_exactly_where_it_was_cut(overlap):
    text = " ".join(f"w{n * 7919 % 10007}" for n in range(10_000))
    places = [Span(max(0, n - overlap), n + 300) for n in range(0, len(text) - 300, 300)]
    pieces = [text[slice(*place)] for place in places]
    assert [spans[0] for spans in align(text, pieces).spans] == places


def test_pieces_of_one_repeated_letter_all_find_room():
    text = "x" * 1000
    pieces = [text[n : n + 100] for n in range(0, 901, 80)]
    assert not align(text, pieces).unaligned


def test_a_book_takes_seconds():
    parts = [f"Line {n * 31 % 9973} of chapter {n % 17}, worth {n} euro.\n" for n in range(36_000)]
    text = "".join(parts)
    assert len(text) > 1_200_000
    pieces = [" ".join("".join(parts[n : n + 9]).split()) for n in range(0, len(parts), 8)]
    started = time.perf_counter()
    alignment = align(text, pieces)
    assert time.perf_counter() - started < 15
    assert not alignment.unaligned
    assert covered_share(text, [spans[0] for spans in alignment.spans]) == 1.0
