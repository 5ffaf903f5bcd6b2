"""Runs in the database, whole or not at all."""

import pytest
from sqlalchemy.exc import IntegrityError

from evaluation.database import open_store
from evaluation.store import RunStore, result_key


def report(name, created="2026-01-01T00:00:00Z"):
    golden = {"name": "g", "digest": "d"}
    return {"run": {"id": name, "created": created, "golden_set": golden}, "x": "年假 é"}


@pytest.fixture
def store(engine):
    return RunStore(engine)


def test_a_run_comes_back_as_it_was(store):
    rows = [{"question": "q", "units": [{"document": "d", "spans": [[0, 3]]}]}]
    store.save(report("r1"), {result_key("v", "bm25", 600): rows})
    assert store.report("r1") == report("r1")
    assert store.contexts("r1", "v", "bm25", 600) == rows


def test_the_newest_run_is_first(store):
    for name, day in (("a", 1), ("c", 3), ("b", 2)):
        store.save(report(name, f"2026-01-0{day}T00:00:00Z"), {"k": []})
    assert [run.id for run in store.runs()] == ["c", "b", "a"]
    assert store.runs("other") == []


def test_what_is_not_there_is_said(store):
    with pytest.raises(KeyError, match="no run 'r9'"):
        store.report("r9")
    with pytest.raises(KeyError, match="holds no contexts of v/bm25/600"):
        store.contexts("r9", "v", "bm25", 600)


def test_a_second_run_of_one_id_leaves_the_first_whole(store):
    store.save(report("r1"), {"k": [{"a": 1}]})
    with pytest.raises(IntegrityError):
        store.save(report("r1"), {"other": []})
    with pytest.raises(KeyError):
        store.contexts("r1", "o", "t", 1)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("nonsense", "is no URL"),
        ("mysql://me:secret@127.0.0.1/x", "'mysql'; allowed are postgresql, sqlite"),
        ("postgresql://me:secret@127.0.0.1:9/x", "does not answer"),
    ],
)
def test_a_shared_database_that_cannot_be_had_is_one_line(tmp_path, monkeypatch, url, said):
    monkeypatch.setenv("CHUNKBOARD_DATABASE_URL", url)
    with pytest.raises(OSError, match=said) as raised:
        open_store(tmp_path)
    assert "secret" not in str(raised.value)
    assert "\n" not in str(raised.value)
