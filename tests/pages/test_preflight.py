"""Before you run: found, not found, being looked for, and never read as markup."""

import json
from concurrent.futures import Future

import pytest

from evaluation.jobs import Jobs
from evaluation.settings import Cutting, RunSettings, matrix
from pages.ui import stored
from pages.ui.findings import cost_finding, hit_finding
from pages.ui.preflight import finding_html
from tests.pages import factory
from tests.pages.test_start import opened, put_job, words
from tests.pages.test_ui import report as compared
from tests.pages.test_ui import row

HOSTILE = "<b>x</b> :red[no] $x$ <script>alert(1)</script>"
FOUND = {
    "name": "no_split",
    "severity": "warning",
    "finding": f"{HOSTILE} is found.",
    "consequence": "So it goes.",
    "ids": ["q1", HOSTILE],
}


@pytest.fixture(autouse=True)
def no_process(monkeypatch):
    """A page that starts a check of its own would wait for it."""
    made = []

    def check(folder, digest):
        made.append(folder)
        return made_future(check.answer)

    check.answer = None
    check.clear = lambda *_: None
    check.made = made
    monkeypatch.setattr(stored, "_check", check)
    return check


def made_future(answer):
    future = Future()
    if isinstance(answer, Exception):
        future.set_exception(answer)
    elif answer is not None:
        future.set_result(answer)
    return future


def labels(app):
    return [expander.label for expander in app.expander]


def html(app):
    return "".join(part.proto.body for part in app.get("html"))


def test_what_the_run_found_is_shown_with_counts_and_words(run, no_process):
    app = opened()
    (label,) = [text for text in labels(app) if text.startswith("Before you run")]
    severities = [finding["severity"] for finding in run["run"]["preflight"]]
    assert "blocks" in severities, "two documents and a budget of 60 tokens"
    for severity, word in (("blocks", "block"), ("warning", "warning"), ("info", "to know")):
        if count := severities.count(severity):
            assert f": {count} {word}" in label
    for finding in run["run"]["preflight"]:
        assert finding["name"] != "" and finding["consequence"].split("'")[0] in html(app)
    assert no_process.made == [], "a run of the same needs no other check"


def test_nothing_found_is_one_calm_line(run, monkeypatch):
    monkeypatch.setattr(stored, "preflight", lambda *_: [])
    app = opened()
    assert "nothing was found that stands in the way" in words(app)
    assert not [text for text in labels(app) if "Before" in text]


def test_findings_are_shown_literally(run, monkeypatch):
    monkeypatch.setattr(stored, "preflight", lambda *_: [FOUND])
    app = opened()
    assert HOSTILE not in words(app) and HOSTILE not in "".join(labels(app))
    shown = finding_html(FOUND)
    assert "<script" not in shown and "<b>" not in shown
    assert "&lt;b&gt;x&lt;/b&gt; :red[no] $x$" in shown
    assert "Which (2)" in shown and ">warning</span> warning</p>" in shown


def test_a_golden_set_that_changed_is_checked_anew(run, tmp_path, no_process):
    path = tmp_path / "handbook" / "documents" / "more.md"
    path.write_text("# More\n\nSomething new.\n")
    assert "Before you run: looking at the golden set" in words(opened())
    assert no_process.made
    no_process.answer = [FOUND]
    assert "Before you run: :material/warning: 1 warning" in labels(opened())


def test_a_run_of_other_settings_says_nothing_of_the_next_one(run, monkeypatch, no_process):
    other = RunSettings(matrix(["fixed"], Cutting(120)))
    monkeypatch.setattr(stored, "default_settings", lambda: other)
    stored.default_asked.cache_clear()
    opened()
    assert no_process.made


def test_a_run_stored_by_an_earlier_version_is_shown(run, monkeypatch, no_process):
    old = json.loads(json.dumps(run))
    del old["run"]["preflight"]
    for variant in old["variants"]:
        del variant["index"]["fingerprint"]
    monkeypatch.setattr("pages.ui.reports_kept.KeptReports.report", lambda *_: old)
    no_process.answer = [FOUND]
    app = opened()
    assert "Before you run: :material/warning: 1 warning" in labels(app)
    assert not [w.value for w in app.warning if "identical" in w.value]


