"""`archive` and `import-run`: a run leaves one store and comes to another without loss."""

import json
import shutil

import pytest
from sqlalchemy import Engine, event

from evaluation.action_log import ActionLog, Wanted
from evaluation.command_line import main
from evaluation.database import open_store
from evaluation.imported_decision import record_of
from evaluation.run_import import export_run
from evaluation.run_marks import RunMarks
from evaluation.run_zip import FILE_BYTES
from evaluation.store import RunStore
from tests.pages.decisions import write_decision
from tests.pages.factory import write_golden_set, write_run


@pytest.fixture(scope="module")
def there(tmp_path_factory):
    """A store with one run, and the run's report."""
    folder = tmp_path_factory.mktemp("there")
    return folder / "store", write_run(write_golden_set(folder / "handbook"), folder / "store")


@pytest.fixture(scope="module")
def decided(tmp_path_factory):
    """A store with one decided run, and the run's report."""
    folder = tmp_path_factory.mktemp("decided")
    return folder / "store", write_decision(write_golden_set(folder / "handbook"), folder / "store")


def command(capsys, *arguments):
    status = main([*map(str, arguments)])
    told = capsys.readouterr()
    return status, told.out, told.err


@pytest.fixture
def archived(there, tmp_path, capsys, monkeypatch):
    """The id of the run, and the archive that the command has written of it."""
    store, report = there
    run, file = report["run"]["id"], tmp_path / "run.zip"
    with monkeypatch.context() as own:
        own.delenv("CHUNKBOARD_DATABASE_URL", raising=False)
        status, out, _ = command(capsys, "archive", run, file, "--store", store)
    assert (status, out.startswith(f"Run {run}: {file}, ")) == (0, True)
    return run, file


def test_a_run_comes_to_another_store_without_loss(archived, empty_store, capsys):
    run, file = archived
    brought = ("import-run", file, "--store", empty_store)
    assert command(capsys, *brought) == (0, f"Run {run} imported\n", "")
    assert command(capsys, *brought)[1] == f"Run {run} is there already; nothing was changed\n"
    engine = open_store(empty_store)
    assert export_run(engine, run) == file.read_bytes()
    (line,) = ActionLog(engine).found(Wanted())
    assert (line.action, line.object, line.details) == ("import", run, "run.zip")
    RunMarks(engine).delete(run)
    assert "already, deleted; the page Runs brings it back" in command(capsys, *brought)[1]
    engine.dispose()


def test_a_run_and_its_line_in_the_log_come_together_or_not_at_all(archived, empty_store):
    _, file = archived

    def killed(connection, cursor, statement, *_):
        if statement.startswith("INSERT INTO action_log"):
            raise SystemExit

    event.listen(Engine, "before_cursor_execute", killed)
    try:
        with pytest.raises(SystemExit):
            main(["import-run", str(file), "--store", str(empty_store)])
    finally:
        event.remove(Engine, "before_cursor_execute", killed)
    engine = open_store(empty_store)
    assert list(RunStore(engine).every_run()) == []
    engine.dispose()


def test_a_decision_comes_along(decided, tmp_path, capsys):
    store, report = decided
    run, file = report["run"]["id"], tmp_path / "run.zip"
    assert command(capsys, "archive", run, file, "--store", store)[0] == 0
    assert command(capsys, "import-run", file, "--store", tmp_path / "here")[0] == 0
    engine = open_store(tmp_path / "here")
    assert record_of(engine, run) == record_of(open_store(store), run)
    assert record_of(engine, run).seal is not None
    engine.dispose()
    asked = ("decision", store.parent / "handbook", run, "--store")
    status, out, _ = command(capsys, *asked, tmp_path / "here")
    first, second, third, rest = out.split("\n", 3)
    assert (status, first.partition(" and came here ")[0]) == (
        0,
        "This run was decided in another installation",
    )
    assert second.endswith("the verdicts were made again just now, and came out the same.")
    assert third.startswith("Nobody here vouches for when it was sealed, ")
    assert rest == command(capsys, *asked, store)[1]


def test_a_decision_on_another_state_of_the_set_is_told_as_recorded(decided, tmp_path, capsys):
    store, report = decided
    run, file = report["run"]["id"], tmp_path / "run.zip"
    assert command(capsys, "archive", run, file, "--store", store)[0] == 0
    assert command(capsys, "import-run", file, "--store", tmp_path / "here")[0] == 0
    other = tmp_path / "handbook"
    shutil.copytree(store.parent / "handbook", other)
    with (other / "documents" / "limits.md").open("a", encoding="utf-8") as document:
        document.write("\nOne sentence more.\n")
    status, out, err = command(capsys, "decision", other, run, "--store", tmp_path / "here")
    assert (status, err) == (0, "")
    assert "The verdicts are as recorded: handbook is in another state here." in out
    assert "made again just now" not in out


def test_a_report_alone_is_brought_in_too(there, tmp_path, capsys):
    (tmp_path / "report.json").write_text(json.dumps(there[1]))
    given = ("import-run", tmp_path / "report.json", "--store", tmp_path / "here")
    assert command(capsys, *given)[0] == 0
    assert [one.id for one in RunStore(open_store(tmp_path / "here")).runs()] == [
        there[1]["run"]["id"]
    ]


def test_what_cannot_be_written_is_one_line_and_nothing_is_overwritten(there, tmp_path, capsys):
    store, report = there
    kept = tmp_path / "kept.zip"
    kept.write_bytes(b"kept")
    run = report["run"]["id"]
    for arguments, said in (
        ((run, kept), f"error: {kept}: is there already; give the path of a new file\n"),
        ((run, tmp_path / "no" / "x.zip"), f"error: {tmp_path}/no/x.zip: there is no folder "),
        (("none", tmp_path / "x.zip"), f"error: none: no such run in {store}; python -m "),
    ):
        status, out, error = command(capsys, "archive", *arguments, "--store", store)
        assert (status, out, error.count("\n")) == (2, "", 1)
        assert error.startswith(said)
    assert [one.name for one in tmp_path.iterdir()] == ["kept.zip"]
    assert kept.read_bytes() == b"kept"


def test_what_is_no_run_is_refused_and_nothing_is_stored(tmp_path, capsys):
    here = tmp_path / "here"
    for name, content in (("a.zip", b"PK\3\4"), ("b.json", b"{}"), ("c", b"words")):
        (tmp_path / name).write_bytes(content)
        status, out, error = command(capsys, "import-run", tmp_path / name, "--store", here)
        assert (status, out) == (2, "")
        assert error.startswith(f"error: {name}: ")
    assert command(capsys, "import-run", tmp_path / "none.zip", "--store", here)[0] == 2
    assert command(capsys, "import-run", tmp_path, "--store", here)[0] == 2
    assert RunStore(open_store(here)).runs() == []


def test_a_file_that_is_too_large_is_refused(tmp_path, capsys):
    large = tmp_path / "large.zip"
    with large.open("wb") as file:
        file.write(b"PK")
        file.truncate(FILE_BYTES + 10)
    status, _, error = command(capsys, "import-run", large, "--store", tmp_path / "here")
    assert (status, error) == (2, "error: large.zip: 200.0 MB; allowed are 200 MB\n")
