"""Runs in the database, whole or not at all."""

import sys

import pytest
from sqlalchemy import event, func, select, text
from sqlalchemy.exc import IntegrityError, OperationalError

from evaluation.command_line import main
from evaluation.database import open_store, reason
from evaluation.kept_texts import KeptTexts
from evaluation.run_scores import RunScores
from evaluation.store import RunStore, result_key
from evaluation.store_schema import CONTEXTS, DECIDED, DOCUMENTS, METADATA, RESULTS, SCORES
from golden_sets.document import Document


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


def test_of_runs_of_the_same_second_the_last_stored_is_first(store, engine):
    for name in ("b", "c", "a"):
        store.save(report(name), {})
    assert [run.id for run in store.runs()] == ["a", "c", "b"]
    assert [run.id for run in store.every_run()] == ["a", "c", "b"]


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
        ("postgresql://me:secret@127.0.0.1:port/x", "is no URL; allowed is postgresql://"),
        ("postgresql+nosuch://me:secret@127.0.0.1/x", "'postgresql\\+nosuch', whose driver is not"),
        ("sqlite+aiosqlite:///x.sqlite", "aiosqlite'.*; allowed are postgresql, sqlite"),
        ("postgresql://me:secret@127.0.0.1:9/x?nosuchoption=1", 'option "nosuchoption"'),
        ("postgresql://me:secret@127.0.0.1:9/x?connect_timeout=abc", "connect_timeout: 'abc'"),
        ("sqlite:///x.sqlite?nosuchoption=1", "cannot be opened: .*nosuchoption"),
        ("sqlite:///x.sqlite?timeout=abc", "cannot be opened: "),
        ("sqlite:////", "cannot be opened: unable to open database file"),
    ],
)
def test_a_shared_database_that_cannot_be_had_is_one_line(tmp_path, monkeypatch, url, said):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CHUNKBOARD_DATABASE_URL", url)
    with pytest.raises(OSError, match=said) as raised:
        open_store(tmp_path)
    assert "secret" not in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("driver", ["psycopg2", "asyncpg", "pysqlcipher"])
def test_a_driver_that_is_not_installed_is_one_line(tmp_path, monkeypatch, driver):
    backend = "sqlite" if driver == "pysqlcipher" else "postgresql"
    # As where it is not installed, whatever is there.
    for module in (driver, "sqlcipher3", "pysqlcipher3"):
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setenv("CHUNKBOARD_DATABASE_URL", f"{backend}+{driver}://me:secret@h/x")
    with pytest.raises(OSError, match="whose driver is not installed; allowed are") as raised:
        open_store(tmp_path)
    assert "secret" not in str(raised.value)


