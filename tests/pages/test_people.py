"""Who comes in, what a reader may not do, and whose name is on what is written."""

import json
import re

import pytest
from streamlit import config

from evaluation.action_log import ActionLog, Done, Wanted
from evaluation.actors import Actor
from evaluation.database import open_store
from evaluation.decision_log import DecisionLog
from evaluation.run_import import export_run
from evaluation.run_marks import RunMarks
from evaluation.store import RunStore
from golden_sets.history import changes
from golden_sets.making import copy_set
from golden_sets.question_lines import read_lines
from pages.ui import people
from tests.pages import apps
from tests.pages.decisions import write_decision
from tests.pages.people import ANA, OUT, RITA, SECRETS, login, secrets_file

__all__ = ["login", "secrets_file"]  # fixtures

PAGES = sorted(path.stem for path in apps.VIEWS.glob("*.py"))
READS = "You are signed in as a reader: an editor can do this."
HOSTILE = "<img src=x onerror=alert(1)> **b** :red[r] $x$ \u202e李雷 علي"


def opened(user=None, page="runs", **query):
    return apps.opened(page, user, **query)


def forged(control):
    """A control that is off, as one has it who speaks to the server without our page."""
    control.proto.disabled = False
    return control


def words(app):
    kinds = (app.markdown, app.title, app.caption, app.info, app.warning, app.error, app.text)
    return "\n".join(str(part.value) for kind in (*kinds, app.code) for part in kind)


def lines(store):
    return list(ActionLog(open_store(store)).found(Wanted()))


@pytest.mark.parametrize("page", PAGES)
def test_nobody_sees_a_page_before_signing_in(run, login, page):
    app = opened(OUT, page, run=run["run"]["id"], set="handbook")
    assert [one.label for one in app.button] == ["Sign in"]
    assert [one.value for one in app.title] == ["Chunkboard"]
    assert run["run"]["id"] not in words(app)


def test_each_provider_has_its_door(run, login, secrets_file):
    text = secrets_file.read_text()
    name = re.search(r"client_id.*", text, re.S).group()
    secrets_file.write_text(text.replace(name, f"[auth.ours]\n{name}\n[auth.other]\n{name}"))
    labels = [one.label for one in opened(OUT).button]
    assert labels == ["Sign in with ours", "Sign in with other"]


def test_one_who_is_not_listed_is_told_so_and_sees_nothing(run, login):
    app = opened({**RITA, "email": "rita@elsewhere.test"})
    assert "not among those who may read here" in words(app)
    assert [one.label for one in app.button] == ["Sign out"]
    assert len(app.dataframe) == 0


def test_a_list_that_cannot_be_read_lets_nobody_in(run, login):
    login.write_text("editors = [")
    app = opened(ANA)
    assert "The list of who may do what cannot be used" in words(app)
    assert len(app.dataframe) == 0


def test_an_address_that_is_not_verified_is_told_and_does_not_count(run, login):
    app = opened({**ANA, "email_verified": None, "sub": "x"})
    assert "the provider does not say that it is verified" in words(app)
    assert "ana@example.org" in words(app) and len(app.dataframe) == 0
    login.write_text(f"trust_addresses = true\n{login.read_text()}")
    assert len(opened({**ANA, "email_verified": None, "sub": "x"}).dataframe) > 0


def test_a_list_that_is_moved_away_lets_nobody_in(run, login):
    login.unlink()
    assert "there is no such file" in words(opened(ANA)) and not opened(RITA).dataframe


def test_a_reader_sees_controls_that_are_off_with_the_reason(run, login):
    app = opened(RITA, run=run["run"]["id"])
    assert len(app.dataframe) > 0
    for key in ("runs_delete", "runs_note_save"):
        assert app.button(key=key).disabled and app.button(key=key).help == READS, key
    assert not app.text_area, "a note that is off would be too faint to be read"
    assert "Rita Read (rita@example.org)" in words(app)
    assert any("reader" in one.value for one in app.sidebar.caption)
    editor = opened(ANA, run=run["run"]["id"])
    assert not editor.button(key="runs_delete").disabled


