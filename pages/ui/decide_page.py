"""The page Decide: declare the rules, then read what follows from them."""

from contextlib import suppress
from typing import Any

import streamlit as st

from evaluation.decided_runs import DecidedRun
from evaluation.seal import SealError
from golden_sets.golden_set import GoldenSet
from golden_sets.language import marked, tr, trn
from golden_sets.reading import GoldenSetError
from pages.ui import decide_declare, decide_job, decide_record, decide_stored, decide_view, stored
from pages.ui.decide_draft import out_of_address
from pages.ui.set_choice import chosen, read_or_stop
from pages.ui.url_choice import gone

VIEWS = {"decision": marked("The decision"), "declare": marked("Declare")}


def show() -> None:
    """What the address names: `?set=`, `view=decision` or `declare`, `run=`, `job=`."""
    st.html(decide_view.style())
    st.title(tr("What do we decide?"))
    with st.container(key="cbd_screen_set"):
        if _of_no_set():
            return
        _set_of_run()
        name = chosen()
        golden = read_or_stop(name)
    with st.container(key="cbd_screen_job"):
        if notice := st.session_state.pop("decide_notice", ""):
            st.success(notice, icon=":material/check_circle:")
        busy = decide_job.watched(name)
        runs = decide_stored.decided_runs(golden)
        view = _view(bool(runs), busy)
    if view == "declare":
        decide_declare.show(name, golden, busy)
    else:
        out_of_address()
        _decision(golden, runs)


def _of_no_set() -> bool:
    """Shows the decision that a link names where its golden set is not at hand; whether it did."""
    run = decide_stored.kept().runs.one(st.query_params.get("run", ""))
    if run is None or st.query_params.get("set", run.golden_set) != run.golden_set:
        return False
    try:
        stored.golden_set(run.golden_set)
    except (GoldenSetError, OSError, ValueError):
        _recorded(run, None)
        return True
    return False


def _set_of_run() -> None:
    """A link that names a run alone names its set."""
    run = st.query_params.get("run", "")
    if run and "set" not in st.query_params:
        with suppress(KeyError):
            st.query_params["set"] = stored.report(run)["run"]["golden_set"]["name"]


def _view(decided: bool, busy: bool) -> str:
    """Reading a decision or declaring the next, as the address says or as there is one."""
    usual = "decision" if decided or "run" in st.query_params else "declare"
    asked = st.query_params.get("view", "")
    if asked and asked not in VIEWS:
        gone(tr("View"), "view")
    st.session_state["decide_view"] = asked if asked in VIEWS else usual

    def changed() -> None:
        st.query_params["view"] = st.session_state["decide_view"]

    picked = st.segmented_control(
        tr("View"),
        list(VIEWS),
        format_func=lambda one: tr(VIEWS[one]),
        key="decide_view",
        on_change=changed,
        required=True,
        label_visibility="collapsed",
    )
    return str(picked or usual)


def _decision(golden: GoldenSet, runs: list[DecidedRun]) -> None:
    run = _run(golden, runs)
    if run is None:
        return
    if run.digest != golden.digest:
        st.warning(
            tr(
                "The golden set has changed since this run, so its verdicts cannot be made again "
                "and are not shown. What was decided then stands below; declare again for the "
                "questions as they are now."
            ),
            icon=":material/history:",
        )
        decide_record.entries(run.id, run.baseline, run.seal)
        return
    if run.imported:
        _recorded(run, golden)
        return
    try:
        report = decide_stored.decision(run.id, golden)
    except (SealError, KeyError, ValueError) as error:
        _broken(run, error)
        return
    _found(run, report, "")
    decide_record.form(report)


def _recorded(run: DecidedRun, golden: GoldenSet | None) -> None:
    """A decision from elsewhere, or of a golden set that is not at hand (None)."""
    try:
        found = decide_stored.recorded_decision(run.id, golden)
    except (SealError, KeyError, ValueError) as error:
        _broken(run, error)
        return
    decide_view.elsewhere(found)
    _found(run, found.report, found.imported)
    if found.imported:
        decide_record.form(found.report)


def _broken(run: DecidedRun, error: Exception) -> None:
    decide_view.broken(error)
    decide_record.entries(run.id, run.baseline, run.seal)


def _found(run: DecidedRun, report: dict[str, Any], imported: str) -> None:
    made = run.created.replace("T", " ").replace("Z", " UTC")
    with st.container(key="cbd_screen_print"):
        st.caption(tr("To keep it on paper, print this page from the browser."))
    st.caption(tr("{set}, run {run} of {made}", set=run.golden_set, run=run.id, made=made))

    def on_record() -> None:
        decide_record.entries(run.id, run.baseline, run.seal)

    decide_view.finding(report, on_record, imported)
    decide_view.verdicts(report)
    decide_view.grounds(report)


def _run(golden: GoldenSet, runs: list[DecidedRun]) -> DecidedRun | None:
    """The decided run that the address names or the person chooses; None with a sentence.

    Where the address names a run that has none, no other's decision stands in its place: whoever
    follows a link would take it for this run's.
    """
    asked = st.query_params.get("run", "")
    found = {one.id: one for one in runs}
    if asked and asked not in found:
        _undecided(asked, bool(runs))
    if not runs:
        _nothing(golden)
        return None
    st.session_state["decide_run"] = (asked or runs[0].id) if asked in ("", *found) else None

    def changed() -> None:
        st.query_params["run"] = st.session_state["decide_run"]

    with st.container(key="cbd_screen_run"):
        picked = st.selectbox(
            trn(
                "{n} decided run, the newest first", "{n} decided runs, the newest first", len(runs)
            ),
            list(found),
            format_func=lambda name: _label(found[name]),
            index=None,
            placeholder=tr("Choose a decided run"),
            key="decide_run",
            on_change=changed,
        )
    return found[picked] if picked else None


def _undecided(run: str, others: bool) -> None:
    """Says that the run a link names has no decision, and why."""
    known = run in {row.id for row in stored.store().runs()}
    st.info(
        tr("Run {run} was made without a protocol for this set, so it has no verdicts.", run=run)
        if known
        else tr("The run this link names is not there any more."),
        icon=":material/info:",
    )
    if others:
        st.caption(
            tr("Other runs of this set were decided. None is shown here unless you choose it.")
        )


def _label(run: DecidedRun) -> str:
    made = run.created.replace("T", " ").replace("Z", " UTC")
    what = trn("{n} candidate", "{n} candidates", run.candidates)
    words = tr(
        "{made} · {what} against {baseline} · protocol {hash}",
        made=made,
        what=what,
        baseline=run.baseline,
        hash=run.seal[:12],
    )
    return tr("{run} · from elsewhere", run=words) if run.imported else words


def _nothing(golden: GoldenSet) -> None:
    st.info(
        tr(
            "No decision of {set} has been made yet. Declare the rules first: what is compared, by "
            "what, and what follows. They are sealed, and then the run is judged by them.",
            set=golden.name,
        ),
        icon=":material/gavel:",
    )
    if st.button(tr("Declare a protocol"), type="primary", key="decide_declare"):
        st.query_params["view"] = "declare"
        st.rerun()