def failed(capsys, *arguments):
    """What a command that cannot be done says, on one line."""
    assert main([*arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ") and error.count("\n") == 1
    return error


def test_a_store_that_holds_no_database(tmp_path, capsys):
    path = tmp_path / "chunkboard.sqlite"
    path.write_bytes(b"garbage " * 999)
    said = failed(capsys, "runs", "--store", str(tmp_path))
    assert "chunkboard.sqlite: cannot be opened as a database: file is not a database" in said
    path.unlink()
    path.mkdir()
    said = failed(capsys, "runs", "--store", str(tmp_path))
    assert "chunkboard.sqlite: is a folder; allowed is a SQLite file" in said


def test_a_database_that_fails_later_is_one_line(tmp_path, monkeypatch, capsys):
    def fail(*_):
        raise OperationalError("SELECT 1", {"key": "value"}, Exception("disk full\nfor secret"))

    assert main(["runs", "--store", str(tmp_path)]) == 0
    monkeypatch.setattr(RunStore, "runs", fail)
    monkeypatch.setattr("evaluation.commands.open_store", lambda _: open_store(tmp_path))
    said = failed(capsys, "runs", "--store", str(tmp_path))
    assert "chunkboard.sqlite failed: disk full for secret. What was kept" in said
    monkeypatch.setenv("CHUNKBOARD_DATABASE_URL", "postgresql://me:secret@h/x")
    assert reason(OperationalError("", {}, Exception("for secret"))) == "for ***"


def test_a_long_name_of_a_result_is_kept(store):
    key = result_key("v" * 400, "bm25", 600)
    store.save(report("r1"), {key: []})
    assert store.contexts("r1", "v" * 400, "bm25", 600) == []


def a_report(name="r1", rows=(("q1", 1), ("q2", None))):
    """With two results of two questions."""
    asked = [
        {"id": q, "outcome": "split", "hit": 0.0, "complete": 0.0, "document_hit": 1.0,
         "rank": rank, "document_rank": 1}
        for q, rank in rows
    ]  # fmt: skip
    results = [{"retriever": "bm25", "budget_tokens": b, "per_question": asked} for b in (300, 600)]
    return {**report(name), "variants": [{"id": "v", "results": results}]}


def counted(engine):
    with engine.connect() as connection:
        tables = METADATA.sorted_tables
        return {t.name: connection.scalar(select(func.count()).select_from(t)) for t in tables}


def test_scores_are_rows(engine, store):
    store.save(a_report(), {})
    store.save(a_report("r2"), {})
    found = list(RunScores(engine).of_question("q1", ["r2", "r1"]))
    values = ("v", "bm25", 300, "q1", "split", 0.0, 0.0, 1.0, 1, 1)
    assert [tuple(row) for row in found] == [
        (run, *values[:2], budget, *values[3:]) for run in ("r1", "r2") for budget in (300, 600)
    ]
    assert next(iter(RunScores(engine).of_question("q2", ["r1"]))).rank is None
    with engine.connect() as connection:
        told = "SELECT run, count(*) FROM score_rows WHERE hit = 0 GROUP BY run ORDER BY run"
        assert connection.execute(text(told)).all() == [("r1", 4), ("r2", 4)]


@pytest.mark.parametrize("table", [CONTEXTS, RESULTS, SCORES, DOCUMENTS, DECIDED])
def test_a_run_is_written_whole_or_not_at_all(engine, store, table):
    """Whichever table cannot be written, no other keeps a row of the run."""
    before = counted(engine)
    documents = [Document("d.md", "Some text.", "D")]
    decided = {
        "run": "r1", "created": "2026", "seal": "s", "results": "x", "verdicts": b""
    }  # fmt: skip
    refused = f"INSERT INTO {table.name}"

    @event.listens_for(engine, "before_cursor_execute")
    def fail(_connection, _cursor, statement, *_):
        if statement.startswith(refused):
            raise OSError("disk full")

    whole = (a_report(), {"v/bm25/300": []}, documents, decided)
    with pytest.raises(OSError, match="disk full"):
        store.save(*whole)
    event.remove(engine, "before_cursor_execute", fail)
    assert counted(engine) == before
    store.save(*whole)
    after = counted(engine)
    assert {name for name in after if after[name] > before[name]} == {
        "runs", "contexts", "results", "scores", "documents", "decided_runs"
    }  # fmt: skip


def test_a_text_is_kept_once_and_found_by_its_revision(engine, store):
    document = Document("d.md", "年假 é.", "D")
    store.save(a_report(), {}, [document, Document("same.md", document.text, "E")])
    store.save(a_report("r2"), {}, [document, Document("e.md", "Other.", "E")])
    assert counted(engine)["documents"] == 2
    texts = KeptTexts(engine)
    assert texts.find(document.revision[:16]) == [(document.revision, "d.md", document.text)]
    assert texts.find("0" * 16) == []
    for wrong in ("abc", "x" * 16, "A" * 16, "%" * 16):
        with pytest.raises(ValueError, match="allowed are 16 to 64 hexadecimal digits"):
            texts.find(wrong)
