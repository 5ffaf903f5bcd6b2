"""The page of a golden set: what is in it, linked, searched, and never read as markup."""

import json
from functools import partial

import pytest
import streamlit as st

from golden_sets.document import Span
from golden_sets.markdown import read_markdown
from golden_sets.question import Passage, Question
from pages.ui import stored
from pages.ui.golden_choice import matches
from pages.ui.golden_html import evidence_in, jumps_html, outline_html, part_html
from pages.ui.golden_parts import parts
from tests.pages import apps
from tests.pages.factory import QUESTIONS
from tests.pages.test_question import html, words

FINDING = {
    "name": "x",
    "severity": "warning",
    "finding": "Something is found.",
    "consequence": "So it goes.",
    "ids": ["q1", "leave.md", "<b>other</b>"],
}


@pytest.fixture(autouse=True)
def found(monkeypatch, started):
    """No check runs in a process of its own, and no run is made by the start page."""
    monkeypatch.setattr(stored, "preflight", lambda *_: [FINDING])


opened = partial(apps.opened, "golden_set", known=True, set="handbook")


def options(app):
    return [option.split(" · ")[0] for option in app.selectbox(key="golden_question").options]


def test_what_is_in_the_set_is_one_picture_and_one_finding(empty_store):
    app = opened()
    assert "3 answerable questions over 2 clusters of documents" in words(app)
    assert "can show no difference at all" in words(app)
    assert "single passage 3 · unanswerable 1" in html(app)
    assert "2 clusters; the largest, around leave.md" in html(app)
    assert "speaks for these documents only" in words(app)


def test_findings_link_to_the_question_or_document_they_name(empty_store):
    shown = html(opened())
    assert 'href="golden-set?set=handbook&amp;view=questions&amp;question=q1"' in shown
    assert 'href="golden-set?set=handbook&amp;view=documents&amp;document=leave.md"' in shown
    assert "&lt;b&gt;other&lt;/b&gt;" in shown and "<b>other" not in shown


def test_a_question_shows_its_evidence_inside_the_text_around_it(empty_store):
    app = opened(question="q1")
    shown = html(app)
    assert "Staff get 28 days of leave a year.</mark>" in shown
    assert "However, staff on probation get 2 days a month.</mark>" in shown
    assert "7.1 " in shown, "the text around it"
    assert "document=leave.md&amp;question=q1" in shown, "a link to the document"
    links = [part.proto.query_string for part in app.get("page_link")]
    assert any("set=handbook" in query and "question=q1" in query for query in links), "Write"


def test_an_unanswerable_question_says_what_is_right(empty_store):
    assert "to find nothing" in words(opened(question="q4"))


def test_alternatives_are_told_apart(empty_store, tmp_path):
    two = [[{"document": "limits.md", "quote": quote}] for quote in ("| Solo | 200 |", "1000")]
    row = {"id": "two", "question": "How large?", "kind": "single", "evidence": two}
    (tmp_path / "handbook" / "questions.jsonl").write_text(json.dumps(row) + "\n", "utf-8")
    shown = html(opened())
    assert "Alternative 1 of 2" in shown and "Alternative 2 of 2" in shown


def test_filters_and_search_stand_in_the_url(empty_store, tmp_path):
    rows = [{**row, "tags": ["fees"] if row["id"] == "q3" else []} for row in QUESTIONS]
    lines = "\n".join(map(json.dumps, rows))
    (tmp_path / "handbook" / "questions.jsonl").write_text(lines, "utf-8")
    assert options(opened(kind="unanswerable")) == ["q4"]
    assert options(opened(tag="fees")) == ["q3"]
    assert options(opened(q="HOW many")) == ["q1"]
    app = opened()
    app.selectbox(key="golden_kind").set_value("unanswerable").run()
    assert "unanswerable" in app.query_params["kind"] and "q4" in options(app)
    app.selectbox(key="golden_kind").set_value("").run()
    assert "kind" not in app.query_params and len(options(app)) == 4


def test_no_question_that_fits_says_what_to_do(empty_store):
    assert "Take a filter away" in words(opened(q="nothing has these words"))


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"question": "nope"}, "The question this link names is not in the set."),
        ({"document": "nope.md"}, "The document this link names is not in the set."),
        ({"tag": "nope"}, "No question has what this link asks for."),
        ({"set": "nope"}, "not there any more"),
    ],
)
def test_a_stale_name_gets_a_sentence(empty_store, query, sentence):
    assert sentence in words(opened(**query))


def test_a_document_shows_its_blocks_with_the_evidence_of_all_questions(empty_store):
    app = opened(document="leave.md")
    shown = html(app)
    assert "2 questions: 2 answers and 1 context passage are marked here" in words(app)
    assert "known by" in words(app), "how its structure was known"
    assert 'class="cbg-heading' in shown
    assert 'href="golden-set?set=handbook&amp;view=questions&amp;question=q3"' in shown
    assert '<mark class="cb-answer"' in shown and '<mark class="cb-context"' in shown
    assert 'href="#block-0"' in shown, "the outline"


