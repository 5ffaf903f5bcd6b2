"""The page Decide: declare the rules, then read what follows from them."""

from contextlib import suppress

import streamlit as st

from evaluation.decided_runs import DecidedRun
from evaluation.seal import SealError
from golden_sets.golden_set import GoldenSet
from golden_sets.language import marked, tr, trn
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
    try:
        report = decide_stored.decision(run.id, golden)
    except (SealError, KeyError, ValueError) as error:
        decide_view.broken(error)
        decide_record.entries(run.id, run.baseline, run.seal)
        return
    made = run.created.replace("T", " ").replace("Z", " UTC")
    with st.container(key="cbd_screen_print"):
        st.caption(tr("To keep it on paper, print this page from the browser."))
    st.caption(tr("{set}, run {run} of {made}", set=golden.name, run=run.id, made=made))
    decide_view.finding(report, lambda: decide_record.entries(run.id, run.baseline, run.seal))
    decide_view.verdicts(report)
    decide_view.grounds(report)
    decide_record.form(report)


def _run(golden: GoldenSet, runs: list[DecidedRun]) -> DecidedRun | None:
    """The decided run that the address names or the person chooses; None with a sentence."""
    asked = st.query_params.get("run", "")
    found = {one.id: one for one in runs}
    if asked and asked not in found:
        known = asked in {row.id for row in stored.store().runs()}
        st.info(
            tr("This run was made without a protocol for this set, so it has no verdicts.")
            if known
            else tr("The run this link names is not there any more."),
            icon=":material/info:",
        )
        del st.query_params["run"]
    if not runs:
        _nothing(golden)
        return None
    st.session_state["decide_run"] = asked if asked in found else runs[0].id

    def changed() -> None:
        st.query_params["run"] = st.session_state["decide_run"]

    with st.container(key="cbd_screen_run"):
        picked = st.selectbox(
            trn(
                "{n} decided run, the newest first", "{n} decided runs, the newest first", len(runs)
            ),
            list(found),
            format_func=lambda name: _label(found[name]),
            key="decide_run",
            on_change=changed,
        )
    return found[picked]


def _label(run: DecidedRun) -> str:
    made = run.created.replace("T", " ").replace("Z", " UTC")
    what = trn("{n} candidate", "{n} candidates", run.candidates)
    return tr(
        "{made} · {what} against {baseline} · protocol {hash}",
        made=made,
        what=what,
        baseline=run.baseline,
        hash=run.seal[:12],
    )


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