def test_a_control_that_is_off_and_pressed_all_the_same_changes_nothing(run, login, empty_store):
    app = opened(RITA, run=run["run"]["id"])
    forged(app.button(key="runs_note_save")).click().run()
    forged(app.button(key="runs_delete")).click().run()
    assert [one.id for one in RunStore(open_store(empty_store)).runs()] == [run["run"]["id"]]
    assert RunMarks(open_store(empty_store)).notes(run["run"]["id"]) == []
    assert lines(empty_store) == []


@pytest.fixture
def forgetful(monkeypatch):
    """Pages that forgot to put their controls off."""
    monkeypatch.setattr(
        people, "locked", lambda off=False, help=None: {"disabled": off, "help": help}
    )


def test_a_page_that_forgets_to_put_a_control_off_is_refused_all_the_same(
    run, login, empty_store, forgetful
):
    app = opened(RITA, run=run["run"]["id"])
    app.button(key="runs_delete").click().run()
    assert not app.exception
    assert [one.value for one in app.error] == [READS]
    assert [one.id for one in RunStore(open_store(empty_store)).runs()] == [run["run"]["id"]]
    assert lines(empty_store) == []


def test_a_part_of_a_page_is_refused_likewise(empty_store, tmp_path, login, forgetful):
    report = write_decision(tmp_path / "handbook", empty_store)
    app = opened(RITA, "decide", set="handbook")
    next(one for one in app.text_area if one.label == "Comment").set_value("seen")
    app.button(key="decide_say").click().run()
    assert not app.exception
    assert READS in [one.value for one in app.error]
    assert DecisionLog(open_store(empty_store)).entries(report["run"]["id"]) == []


def test_a_reader_starts_no_run_by_the_first_visit(empty_store, login, started):
    app = opened(RITA, "start")
    assert started == []
    assert app.button(key="first_run").disabled
    forged(app.button(key="first_run")).click().run()
    assert started == []


def test_an_editor_who_is_no_more_is_refused_in_the_same_session(run, login, empty_store):
    app = opened(ANA, run=run["run"]["id"])
    login.write_text("readers = ['@example.org']")
    app.button(key="runs_delete").click().run()
    assert not app.exception
    assert len(RunStore(open_store(empty_store)).runs()) == 1


def test_what_an_editor_does_is_on_the_page_and_in_the_log(run, login, empty_store):
    name = run["run"]["id"]
    app = opened(ANA, run=name)
    app.button(key="runs_delete").click().run()
    app.button(key="runs_undo_button").click().run()
    kept = [(one.action, one.object, one.golden_set, one.identity) for one in lines(empty_store)]
    assert kept == [
        ("restore", name, "handbook", "ana@example.org"),
        ("delete", name, "handbook", "ana@example.org"),
    ]
    shown = opened(RITA).dataframe
    table = next(one.value for one in shown if "Did" in one.value)
    assert list(table["Did"]) == ["brought a run back", "deleted a run"]
    assert set(table["Who"]) == {"Ana Weber (ana@example.org)"}
    assert list(table["Link"]) == [f"runs?run={name}"] * 2


def test_the_log_is_filtered_by_its_address(run, empty_store):
    kept = ActionLog(open_store(empty_store))
    kept.add(Actor("Ana", "ana@example.org"), Done("delete", "run", "r1", "handbook"))
    kept.add(Actor(), Done("restore", "run", "r2", "handbook"))

    def shown(**query):
        found = [one.value for one in opened(**query).dataframe if "Did" in one.value]
        return [list(one["What"]) for one in found]

    assert shown() == [["r2", "r1"]]
    assert shown(did="delete") == [["r1"]]
    assert shown(by="Ana|ana@example.org") == [["r1"]]
    assert shown(log="R2") == [["r2"]]
    assert shown(log="nowhere") == []
    assert "No line of the log is so" in words(opened(log="nowhere"))
    assert "What this link asks of the log is not in it" in words(opened(did="nothing"))
    assert "the local person" in opened(by="|").selectbox(key="runs_by").options


