"""The log of who did what: added to, read, and nothing else, on both databases."""

import csv
import io
import os
import pwd

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import DBAPIError

from evaluation.action_log import JOB, RUN, ActionLog, Done, Wanted, log_row
from evaluation.action_table import log_csv
from evaluation.actors import Actor, acting, system_user, told
from evaluation.decision_log import DecisionLog, LogError
from evaluation.run_marks import RunMarks

REFUSED = "only added to"
ANA = Actor("Ana Weber", "ana@example.org")
LI = Actor("李雷 <b>$x$</b>")


@pytest.fixture
def log(engine):
    made = ActionLog(engine)
    made.add(ANA, Done("delete", RUN, "r1", "handbook"), "2026-12-01T10:00:00Z")
    made.add(LI, Done("import", RUN, "r2", "合同", "=cmd()_50%.zip"), "2026-12-01T11:00:00Z")
    made.add(ANA, Done("cancel", JOB, "j1"), "2026-12-01T12:00:00Z")
    return made


ROW = log_row(ANA, Done("delete", RUN, "r9", "handbook"))
# Each writes to the database and hands over its line.
CHANGES = {
    "note": lambda engine: RunMarks(engine).note("r9", "why", log=ROW),
    "delete": lambda engine: RunMarks(engine).delete("r9", log=ROW),
    "restore": lambda engine: RunMarks(engine).restore("r8", log=ROW),
    "comment": lambda engine: DecisionLog(engine).comment("r9", "s", "Ana", "seen", log=ROW),
    "decide": lambda engine: DecisionLog(engine).decide(
        "r9", "s", "Ana", ("keep", "", ""), [], "we wait", log=ROW
    ),
}


def marked(engine):
    """What the changes change."""
    marks, said = RunMarks(engine), DecisionLog(engine)
    hidden = (marks.is_deleted("r8"), marks.is_deleted("r9"))
    return (hidden, marks.notes("r9"), said.entries("r9"))


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_and_its_line_are_kept_both_or_neither(engine, name):
    RunMarks(engine).delete("r8")
    before = marked(engine)

    def broken(connection, cursor, statement, *_):
        if statement.startswith("INSERT INTO action_log"):
            raise ConnectionError("ended between the two")

    event.listen(engine, "before_cursor_execute", broken)
    with pytest.raises(ConnectionError, match="between the two"):
        CHANGES[name](engine)
    event.remove(engine, "before_cursor_execute", broken)
    assert marked(engine) == before
    CHANGES[name](engine)
    assert marked(engine) != before
    assert objects(ActionLog(engine)) == ["r9"]


def test_what_is_refused_or_changes_nothing_leaves_no_line(engine):
    marks, said = RunMarks(engine), DecisionLog(engine)
    assert marks.note("r9", "", log=ROW) is False
    with pytest.raises(ValueError, match="allowed"):
        marks.note("r9", "x" * 10_001, log=ROW)
    with pytest.raises(LogError):
        said.comment("r9", "s", "", "seen", log=ROW)
    assert objects(ActionLog(engine)) == []


def objects(log, **wanted):
    return [one.object for one in log.found(Wanted(**wanted))]


def test_lines_come_back_newest_first_as_they_were_said(log):
    assert objects(log) == ["j1", "r2", "r1"]
    assert [one.object for one in log.found(Wanted(), 1)] == ["j1"]
    line = list(log.found(Wanted()))[1]
    assert (line.who, line.identity, line.via) == ("李雷 <b>$x$</b>", "", "page")
    assert (line.made, line.golden_set, line.details) == (
        "2026-12-01T11:00:00Z",
        "合同",
        "=cmd()_50%.zip",
    )