def test_a_check_that_failed_says_so_and_does_not_stop_the_page(run, tmp_path, no_process):
    (tmp_path / "handbook" / "documents" / "more.md").write_text("New.\n")
    no_process.answer = RuntimeError("error: <b>no</b>")
    app = opened()
    assert "could not be checked" in words(app)
    assert "error: <b>no</b>" in [code.value for code in app.code]
    assert app.dataframe


def test_a_job_tells_what_it_found_before_there_is_a_result(empty_store, monkeypatch, no_process):
    monkeypatch.setattr("evaluation.jobs._alive", lambda pid: True)
    folder = put_job(empty_store, status="running", stage="Cutting")
    assert "Before you run: looking at the golden set" in words(opened())
    (folder / "preflight.json").write_text(json.dumps([FOUND]))
    assert Jobs(empty_store).preflight(folder.name) == [FOUND]
    assert "Before you run: :material/warning: 1 warning" in labels(opened())
    assert no_process.made == []


def test_the_check_is_made_in_a_process_of_its_own(empty_store, tmp_path, monkeypatch):
    monkeypatch.undo()
    folder = str(factory.write_golden_set(tmp_path / "again"))
    stored._check.clear()
    found = stored._check(folder, "a").result(60)
    assert {"name", "severity", "finding", "consequence", "ids"} <= set(found[0])
    assert stored._check(folder, "a").done(), "kept by digest"
    with pytest.raises(RuntimeError, match="no golden set"):
        stored._check(str(tmp_path / "nowhere"), "b").result(60)


def test_variants_that_cut_alike_are_named_above_the_results(run, monkeypatch):
    same = json.loads(json.dumps(run))
    for variant in same["variants"]:
        variant["index"]["fingerprint"] = variant["id"]
    for name in ("fixed-120c", "parent_child-120c"):
        next(v for v in same["variants"] if v["id"] == name)["index"]["fingerprint"] = "x"
    monkeypatch.setattr("pages.ui.reports_kept.KeptReports.report", lambda *_: same)
    said = [warning.value for warning in opened().warning]
    assert said == [
        "fixed-120c and parent\\_child-120c produced identical chunks; comparison meaningless."
    ]


def cut(strategy, hit, fingerprint, tokens=100):
    made = row(strategy, hit, tokens)
    made.index["fingerprint"] = fingerprint
    return made


def with_cuts(given, **fingerprints):
    for variant in given["variants"]:
        variant["index"] = {"fingerprint": fingerprints[variant["strategy"]]}
    return given


def test_no_winner_where_all_that_is_shown_was_cut_alike():
    shown = [cut("recursive", 0.5, "x"), cut("fixed", 0.5, "x")]
    given = with_cuts(compared(("fixed", 0.0, -0.1, 0.1)), recursive="x", fixed="x", structure="y")
    meaningless = "recursive-400c and fixed-400c produced identical chunks; comparison meaningless"
    assert hit_finding(given, shown) == meaningless
    assert cost_finding(shown) == meaningless


def test_the_baseline_is_not_compared_with_its_own_chunks():
    shown = [cut("recursive", 0.5, "x"), cut("fixed", 0.5, "x"), cut("structure", 0.56, "y")]
    given = with_cuts(
        compared(("fixed", 0.0, -0.9, 0.9), ("structure", 0.06, 0.02, 0.1)),
        recursive="x",
        fixed="x",
        structure="y",
    )
    assert hit_finding(given, shown).startswith("structure hits 6 points more than recursive")


def test_a_leader_with_a_twin_is_named_with_it():
    shown = [cut("recursive", 0.5, "x"), cut("fixed", 0.6, "y"), cut("structure", 0.6, "y")]
    given = with_cuts(
        compared(("fixed", 0.1, 0.05, 0.2), ("structure", 0.1, 0.05, 0.2)),
        recursive="x",
        fixed="y",
        structure="y",
    )
    assert hit_finding(given, shown).startswith(
        "fixed (as structure-400c, with identical chunks) hits 10 points more than recursive"
    )
    assert cost_finding(shown).startswith(
        "Highest measured under BM25: fixed-400c (as structure-400c, with identical chunks), 60 %"
    )