def test_without_a_login_the_local_person_does_everything(run, empty_store, secrets_file):
    app = opened(run=run["run"]["id"])
    assert "Only this machine reaches the server. Nobody signs in." in words(app)
    app.button(key="runs_delete").click().run()
    assert [(one.who, one.identity) for one in lines(empty_store)] == [("", "")]


def test_comments_carry_the_login_whatever_the_browser_says(empty_store, tmp_path, login):
    report = write_decision(tmp_path / "handbook", empty_store)
    app = opened(ANA, "decide", set="handbook")
    (who,) = [one for one in app.text_input if one.label == "Your name"]
    assert who.disabled and who.value == "Ana Weber (ana@example.org)"
    forged(who).set_value("The Chief")
    next(one for one in app.text_area if one.label == "Comment").set_value("seen")
    app.button(key="decide_say").click().run()
    assert not app.exception
    (entry,) = DecisionLog(open_store(empty_store)).entries(report["run"]["id"])
    assert (entry.who, entry.words) == ("Ana Weber (ana@example.org)", "seen")
    assert lines(empty_store)[0].identity == "ana@example.org"
    reader = opened(RITA, "decide", set="handbook")
    for key in ("decide_say", "decide_record"):
        assert reader.button(key=key).disabled and reader.button(key=key).help == READS


def test_a_note_is_signed_and_a_reader_reads_it(run, login, empty_store):
    name = run["run"]["id"]
    for text in ("first", HOSTILE):
        app = opened(ANA, run=name)
        app.text_area(key=f"runs_note_{name}").set_value(text).run()
        app.button(key="runs_note_save").click().run()
        assert not app.exception
    shown = [one.value for one in opened(RITA, run=name).text]
    assert HOSTILE in shown and "first" in shown
    signed = [one for one in shown if one.endswith("UTC · Ana Weber (ana@example.org)")]
    assert len(signed) == 2


@pytest.fixture
def ours(empty_store, tmp_path, monkeypatch):
    """An own set `ours`."""
    monkeypatch.setattr("golden_sets.golden_set.SHIPPED", tmp_path)
    monkeypatch.setenv("CHUNKBOARD_GOLDEN_SETS", str(tmp_path / "own"))
    return copy_set(tmp_path / "handbook", "ours", "Ana")


def test_a_reader_reads_a_set_and_writes_nothing_into_it(ours, login):
    before = (ours / "questions.jsonl").read_bytes()
    app = opened(RITA, "write", set="ours", question="q1")
    assert READS in words(app)
    assert app.text_area[0].disabled
    for one in app.button:
        if one.label in ("Save question", "Remove the question", "Make it", "Add files to the set"):
            assert one.disabled, one.label
            assert one.help == READS, one.label
    button = next(one for one in app.button if one.label == "Remove the question")
    forged(button).click().run()
    assert READS in words(app)
    assert (ours / "questions.jsonl").read_bytes() == before


def test_the_history_of_a_set_carries_the_login(ours, login):
    app = opened(ANA, "write", set="ours", question="q1")
    forged(app.text_input(key="write_who_signed")).set_value("Somebody Else")
    next(one for one in app.button if one.label == "Remove the question").click().run()
    assert not app.exception
    assert "q1" not in [line.id for line in read_lines(ours)]
    assert changes(ours)[-1].who == "Ana Weber (ana@example.org)"