def test_filters_leave_what_they_say(log):
    assert objects(log, action="delete") == ["r1"]
    assert objects(log, who=("Ana Weber", "ana@example.org")) == ["j1", "r1"]
    assert objects(log, who=("Ana Weber", "")) == [], "a typed name is nobody's login"
    assert objects(log, object="r2") == ["r2"]
    assert objects(log, words=["合同", "ZIP"]) == ["r2"]
    assert objects(log, words=["_50%"]) == ["r2"], "signs of LIKE are meant as they stand"
    assert objects(log, words=["%"]) == ["r2"]
    assert log.count(Wanted(words=["ANA@"])) == 2
    assert log.people() == [("Ana Weber", "ana@example.org"), ("李雷 <b>$x$</b>", "")]
    assert log.actions() == ["cancel", "delete", "import"]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE action_log SET who = 'nobody' WHERE number = 1",
        "DELETE FROM action_log WHERE number = 1",
        "DELETE FROM action_log",
        "TRUNCATE action_log",
        "INSERT OR REPLACE INTO action_log SELECT number, made, 'nobody', identity, via, action, "
        "kind, object, golden_set, details FROM action_log WHERE number = 1",
    ],
)
def test_the_database_refuses_to_change_or_remove_a_line(log, engine, statement):
    only = {"TRUNCATE": "postgresql", "INSERT": "sqlite"}.get(statement.split()[0])
    if only not in (None, engine.dialect.name):
        pytest.skip(f"{only} alone has this statement")
    with pytest.raises(DBAPIError, match=REFUSED), engine.begin() as connection:
        connection.execute(text(statement))
    assert [one.who for one in log.found(Wanted(object="r1"))] == ["Ana Weber"]
    assert log.count(Wanted()) == 3


def test_opening_it_again_keeps_lines_and_refusal(log, engine):
    again = ActionLog(engine)
    assert again.count(Wanted()) == 3
    with pytest.raises(DBAPIError, match=REFUSED), engine.begin() as connection:
        connection.execute(text("DELETE FROM action_log"))


def test_what_is_too_long_or_no_text_is_cut_and_kept(engine):
    log = ActionLog(engine)
    log.add(Actor("n" * 999, "i" * 999), Done("note", RUN, "o" * 999, "s" * 999, "d\0\ud800" * 999))
    (line,) = log.found(Wanted())
    lengths = [len(one) for one in (line.who, line.identity, line.object, line.details)]
    assert lengths == [60, 320, 300, 500]
    assert line.who.endswith("…") and "\0" not in line.details


def test_the_csv_has_every_line_with_its_link_and_no_formula(log):
    made = log_csv(log.found(Wanted()), lambda one: f"runs?run={one.object}")
    assert made.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(made.decode("utf-8-sig"))))
    assert [row["object"] for row in rows] == ["j1", "r2", "r1"]
    assert rows[1]["details"] == "'=cmd()_50%.zip" and rows[1]["link"] == "runs?run=r2"
    assert rows[2]["made"] == "2026-12-01T10:00:00Z"


def test_the_command_line_acts_for_the_system_user_whatever_the_environment_says(monkeypatch):
    monkeypatch.setenv("USER", "somebody")
    monkeypatch.setenv("LOGNAME", "somebody")
    name = pwd.getpwuid(os.getuid()).pw_name
    assert acting() == system_user() == Actor(name, name, "command line")


def test_a_user_without_a_name_is_told_by_number(monkeypatch):
    def unknown(number):
        raise KeyError(number)

    monkeypatch.setattr(pwd, "getpwuid", unknown)
    assert system_user().name == f"uid {os.getuid()}"


def test_a_job_acts_for_who_asked_for_it(monkeypatch):
    for name, value in told(LI).items():
        monkeypatch.setenv(name, value)
    assert acting() == Actor(LI.name, "", "page")


@pytest.mark.parametrize(
    "change", ["UPDATE decision_log SET who = 'b'", "DELETE FROM decision_log"]
)
def test_comments_and_decisions_too_are_only_added_to(engine, change):
    DecisionLog(engine).comment("r1", "s1", "Ana Weber", "As we agreed.")
    with pytest.raises(DBAPIError, match=REFUSED), engine.begin() as connection:
        connection.execute(text(change))
    assert [one.who for one in DecisionLog(engine).entries("r1")] == ["Ana Weber"]
