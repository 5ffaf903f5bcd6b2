"""The writing page: empty, full, failing, and when two people meet."""

import json
from types import SimpleNamespace

import pytest
import streamlit as st

from golden_sets import editing, set_documents
from golden_sets.golden_set import load_golden_set
from golden_sets.making import copy_set, create_set
from golden_sets.question_lines import read_lines
from golden_sets.questions_file import QUESTIONS
from tests.evaluation.hash_embedder import HashEmbedder
from tests.golden_sets.test_editing import PICTURE
from tests.pages import apps
from tests.pages.factory import LEAVE, write_golden_set

EVIDENCE = [[{"document": "leave.md", "quote": "Staff get 28 days of leave a year."}]]


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """An empty shelf of own sets beside a shipped `handbook`, the small one."""
    shipped = write_golden_set(tmp_path / "shipped" / "handbook")
    monkeypatch.setattr("golden_sets.golden_set.SHIPPED", shipped.parent)
    monkeypatch.setenv("CHUNKBOARD_GOLDEN_SETS", str(tmp_path / "own"))
    monkeypatch.setenv("CHUNKBOARD_STORE", str(tmp_path / "store"))
    st.cache_resource.clear()
    return tmp_path


@pytest.fixture
def folder(shelf):
    """An own copy of it, `ours`."""
    return copy_set(shelf / "shipped" / "handbook", "ours", "Ana")


def opened(who="Ana", **query):
    app = apps.opened("write", **query)
    if who:
        app.text_input(key="write_who").set_value(who).run()
    return app


def html(app):
    return "".join(part.proto.body for part in app.get("html"))


def field(app, kind, label):
    return next(one for one in app.get(kind) if one.label == label)


def press(app, label):
    field(app, "button", label).click().run()
    assert not app.exception


def words(app):
    """What the page says, by whatever element."""
    parts = [*app.caption, *app.info, *app.warning, *app.success, *app.markdown, *app.code]
    return "\n".join(str(part.value) for part in parts)


def test_without_a_set_of_ones_own_the_page_says_what_to_do(shelf):
    app = opened(who="")
    assert "You have no golden set of your own yet" in app.info[0].value
    assert "28 days of leave a year" in html(app)
    labels = [one.label for one in app.button]
    assert "Save question" not in labels and "Remove" not in labels
    assert field(app, "button", "Copy it").disabled, "without a name there is no history"


def test_a_new_set_starts_empty_and_says_to_add_documents(shelf):
    app = opened()
    app.text_input(key="write_new_name").set_value("team").run()
    press(app, "Make it")
    assert app.query_params["set"] == "team" or app.query_params["set"] == ["team"]
    assert "The set is made" in words(app) and "Add the documents" in words(app)


def test_a_bad_name_for_a_set_gets_one_line(shelf):
    app = opened()
    app.text_input(key="write_new_name").set_value("../x").run()
    press(app, "Make it")
    assert "no name for a golden set" in words(app)


def test_a_shipped_set_is_copied_to_be_edited(shelf):
    app = opened()
    press(app, "Copy it")
    made = load_golden_set(shelf / "own" / "handbook-ours")
    assert len(made.questions) == 4
    assert "The copy is yours" in words(app)


def test_files_are_uploaded_and_what_is_not_read_is_named(shelf):
    create_set("team", "", "Ana")
    app = opened(set="team")
    sent = [("a.md", b"# Alpha\n\nOne."), ("b.md", PICTURE), ("<b>.txt", b"Beta")]
    field(app, "file_uploader", "Add documents, or a folder as .zip").set_value(
        [(name, data, "text/plain") for name, data in sent]
    ).run()
    press(app, "Add 3 files to the set")
    assert set_documents.document_ids(shelf / "own" / "team") == ["-b-.txt", "a.md"]
    assert "2 documents added; 1 not" in words(app) and "b.md: not read" in words(app)


def write(app, text="How many days off are there?", quote="Staff get 28 days"):
    """Writes a question with evidence found by its words, as a keyboard does."""
    field(app, "text_area", "Question").set_value(text).run()
    field(app, "text_area", "Quote").set_value(quote).run()
    press(app, "Take place 1 as answer")


def test_a_question_is_written_without_a_mouse_and_found_at_once(folder):
    app = opened(set="ours")
    assert field(app, "button", "Save question").disabled
    write(app)
    assert "BM25: complete; complete at rank 1" in words(app)
    press(app, "Save question")
    row = read_lines(folder)[-1].row
    assert row == {
        "id": "q5",
        "author": "Ana",
        "question": "How many days off are there?",
        "kind": "single",
        "evidence": [[{"document": "leave.md", "quote": "Staff get 28 days", "role": "answer"}]],
    }
    assert "Saved, with its history" in words(app)
    assert field(app, "text_area", "Question").value == "How many days off are there?"


