"""What a report keeps of its golden set is enough to tell a changed one, and to redo statistics."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation import own_code
from evaluation.golden_record import recorded, stand_ins, unchanged
from evaluation.own_code import code_digest
from evaluation.statistics import RATE, interval, sample
from golden_sets.document import Span
from golden_sets.golden_set import GoldenSet, load_golden_set
from golden_sets.question import Passage, Question
from tests.evaluation.reports import document, golden_set, question
from tests.pages.factory import write_golden_set


def row(words: str, span: tuple[int, int], **more):
    golden = GoldenSet("g", "", (document("q", words),), (question("q", span=span, **more),))
    return recorded(golden)["asked"][0]


def test_evidence_is_told_by_its_words_and_places_by_where_they_stand():
    before = row("An answer. An answer.", (0, 9))
    moved = row("Now: An answer. An answer.", (5, 14))
    twin = row("An answer. An answer.", (11, 20))
    other = row("No answer. An answer.", (0, 9))
    assert before["evidence"] == moved["evidence"] == twin["evidence"] != other["evidence"]
    assert before["places"] != moved["places"] and before["places"] != twin["places"]


def test_a_passage_of_another_role_is_other_evidence():
    """The exception became part of the answer, or no more than what it misleads without."""
    first, second = Passage("q.md", Span(0, 9)), Passage("q.md", Span(11, 20))
    documents = (document("q", "An answer. An answer."),)
    digests = []
    for role in ("answer", "context"):
        asked = Question("q", "?", "single", ((first, replace(second, role=role)),))
        (found,) = recorded(GoldenSet("g", "", documents, (asked,)))["asked"]
        digests.append(found["evidence"])
    assert digests[0] != digests[1]


def test_a_document_that_changed_has_another_revision():
    golden = golden_set(2)
    changed = replace(golden, documents=(golden.documents[0], document("q01", "Another.")))
    before, after = (recorded(one)["revisions"] for one in (golden, changed))
    assert before["q00.md"] == after["q00.md"] and before["q01.md"] != after["q01.md"]


def test_whole_documents_have_no_words_of_their_own():
    passage = Passage("q.md", Span(0, 9), whole=True)
    asked = (Question("q", "?", "single", ((passage,),)),)
    texts = ("An answer.", "Another answer.")
    digests = {
        recorded(GoldenSet("g", "", (document("q", text),), asked))["asked"][0]["evidence"]
        for text in texts
    }
    assert len(digests) == 1


def test_text_that_json_cannot_hold_is_replaced():
    assert row("An answer.", (0, 9), text="a\ud800b")["text"] == "a?b"


@given(
    st.lists(
        st.tuples(st.sets(st.integers(0, 15), max_size=3), st.integers(1, 5), st.booleans()),
        min_size=1,
        max_size=40,
    )
)
def test_statistics_of_the_stand_ins_are_those_of_the_questions(drawn):
    asked = []
    for n, (documents, weight, several) in enumerate(drawn):
        passages = [Passage(f"q{d:02}.md", Span(0, 9)) for d in sorted(documents)]
        ways = tuple((p,) for p in passages) if several else (tuple(passages),) * bool(passages)
        kind = "multi_hop" if ways else "unanswerable"
        asked.append(Question(f"q{n}", "?", kind, ways, weight=float(weight)))
    golden = GoldenSet("g", "", golden_set(16).documents, tuple(asked))
    values = {one.id: float(n % 3 == 0) for n, one in enumerate(asked)}
    made = stand_ins(recorded(golden)["asked"])
    assert interval(sample(values, made), RATE) == interval(sample(values, asked), RATE)


def test_the_code_has_a_digest():
    assert len(code_digest()) == 12 and code_digest() == code_digest()


@pytest.mark.parametrize("layer", ["golden_sets", "strategies", "evaluation"])
def test_a_change_in_any_layer_is_another_state_of_the_program(layer, tmp_path, monkeypatch):
    for name in ("golden_sets", "strategies", "evaluation", "pages"):
        (tmp_path / name / "deep").mkdir(parents=True)
        (tmp_path / name / "deep" / "one.py").write_text("A = 1")
    monkeypatch.setattr(own_code, "__file__", str(tmp_path / "evaluation" / "own_code.py"))
    digest = code_digest.__wrapped__
    before = digest()
    (tmp_path / "pages" / "deep" / "one.py").write_text("A = 2")
    assert digest() == before, "no result comes from a page"
    (tmp_path / layer / "deep" / "one.py").write_text("A = 2")
    changed = digest()
    assert changed != before
    (tmp_path / layer / "deep" / "one.py").rename(tmp_path / layer / "two.py")
    assert digest() not in (before, changed)


def test_what_is_unchanged_of_a_set_that_changed(tmp_path):
    """Text may be shown beside a run only where it is the text the run cut."""
    folder = write_golden_set(tmp_path / "set")
    before = load_golden_set(folder)
    record = {"digest": before.digest, **recorded(before)}
    same = unchanged(before, record)
    assert set(same.documents) == {"leave.md", "limits.md"}
    assert set(same.questions) == {"q1", "q2", "q3", "q4"}
    limits = folder / "documents" / "limits.md"
    limits.write_text(limits.read_text("utf-8") + "\nMore.\n", encoding="utf-8")
    lines = (folder / "questions.jsonl").read_text("utf-8").replace("Who founded", "Who made")
    (folder / "questions.jsonl").write_text(lines, encoding="utf-8")
    left = unchanged(load_golden_set(folder), record)
    assert set(left.documents) == {"leave.md"}
    assert set(left.questions) == {"q1", "q3"}, "q2's document and q4's words are others"


def test_a_record_of_a_digest_alone_is_all_or_nothing(tmp_path):
    golden = load_golden_set(write_golden_set(tmp_path / "set"))
    assert len(unchanged(golden, {"digest": golden.digest}).questions) == 4
    assert unchanged(golden, {"digest": "another"}) == ({}, {})
