"""Who did what: the log, as its filters leave it, to be read and taken away."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from evaluation.action_log import JOB, PROTOCOL, QUESTION, RUN, Action, ActionLog, Wanted
from evaluation.action_table import log_csv
from evaluation.action_words import ACTIONS
from evaluation.actors import COMMAND
from golden_sets.language import tr
from pages.ui.changing import log
from pages.ui.people import to_readers
from pages.ui.runs_choice import address, choice

MOST = 500
LANGUAGE = ("lang",)


def section() -> None:
    """The newest lines; nothing while the log is empty."""
    kept = log()
    if not kept.count(Wanted()):
        return
    st.markdown("## " + tr("Who did what"))
    wanted = _wanted(kept)
    found = kept.count(wanted)
    if found:
        rows = [_row(one) for one in kept.found(wanted, MOST)]
        st.dataframe(
            pd.DataFrame(rows),
            hide_index=True,
            key="runs_log",
            height=min(36 * len(rows) + 38, 360),
            column_config={
                tr("Link"): st.column_config.LinkColumn(
                    display_text=tr("open"), help=tr("What it was done to, as it is now.")
                )
            },
            alt=tr("Who did what, the newest first"),
        )
    else:
        st.info(tr("No line of the log is so. Clear the filters."))
    st.caption(
        tr(
            "{n:,} of {whole:,} lines, the newest {most:,} shown. Times are UTC. Lines are only "
            "added: the database refuses to change or remove one.",
            n=found,
            whole=kept.count(Wanted()),
            most=min(MOST, found),
        )
    )
    st.download_button(
        tr("The log (CSV)"),
        to_readers(lambda: log_csv(kept.found(wanted), link)),
        "chunkboard-log.csv",
        "text/csv",
        key="runs_log_csv",
        icon=":material/download:",
        on_click="ignore",
        help=tr("All lines that the filters leave."),
    )


def _wanted(kept: ActionLog) -> Wanted:
    left, middle, right = st.columns(3)
    people = {"|".join(one): one for one in kept.people()}
    gone = tr("What this link asks of the log is not in it.")
    with left:
        action = choice(
            tr("What was done"),
            "did",
            kept.actions(),
            lambda one: ACTIONS.get(one, one),
            gone,
            tr("Everything"),
        )
    with middle:
        who = choice(
            tr("By whom"),
            "by",
            list(people),
            lambda one: named(*people[one]),
            gone,
            tr("Everyone"),
        )
    words = right.text_input(
        tr("Holds the words"),
        key="log",
        bind="query-params",
        max_chars=200,
        placeholder=tr("run, golden set, file"),
    )
    return Wanted(action or "", people[who] if who else None, words=(words or "").split())


def writers(run: str) -> dict[str, str]:
    """Who wrote a run's notes, by the time at which they were written."""
    found = log().found(Wanted("note", object=run))
    return {one.made: named(one.who, one.identity) for one in found}


def named(who: str, identity: str) -> str:
    """Somebody of the log."""
    if not who and not identity:
        return tr("the local person")
    if not identity:
        return tr("{who} (typed, not signed in)", who=who)
    return f"{who} ({identity})" if identity != who else who


def _row(one: Action) -> dict[str, object]:
    return {
        tr("When"): one.made.replace("T", " ").removesuffix("Z"),
        tr("Who"): named(one.who, one.identity),
        tr("From"): tr("command line") if one.via == COMMAND else tr("dashboard"),
        tr("Did"): ACTIONS.get(one.action, one.action),
        tr("What"): one.object,
        tr("Golden set"): one.golden_set,
        tr("More"): one.details,
        tr("Link"): link(one, LANGUAGE),
    }


def link(one: Action, keep: Sequence[str] = ()) -> str | None:
    """Where it can be looked at; None of what has no page."""
    if one.kind == RUN:
        page = "decide" if one.action in ("decide", "comment") else "runs"
        return address(page, {"run": one.object}, keep)
    if one.kind == QUESTION:
        return address("write", {"set": one.golden_set, "question": one.object}, keep)
    if one.kind == JOB:
        page = "decide" if one.action == "declare" else "start"
        return address(page, {"set": one.golden_set}, keep) if one.golden_set else None
    page = "decide" if one.kind == PROTOCOL else "write"
    return address(page, {"set": one.golden_set}, keep) if one.golden_set else None