def test_ways_roles_and_all_else_are_written(folder):
    app = opened(set="ours")
    write(app)
    field(app, "radio", "New evidence goes to").set_value(1).run()
    field(app, "text_area", "Quote").set_value("staff on probation get 2 days").run()
    press(app, "Take place 1 as context")
    assert "Way 2 has no answer passage yet" in words(app)
    next(one for one in app.button_group if one.value == "context").set_value("answer").run()
    field(app, "number_input", "Weight").set_value(3.0).run()
    field(app, "text_input", "Checked by").set_value("Ben").run()
    field(app, "selectbox", "Kind").set_value("multi_hop").run()
    field(app, "button_group", "Split").set_value("decide").run()
    field(app, "text_input", "Id").set_value("mine").run()
    press(app, "Save question")
    question = load_golden_set(folder).questions[-1]
    assert (question.id, question.weight, question.kind) == ("mine", 3.0, "multi_hop")
    assert (question.checked_by, question.split) == ("Ben", "decide")
    assert [[p.role for p in way] for way in question.evidence] == [["answer"], ["answer"]]


def test_a_question_without_evidence_is_saved_only_as_unanswerable(folder):
    app = opened(set="ours")
    field(app, "text_area", "Question").set_value("Who founded it?").run()
    assert "choose the kind “unanswerable”" in words(app)
    field(app, "selectbox", "Kind").set_value("unanswerable").run()
    press(app, "Save question")
    assert load_golden_set(folder).questions[-1].kind == "unanswerable"


def test_a_stale_name_in_the_link_gets_a_sentence(folder):
    app = opened(who="", set="nope", question="<b>")
    said = [one.value for one in app.info]
    assert any("Golden set: what this link names is not there" in one for one in said)
    assert all("<b>" not in one for one in said)


def test_hostile_text_is_shown_literally(folder):
    app = opened(set="ours", question="q3")
    shown = html(app)
    assert "&lt;b&gt;5&lt;/b&gt;" in shown and "<b>5" not in shown and "<script" not in shown
    component = next(one for one in app.get("bidi_component"))
    assert "alert(1)" in str(component.proto), "the reader gets it as data, not as markup"


def test_two_people_who_change_one_question_both_keep_their_work(folder):
    app = opened(set="ours", question="q1")
    field(app, "text_area", "Question").set_value("Mine?").run()
    theirs = next(line for line in read_lines(folder) if line.id == "q1")
    editing.put_question(folder, {**theirs.row, "question": "Theirs?"}, theirs.digest, "Ben")
    press(app, "Save question")
    assert "Someone else changed this question" in words(app)
    assert "Mine?" in words(app) and "Theirs?" in words(app)
    assert next(line for line in read_lines(folder) if line.id == "q1").row["question"] == "Theirs?"
    press(app, "Keep both: yours as a new question")
    press(app, "Save question")
    texts = {line.id: line.row["question"] for line in read_lines(folder)}
    assert (texts["q1"], texts["q5"]) == ("Theirs?", "Mine?")


@pytest.mark.parametrize(
    ("choice", "kept"), [("Take theirs", "Theirs?"), ("Go on with yours in its place", "Mine?")]
)
def test_a_conflict_is_settled_either_way(folder, choice, kept):
    app = opened(set="ours", question="q1")
    field(app, "text_area", "Question").set_value("Mine?").run()
    theirs = next(line for line in read_lines(folder) if line.id == "q1")
    editing.put_question(folder, {**theirs.row, "question": "Theirs?"}, theirs.digest, "Ben")
    app.run()
    press(app, choice)
    assert field(app, "text_area", "Question").value == kept
    if kept == "Mine?":
        press(app, "Save question")
    assert next(line for line in read_lines(folder) if line.id == "q1").row["question"] == kept


def test_what_someone_removed_can_still_be_saved(folder):
    app = opened(set="ours", question="q1")
    field(app, "text_area", "Question").set_value("Mine?").run()
    line = next(line for line in read_lines(folder) if line.id == "q1")
    editing.remove_question(folder, line.digest, "Ben")
    app.run()
    assert "Someone else removed this question" in words(app)
    press(app, "Go on with yours in its place")
    press(app, "Save question")
    assert "Mine?" in [line.row["question"] for line in read_lines(folder)]


def test_wrong_lines_do_not_stop_the_page_and_are_mended(folder):
    path = folder / QUESTIONS
    path.write_text(path.read_text() + '\n{"id": "q9", "question": "x"\n', encoding="utf-8")
    broken = read_lines(folder)[-1]
    app = opened(set="ours", question=f"line-{broken.digest[:12]}")
    assert "Line 5 of questions.jsonl cannot be used" in words(app)
    mended = json.dumps({"id": "q9", "question": "Mended?", "evidence": EVIDENCE})
    field(app, "text_area", "The line as it stands").set_value(mended).run()
    press(app, "Save the mended line")
    assert load_golden_set(folder).questions[-1].text == "Mended?"


