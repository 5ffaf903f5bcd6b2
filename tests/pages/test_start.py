"""The start page: full, running, empty and failing."""

import copy
import json
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from functools import partial

import pytest

from evaluation.database import open_store
from evaluation.jobs import Jobs, JobState
from evaluation.store import RunStore
from pages.ui import change_runs
from tests.imported import MODELS, imported
from tests.pages import apps
from tests.pages.factory import write_run

opened = partial(apps.opened, "start")


def words(app):
    parts = [*app.markdown, *app.title, *app.header, *app.caption, *app.info, *app.warning]
    return "\n".join(part.value for part in parts)


def put_job(store, **state):
    folder = store / "jobs" / "20260101-000000-aaaaaa"
    folder.mkdir(parents=True)
    made = JobState(folder.name, "handbook", **state)
    (folder / "state.json").write_text(json.dumps(asdict(made)))
    return folder


def test_a_run_is_shown_with_its_finding_and_its_numbers(run, started):
    app = opened()
    text = words(app)
    assert "Where should our documents be cut?" in text
    assert "handbook: 2 documents" in text
    assert "for these documents only" in text, "two clusters speak for no other documents"
    assert "under" in text and "95 %" in text
    assert started == []
    numbers = app.dataframe[0].value
    assert len(numbers) == sum(len(v["results"]) for v in run["variants"])
    assert set(numbers["Retriever"]) == {"BM25", "vector"}


def test_the_controls_choose_what_is_drawn_and_start_from_the_url(run):
    assert opened().segmented_control(key="overlap").value == "0"
    app = opened(headers="on", overlap="20")
    assert app.segmented_control(key="headers").value == "on"
    assert app.segmented_control(key="overlap").value == "20"


def test_a_question_is_opened_beside_two_variants(run):
    app = opened()
    app.selectbox(key="question").set_value("q1").run()
    assert not app.exception
    assert len(app.get("html")) >= 2


def test_the_first_visit_starts_the_run_and_waits_for_it(empty_store, started):
    app = opened()
    assert started == ["handbook"]
    assert "Evaluating handbook" in words(app)


def test_a_running_job_shows_what_it_has_and_starts_no_other(
    run, empty_store, started, monkeypatch
):
    monkeypatch.setattr("evaluation.jobs._alive", lambda pid: True)
    put_job(empty_store, status="running", stage="Making vectors", done=10, total=40)
    app = opened()
    assert "Evaluating handbook" in words(app)
    assert started == []
    assert app.button(key="cancel")
    assert app.button(key="rerun").disabled


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        ("failed", "The last evaluation failed"),
        ("cancelled", "The last evaluation was cancelled"),
        ("interrupted", "stopped before its end"),
    ],
)
def test_a_job_that_ended_badly_says_so_and_waits_for_the_person(
    empty_store, started, status, sentence
):
    put_job(empty_store, status=status, error="ValueError: <b>no</b>")
    app = opened()
    assert sentence in words(app)
    assert app.code[0].value == "ValueError: <b>no</b>"
    assert started == []
    app.button(key="again").click().run()
    assert started == ["handbook"]


def test_a_rerun_that_failed_is_said_above_the_older_run(run, empty_store, started):
    """The older run alone would look as if nothing had been asked."""
    put_job(empty_store, status="failed", error="no memory", started=time.time() + 5)
    app = opened()
    assert "The last evaluation failed" in words(app)
    assert "handbook: 2 documents" in words(app) and len(app.dataframe) == 1
    assert [b.key for b in app.button] == ["again"], "one button to run again, not two"
    app.button(key="again").click().run()
    assert started == ["handbook"]


def test_a_job_cancelled_after_its_run_was_saved_says_that_it_was(run, empty_store, monkeypatch):
    """`cancelled` alone would hide a run that stands in the store."""
    monkeypatch.setattr("evaluation.jobs._alive", lambda pid: False)
    late = {"run": run["run"]["id"], "started": time.time() + 5}
    folder = put_job(empty_store, status="cancelled", **late)
    said = "was stopped just after its run was saved"
    app = opened()
    assert said in words(app) and "was cancelled" not in words(app)
    assert "again" not in [b.key for b in app.button]
    # One whose run is not in the store is cancelled and no more.
    state = json.loads((folder / "state.json").read_text())
    (folder / "state.json").write_text(json.dumps({**state, "run": "none"}))
    assert said not in words(opened()) and "was cancelled" in words(opened())


def test_who_cancels_too_late_is_told_once(run, empty_store, monkeypatch):
    monkeypatch.setattr("evaluation.jobs._alive", lambda pid: True)
    folder = put_job(empty_store, status="running", run=run["run"]["id"])

    def cancel(self, job):
        state = json.loads((folder / "state.json").read_text())
        (folder / "state.json").write_text(json.dumps({**state, "status": "cancelled"}))

    monkeypatch.setattr(Jobs, "cancel", cancel)
    app = opened()
    app.button(key="cancel").click().run()
    assert "was stopped just after its run was saved" in words(app)
    assert "was stopped just after" not in words(app.run())


