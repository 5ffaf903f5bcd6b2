"""Each page while the database is gone, full, locked or broken: a line, never a traceback."""

import errno
import re
import shutil
import sqlite3

import pytest
from sqlalchemy import Engine, event

from evaluation import jobs as jobs_module
from evaluation.database import open_store
from evaluation.run_marks import RunMarks
from evaluation.store import RunStore
from golden_sets import files, making
from golden_sets.language import speak
from pages.ui import faults, stored
from tests.evaluation.hash_embedder import hash_embedder
from tests.pages import apps

VIEWS = apps.VIEWS
PAGES = sorted(path.stem for path in VIEWS.glob("*.py"))
# These show something of the store wherever they are opened; the others may do without.
OF_THE_STORE = {"start", "compare", "question", "decide", "runs", "golden_set", "cuts", "tune"}


@pytest.fixture(autouse=True)
def model(monkeypatch):
    monkeypatch.setattr("pages.ui.tune_stored.make_embedder", hash_embedder)
    yield
    speak(lambda: "en")


def opened(page, **query):
    return apps.app_of(page, **query).run()


def fault(app):
    """What a page says that cannot go on, on one line; "" where it goes on."""
    assert not app.exception
    if not any(one.value in (CANNOT, CANNOT_ZH) for one in app.error):
        return ""
    (code,) = (one.value for one in app.code)
    assert "\n" not in code and "Traceback" not in code and "SELECT" not in code
    return f"{code} {app.main.caption[-1].value}"


CANNOT = "This page cannot go on:"
CANNOT_ZH = "此页无法继续："


@pytest.mark.parametrize("page", PAGES)
def test_a_database_that_is_gone_is_told_and_found_again(run, empty_store, page):
    assert fault(opened(page)) == ""
    database = empty_store / "chunkboard.sqlite"
    database.rename(empty_store / "away")
    app = opened(page)
    said = fault(app)
    if page in OF_THE_STORE:
        assert said.startswith(f"{database} is gone: the database that this program had opened.")
        assert "Put it back and try again" in said
        assert app.sidebar.children, "the frame is there"
    assert not database.exists(), "no empty one was made in its place"
    (empty_store / "away").rename(database)
    retry = [one for one in app.button if one.label == "Try again"]
    app = retry[0].click().run() if retry else opened(page)
    assert fault(app) == "" and not [one for one in app.button if one.label == "Try again"]


def test_it_is_told_in_chinese(run, empty_store):
    (empty_store / "chunkboard.sqlite").rename(empty_store / "away")
    said = fault(opened("runs", lang="zh"))
    assert "chunkboard.sqlite 不见了" in said and re.search("放回原处后重试", said)


@pytest.mark.parametrize("page", PAGES)
def test_a_file_that_is_no_database_any_more(run, empty_store, page):
    for path in empty_store.glob("chunkboard.sqlite*"):
        path.unlink()
    (empty_store / "chunkboard.sqlite").write_bytes(b"garbage " * 999)
    said = fault(opened(page))
    assert page not in OF_THE_STORE or "file is not a database" in said


def test_a_store_put_back_from_a_copy_is_the_one_that_is_read(run, empty_store, tmp_path):
    assert fault(opened("runs")) == ""
    stored.store()  # its connections are held
    copy = tmp_path / "copy.sqlite"
    with sqlite3.connect(empty_store / "chunkboard.sqlite") as now:
        now.execute("VACUUM INTO ?", (str(copy),))
    now.close()
    shutil.rmtree(empty_store)
    empty_store.mkdir()
    shutil.copy(copy, empty_store / "chunkboard.sqlite")
    stored.marks().note(run["run"]["id"], "after")
    assert fault(opened("runs")) == ""
    assert RunMarks(open_store(empty_store)).notes(run["run"]["id"])[0].text == "after"


def test_a_store_begun_anew_is_opened_anew(run, empty_store):
    assert fault(opened("runs")) == ""
    (empty_store / "chunkboard.sqlite").unlink()
    sqlite3.connect(empty_store / "chunkboard.sqlite").close()
    app = opened("runs")
    assert "is no longer the database that was opened: no such table" in fault(app)
    assert fault(app.button[-1].click().run()) == ""
    assert stored.store().runs() == []


