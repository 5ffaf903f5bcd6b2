"""Nothing is changed from a page but through the door that refuses a reader and keeps the log."""

import ast
import inspect
from importlib import import_module
from pathlib import Path

import pytest
from sqlalchemy import Engine, event, func, select

from evaluation.action_log import Wanted
from evaluation.action_words import ACTIONS
from evaluation.database import open_store
from evaluation.run_import import export_run
from evaluation.store_schema import ACTION_LOG, DECISION_LOG, DELETED, NOTES, RUNS
from pages.ui import changing, people
from pages.ui.changing import CHANGES, Changed, NotAllowedError
from pages.ui.people import Person
from pages.ui.people_list import Login

ROOT = Path(__file__).parent.parent.parent
MODULES = sorted(path.stem for path in (ROOT / "pages" / "ui").glob("change_*.py"))
for name in MODULES:
    import_module(f"pages.ui.{name}")
RITA = Login("Rita Read", "rita@example.org", "2")

# What writes below the pages by itself: these calls, found in a function of that name.
PRIMITIVES = {
    "insert", "write_json", "write_atomically", "append_line", "record", "write_text",
    "write_bytes", "unlink", "rmtree", "rename", "killpg", "Popen", "copytree", "touch",
}  # fmt: skip
# What writes by calling those.
THROUGH = {
    "start", "go_on", "make", "decide", "comment", "seal", "put_question", "remove_question",
    "restore", "delete", "import_run", "take", "import_lines", "run",
}  # fmt: skip
# Calls of the pages that only share a name with what writes.
OTHERS = {
    ("changing", "add"),  # the log itself
    ("question_cuts", "add"), ("tune_numbers", "add"),  # sets, draft
    ("write_evidence", "add"), ("write_evidence", "take"), ("write_candidates", "take"),
    ("write_page", "take"), ("write_reader", "take"),
    ("tune_bill", "start"), ("tune_bill", "bills"), ("tune_bill", "keep"),
    ("tune_vectors", "keep"), ("compare_filters", "keep"), ("compare_run", "keep"),
    ("compare_url", "keep"), ("runs_stored", "compare"), ("stored", "run"),
    ("write_page", "save"),
    ("decide_job", "partial"), ("progress", "partial"), ("start_page", "partial"),  # read
    ("question_view", "note"), ("app", "run"), ("decide_model", "add"),
    ("app", "keep"), ("url_kept", "note"), ("url_newest", "add"), ("url_newest", "take"),  # address
    ("tune_controls", "partial"),
}  # fmt: skip


def called(node):
    """The name that a call calls, and the name before its dot."""
    function = node.func
    if isinstance(function, ast.Attribute):
        return function.attr, function.value.id if isinstance(function.value, ast.Name) else ""
    return (function.id, "") if isinstance(function, ast.Name) else ("", "")


def calls(tree):
    return (called(node) for node in ast.walk(tree) if isinstance(node, ast.Call))


def writers():
    """Every public function below the pages that writes."""
    found = set(THROUGH)
    for layer in ("golden_sets", "strategies", "evaluation"):
        for path in (ROOT / layer).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                    names = {name for name, _ in calls(node)}
                    found |= {node.name} if names & PRIMITIVES else set()
    return found


def test_no_page_writes_but_through_the_door():
    known, found = writers(), set()
    for path in [ROOT / "app.py", *(ROOT / "pages").rglob("*.py")]:
        if path.stem in MODULES:
            continue
        for name, before in calls(ast.parse(path.read_text(encoding="utf-8"))):
            if name in known and before not in MODULES:
                found.add((path.stem, name))
    assert not found - OTHERS, "put what writes into a function under @changing in a change_*.py"
    assert not OTHERS - found, "an exception that nothing needs"


def test_every_function_of_a_change_module_passes_the_door():
    helpers = {"own_jobs", "cancelled"}
    for name in MODULES:
        tree = ast.parse((ROOT / "pages" / "ui" / f"{name}.py").read_text(encoding="utf-8"))
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                assert node.name in helpers or node.name in CHANGES, f"{name}.{node.name}"
    assert len(CHANGES) == 24


