"""The parts of the writing page that need no page: pieces with their places, drafts, rankings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.asking import Desk
from golden_sets.document import Span
from golden_sets.markdown import read_markdown
from golden_sets.question import Passage
from golden_sets.question_lines import QuestionLine, written
from golden_sets.quotes import resolve_quote
from golden_sets.quoting import passage_row, places
from golden_sets.reading import GoldenSetError
from pages.ui.write_draft import draft_of
from pages.ui.write_found import finding, list_html, strip_html
from pages.ui.write_reader import taken_of
from pages.ui.write_text import Mark, block_rows, part_of, parts
from strategies.tools import Tools
from tests.pages.factory import HOSTILE

TEXT = (
    "---\na: b\n---\n# 假期 😀\n\nStaff \U0001f469\u200d\U0001f467 get 28 days. "
    "员工每年休假 28 天。\n\n- one\n- two\n\nStaff get 2.\n"
)
_texts = st.text(st.sampled_from("ab .。\n#|-*𝒳😀\u200d假é"), max_size=200)


def drawn(document, marks=()):
    rows = block_rows(document, document.blocks, Tools().sentences(document), marks)
    return [piece for row in rows for group in row["groups"] for piece in group["p"]]


@given(_texts)
def test_every_piece_is_the_text_at_its_place(text):
    document = read_markdown("d.md", text)
    pieces = drawn(document, [Mark(Span(2, max(3, len(text) // 2)), "answer")])
    for start, shown, _ in pieces:
        assert document.text[start : start + len(shown)] == shown
    whole = "".join(shown for _, shown, _ in pieces)
    assert whole == "".join(document.text[slice(*block.span)] for block in document.blocks)


def test_evidence_and_markup_are_told_apart():
    document = read_markdown("d.md", TEXT)
    at = document.text.index("28 days")
    what = {shown: kind for _, shown, kind in drawn(document, [Mark(Span(at, at + 7), "context")])}
    assert what["28 days"] == "c" and what["# "] == "m"


def test_a_long_document_comes_in_parts_that_hold_all_of_it():
    document = read_markdown("d.md", "A paragraph of some words.\n\n" * 5000)
    cut = parts(document)
    assert len(cut) > 2 and tuple(b for part in cut for b in part) == document.blocks
    assert [part_of(document, part[0].span.start) for part in cut] == list(range(len(cut)))


@pytest.mark.parametrize(
    "sent",
    [
        None,
        7,
        {},
        {"start": 0, "end": 3, "role": "answer", "text": "another document"},
        {"start": -1, "end": 3, "role": "answer"},
        {"start": 3, "end": 3, "role": "answer"},
        {"start": 0, "end": 10**9, "role": "answer"},
        {"start": True, "end": 3, "role": "answer"},
        {"start": 0, "end": 3, "role": "owner"},
    ],
)
def test_nothing_but_a_place_in_this_document_is_taken_from_a_browser(sent):
    document = read_markdown("d.md", TEXT)
    if isinstance(sent, dict):
        sent = {"text": document.revision, **sent}
    assert taken_of(sent, document) is None


@given(_texts, st.integers(0, 200), st.integers(0, 200))
def test_a_place_taken_resolves_to_itself(text, one, other):
    document = read_markdown("d.md", text)
    try:
        row = passage_row(document, Span(min(one, other), max(one, other)))
    except GoldenSetError:
        return
    span = resolve_quote(document, row["quote"], row.get("start"))
    assert min(one, other) <= span.start < span.end <= max(one, other)
    assert span.start >= document.body_start


def test_a_place_in_the_front_matter_is_no_evidence():
    with pytest.raises(GoldenSetError, match="outside the front matter"):
        passage_row(read_markdown("d.md", TEXT), Span(0, 8))


def test_a_quote_is_found_wherever_it_stands_and_however_it_is_spaced():
    document = read_markdown("d.md", "Staff get\n28 days. Staff  get 28 days. staff get")
    assert [document.text[slice(*s)] for s in places(document, " Staff get 28 ")] == [
        "Staff get\n28",
        "Staff  get 28",
    ]
    assert list(places(document, " ")) == []


def line(row):
    return QuestionLine(1, written(row), row)


def test_a_draft_keeps_what_it_does_not_know_and_says_only_what_changed():
    row = {
        "id": "q1",
        "question": "A?",
        "kind": "single",
        "evidence": [[{"document": "d.md", "quote": "x", "note": 7}]],
        "ours": {"a": 1},
    }
    draft = draft_of(line(row))
    assert draft.line() == row and not draft.changed
    draft.active = 1
    draft.add({"document": "d.md", "quote": "y"})
    draft.add({"document": "d.md", "quote": "y"})
    assert draft.changed and [len(way) for way in draft.ways] == [1, 1]
    assert draft.derived_kind() == "single"
    draft.active = 0
    draft.add({"document": "e.md", "quote": "z"})
    assert draft.derived_kind() == "single", "the other way needs one passage only"
    draft.drop(draft.ways[1][0].number)
    assert draft.derived_kind() == "multi_hop" and draft.line()["ours"] == {"a": 1}


@pytest.mark.parametrize("evidence", [None, 3, "x", [3], [[3]], [[{"quote": 3}]], {"a": 1}])
def test_a_draft_opens_whatever_a_line_says(evidence):
    draft = draft_of(line({"id": 7, "question": None, "evidence": evidence, "kind": []}))
    placed = [one for way in draft.passages({}) for _, one in way]
    assert all(isinstance(one, str) for one in placed)


def test_an_unanswerable_question_stays_one():
    draft = draft_of(line({"id": "q", "question": "?", "kind": "unanswerable", "evidence": []}))
    assert draft.kind == "unanswerable" and not draft.changed


def test_what_is_found_is_said_and_drawn_with_every_text_escaped():
    document = read_markdown("<b>.md", f"# Fees\n\nSolo costs 5 EUR.\n\n{HOSTILE}\n\nOther text.\n")
    desk = Desk({document.id: document}, 100)
    at = document.text.index("Solo costs 5 EUR.")
    evidence = ((Passage(document.id, Span(at, at + 17)),),)
    found = desk.found(desk.by_words("What does Solo cost <b>now</b>?"), evidence, 600)
    assert found.rank is not None and finding(found).startswith("BM25: complete; complete at rank")
    assert {one.holds for one in found.units} >= {"covered"}
    shown = strip_html(found) + list_html(found, desk.documents)
    assert "<b>" not in shown and "<script" not in shown and "&lt;b&gt;.md" in shown
    nothing = desk.found(desk.by_words("zzz"), evidence, 600)
    assert "nothing is found" in finding(nothing)
    assert "take evidence" in finding(desk.found(desk.by_words("Solo"), (), 600))


def test_a_unit_with_a_part_of_a_passage_holds_it_partly():
    text = "# A\n\n" + "Solo costs five EUR a month. " * 8
    document = read_markdown("d.md", text)
    desk = Desk({"d.md": document}, 100)
    evidence = ((Passage("d.md", Span(5, 150)),),)
    found = desk.found(desk.by_words("Solo month"), evidence, 600)
    assert {one.holds for one in found.units} == {"partly", "none"}
    tight = desk.found(desk.by_words("Solo month"), evidence, 30)
    assert sum(one.inside for one in tight.units) == 1
