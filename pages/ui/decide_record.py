"""Comments on a decision, and the decision that people record."""

from collections.abc import Mapping
from html import escape
from typing import Any

import streamlit as st

from evaluation.decision_log import (
    ACTIONS,
    DECISION,
    KEEP,
    LONGEST_NAME,
    LONGEST_WORDS,
    Entry,
    LogError,
    against,
)
from golden_sets.language import marked, of_error, tr
from pages.ui import change_decisions, faults, people
from pages.ui.decide_stored import kept
from pages.ui.decide_terms import term
from pages.ui.decide_view import html
from pages.ui.decide_words import plain, retriever, verdict_word

Report = Mapping[str, Any]
NAME = "decide_who"
RECORDED = {
    "adopt": marked("Adopt {candidate} under {retriever}"),
    "pilot": marked("Pilot {candidate} under {retriever}"),
    KEEP: marked("Keep the baseline, {baseline}"),
}


def entries(run: str, baseline: str, seal: str) -> None:
    """What was decided, the latest first, and what was said, in its order; it prints."""
    found = kept().log.entries(run)
    st.markdown("## " + tr("Decision on record"), help=term("log"))
    decided = [one for one in found if one.kind == DECISION]
    if not decided:
        none = tr("No decision is recorded yet.")
        html(f'<p class="cbd-soft">{escape(none)}</p>')
    html("".join(_decision(one, baseline, seal, one is decided[-1]) for one in reversed(decided)))
    comments = [one for one in found if one.kind != DECISION]
    if comments:
        title = tr("Comments")
        html(f"<h3>{escape(title)}</h3>" + "".join(_comment(one) for one in comments))


def _signed(one: Entry) -> str:
    made = one.made.replace("T", " ").replace("Z", " UTC")
    signed = f"<strong>{escape(one.who)}</strong>, {escape(made)}"
    if not one.imported:
        return signed
    told = tr("came with the run: nobody here vouches for name and time")
    return f"{signed} <em>({escape(told)})</em>"


def _decision(one: Entry, baseline: str, seal: str, last: bool) -> str:
    what = tr(
        RECORDED[one.action],
        candidate=one.candidate,
        retriever=retriever(one.retriever),
        baseline=baseline,
    )
    notes = []
    if one.departs:
        notes.append(tr("departs from the verdict"))
    if not last:
        notes.append(tr("an earlier decision, replaced by a later one"))
    if one.seal != seal:
        notes.append(tr("made under another seal, {hash}", hash=one.seal[:12]))
    told = f" <em>({escape('; '.join(notes))})</em>" if notes else ""
    why = f'<div class="cbd-words">{escape(one.words)}</div>' if one.words else ""
    return (
        f'<div class="cbd-entry cbd-decision"><strong>{escape(what)}</strong>{told}<br>'
        f"{_signed(one)}{why}</div>"
    )


def _comment(one: Entry) -> str:
    return (
        f'<div class="cbd-entry">{_signed(one)}<div class="cbd-words">{escape(one.words)}</div>'
        "</div>"
    )


@faults.fragment()
def form(report: Report) -> None:
    """Fields to record a decision or to comment; what is refused stays as it was typed."""
    turn = st.session_state.setdefault("decide_turn", 0)
    with st.container(key="cbd_screen_record", border=True):
        who = people.name_field(st.session_state.get(NAME, ""), f"decide_name_{turn}", LONGEST_NAME)
        st.session_state[NAME] = who
        deciding, commenting = st.tabs([tr("Record a decision"), tr("Comment")])
        with deciding:
            _record(report, who, turn)
        with commenting:
            _say(report, who, turn)


def _record(report: Report, who: str, turn: int) -> None:
    left, right = st.columns([2, 3])
    action = left.selectbox(
        tr("What is decided"), ACTIONS, index=ACTIONS.index(KEEP), format_func=verdict_word,
        key=f"decide_action_{turn}",
    )  # fmt: skip
    pairs = [f"{one['candidate']} · {one['retriever']}" for one in report["verdicts"]]
    candidate, by = "", ""
    if action != KEEP:
        chosen = right.selectbox(tr("Which"), pairs, format_func=_pair, key=f"decide_pair_{turn}")
        candidate, _, by = chosen.rpartition(" · ")
    departs = against(report["verdicts"], action, candidate, by)
    if departs:
        told = tr(", ").join(
            tr(
                "{verdict} for {candidate} under {retriever}",
                verdict=verdict_word(one["verdict"]),
                candidate=one["candidate"],
                retriever=retriever(one["retriever"]),
            )
            for one in departs
        )
        st.warning(
            plain(
                tr(
                    "This departs from the verdict, which is: {verdicts}. It can be recorded with "
                    "a reason, and will be shown as a departure.",
                    verdicts=told,
                )
            ),
            icon=":material/call_split:",
        )
    why = st.text_area(
        tr("Why, needed here") if departs else tr("Why"),
        max_chars=LONGEST_WORDS,
        key=f"decide_why_{turn}",
        height=90,
        **people.locked(help=term("departs") if departs else None),
    )
    if st.button(tr("Record the decision"), type="primary", key="decide_record", **people.locked()):
        chosen_now = (action, candidate, by)
        _keep(lambda: change_decisions.decide(report, who, chosen_now, why))
    st.caption(tr("It is kept as it is: a later decision replaces it, and both stay visible."))


def _pair(named: str) -> str:
    candidate, _, by = named.rpartition(" · ")
    return f"{candidate} · {retriever(by)}"


def _say(report: Report, who: str, turn: int) -> None:
    words = st.text_area(
        tr("Comment"),
        max_chars=LONGEST_WORDS,
        key=f"decide_comment_{turn}",
        height=90,
        **people.locked(),
    )
    if st.button(tr("Add the comment"), key="decide_say", **people.locked()):
        _keep(lambda: change_decisions.comment(report, who, words))


def _keep(write: Any) -> None:
    """Writes, and draws the page anew with empty fields; a refusal is said in one line."""
    try:
        write()
    except LogError as error:
        st.error(plain(tr(of_error(error))), icon=":material/error:")
        return
    st.session_state["decide_turn"] += 1
    st.rerun()
