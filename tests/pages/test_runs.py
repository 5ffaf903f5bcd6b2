"""The page of runs: full, empty and failing."""

import copy
import json
from dataclasses import asdict
from functools import partial

import pytest

from evaluation.database import open_store
from evaluation.jobs import JobState
from evaluation.run_import import export_run
from evaluation.run_marks import RunMarks
from evaluation.store import RunStore
from golden_sets.language import speak
from tests.pages import apps

HOSTILE = "# note $x$ :red[now] <b>5</b>"


opened = partial(apps.opened, "runs")


def words(app):
    parts = [*app.markdown, *app.title, *app.caption, *app.info, *app.warning, *app.success]
    parts += [*app.error, *app.text, *app.code]
    return "\n".join(str(part.value) for part in parts)


def html(app):
    return "\n".join(part.proto.body for part in app.get("html"))


def saved(store, report, name, **changes):
    """The report again under another id, with changes; without contexts."""
    made = copy.deepcopy(report)
    made["run"] |= {"id": name, "created": "2026-12-02T00:00:00Z", **changes}
    RunStore(open_store(store)).save(made, {})
    return made


@pytest.fixture
def second(run, empty_store):
    """A later run in which one question of structure under BM25 was lost, the set edited."""
    made = copy.deepcopy(run)
    made["run"] |= {"id": "later", "created": "2026-12-02T00:00:00Z", "seed": 5}
    golden = made["run"]["golden_set"]
    golden["digest"] = "0" * 64
    golden["asked"][2]["text"] = "Another <i>text</i>?"
    changed = []
    for variant in made["variants"]:
        for result in variant["results"]:
            for row in result["per_question"]:
                if row["id"] == "q1" and row["hit"] and not changed:
                    changed.append(f"{variant['id']}/{result['retriever']}/60")
                    row |= {"hit": 0.0, "complete": 0.0, "outcome": "missed_document"}
    RunStore(open_store(empty_store)).save(made, {})
    return made, changed[0]


def test_an_empty_store_says_what_to_do(empty_store):
    app = opened()
    assert "No run is in the store yet" in words(app)
    assert len(app.dataframe) == 0


def test_every_run_is_listed_and_opens_by_its_id(run, empty_store):
    saved(empty_store, run, "other", golden_set={**run["run"]["golden_set"], "name": "ours"})
    app = opened()
    table = app.dataframe[0].value
    assert list(table["Golden set"]) == ["ours", "handbook"], "the newest first"
    assert f"run={run['run']['id']}" in table["Run"][1]
    assert list(opened(set="ours").dataframe[0].value["Golden set"]) == ["ours"]
    assert "2 of 2 runs" in words(app)


def test_the_search_finds_by_note_and_says_when_it_finds_nothing(run, empty_store):
    saved(empty_store, run, "other")
    RunMarks(open_store(empty_store)).note("other", "Before the Übung")
    assert len(opened(q="übung").dataframe[0].value) == 1
    assert "No run holds all of these words" in words(opened(q="nowhere"))


def test_ids_that_are_not_there_get_a_sentence(run):
    said = words(opened(run="gone", set="gone"))
    assert "The run this link names is not in the store" in said
    assert "No run is of the golden set this link names" in said


def test_a_run_shows_its_facts_and_a_note_is_kept_and_shown_literally(run, empty_store):
    name = run["run"]["id"]
    app = opened(run=name)
    assert "3 answerable questions" in words(app)
    app.text_area(key=f"runs_note_{name}").set_value("first").run()
    app.button(key="runs_note_save").click().run()
    app.text_area(key=f"runs_note_{name}").set_value(HOSTILE).run()
    app.button(key="runs_note_save").click().run()
    assert not app.exception
    kept = [note.text for note in RunMarks(open_store(empty_store)).notes(name)]
    assert kept == [HOSTILE, "first"]
    fresh = opened(run=name)
    assert "first" in [text.value for text in fresh.text]
    assert HOSTILE not in "".join(part.value for part in fresh.markdown)
    assert fresh.dataframe[0].value["Note"][0] == HOSTILE


def test_two_runs_that_are_equal_are_said_to_be(run, empty_store):
    saved(empty_store, run, "same")
    app = opened(run=run["run"]["id"], **{"with": "same"})
    assert "Nothing changed: every outcome, hit and rank" in words(app)
    assert "Documents and questions are the same." in words(app)
    drawn = [chart.key for chart in app.get("plotly_chart")]
    assert drawn == ["runs_history"], "there is no change to draw"


