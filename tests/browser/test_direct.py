"""Whoever speaks to the server without our page gets no further than with it."""

import shutil

import pytest

from evaluation.action_log import ActionLog, Wanted
from evaluation.database import open_store
from evaluation.decision_log import DecisionLog
from evaluation.store import RunStore
from tests.browser.conftest import free_port, serving, with_a_run
from tests.browser.direct import Direct
from tests.pages.decisions import write_decision
from tests.pages.people import ANA, AUTH, PEOPLE, RITA

READS = "You are signed in as a reader"
SIGN_IN = "Sign in to see what was run"
NOT_AMONG = "not among those who may read here"
PAGES = {
    "": "", "own": "set=ours", "golden_set": "set=ours", "write": "set=ours&question=q1",
    "tune": "set=handbook", "compare": "", "question": "", "cuts": "", "runs": "",
    "decide": "set=handbook",
}  # fmt: skip


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with a run, a set of one's own, and the list of people."""
    folder = with_a_run(tmp_path_factory.mktemp("direct"))
    write_decision(folder / "sets" / "handbook", folder / "store")
    shutil.copytree(folder / "sets" / "handbook", folder / "own" / "ours")
    (folder / "people.toml").write_text(PEOPLE, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def server(place):
    with pytest.MonkeyPatch.context() as patch:
        port = free_port()
        patch.setattr("tests.browser.conftest.free_port", lambda: port)
        (place / "secrets.toml").write_text(AUTH.replace("{port}", str(port)), encoding="utf-8")
        patch.setenv("STREAMLIT_SECRETS_FILES", str(place / "secrets.toml"))
        patch.setenv("CHUNKBOARD_PEOPLE", str(place / "people.toml"))
        with serving(place) as address:
            yield address


@pytest.fixture
def runs(place):
    return f"run={RunStore(open_store(place / 'store')).runs()[0].id}"


@pytest.fixture
def without_ana(place):
    """Takes Ana off the list while her page is open."""
    kept = place / "people.toml"
    yield lambda: kept.write_text("editors = []\nreaders = ['rita@example.org']")
    kept.write_text(PEOPLE, encoding="utf-8")


def files(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("page", PAGES)
def test_a_reader_presses_each_control_and_changes_nothing(place, server, runs, page):
    own, engine = files(place / "own"), open_store(place / "store")
    jobs = place / "store" / "jobs"
    with Direct(server, RITA, page, PAGES[page] or runs) as reader:
        assert "Rita Read" in reader.said
        pressed = 0
        for name, (kind, shown, fragment) in list(reader.controls.items()):
            if kind in ("button", "text_input", "text_area") and shown.disabled:
                reader.send(fragment, **{name: True if kind == "button" else "forged"})
                pressed += 1
        assert pressed or page in ("compare", "question", "cuts", "golden_set")
    assert files(place / "own") == own
    assert not jobs.exists() or list(jobs.iterdir()) == []
    assert list(ActionLog(engine).found(Wanted())) == []
    assert len(RunStore(engine).runs()) == 2
    assert not any(DecisionLog(engine).entries(one.id) for one in RunStore(engine).runs())


def test_only_an_editor_uploads(server):
    """Whoever had opened the page could fill the server's memory before they had signed in."""
    for claims, status in ((None, 403), (RITA, 403), ({**ANA, "email_verified": False}, 403)):
        with Direct(server, claims) as visitor:
            assert visitor.upload() == status
    with Direct(server, ANA, "own") as editor:
        assert editor.upload() == 204
        editor.session = "0fa1648c-ea4b-4c45-9b66-a451e9466c44"
        assert editor.upload() == 400


def test_a_part_of_a_page_draws_nothing_for_one_who_may_not_read_any_more(
    server, runs, without_ana
):
    with Direct(server, ANA, "decide", "set=handbook") as editor:
        parts = {fragment for _, _, fragment in editor.controls.values() if fragment}
        assert parts, "a page without a part shows nothing here"
        without_ana()
        for part in parts:
            assert NOT_AMONG in editor.send(part)


def test_a_download_is_not_made_for_one_who_may_not_read_any_more(server, runs, without_ana):
    with Direct(server, ANA, "runs", runs) as editor:
        shown = [one for kind, one, _ in editor.controls.values() if kind == "download_button"]
        late = [one.deferred_file_id for one in shown if one.deferred_file_id]
        assert len(late) == len(shown) >= 4
        assert all(editor.operation(one).deferred_file.url for one in late)
        without_ana()
        assert {editor.operation(one).error_msg for one in late} == {
            "Failed to generate file for download"
        }


def test_a_cookie_of_another_secret_is_nobody(server, monkeypatch):
    monkeypatch.setitem(
        Direct.__init__.__globals__["SECRETS"], "cookie_secret", "another-secret-of-32-characters-"
    )
    with Direct(server, ANA) as visitor:
        assert SIGN_IN in visitor.said
