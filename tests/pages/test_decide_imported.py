"""Decisions that came from elsewhere, and links on an installation that has less than the first."""

import copy
import json

import pytest
import streamlit as st

from evaluation.database import open_store
from evaluation.decided_store import results_hash
from evaluation.decision_log import DecisionLog
from evaluation.run_archive import read_run
from evaluation.run_import import export_run, import_run
from evaluation.run_record import NO_RECORD
from evaluation.seal import mark_of
from evaluation.seal_store import SealStore, seal_of
from golden_sets.golden_set import load_golden_set
from golden_sets.reading import GoldenSetError
from tests.pages.decisions import write_decision
from tests.pages.test_decide import HOSTILE, html, opened, words


@pytest.fixture
def parcel(empty_store, tmp_path):
    """What another installation hands over of a decided run, with a comment and a decision."""
    report = write_decision(tmp_path / "handbook", tmp_path / "theirs")
    engine, run = open_store(tmp_path / "theirs"), report["run"]["id"]
    log, seal = DecisionLog(engine), report["protocol"]["hash"]
    log.comment(run, seal, HOSTILE[:60], f"{HOSTILE} said there")
    log.decide(run, seal, "Ana", ("keep", "", ""), report["verdicts"], "we wait")
    return read_run("run.zip", export_run(engine, run))


@pytest.fixture
def gone(monkeypatch):
    """Nothing of the golden set is here."""

    def absent(name):
        raise GoldenSetError(f"no golden set {name!r}")

    def take():
        monkeypatch.setattr("pages.ui.stored.find_golden_set", absent)
        st.cache_resource.clear()

    return take


def imported(parcel, store):
    assert import_run(open_store(store), parcel) == "imported"
    st.cache_resource.clear()
    return parcel.report["run"]["id"]


def test_a_decision_from_elsewhere_opens_by_its_link_and_says_what_is_verified(parcel, empty_store):
    run = imported(parcel, empty_store)
    told = words(opened(run=run))
    assert "This run was decided in another installation and came here" in told
    assert "Verified just now against the seal that came with it." in told
    assert "Nobody here vouches for that." in told
    assert "The verdicts were made again just now" in told
    assert "Keep recursive-120c" in told and "we wait" in told
    assert told.count("nobody here vouches for name and time") == 2
    assert "sealed" in told and "Verified just now against the store" not in told
    assert "<img" not in html(opened(run=run)), "what came with it is shown as text"
    st.cache_resource.clear()  # as after a restart
    assert "we wait" in words(opened(run=run))


def test_where_the_golden_set_is_gone_the_decision_is_shown_as_recorded(parcel, empty_store, gone):
    run = imported(parcel, empty_store)
    gone()
    app = opened(run=run)
    told = words(app)
    assert "The golden set of this run is not at hand" in told
    assert "The verdicts were made again" not in told
    assert "Keep recursive-120c" in told and "we wait" in told
    assert app.get("plotly_chart")


def test_a_decision_made_here_stays_on_show_where_its_golden_set_is_gone(
    empty_store, tmp_path, gone
):
    report = write_decision(tmp_path / "handbook", empty_store)
    gone()
    told = words(opened(run=report["run"]["id"]))
    assert "The golden set of this run is not at hand" in told and "Keep recursive-120c" in told
    assert "Verified just now against the store." in told
    assert "another installation" not in told


def test_a_seal_from_elsewhere_declares_nothing_here(parcel, empty_store, tmp_path):
    """An archive may date its seal as it likes; the same rules sealed here start from nothing."""
    run = imported(parcel, empty_store)
    golden, seals = load_golden_set(tmp_path / "handbook"), SealStore(open_store(empty_store))
    stated = parcel.report["protocol"]
    assert seals.first(golden) is None
    with pytest.raises(KeyError):
        seals.read(stated["hash"])
    made = seals.seal(stated["content"], golden, now="2999-01-01T00:00:00Z")
    assert not made.declared_before, "what came along was seen"
    st.cache_resource.clear()
    assert "This run was decided in another installation" in words(opened(run=run))


def forged(parcel, change):
    """The parcel of somebody who makes every sum again."""
    report = copy.deepcopy(parcel.report)
    change(report)
    stated = report["protocol"]
    stated["mark"] = mark_of(seal_of(stated, stated["sealed"]))
    record = copy.deepcopy(parcel.record)
    seal = {**record.seal, **{name: stated[name] for name in record.seal}}
    return parcel._replace(
        report=report,
        record=record._replace(
            seal=seal,
            sum={**record.sum, "results": results_hash(report), "verdicts": _told(report)},
        ),
    )


def _told(report):
    return [[one["candidate"], one["retriever"], one["verdict"]] for one in report["verdicts"]]


def test_verdicts_that_do_not_follow_from_the_results_are_not_shown(parcel, empty_store):
    def change(report):
        report["verdicts"][0]["verdict"] = "adopt"

    app = opened(run=imported(forged(parcel, change), empty_store))
    assert "are not those its results give" in app.code[0].value
    assert "Adopt" not in words(app).partition("Decision on record")[0]


def test_a_decision_that_no_page_can_show_is_one_line(parcel, empty_store, gone):
    def change(report):
        report["verdicts"][0]["lost"] = [{"id": 5}]

    run = imported(forged(parcel, change), empty_store)
    gone()
    app = opened(run=run)
    assert "records of its decision cannot be shown" in app.code[0].value
    assert "we wait" in words(app)


def test_a_forged_seal_time_stands_as_what_the_archive_says(parcel, empty_store):
    def change(report):
        report["protocol"]["sealed"] = "2001-01-01T00:00:00Z"
        report["protocol"]["seen_candidates"] = []

    told = words(opened(run=imported(forged(parcel, change), empty_store)))
    assert "Its archive says: sealed 2001-01-01T00:00:00Z" in told
    assert "Nobody here vouches for that." in told


def test_a_report_alone_brings_no_decision_that_could_be_verified(parcel, empty_store):
    plain = read_run("report.json", json.dumps(parcel.report).encode())
    assert plain.record == NO_RECORD
    app = opened(run=imported(plain, empty_store))
    assert "came from elsewhere without its seal or its sum" in app.code[0].value
    assert "Keep recursive-120c" not in words(app)