def test_hostile_text_is_shown_literally(empty_store, tmp_path):
    settings = tmp_path / "handbook" / "golden_set.toml"
    settings.write_text('name = "handbook"\ndescription = "<b>x</b> $x$ :red[y]"\n', "utf-8")
    shown = html(opened(document="leave.md"))
    assert "<script" not in shown and "<b>5" not in shown
    assert "&lt;script&gt;" in shown and ":red[now]" in shown
    app = opened(question="q3")
    assert "What does it cost <i>now</i>?" in [one.value for one in app.text]
    assert "<b>x</b> $x$ :red[y]" in [one.value for one in app.text]


def test_a_set_that_cannot_be_read_gets_its_error_lines(empty_store, tmp_path):
    (tmp_path / "handbook" / "questions.jsonl").write_text("{", "utf-8")
    st.cache_resource.clear()
    app = opened()
    assert any("questions.jsonl:1" in one.value for one in app.code)


def test_a_set_without_questions_links_to_where_they_are_written(empty_store, tmp_path):
    (tmp_path / "handbook" / "questions.jsonl").write_text("", "utf-8")
    st.cache_resource.clear()
    app = opened()
    assert "no question yet" in words(app)
    labels = [part.proto.label for part in app.get("page_link")]
    assert "Write its first questions" in labels


# --- parts and blocks, without a page


def test_parts_hold_every_character_once_and_none_is_too_large():
    text = "# One\n\n" + "word " * 300 + "\n\n" + "x" * 700 + "\n\n## Two\n\nEnd.\n"
    document = read_markdown("d", text)
    found = parts(document, 200).spans
    assert [span.start for span in found[1:]] == [span.end for span in found[:-1]]
    assert (found[0].start, found[-1].end) == (0, len(document.text))
    assert all(0 < span.end - span.start <= 200 for span in found)
    # Cut at blanks while there are some: no word of the first block is cut.
    assert all(document.text[span.end - 1].isspace() for span in found[:6])


def test_parts_of_nothing_and_where_a_place_stands():
    assert parts(read_markdown("d", "")).spans == (Span(0, 0),)
    found = parts(read_markdown("d", "one two three four"), 8)
    assert [found.of(place) for place in (0, 7, 8, 17)] == [0, 0, 1, 2]


TEXT = "# Fees <b>\n\nTen euros. Not on Sundays.\n"
DOCUMENT = read_markdown("d", TEXT)
TEN = Passage("d", Span(12, 22))
WHOLE = Passage("d", Span(2, 38), "context")
ASKED = (
    Question("<q>", "?", "single", ((TEN, WHOLE),)),
    Question("q2", "?", "single", ((TEN,), (TEN,))),
)


def test_evidence_is_named_once_a_question_and_again_in_every_block_it_reaches():
    evidence = evidence_in("d", ASKED)
    assert [one.question for one in evidence] == ["<q>", "<q>", "q2"]
    shown = part_html(DOCUMENT, Span(0, len(TEXT)), evidence, lambda name: f"to-{len(name)}")
    assert shown.count(">&lt;q&gt;</a>") == 3, "its two passages, one of them in two blocks"
    assert shown.count(">q2</a>") == 1
    assert "Ten euros.</mark>" in shown and "<b>" not in shown
    assert '<mark class="cb-context" title="context passage"> Not on Sundays.</mark>' in shown


def test_a_jump_leads_to_a_place_that_is_there():
    evidence = evidence_in("d", ASKED)
    part = Span(0, len(TEXT))
    targets = [piece.split('"')[0] for piece in jumps_html(part, evidence).split('href="#')[1:]]
    shown = part_html(DOCUMENT, part, evidence, lambda name: "x")
    assert targets and all(f'id="{target}"' in shown for target in targets)
    assert jumps_html(Span(0, 1), evidence) == ""


def test_the_outline_of_very_many_headings_follows_the_part():
    text = "\n\n".join(f"## H{n}" for n in range(900))
    document = read_markdown("d", text)
    first = outline_html(document, Span(0, 50), lambda number, start: f"#{number}")
    assert ">H0<" in first and ">H600<" not in first and "and 500 more" in first
    later = outline_html(document, Span(text.index("H600"), len(text)), lambda n, start: f"#{n}")
    assert ">H600<" in later and "500 headings before these" in later


def test_a_search_finds_every_word_in_any_case():
    question = Question("q7", "How many Days?", "unanswerable")
    assert matches(question, "") and matches(question, "days HOW") and matches(question, "Q7")
    assert not matches(question, "days nights")
