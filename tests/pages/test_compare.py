"""The page Compare: full, filtered, empty, and of links that name what is not there."""

import json
from functools import partial

import pytest
import streamlit as st

from evaluation.database import open_store
from evaluation.store import RunStore
from evaluation.subset import asked_of, chosen, subset
from pages.ui.compare_marks import plain
from pages.ui.compare_page import SECTIONS
from pages.ui.compare_url import literal
from tests.imported import imported
from tests.pages import apps
from tests.pages.factory import write_run
from tests.pages.large import NAME, write_large_run, write_large_set

opened = partial(apps.opened, "compare")


def words(app):
    parts = [*app.title, *app.markdown, *app.caption, *app.info, *app.warning, *app.text]
    return "\n".join(part.value for part in parts)


def finding(app):
    return next(part.value for part in app.markdown if part.value.startswith("## "))


def figures(app):
    return [json.loads(part.proto.spec) for part in app.get("plotly_chart")]


@pytest.fixture
def large(tmp_path, empty_store, monkeypatch):
    """A stored run of 8 variants under 2 retrievers and 48 questions of 4 classes; its report."""
    monkeypatch.undo()
    monkeypatch.setenv("CHUNKBOARD_STORE", str(empty_store))
    monkeypatch.setenv("CHUNKBOARD_GOLDEN_SETS", str(tmp_path / "own"))
    st.cache_resource.clear()
    folder = tmp_path / "own" / NAME
    folder.mkdir(parents=True)
    golden = write_large_set(folder, 48, 24)
    return write_large_run(golden, empty_store, 8), golden


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_section_opens_with_a_finding(run, lang):
    app = opened(lang=lang)
    assert run["run"]["id"] in app.query_params["run"], "a link names its run"
    found = set()
    for section in SECTIONS:
        app.query_params["section"] = section
        app.run()
        assert not app.exception
        found.add(finding(app))
    assert len(found) == len(SECTIONS)
    if lang == "zh":
        assert "哪种切分方式" in app.title[0].value
        assert all(any("\u4e00" <= one <= "\u9fff" for one in words) for words in found)


def test_few_clusters_speak_for_these_documents_only(run):
    text = words(opened(section="differences"))
    assert "Fewer than 8 clusters" in text and "for these documents only" in text
    assert "All 3 answerable questions" in text


def test_the_rates_drawn_are_the_reports_own(large):
    report, _ = large
    (figure,) = figures(opened(set=NAME, retriever="bm25"))
    results = {v["id"]: v["results"][0]["hit_rate"] for v in report["variants"]}
    marks = [trace for trace in figure["data"] if "error_x" in trace and "customdata" in trace]
    values = sorted(value for trace in marks for value in trace["x"])
    assert values == pytest.approx(sorted(100 * rate["value"] for rate in results.values()))
    trace = marks[0]
    value = trace["x"][0] / 100
    rate = next(one for one in results.values() if one["value"] == pytest.approx(value))
    assert trace["error_x"]["array"][0] == pytest.approx(100 * (rate["high"] - rate["value"]))
    assert trace["error_x"]["arrayminus"][0] == pytest.approx(100 * (rate["value"] - rate["low"]))


def test_filters_say_what_is_left_and_every_figure_is_made_of_it(large):
    report, golden = large
    query = {"class": ["manual", "policy"], "split": "decide", "retriever": "bm25"}
    app = opened(set=NAME, **query)
    kept = chosen(golden.answerable, ["manual", "policy"], (), "decide")
    assert 0 < len(kept) < 24
    assert f"{len(kept)} of 48 answerable questions" in words(app)
    assert "Shown are those to decide on" in words(app)
    part = subset(asked_of(report, golden), kept)
    best = max(part.mean(v["results"][0]) for v in report["variants"])
    assert f"{100 * best:.0f} %" in finding(app)
    (figure,) = figures(app)
    (drawn,) = {trace["x"][0] for trace in figure["data"] if 100 * best in trace.get("x", ())}
    assert drawn == pytest.approx(100 * best)


def test_without_a_filter_the_split_is_said(large):
    assert "36 of the set are to tune on and 12 to decide on" in words(opened(set=NAME))


def test_filters_that_leave_nothing_offer_all_questions(large):
    app = opened(set=NAME, **{"class": "transcript", "split": "decide"})
    assert "No question is left by these filters" in words(app)
    app.button(key="compare_clear").click().run()
    assert "All 48 answerable questions" in words(app)
    assert "class" not in app.query_params and "split" not in app.query_params


def test_a_class_that_is_not_there_filters_nothing(large):
    gone = opened(set=NAME, **{"class": "none of these"})
    assert "What this link names under “Document class” is not there" in words(gone)
    assert "All 48" in words(gone)


def test_the_baseline_of_the_url_is_compared_with(large):
    report, _ = large
    other = report["variants"][3]["id"]
    app = opened(set=NAME, section="differences", baseline=other, retriever="vector")
    assert other.replace("_", "\\_").replace("-", "\\-") in finding(app)
    (figure,) = figures(app)
    drawn = [text for trace in figure["data"] if trace["mode"] == "text" for text in trace["text"]]
    assert other not in drawn, "it is not compared with itself"
    assert figure["layout"]["xaxis"]["range"][0] < 0