def test_a_run_of_one_split_is_not_said_to_have_asked_the_same(run, empty_store):
    golden = run["run"]["golden_set"]
    part = {**golden, "split": "tune", "asked": golden["asked"][:2], "questions": 2}
    made = copy.deepcopy(run)
    for variant in made["variants"]:
        for result in variant["results"]:
            result["per_question"] = [
                row
                for row in result["per_question"]
                if row["id"] in {one["id"] for one in part["asked"]}
            ]
    saved(empty_store, made, "part", golden_set=part)
    said = words(opened(run=run["run"]["id"], **{"with": "part"}))
    assert "Documents and questions are the same." not in said
    assert "over the 2 questions that both asked, for the splits differ: all splits before" in said
    assert "tune only after" in said
    assert "Nothing changed: every outcome, hit and rank compared is the same" in said


def test_a_pair_is_compared_in_the_order_of_time_whatever_the_links_order(run, second):
    """Reversed, what was lost would be told as gained."""
    _, key = second
    app = opened(run="later", **{"with": run["run"]["id"], "result": key})
    assert f"Before: {run['run']['id']}, made" in words(app)
    assert "After: later, made 2026-12-02" in words(app)
    assert "Lost: hits that are no more (1)" in [part.label for part in app.expander]
    assert "Run later" in words(app), "the page is about the run that the link names"


def test_a_run_is_not_compared_with_itself(run, second):
    app = opened(run="later", **{"with": "later"})
    assert "A run is not compared with itself" in words(app)
    assert "with" not in app.query_params
    assert "What changed between the runs" not in words(app)
    assert len(app.selectbox(key="runs_with").options) == 1
    assert len(app.selectbox(key="runs_run").options) == 2


def test_what_was_lost_and_set_aside_is_named_with_its_text(run, second):
    _, key = second
    app = opened(run=run["run"]["id"], **{"with": "later", "result": key})
    said = words(app)
    assert "No change can be told from chance" in said
    assert "seed" in list(app.dataframe[1].value["Setting"])
    labels = [part.label for part in app.expander]
    assert "Lost: hits that are no more (1)" in labels
    assert "Set aside: not the same question any more (1)" in labels
    shown = html(app)
    assert "How many days off does someone get?" in shown
    assert "its text changed" in shown
    assert "<i>text</i>" not in shown and "Another &lt;i&gt;text" in shown
    variant, retriever, budget = key.split("/")
    link = f"question?run=later&amp;question=q1&amp;variant={variant}&amp;retriever={retriever}"
    assert f'href="{link}&amp;budget={budget}"' in shown


def test_a_run_without_texts_is_compared_all_the_same(run, empty_store, monkeypatch):
    """Its documents are nowhere: everything but the text is shown."""
    golden = {k: v for k, v in run["run"]["golden_set"].items() if k not in ("asked", "revisions")}
    golden |= {"name": "nowhere", "digest": "f" * 64}
    old = copy.deepcopy(run)
    old["run"] |= {"id": "old1", "golden_set": golden}
    new = copy.deepcopy(old)
    new["run"] |= {"id": "old2"}
    first = new["variants"][0]["results"][0]["per_question"][0]
    first |= {"hit": 1.0 - first["hit"], "outcome": "split"}
    for made in (old, new):
        RunStore(open_store(empty_store)).save(made, {})
    app = opened(run="old1", **{"with": "old2"})
    assert "by how much cannot be told" in words(app)
    assert "(its text is not at hand)" in html(app) and ">q1 " in html(app)


def test_runs_with_nothing_in_common_get_a_sentence(run, empty_store):
    other = copy.deepcopy(run)
    other["run"] |= {"id": "other"}
    for variant in other["variants"]:
        for result in variant["results"]:
            result["budget_tokens"] = 999
    RunStore(open_store(empty_store)).save(other, {})
    app = opened(run=run["run"]["id"], **{"with": "other"})
    assert "The two runs hold no result in common" in words(app)


def test_a_deleted_run_can_be_undone_and_brought_back(run, empty_store):
    name = run["run"]["id"]
    app = opened(run=name)
    app.button(key="runs_delete").click().run()
    assert f"Run {name} is deleted." in words(app)
    assert RunStore(open_store(empty_store)).runs() == []
    app.button(key="runs_undo_button").click().run()
    assert [one.id for one in RunStore(open_store(empty_store)).runs()] == [name]
    app.button(key="runs_delete").click().run()
    fresh = opened(run=name)
    assert f"Run {name} is deleted." in words(fresh), "a link to it says so"
    other = opened()
    other.button(key="runs_restore").click().run()
    assert [one.id for one in RunStore(open_store(empty_store)).runs()] == [name]