def test_a_failure_before_the_newest_run_is_past_history(run, empty_store):
    put_job(empty_store, status="failed", error="no memory", started=time.time() - 3600)
    assert "failed" not in words(opened())


def test_results_of_bm25_are_shown_while_vectors_are_made(run, empty_store, started, monkeypatch):
    monkeypatch.setattr("evaluation.jobs._alive", lambda pid: True)
    monkeypatch.setattr("evaluation.store.RunStore.runs", lambda *_: [])
    folder = put_job(empty_store, status="running", stage="Making vectors", done=1, total=4)
    bm25 = [
        {**v, "results": [r for r in v["results"] if r["retriever"] == "bm25"]}
        for v in run["variants"]
        if v["strategy"] != "semantic"
    ]
    (folder / "partial.json").write_text(json.dumps({**run, "variants": bm25}))
    app = opened()
    assert set(app.dataframe[0].value["Retriever"]) == {"BM25"}
    assert "Context" not in app.dataframe[0].value, "nothing is stored that a link could open"
    assert "So far: " in words(app) and "results so far" in words(app)
    assert app.button(key="cancel") and started == []


def test_two_visitors_get_the_same_job(empty_store, monkeypatch):
    made = []

    def start(self, golden_set, arguments=()):
        if not made:
            time.sleep(0.05)
            made.append(JobState(f"j{len(made)}", golden_set))
        return made[-1]

    monkeypatch.setattr(Jobs, "start", start)
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(change_runs.start_run, ["handbook", "handbook"]))
    assert found[0] is found[1] and len(made) == 1


def test_a_run_with_two_budgets_shows_one_at_a_time(empty_store, tmp_path):
    write_run(tmp_path / "handbook", empty_store, budgets=(60, 120))
    app = opened()
    assert "120 context tokens" in words(app)
    few = len(app.dataframe[0].value)
    app.segmented_control(key="budget").set_value("60").run()
    assert "60 context tokens" in words(app)
    assert len(app.dataframe[0].value) == few
    assert app.dataframe[0].value.duplicated(["Variant", "Retriever"]).sum() == 0


def test_a_row_links_to_a_question_under_it(run):
    first = opened().dataframe[0].value.iloc[0]
    assert first["Context"].startswith(f"question?run={run['run']['id']}&question=q")
    assert f"variant={first['Variant']}&retriever=bm25&budget=60" in first["Context"]


def test_an_error_that_quotes_a_document_is_shown_literally(run, tmp_path):
    lines = tmp_path / "handbook" / "questions.jsonl"
    quote = {"document": "leave.md", "quote": "no :red[such] text"}
    lines.write_text(json.dumps({"id": "q", "question": "?", "evidence": [[quote]]}))
    app = opened()
    assert ":red[such]" in app.code[0].value
    assert ":red[" not in words(app)


def test_a_golden_set_that_changed_is_said_and_its_text_not_shown(run, tmp_path):
    (tmp_path / "handbook" / "documents" / "limits.md").write_text(
        "# Limits\n\n| Plan | Size (GB) |\n|---|---|\n| Solo | 200 |\n| Team | 1001 |\n"
    )
    app = opened()
    assert "has changed since this run" in words(app)
    assert not [part for part in app.get("html") if "cb-" in part.proto.body]


def test_the_web_process_imports_no_model_and_no_chroma(run, empty_store):
    code = """
from tests.pages.apps import opened
assert opened("start").dataframe, "the page is not full"
"""
    assert imported(code, (*MODELS, "scipy")) == []


def test_a_run_whose_contexts_or_scores_miss_a_question_says_so(run, empty_store):
    """As a run from elsewhere, or of an early version, may: it was a traceback."""
    engine = open_store(empty_store)
    report = copy.deepcopy(run)
    report["run"]["id"] = "other"
    report["run"]["created"] = "2030-01-01T00:00:00Z"
    contexts = RunStore(engine).all_contexts(run["run"]["id"])
    RunStore(engine).save(report, {key: rows[1:] for key, rows in contexts.items()})
    missed = next(iter(contexts.values()))[0]["question"]
    app = opened(set="handbook", question=missed)
    app.selectbox(key="question").set_value(missed).run()
    assert not app.exception
    assert "The store holds no context of this question under this variant." in words(app)
    for variant in report["variants"]:
        for result in variant["results"]:
            result["per_question"] = result["per_question"][1:]
    report["run"]["id"], report["run"]["created"] = "third", "2031-01-01T00:00:00Z"
    RunStore(engine).save(report, {})
    app = opened(set="handbook")
    app.selectbox(key="question").set_value(missed).run()
    assert not app.exception
    assert "This run has no score of the question." in words(app)