class Untouchable:
    """An argument that nobody may look at."""

    def __getattribute__(self, name):
        raise AssertionError(f"looked at for {name!r} before the reader was refused")


@pytest.mark.parametrize("who", [Person(RITA, "reader"), Person(RITA, None), Person(None, None)])
@pytest.mark.parametrize("name", sorted(CHANGES))
def test_each_change_refuses_whoever_is_no_editor(name, who, tmp_path, monkeypatch):
    monkeypatch.setenv("CHUNKBOARD_STORE", str(tmp_path / "store"))
    monkeypatch.setenv("CHUNKBOARD_GOLDEN_SETS", str(tmp_path / "own"))
    monkeypatch.setattr(people, "person", lambda: who)
    change = CHANGES[name]
    with pytest.raises(NotAllowedError):
        change(*(Untouchable() for _ in inspect.signature(change).parameters))
    assert list(tmp_path.iterdir()) == [], "nothing was made"


def test_every_action_that_is_logged_has_words():
    said = set()
    places = [*(ROOT / "pages" / "ui").glob("change_*.py"), ROOT / "evaluation" / "acts.py"]
    for path in places:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and called(node)[0] == "Done":
                said.add(node.args[0].value)
    assert said == set(ACTIONS)


def test_a_change_by_an_editor_is_logged_and_one_that_changed_nothing_is_not(tmp_path, monkeypatch):
    monkeypatch.setenv("CHUNKBOARD_STORE", str(tmp_path / "store"))
    ana = Person(Login("Ana Weber", "ana@example.org", "1"), "editor")
    monkeypatch.setattr(people, "person", lambda: ana)
    assert CHANGES["note"]("r1", "why") is True
    assert CHANGES["note"]("r1", "why") is False
    (line,) = changing.log().found(Wanted())
    assert (line.who, line.identity, line.via) == ("Ana Weber", "ana@example.org", "page")
    assert (line.action, line.kind, line.object) == ("note", "run", "r1")


def test_what_the_database_keeps_is_kept_with_its_line(run, empty_store, monkeypatch):
    """A server killed between the two, as by this error, has done neither."""
    report = {**run, "protocol": {"hash": "s"}, "verdicts": []}
    name, engine = run["run"]["id"], open_store(empty_store)
    archive = export_run(engine, name)
    monkeypatch.setenv("CHUNKBOARD_STORE", str(empty_store.with_name("elsewhere")))

    def broken(connection, cursor, statement, *_):
        if statement.startswith("INSERT INTO action_log"):
            raise SystemExit

    calls = {
        "note": ("r1", "why"), "delete": (name,), "restore": (name,),
        "comment": (report, "Ana", "seen"), "import_file": (f"{name}.zip", archive),
        "decide": (report, "Ana", ("keep", "", ""), "we wait"),
    }  # fmt: skip
    event.listen(Engine, "before_cursor_execute", broken)
    try:
        for change, given in calls.items():
            with pytest.raises(SystemExit):
                CHANGES[change](*given)
    finally:
        event.remove(Engine, "before_cursor_execute", broken)
    kept = open_store(empty_store.with_name("elsewhere"))
    tables = (NOTES, DELETED, DECISION_LOG, RUNS, ACTION_LOG)
    with kept.connect() as connection:
        assert [connection.scalar(select(func.count()).select_from(one)) for one in tables] == [
            0
        ] * 5
    for change, given in calls.items():
        CHANGES[change](*given)
    assert len(list(changing.log().found(Wanted()))) == len(calls), "and one line each otherwise"


def test_what_a_change_raises_is_not_logged(tmp_path, monkeypatch):
    monkeypatch.setenv("CHUNKBOARD_STORE", str(tmp_path / "store"))

    def broken() -> Changed[None]:
        raise ValueError("no")

    try:
        with pytest.raises(ValueError, match="no"):
            changing.changing(broken)()
    finally:
        del CHANGES["broken"]
    assert changing.log().count(Wanted()) == 0


def test_two_changes_of_one_name_are_refused():
    with pytest.raises(ValueError, match="two changes are named 'delete'"):
        changing.changing(CHANGES["delete"])