@pytest.fixture
def full(empty_store, run):
    """SQLite may take no page more, as on a disk that is full."""
    open_store(empty_store).dispose()

    def limit(connection, _record):
        if isinstance(connection, sqlite3.Connection):
            pages = connection.execute("PRAGMA page_count").fetchone()[0]
            connection.execute(f"PRAGMA max_page_count = {pages}")

    event.listen(Engine, "connect", limit)
    yield
    event.remove(Engine, "connect", limit)


@pytest.mark.parametrize("page", PAGES)
def test_a_full_disk_keeps_no_page_from_being_read(full, page):
    assert fault(opened(page)) == ""


def test_a_note_on_a_full_disk_is_told_and_the_one_before_stays(run, empty_store, full):
    name = run["run"]["id"]
    app = opened("runs", run=name)
    area = next(one for one in app.text_area if one.key and "note" in one.key)
    area.set_value("long " * 1900)
    save = next(one for one in app.button if "note" in str(one.key))
    said = fault(save.click().run())
    assert said.startswith(f"The disk is full: {empty_store / 'chunkboard.sqlite'} could not")
    assert RunMarks(open_store(empty_store)).notes(name) == []
    assert [one.id for one in RunStore(open_store(empty_store)).runs()] == [name]


def test_a_run_that_cannot_be_started_on_a_full_disk_leaves_no_job(run, empty_store, monkeypatch):
    def refuse(*_given, **_more):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(jobs_module.subprocess, "Popen", refuse)
    app = opened("start")
    said = fault(app.button(key="rerun").click().run())
    assert said.startswith("The disk is full.")
    assert stored.jobs().all() == [] and list(stored.jobs().folder.glob("2*")) == []


def test_a_golden_set_on_a_full_disk_is_as_it_was(run, empty_store, monkeypatch, tmp_path):
    folder = tmp_path / "own"
    monkeypatch.setenv("CHUNKBOARD_GOLDEN_SETS", str(folder))
    making.copy_set(tmp_path / "handbook", "mine", "Ana")
    before = (folder / "mine" / "questions.jsonl").read_bytes()

    def refuse(_descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", refuse)
    with pytest.raises(OSError, match="No space left") as raised:
        files.write_atomically(folder / "mine" / "questions.jsonl", b"other")
    assert faults.fault_of(raised.value).line.startswith(f"The disk is full: {folder / 'mine'}")
    assert (folder / "mine" / "questions.jsonl").read_bytes() == before
    assert not [one for one in (folder / "mine").iterdir() if "questions.jsonl." in one.name]


def test_a_database_that_another_holds_is_told(run, empty_store, monkeypatch):
    monkeypatch.setattr("evaluation.database.BUSY_SECONDS", 0)
    holder = sqlite3.connect(empty_store / "chunkboard.sqlite", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    name = run["run"]["id"]
    app = opened("runs", run=name)
    assert fault(app) == "", "what is kept can be read"
    next(one for one in app.text_area if one.key and "note" in one.key).set_value("mine")
    said = fault(next(one for one in app.button if "note" in str(one.key)).click().run())
    assert said.startswith(f"Another process held {empty_store / 'chunkboard.sqlite'} for over")
    holder.execute("ROLLBACK")
    holder.close()


def test_a_fault_of_the_program_is_a_calm_sentence_and_a_line_in_the_log(
    run, empty_store, monkeypatch, caplog
):
    def fail():
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr("pages.ui.runs_page.history", fail)
    logged = []
    monkeypatch.setattr(faults._LOG, "error", lambda *given, **more: logged.append((given, more)))
    monkeypatch.setattr(faults, "CALM", True)
    app = opened("runs")
    assert not app.exception and "secret" not in str(app.main)
    (sentence,) = (one.value for one in app.error)
    (given, more), = logged  # fmt: skip
    assert given[1] in sentence and isinstance(more["exc_info"], ZeroDivisionError)
    monkeypatch.setattr(faults, "CALM", False)
    assert opened("runs").exception, "a test that opens a page sees what went wrong in it"


def test_no_page_uses_a_fragment_that_tells_nothing():
    """A fragment that looks again by itself is drawn without the frame."""
    for path in sorted(VIEWS.parent.rglob("*.py")):
        plain = [line for line in path.read_text("utf-8").splitlines() if "st.fragment" in line]
        assert path.name == "faults.py" or not plain, f"{path}: {plain}"
