"""The history of runs: what can be found in it, and its table."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from evaluation.naming import strategy_name
from evaluation.run_history import Listed
from golden_sets.language import joined, tr, trn
from pages.ui.results import RETRIEVER_NAMES
from pages.ui.runs_choice import KEPT, address, choice, search

LINK = r"[?&]run=([^&]+)"


def chosen(runs: Sequence[Listed]) -> list[Listed]:
    """The runs that the controls leave, the newest first."""
    left, right = st.columns([1, 2])
    names = sorted({run.golden_set for run in runs})
    with left:
        name = choice(
            tr("Golden set"),
            "set",
            names,
            str,
            tr("No run is of the golden set this link names; here are the runs of all."),
            tr("All golden sets"),
        )
    with right:
        words = search()
    return [run for run in runs if (name is None or run.golden_set == name) and run.holds(words)]


def made(run: Listed) -> str:
    """When a run was made, to the minute."""
    return f"{run.created[:16].replace('T', ' ')} UTC"


def label(run: Listed) -> str:
    """A run in one line of a choice: no place in a list, and nothing read from its report."""
    parts = [run.id, made(run), run.golden_set]
    if run.brief is not None:
        parts.append(trn("{n:,} variant", "{n:,} variants", run.brief.variants))
    if run.note:
        note = " ".join(run.note.split())
        parts.append(note if len(note) <= 40 else note[:39] + "…")
    return " · ".join(parts)


def table(shown: Sequence[Listed], whole: int) -> None:
    """A row a run; its id opens it."""
    if not shown:
        st.info(tr("No run holds all of these words. Clear the search, or choose another set."))
        return
    rows = [_row(run) for run in shown]
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        key="runs_table",
        height=min(36 * len(rows) + 38, 360),
        column_config={
            tr("Run"): st.column_config.LinkColumn(
                display_text=LINK, help=tr("Opens the run: notes, comparison, downloads.")
            ),
            tr("Variants"): st.column_config.NumberColumn(width="small"),
            tr("Questions"): st.column_config.NumberColumn(
                width="small", help=tr("Questions of the golden set that have an answer in it.")
            ),
        },
        alt=tr("The runs, the newest first"),
    )
    st.caption(
        tr("{n:,} of {whole:,} runs, the newest first. Times are UTC.", n=len(shown), whole=whole)
    )


def _row(run: Listed) -> dict[str, object]:
    brief = run.brief
    row: dict[str, object] = {
        tr("Run"): address("runs", {"run": run.id}, KEPT),
        tr("Made"): run.created[:16].replace("T", " "),
        tr("Golden set"): run.golden_set,
        tr("Note"): " ".join(run.note.split()),
        tr("Variants"): brief.variants if brief else None,
        tr("Strategies"): tr(joined(map(strategy_name, brief.strategies), ", ")) if brief else "",
        tr("Retrievers"): (
            ", ".join(RETRIEVER_NAMES.get(one, one) for one in brief.retrievers) if brief else ""
        ),
        tr("Budget"): ", ".join(f"{one:,}" for one in brief.budgets) if brief else "",
        tr("Model"): brief.model if brief else "",
        tr("Questions"): brief.answerable if brief else None,
        tr("Decided"): tr("yes") if brief and brief.verdicts else "",
    }
    return row
