"""The list of runs, notes and deletions."""

import pytest

from evaluation.run_brief import Brief, Hits
from evaluation.run_history import RunHistory
from evaluation.run_marks import RunMarks
from evaluation.seal_store import SealStore
from evaluation.store import RunStore
from tests.evaluation.decisions.made import golden_set
from tests.evaluation.decisions.made import report as made_report

HITS = Hits("parent_child-400c", "parent_child", "bm25", 600, 0.5, 0.4, 0.6, 3)


def report(name, created="2026-01-01T00:00:00Z", golden="g", strategy="parent_child"):
    rate = {"value": 0.5, "low": 0.4, "high": 0.6, "n": 3}
    result = {"retriever": "bm25", "budget_tokens": 600, "per_question": [], "hit_rate": rate}
    return {
        "run": {
            "id": name,
            "created": created,
            "golden_set": {"name": golden, "digest": "d", "questions": 4, "answerable": 3},
            "fill": "whole",
            "embedding_model": {"name": "MiniLM"},
        },
        "variants": [{"id": f"{strategy}-400c", "strategy": strategy, "results": [result]}],
        "verdicts": [],
    }


@pytest.fixture
def full(engine):
    store = RunStore(engine)
    for name, day in (("a", 1), ("b", 2), ("c", 3)):
        store.save(report(name, f"2026-01-0{day}T00:00:00Z"), {"k": []})
    return engine


def test_a_line_a_run_and_no_report_is_read_twice(full, monkeypatch):
    first = RunHistory(full).all()
    assert [run.id for run in first] == ["c", "b", "a"]
    assert first[0].brief == Brief(
        4, 3, 1, ("parent_child",), ("bm25",), (600,), "whole", "MiniLM", 0, (HITS,), "d"
    )
    monkeypatch.setattr(RunStore, "report", lambda *_: pytest.fail("a report was read again"))
    assert RunHistory(full).all() == first


def test_a_report_that_says_nothing_is_listed_all_the_same(full):
    bare = {"run": {"id": "x", "created": "2026", "golden_set": {"name": "g", "digest": "d"}}}
    RunStore(full).save(bare, {"k": []})
    assert next(run for run in RunHistory(full).all() if run.id == "x").brief is None


def test_the_last_note_holds_and_the_earlier_ones_are_kept(full):
    marks = RunMarks(full)
    assert marks.note("a", "first 注", "2026-02-01T00:00:00Z")
    assert marks.note("a", "second", "2026-02-01T00:00:00Z"), "in the same second, the later holds"
    assert not marks.note("a", " second "), "the same again is no other note"
    assert marks.note("b", "of b")
    assert [note.text for note in marks.notes("a")] == ["second", "first 注"]
    notes = {run.id: run.note for run in RunHistory(full).all()}
    assert notes == {"a": "second", "b": "of b", "c": ""}
    marks.note("a", "")
    assert [note.text for note in marks.notes("a")] == ["", "second", "first 注"]
    with pytest.raises(ValueError, match="10,001 characters; allowed are 10,000"):
        marks.note("a", "x" * 10_001)


def test_words_are_found_in_all_that_the_list_says(full):
    RunMarks(full).note("b", "After the Übung")
    runs = RunHistory(full).all()

    def found(text):
        return [run.id for run in runs if run.holds(text.split())]

    assert found("übung") == ["b"]
    assert found("minilm parent-child") == found("parent_child") == ["c", "b", "a"]
    assert found("minilm übung") == ["b"]
    assert found("nowhere") == []


def test_a_deleted_run_is_hidden_can_be_read_and_comes_back(full):
    store, marks = RunStore(full), RunMarks(full)
    marks.delete("b")
    marks.delete("b")
    assert [run.id for run in store.runs()] == ["c", "a"]
    assert [run.id for run in store.runs("g")] == ["c", "a"]
    assert [run.id for run in store.every_run()] == ["c", "b", "a"]
    assert [run.deleted for run in RunHistory(full).all()] == [False, True, False]
    assert store.report("b")["run"]["id"] == "b"
    marks.restore("b")
    marks.restore("b")
    assert [run.id for run in store.runs()] == ["c", "b", "a"]


def test_deleting_a_run_does_not_make_its_results_unseen(engine):
    """Else a protocol could be declared before runs that somebody has looked at and deleted."""
    golden = golden_set()
    made = made_report(golden, {"old-1": "0" * 12, "new-1": "1" * 12})
    RunStore(engine).save(made, {"k": []})
    before = SealStore(engine).seen(golden)
    assert before
    RunMarks(engine).delete(made["run"]["id"])
    assert SealStore(engine).seen(golden) == before
