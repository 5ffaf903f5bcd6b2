"""Which stored run the page Compare shows, as its URL says."""

from collections.abc import Sequence
from typing import Any, NoReturn

import streamlit as st

from evaluation.store import RunSummary
from golden_sets.golden_set import SHIPPED
from golden_sets.language import tr
from golden_sets.shelf import listing
from pages.ui import set_choice, stored
from pages.ui.compare_url import keep, one_of
from pages.ui.set_choice import FIRST

# What means something else, or nothing, in another run.
OF_A_RUN = ("baseline", "budget", "retriever", "class", "kind", "split", "rows", "questions")


def chosen_report() -> dict[str, Any]:
    """The report of the run that the URL names, else of the newest of the chosen set.

    Stops with what to do next where there is none.
    """
    runs = stored.store().runs()
    sets = {run.id: run.golden_set for run in runs}
    asked = st.query_params.get("run", "")
    if asked in sets:
        # A run is of one set, whatever else the link says.
        keep("set", [sets[asked]])
    elif asked:
        st.info(
            tr("This run is not in the store. It may have been deleted."), icon=":material/info:"
        )
        keep("run", [])
    left, right = st.columns(2)
    with left:
        name = _set(runs)
    mine = {run.id: run for run in runs if run.golden_set == name}
    if not mine:
        _nothing(name)
    with right:
        picked = one_of(
            st.selectbox,
            tr("Run"),
            "run",
            list(mine),
            next(iter(mine)),
            lambda one: _made(mine[one]),
            clears=OF_A_RUN,
        )
    keep("set", [name])
    keep("run", [picked])
    set_choice.remember(name)
    return stored.report(picked)


def _set(runs: Sequence[RunSummary]) -> str:
    names = list(dict.fromkeys([run.golden_set for run in runs]))
    names += [one.name for one in listing(SHIPPED) if one.name not in names]
    usual = runs[0].golden_set if runs else FIRST if FIRST in names else (names or [FIRST])[0]
    return one_of(
        st.selectbox,
        tr("Golden set"),
        "set",
        names or [FIRST],
        set_choice.last({run.golden_set for run in runs}) or usual,
        clears=("run", *OF_A_RUN),
    )


def _made(run: RunSummary) -> str:
    """`2026-11-30 14:07 UTC · 26acbf0c9338`."""
    return f"{run.created[:16].replace('T', ' ')} UTC · {run.id}"


def _nothing(name: str) -> NoReturn:
    st.info(
        tr("No run of this golden set is stored yet, so there is nothing to compare."),
        icon=":material/info:",
    )
    st.page_link(
        "pages/views/start.py",
        label=tr("Evaluate it on the start page"),
        icon=":material/play_arrow:",
        query_params={"set": name},
    )
    st.stop()