def test_hostile_names_show_as_text(run, login, empty_store):
    user = {**ANA, "name": HOSTILE}
    app = opened(user, run=run["run"]["id"])
    shown = HOSTILE.replace("\u202e", "")
    (line,) = [one.value for one in app.sidebar.text]
    assert line.startswith("<img src=x") and line.endswith("(ana@example.org)")
    app.button(key="runs_delete").click().run()
    app = opened(user)
    table = next(one.value for one in app.dataframe if "Did" in one.value)
    assert table["Who"][0] == f"{shown} (ana@example.org)"
    read = [*app.markdown, *app.caption, *app.sidebar.markdown, *app.sidebar.caption]
    assert not any("onerror" in one.value for one in read)


def test_the_program_serves_nobody_at_an_open_address_without_a_login(
    run, secrets_file, monkeypatch
):
    before = config.get_option("server.address")
    try:
        config.set_option("server.address", "0.0.0.0")
        app = opened()
        assert "would listen on 0.0.0.0 without a login" in words(app)
        assert len(app.dataframe) == 0
        monkeypatch.setenv("CHUNKBOARD_WITHOUT_LOGIN", "yes")
        app = opened()
        assert "Whoever reaches this server may do everything" in words(app)
        assert len(app.dataframe) > 0
    finally:
        config.set_option("server.address", before)


def test_secrets_that_cannot_be_read_let_nobody_in(run, secrets_file):
    secrets_file.write_text(f'[auth\ncookie_secret = "{SECRETS["cookie_secret"]}"')
    app = opened()
    assert "no TOML, so no login can be read" in words(app)
    assert SECRETS["cookie_secret"] not in words(app)
    assert len(app.dataframe) == 0


@pytest.mark.parametrize("user", [OUT, RITA, ANA])
def test_no_page_says_a_secret(run, login, monkeypatch, user):
    for page in PAGES:
        app = opened(user, page)
        sent = "".join(str(part.proto) for part in app if hasattr(part, "proto"))
        assert sent, page
        for name, secret in SECRETS.items():
            assert secret not in sent + words(app), f"{name} on {page}"


@pytest.mark.parametrize("page", ["start", "runs", "decide"])
def test_neither_page_nor_servers_log_says_the_databases_password(
    empty_store, monkeypatch, capfd, caplog, page
):
    url = "postgresql://chunkboard:database-password-77@127.0.0.1:9/chunks"
    monkeypatch.setenv("CHUNKBOARD_DATABASE_URL", url)
    app = apps.app_of(page).run()
    said = words(app) + "".join(f"{one.value} {one.proto}" for one in app.exception)
    told = "".join([said, caplog.text, *capfd.readouterr()])
    assert "does not answer" in told, "the fault itself is in the log"
    assert "database-password-77" not in told


def test_no_export_holds_a_secret(run, login, empty_store):
    opened(ANA, run=run["run"]["id"]).button(key="runs_delete").click().run()
    kept = open_store(empty_store)
    taken = [export_run(kept, run["run"]["id"]), json.dumps(run).encode()]
    taken += [path.read_bytes() for path in empty_store.rglob("*") if path.is_file()]
    assert not [one for one in taken for secret in SECRETS.values() if secret.encode() in one]


@pytest.mark.parametrize("readers", ["", 'readers = ["@example.org"]'])
def test_whose_address_nobody_verified_is_told_so_inside_and_before_the_door(run, login, readers):
    login.write_text(f'editors = ["ana@example.org"]\n{readers}', encoding="utf-8")
    app = opened({**ANA, "email_verified": False})
    told = [one.value for one in (*app.caption, *app.text)]
    words = "Its address does not count: the provider does not say that it is verified."
    assert {words, "ana@example.org"} <= {*told}
    assert words not in [one.value for one in opened(ANA).caption]


def test_a_page_asked_for_by_a_name_from_outside_shows_nothing_of_it(run, monkeypatch):
    name = "streamlit.runtime.context.ContextProxy.headers"
    for host, served in (("evil.test", False), ("localhost:8501", True)):
        monkeypatch.setattr(name, {"Host": host})
        app = opened()
        assert ("1 of 1 runs" in words(app)) == served
        assert ("Nothing is served:" in words(app)) != served
