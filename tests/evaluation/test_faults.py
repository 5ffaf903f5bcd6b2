"""The disk, the database and a Chroma server, failing within a run and between two."""

import errno
import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from sqlalchemy import Engine, event, text
from sqlalchemy.exc import OperationalError

from evaluation.chroma import ChromaIndex
from evaluation.command_line import main
from evaluation.database import open_database, open_store
from evaluation.faults import fault_of
from evaluation.jobs import Jobs, JobState, write_json
from evaluation.progress import JobListener
from evaluation.run import evaluate
from evaluation.run_marks import RunMarks
from evaluation.settings import Cutting, RunSettings, matrix
from evaluation.store import RunStore
from evaluation.vectors import VectorTable
from golden_sets.editing import put_question
from golden_sets.golden_set import load_golden_set
from golden_sets.question_lines import read_lines
from tests.evaluation.hash_embedder import HashEmbedder, hash_embedder
from tests.evaluation.own_server import Server
from tests.evaluation.small import write_small

ROOT = Path(__file__).parent.parent.parent


def test_runs_killed_anywhere_leave_nothing_lost_half_written_or_twice():
    """More points by hand: python -m tests.benchmarks.kill_points 200."""
    command = [sys.executable, "-m", "tests.benchmarks.kill_points", "10"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "records lost at 0, half written at 0, duplicated at 0" in done.stdout, (
        done.stdout + done.stderr
    )
    assert done.returncode == 0 and "10 points tried (4 by call, 1 by kept" in done.stdout


@pytest.fixture
def small(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("evaluation.commands.make_embedder", hash_embedder)
    return str(write_small(tmp_path / "small"))


def run(small, *more):
    return main(["run", small, "--store", "store", "--size", "120", *more])


def kept(store="store"):
    engine = open_store(Path(store))
    try:
        return RunStore(engine).runs()
    finally:
        engine.dispose()


@pytest.fixture
def full():
    """How many pages SQLite may have; None as many as it likes."""
    room: list[int | None] = [None]

    def limit(connection: Any, _record: object) -> None:
        if room[0] is not None and isinstance(connection, sqlite3.Connection):
            connection.execute(f"PRAGMA max_page_count = {room[0]}")

    event.listen(Engine, "connect", limit)
    yield room
    event.remove(Engine, "connect", limit)


def test_a_disk_that_fills_up_at_any_page_keeps_what_was_there(small, full, capsys):
    assert run(small, "--retrievers", "bm25") == 0
    (first,) = kept()
    before = {path.name: path.read_bytes() for path in Path("store").glob("chunkboard.sqlite")}
    report = Path("chunking-report.json").read_bytes()
    with sqlite3.connect("store/chunkboard.sqlite") as connection:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
    for more in (0, 1, 3, 8):
        full[0] = pages + more
        capsys.readouterr()
        assert run(small) == 2
        said = capsys.readouterr().err.splitlines()[-1]
        assert said.startswith("error: The disk is full: store/chunkboard.sqlite could not")
        assert kept() == [first] and Path("chunking-report.json").read_bytes() == report
    assert before
    full[0] = None
    assert run(small) == 0 and len(kept()) == 2


def test_files_that_do_not_fit_leave_those_before_them(small, tmp_path):
    """With a limit on the size of a file, in a process of its own."""
    old = {"a": 1}
    write_json(tmp_path / "old.json", old)
    pid = os.fork()
    if not pid:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
        try:
            write_json(tmp_path / "old.json", "x" * 5000)
            os._exit(1)
        except OSError as error:
            fault = fault_of(error)
            said = str(fault.line) if fault else ""
            os._exit(0 if f"The disk is full: {tmp_path / 'old.json'}" in said else 2)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert json.loads((tmp_path / "old.json").read_text()) == old
    assert [one.name for one in tmp_path.glob("old*")] == ["old.json"]


def test_a_job_goes_on_where_only_its_progress_cannot_be_written(tmp_path, monkeypatch, capsys):
    folder = tmp_path / "jobs" / "20260101-000000-aaaaaa"
    folder.mkdir(parents=True)

    def refuse(path, _value):
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    with JobListener(folder, folder.name, "small") as listener:
        monkeypatch.setattr("evaluation.progress.write_json", refuse)
        listener.checked([])
        listener.stage("Cutting", 3, "variants")
        listener.step(3)
        listener.partial(dict)
        monkeypatch.undo()
        listener.finished("r1")
    assert Jobs(tmp_path).state(folder.name).run == "r1"
    assert "No space left on device; the run goes on" in capsys.readouterr().err


def test_a_job_says_in_a_line_what_it_failed_by(tmp_path):
    folder = tmp_path / "jobs" / "20260101-000000-aaaaaa"
    folder.mkdir(parents=True)
    with (
        pytest.raises(OSError),
        JobListener(folder, folder.name, "small"),
    ):
        raise OSError(errno.ENOSPC, "No space left on device")
    assert Jobs(tmp_path).state(folder.name).error.startswith("The disk is full. What was kept")


@pytest.mark.parametrize("left", ["", "{", "[]", '{"status": "running"}'])
def test_a_job_whose_folder_is_half_written_is_one_that_broke_off(tmp_path, left):
    jobs = Jobs(tmp_path)
    folder = jobs.folder / "20260101-000000-aaaaaa"
    folder.mkdir(parents=True)
    (folder / "state.json").write_text(left)
    assert jobs.all() == [] and jobs.stopped() == []
    write_json(folder / "job.json", {"golden_set": "small", "arguments": ["--size", "90"]})
    assert jobs.all() == [], "it may be being started"
    os.utime(folder, (1.7e9, 1.7e9))
    (state,) = jobs.stopped()
    assert (state.status, state.golden_set) == ("interrupted", "small")
    assert state.error == "it was broken off before it began"
    jobs.cancel(state.id)


def test_a_job_ended_while_its_run_was_being_kept_is_asked_of_the_store_once(tmp_path, monkeypatch):
    folder = tmp_path / "jobs" / "j"
    folder.mkdir(parents=True)
    state = {"id": "j", "golden_set": "g", "status": "running", "run": "r1", "pid": 2**22 + 1}
    write_json(folder / "state.json", state)
    asked = []
    monkeypatch.setattr(Jobs, "_is_kept", lambda _, run: bool(asked.append(run)))
    jobs = Jobs(tmp_path)
    assert jobs.state("j").status == "interrupted" and jobs.state("j").run == ""
    assert asked == ["r1", "r1"], "a server may be keeping it yet"
    os.utime(folder / "state.json", (1.7e9, 1.7e9))
    assert {jobs.state("j").status for _ in range(3)} == {"interrupted"}
    assert asked == ["r1"] * 3
    write_json(folder / "state.json", state)
    monkeypatch.setattr(Jobs, "_is_kept", lambda *_: True)
    assert (jobs.state("j").status, jobs.state("j").run) == ("done", "r1")


def test_a_state_of_another_version_is_read(tmp_path):
    folder = tmp_path / "jobs" / "j"
    folder.mkdir(parents=True)
    write_json(folder / "state.json", {"id": "j", "golden_set": "g", "status": "done", "new": 1})
    assert Jobs(tmp_path).state("j") == JobState("j", "g", "done")


def test_a_database_that_another_holds_is_one_line_and_nothing_is_lost(small, monkeypatch, capsys):
    assert run(small) == 0
    monkeypatch.setattr("evaluation.database.BUSY_SECONDS", 0)
    holder = sqlite3.connect("store/chunkboard.sqlite", isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    assert len(kept()) == 1, "what is kept is read meanwhile"
    assert run(small) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.startswith("error: Another process held store/chunkboard.sqlite for over")
    holder.execute("ROLLBACK")
    holder.close()
    assert len(kept()) == 1 and run(small) == 0 and len(kept()) == 2


@pytest.fixture
def server(postgres):  # which has the package's own folder made
    with TemporaryDirectory(prefix="chunkboard-tests", ignore_cleanup_errors=True) as folder:
        made = Server(Path(folder))
        yield made
        made.server.cleanup()


def test_postgresql_gone_between_and_within_and_back(server, monkeypatch, tmp_path):
    monkeypatch.setenv("CHUNKBOARD_DATABASE_URL", server.uri)
    golden = load_golden_set(write_small(tmp_path / "small"))
    settings = RunSettings(matrix(cutting=Cutting(120), sweep=("0",)))
    engine = open_store(tmp_path)
    store, vectors = RunStore(engine), VectorTable(engine)
    first = evaluate(golden, settings, HashEmbedder(), vectors)
    store.save(*first)
    before = store.report(first[0]["run"]["id"])
    RunMarks(engine).note(first[0]["run"]["id"], "kept")
    # Between: pages that hold connections work again without a restart.
    server.kill()
    with pytest.raises(OperationalError) as raised:
        store.runs()
    fault = fault_of(raised.value, tmp_path)
    assert fault is not None and "does not answer: " in fault.what and "\n" not in fault.line
    assert fault.remedy.endswith("Once the database is back, try again.")
    with pytest.raises(ConnectionError, match="does not answer"):
        open_store(tmp_path)
    server.start()
    assert [one.id for one in store.runs()] == [first[0]["run"]["id"]]
    # Within: while a run is being kept.
    second = evaluate(golden, settings, HashEmbedder(), vectors)

    @event.listens_for(engine, "before_cursor_execute")
    def stop(_connection, _cursor, statement, *_):
        if statement.startswith("INSERT INTO scores"):
            server.kill()

    with pytest.raises(OperationalError) as raised:
        store.save(*second)
    event.remove(engine, "before_cursor_execute", stop)
    assert "does not answer: " in fault_of(raised.value, tmp_path).what
    server.start()
    assert [one.id for one in store.runs()] == [first[0]["run"]["id"]], "whole or not at all"
    assert store.report(first[0]["run"]["id"]) == before
    assert [one.text for one in RunMarks(engine).notes(first[0]["run"]["id"])] == ["kept"]
    store.save(*second)
    assert len(store.runs()) == 2
    engine.dispose()


def test_postgresql_that_another_holds_is_told(postgres, monkeypatch, tmp_path):
    from tests.conftest import new_database

    monkeypatch.setenv("CHUNKBOARD_DATABASE_URL", new_database(postgres))
    holder = open_store(tmp_path)
    monkeypatch.setattr("evaluation.database.BUSY_SECONDS", 0.2)
    engine = open_store(tmp_path)
    with holder.begin() as connection:
        connection.execute(text("LOCK TABLE run_notes IN ACCESS EXCLUSIVE MODE"))
        with pytest.raises(OperationalError) as raised:
            RunMarks(engine).note("r", "mine")
        assert "Another process held postgresql" in fault_of(raised.value).what
    RunMarks(engine).note("r", "mine")
    holder.dispose()
    engine.dispose()


def test_two_programs_on_one_new_store(tmp_path):
    """Both make the tables and write at once; every row of both is there."""
    script = """
import sys
from pathlib import Path
from evaluation.database import open_store
from evaluation.run_marks import RunMarks
marks = RunMarks(open_store(Path(sys.argv[1])))
for number in range(40):
    marks.note(f"r{number}", f"{sys.argv[2]} {number}")
"""
    command = [sys.executable, "-c", script, str(tmp_path / "store")]
    both = [subprocess.Popen([*command, who], cwd=ROOT) for who in ("a", "b")]
    assert [one.wait(120) for one in both] == [0, 0]
    marks = RunMarks(open_store(tmp_path / "store"))
    for number in range(40):
        notes = {one.text for one in marks.notes(f"r{number}")}
        assert notes == {f"a {number}", f"b {number}"}


def test_a_golden_set_edited_while_it_runs_is_the_one_that_was_read(tmp_path):
    folder = write_small(tmp_path / "small")
    golden = load_golden_set(folder)
    settings = RunSettings(matrix(cutting=Cutting(120), sweep=("0",)))
    quiet, _ = evaluate(golden, settings, HashEmbedder(), VectorTable(open_store(tmp_path / "a")))

    class Editing(HashEmbedder):
        def encode_documents(self, texts):
            if not self.batches:
                line = next(one for one in read_lines(folder) if one.id == "q1")
                put_question(folder, {**line.row, "question": "Another?"}, line.digest, "Ana")
                limits = folder / "documents" / "limits.md"
                limits.write_text("# Nothing of it\n")
            return super().encode_documents(texts)

    edited, _ = evaluate(golden, settings, Editing(), VectorTable(open_store(tmp_path / "b")))
    assert read_lines(folder)[0].row["question"] == "Another?", "the edit is kept"
    told = edited["run"]["golden_set"]
    assert told == quiet["run"]["golden_set"] and told["digest"] == golden.digest
    for one, other in zip(quiet["variants"], edited["variants"], strict=True):
        assert one["results"] == other["results"]


def test_a_chroma_server_that_stops_within_a_run_says_what_to_do(monkeypatch, capsys):
    import httpx
    import numpy as np

    class Collection:
        def __init__(self) -> None:
            self.left = 1

        def add(self, **_: Any) -> None: ...

        def query(self, **_: Any) -> dict[str, Any]:
            if self.left:
                self.left -= 1
                return {"ids": [["0"]], "distances": [[0.5]]}
            raise httpx.ConnectError("Connection refused")

    class Client:
        def create_collection(self, **_: Any) -> Collection:
            return Collection()

        def delete_collection(self, _name: str) -> None:
            raise httpx.ConnectError("Connection refused")

        def close(self) -> None: ...

    monkeypatch.setattr("evaluation.chroma._connect", lambda _: Client())
    vectors = np.eye(2, 4, dtype=np.float32)
    with (
        pytest.raises(ValueError, match=r"'h:1' stopped answering: Connection refused; start it"),
        ChromaIndex(vectors, "h:1") as index,
    ):
        index.rank(vectors, ["q1", "q2"])
    assert "chroma server 'h:1': Connection refused" in capsys.readouterr().err


def test_faults_of_the_program_are_not_told_as_those_of_the_disk():
    engine = open_database("sqlite://")
    with engine.connect() as connection, pytest.raises(OperationalError) as raised:
        connection.execute(text("SELECT nowhere FROM sqlite_master"))
    assert fault_of(raised.value) is None
    assert fault_of(KeyError("x")) is None and fault_of(ValueError("x")) is None