def test_a_quote_that_stands_nowhere_is_replaced(folder):
    path = folder / QUESTIONS
    row = {"id": "q9", "question": "x", "evidence": [[{"document": "leave.md", "quote": "gone"}]]}
    path.write_text(path.read_text() + f"\n{json.dumps(row)}\n", encoding="utf-8")
    app = opened(set="ours", question="q9")
    assert "does not hold the quote" in words(app)
    press(app, "Remove")
    write(app, "x?")
    press(app, "Save question")
    assert load_golden_set(folder).questions[-1].text == "x?"


def test_a_document_that_cannot_be_read_is_named_and_the_rest_is_there(folder):
    (folder / "documents" / "bad.md").write_bytes(PICTURE)
    app = opened(set="ours")
    assert "bad.md: not read" in words(app)
    assert "28 days" in str(next(one for one in app.get("bidi_component")).proto)


def test_an_earlier_version_and_a_removed_question_come_back(folder):
    app = opened(set="ours", question="q1")
    field(app, "text_area", "Question").set_value("Changed?").run()
    press(app, "Save question")
    press(app, "Bring it back")
    first = load_golden_set(folder).questions[0]
    assert first.text == "How many days off does someone get?"
    press(app, "Remove the question")
    assert "q1" not in [line.id for line in read_lines(folder)]
    press(app, "Bring it back")
    assert "q1" in [line.id for line in read_lines(folder)]


def test_vectors_are_only_read_and_made_on_demand(folder, monkeypatch):
    asked = []
    monkeypatch.setattr("evaluation.ask_command.Asks.start", lambda *given: asked.append(given[1:]))
    monkeypatch.setattr(
        "pages.ui.change_vectors.ask_vectors",
        lambda *given: SimpleNamespace(id=asked.append(given)),
    )
    app = opened(set="ours", question="q1")
    assert "no vectors of this question" in words(app) and asked == []
    press(app, "Make vectors")
    assert asked[0][1] == "How many days off does someone get?"


def test_vectors_that_are_there_are_searched(folder, monkeypatch):
    monkeypatch.setattr("pages.ui.write_stored.embedder_for", lambda documents: HashEmbedder())
    from evaluation.database import open_store, store_folder
    from evaluation.vectors import VectorTable
    from pages.ui import write_stored

    documents = write_stored.opened_set(folder).documents
    table = VectorTable(open_store(store_folder()))
    table.vectors_for(HashEmbedder(), write_stored.desk(documents, 400).texts)
    table.vectors_for(HashEmbedder(), ["How many days off does someone get?"], "question")
    assert "Vectors: " in words(opened(set="ours", question="q1"))


def test_a_candidate_is_taken_as_evidence(folder, monkeypatch):
    from golden_sets.document import Span

    start = LEAVE.index("Staff get 28")
    other = LEAVE.index("However")
    one = SimpleNamespace(
        kind="number",
        span=Span(start, start + 34),
        context=(Span(other, other + 10),),
        words="<b>A number</b> with a unit",
    )
    monkeypatch.setattr(
        "pages.ui.write_candidates.candidates",
        lambda document: (one,) if document.id == "leave.md" else (),
    )
    editing.remove_question(folder, read_lines(folder)[0].digest, "Ana")
    app = opened(set="ours", document="leave.md")
    assert "&lt;b&gt;A number&lt;/b&gt;" in html(app)
    press(app, "Take as evidence")
    field(app, "text_area", "Question").set_value("How many days?").run()
    press(app, "Save question")
    way = read_lines(folder)[-1].row["evidence"][0]
    assert [(p["quote"], p["role"]) for p in way] == [
        ("Staff get 28 days of leave a year.", "answer"),
        ("However, s", "context"),
    ]


def test_a_set_whose_evidence_is_whole_documents_takes_those(folder):
    settings = folder / "golden_set.toml"
    settings.write_text(settings.read_text() + 'evidence = "document"\n', encoding="utf-8")
    row = {"id": "w", "question": "Which?", "evidence": [[{"document": "leave.md"}]]}
    (folder / QUESTIONS).write_text(json.dumps(row) + "\n", encoding="utf-8")
    app = opened(set="ours", question="w")
    assert "The evidence of this set is whole documents" in words(app)
    assert "the whole document" in html(app) and "BM25: " in words(app)
    field(app, "text_area", "Question").set_value("Which one?").run()
    press(app, "Save question")
    assert load_golden_set(folder).questions[0].text == "Which one?"


def test_what_a_program_found_is_confirmed_by_a_person(folder):
    row = {"id": "c", "question": "How many?", "evidence": [[{**EVIDENCE[0][0]}]]}
    row["evidence"][0][0]["confirmed"] = False
    (folder / QUESTIONS).write_text(json.dumps(row) + "\n", encoding="utf-8")
    app = opened(set="ours", question="c")
    assert "no person has confirmed it" in words(app)
    press(app, "Confirm it")
    press(app, "Save question")
    assert load_golden_set(folder).unconfirmed == 0