def test_a_link_to_a_deleted_run_brings_it_back_by_one_button(run, empty_store):
    saved(empty_store, run, "other")
    name = run["run"]["id"]
    RunMarks(open_store(empty_store)).delete(name)
    app = opened(run=name)
    app.button(key=f"runs_restore_{name}").click().run()
    assert not app.exception
    assert len(RunStore(open_store(empty_store)).runs()) == 2
    assert f"Run {name} is deleted." not in words(app)


def test_an_archive_is_imported_and_a_fault_is_shown_literally(run, empty_store, tmp_path):
    name = run["run"]["id"]
    data = export_run(open_store(empty_store), name)
    app = opened()
    app.file_uploader(key="runs_file").upload("run.zip", data, "application/zip")
    importing = next(b for b in app.button if b.label == "Import")
    importing.click().run()
    assert not app.exception
    assert "in the store already, the same; nothing was changed" in words(app)
    bad = json.dumps({"schema": HOSTILE}).encode()
    app.file_uploader(key="runs_file").upload(f"{HOSTILE[:7]}.json", bad, "application/json")
    next(b for b in app.button if b.label == "Import").click().run()
    assert "Nothing was imported:" in words(app)
    assert any(":red[now]" in code.value for code in app.code)
    assert ":red[" not in "".join(e.value for e in app.error)


def put_job(store, name, **state):
    folder = store / "jobs" / name
    folder.mkdir(parents=True)
    (folder / "state.json").write_text(json.dumps(asdict(JobState(name, "handbook", **state))))
    asked = {"golden_set": "handbook", "arguments": ["--size", name[-3:]]}
    (folder / "job.json").write_text(json.dumps(asked))


def test_jobs_show_their_stage_and_their_place(run, empty_store, monkeypatch):
    monkeypatch.setattr("evaluation.jobs._alive", lambda pid: True)
    put_job(empty_store, "20260101-000000-100", status="running", stage="Making vectors",
            done=10, total=40, unit="characters", started=1.0, seconds_left=100.0)  # fmt: skip
    put_job(empty_store, "20260101-000001-200", status="queued", started=2.0)
    app = opened()
    bars = [bar.proto.text for bar in app.get("progress")]
    assert bars[0] == "Making vectors · 10 of 40 characters · about 2 minutes left"
    assert bars[1] == "Waiting, number 1 in the queue"
    assert app.button(key="runs_cancel_20260101-000001-200")


def test_a_stopped_job_goes_on_with_what_it_was_asked(run, empty_store, started, monkeypatch):
    put_job(empty_store, "20260101-000000-100", status="running", pid=2**22 + 1, started=1.0)
    app = opened()
    assert "An evaluation stopped before its end" in words(app)
    app.button(key="runs_go_on_20260101-000000-100").click().run()
    assert started == ["handbook"]


def test_a_stopped_job_that_nobody_wants_is_not_offered_again(run, empty_store):
    put_job(empty_store, "20260101-000000-100", status="running", pid=2**22 + 1, started=1.0)
    app = opened()
    app.button(key="runs_let_go_20260101-000000-100").click().run()
    assert "stopped before its end" not in words(app)
    assert "stopped before its end" not in words(opened())


def test_the_page_speaks_chinese(run, empty_store):
    saved(empty_store, run, "same")
    app = opened(lang="zh", run=run["run"]["id"], **{"with": "same"})
    assert "运行过什么，变了什么？" in words(app)
    assert "没有变化" in words(app)
    speak(lambda: "en")


def test_what_changed_between_two_runs_is_said_in_chinese(run, second):
    app = opened(lang="zh", run=run["run"]["id"], **{"with": "later"})
    said = words(app)
    speak(lambda: "en")
    assert "因问题本身或其所涉文档有改动而搁置的问题（1）：q3" in said
    assert "Questions set aside" not in said
    assert "over" not in next(one.value for one in app.caption if "95 %" in one.value)
    assert "its text changed" not in html(app)


def test_a_hundred_runs_are_listed_without_reading_a_report(run, empty_store, monkeypatch):
    store = RunStore(open_store(empty_store))
    for number in range(100):
        made = copy.deepcopy(run)
        made["run"]["id"] = f"r{number}"
        store.save(made, {})
    opened()
    monkeypatch.setattr(RunStore, "report", lambda *_: pytest.fail("a report was read"))
    assert len(opened().dataframe[0].value) == 101