def test_a_finding_claims_no_more_than_interval_and_test(large):
    """Figures drawn by lot with shares of 0.4 to 0.7: what is said is what the numbers say."""
    report, golden = large
    app = opened(set=NAME, section="differences", retriever="bm25")
    base = report["comparisons"][0]["baseline"]
    sides = {v["id"]: v["results"][0] for v in report["variants"]}
    part = subset(asked_of(report, golden))
    found = [part.difference(sides[base], side) for name, side in sides.items() if name != base]
    clear = any((f["low"] > 0 or f["high"] < 0) and f["p"] <= 0.05 for f in found)
    assert ("Nothing shown can be told apart" in finding(app)) is not clear


def test_one_budget_says_how_to_get_a_curve_and_several_draw_it(run, empty_store, tmp_path):
    app = opened(section="budget")
    assert "one budget" in finding(app)
    assert "--budget 300,600,1200" in app.code[0].value
    write_run(tmp_path / "handbook", empty_store, budgets=(60, 120))
    newest = RunStore(open_store(empty_store)).runs()
    both = next(r.id for r in newest if r.id != run["run"]["id"])
    app = opened(section="budget", run=both)
    assert "From 60 to 120" in finding(app)
    assert all(len(trace["x"]) == 2 for trace in figures(app)[0]["data"])


def test_the_map_puts_telling_questions_first(run):
    app = opened(section="map")
    frame = app.dataframe[0].value
    results = sum(len(variant["results"]) for variant in run["variants"])
    assert len(frame) == results or len(frame) >= 15
    columns = [name for name in frame.columns if name != "result"]
    hits = [sum(letter in "CL" for letter in frame[name]) for name in columns]
    split = [min(n, len(frame) - n) for n in hits]
    assert split == sorted(split, reverse=True)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"run": "gone"}, "This run is not in the store"),
        ({"baseline": "gone"}, "What this link names under “Baseline” is not there"),
        ({"budget": "7"}, "What this link names under “Budget, context tokens” is not there"),
        ({"retriever": "gone"}, "What this link names under “Retrievers” is not there"),
        ({"section": "gone"}, "What this link names under “Section” is not there"),
        ({"set": "gone"}, "What this link names under “Golden set” is not there"),
    ],
)
def test_a_stale_name_gets_a_sentence_and_the_page(run, query, sentence):
    app = opened(**query)
    assert sentence in words(app)
    assert "Highest measured" in finding(app)


def test_a_link_may_ask_for_more_results_than_there_are(large):
    """As where a filter leaves fewer than were shown before."""
    app = opened(set=NAME, rows="120", section="outcomes")
    assert app.query_params["rows"] in ("16", ["16"])
    assert not [part for part in app.info if "What this link names" in part.value]


def test_an_empty_store_says_what_to_do_next(empty_store, started):
    app = opened()
    assert "No run of this golden set is stored yet" in words(app)
    assert app.get("page_link")[0].proto.label == "Evaluate it on the start page"


def test_a_golden_set_that_changed_is_said_and_figures_stay(run, tmp_path):
    file = tmp_path / "handbook" / "documents" / "limits.md"
    file.write_text(file.read_text().replace("1000", "1001"))
    st.cache_resource.clear()
    app = opened()
    assert "The golden set has changed since this run" in words(app)
    assert "Highest measured" in finding(app)


def test_a_run_of_an_earlier_version_whose_set_changed_asks_to_run_again(
    run, empty_store, tmp_path
):
    old = json.loads(json.dumps(run))
    old["run"]["id"], old["run"]["created"] = "older", "2020-01-01T00:00:00Z"
    old["run"]["golden_set"] |= {"digest": "other"}
    del old["run"]["golden_set"]["asked"]
    RunStore(open_store(empty_store)).save(old, {"a/b/1": []})
    assert "stored by an earlier version" in words(opened(run="older"))


def test_hostile_names_are_shown_literally():
    """A class is named by a golden set, a question by whoever writes it."""
    assert literal("a :red[b] $x$\n# <b>") == "a \\:red\\[b\\] \\$x\\$ \\# \\<b\\>"
    assert plain("<b>" + "x" * 80) == "&lt;b&gt;" + "x" * 33 + "…" + "x" * 15


def test_the_web_process_imports_no_model_and_no_chroma(run):
    """Differences are made anew, by the most of the evaluation layer that this page uses."""
    code = """
from tests.pages.apps import opened
app = opened("compare", section="differences")
assert app.get("plotly_chart"), "the page is not full"
"""
    assert imported(code) == []


def test_what_the_map_says_of_a_question_is_no_markdown(run, empty_store, tmp_path):
    """A tooltip is read as Markdown; a question is whatever someone wrote."""
    columns = json.loads(opened(section="map").dataframe[0].proto.columns)
    told = {column["label"]: column["help"] for column in columns.values() if "help" in column}
    assert told["q3"].endswith(r"What does it cost \<i\>now\<\/i\>\?")
