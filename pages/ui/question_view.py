"""One question under one variant: its outcome, its context, and its evidence."""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from evaluation.diagnosis import NEXT_STEPS
from evaluation.shared_text import Held, shared_share
from evaluation.unit_evidence import unit_holds
from golden_sets.document import Document
from golden_sets.golden_set import GoldenSet
from golden_sets.language import Spoken, marked, tr, trn
from golden_sets.question import Passage, Question
from pages.ui.question_strip import STRIP_STYLE, strip_html
from pages.ui.question_terms import term
from pages.ui.source import (
    ROLES,
    STATES,
    STYLE,
    added_key_html,
    best_alternative,
    key_html,
    passage_html,
    unit_html,
)

OUTCOME_WORDS = Spoken(
    {
        "complete": marked("Complete"),
        "missing_context": marked("Hit, but what limits the answer is missing"),
        "crowded_out": marked("Crowded out by repeated text"),
        "split": marked("The answer was cut in two"),
        "below_budget": marked("Just behind the budget"),
        "partial": marked("Only a part of the answer"),
        "wrong_passage": marked("Right document, other text"),
        "missed_document": marked("The document was missed"),
        "not_applicable": marked("No answer in the documents"),
    }
)
_GOOD = ("complete", "not_applicable")
SIGNS = {"found": "●", "partly": "◐", "missing": "○"}
Context = dict[str, Any]
Documents = Mapping[str, Document]


def show_context(
    question: Question, outcome: str, context: Context, golden: GoldenSet, fill: str
) -> None:
    """The outcome and next step, the units as packed, and the evidence that is not there."""
    documents = golden.by_id()
    show_outcome(outcome)
    show_used(context, fill, documents, passages_of(question))
    show_units(context, documents, passages_of(question))
    show_evidence(question, context, documents)


def show_outcome(outcome: str) -> None:
    """What became of the question, and what to try next."""
    good = outcome in _GOOD
    note = st.success if good else st.warning
    icon = ":material/check_circle:" if good else ":material/info:"
    note(f"**{OUTCOME_WORDS[outcome]}** · {tr(NEXT_STEPS[outcome])}", icon=icon)


def show_used(
    context: Context, fill: str, documents: Documents, passages: Sequence[Passage]
) -> None:
    """The units as a bar against the budget, and the same in words."""
    units = context["units"]
    used = sum(unit["tokens"] for unit in units)
    budget = None if fill == "top_k" else context["budget_tokens"]
    count = trn("{n:,} unit", "{n:,} units", len(units))
    words = (
        tr("{units}, {used:,} tokens used", units=count, used=used)
        if budget is None
        else tr(
            "{units}, {used:,} of {budget:,} tokens used", units=count, used=used, budget=budget
        )
    )
    st.caption(words, help=term("budget"))
    # Without evidence to look for, or to look at, nothing is said of what a unit holds.
    holds = [unit_holds(unit, passages, documents) if passages else "" for unit in units]
    st.html(STRIP_STYLE + strip_html([unit["tokens"] for unit in units], holds, budget, words))


def show_units(
    context: Context,
    documents: Documents,
    passages: Sequence[Passage],
    other: Held | None = None,
) -> None:
    """The units in the order they were packed.

    Args:
        other: The text of the context beside this one, to tell shared units from own ones.
    """
    units = context["units"]
    if not units:
        st.info(tr("Nothing was retrieved, so the reader gets an empty context."))
        return
    html = [STYLE, key_html() if passages else ""]
    html += [added_key_html()] if any(unit.get("added") for unit in units) else []
    for number, unit in enumerate(units, 1):
        notes, css = _shared(unit, other)
        found = documents.get(unit["document"])
        html.append(unit_html(number, unit, found, passages, notes, css))
    st.html("".join(html))


def _shared(unit: Context, other: Held | None) -> tuple[list[str], str]:
    """Whether the other context holds the unit's text too, in words and as a class."""
    share = None if other is None else shared_share(unit, other)
    if share is None:
        return [], ""
    if share == 1:
        return [tr("in both contexts")], "cb-both"
    if share == 0:
        return [tr("only here")], "cb-own"
    return [tr("{percent} of it in the other too", percent=percent(share))], "cb-part"


def percent(share: float) -> str:
    """A share in whole percent; only none is 0 % and only all is 100 %."""
    if share in (0, 1):
        return f"{share:.0%}".replace("%", " %")
    return f"{min(99, max(1, round(100 * share)))} %"


def show_evidence(question: Question, context: Context, documents: Documents) -> None:
    """Each passage of the alternative covered best, and whether the reader gets it."""
    found = best_alternative(question, context["units"], dict(documents))
    if not found:
        return
    st.markdown(f"### {evidence_finding([state for _, state in found])}")
    st.text("\n".join(_line(passage, state) for passage, state in found))
    missing = [
        passage_html(documents[passage.document], passage, state)
        for passage, state in found
        if state != "found"
    ]
    if missing:
        st.html(STYLE + "".join(missing))


def _line(passage: Passage, state: str) -> str:
    return f"{SIGNS[state]} {tr(ROLES[passage.role])}: {tr(STATES[state])} · {passage.document}"


def evidence_finding(states: Sequence[str]) -> str:
    """How much of the evidence is there, in words."""
    there = states.count("found")
    if there == len(states):
        return tr("The reader gets all the evidence")
    if there == 0:
        return tr("The reader gets none of the evidence whole")
    return tr(
        "The reader gets {there:,} of {n:,} pieces of evidence whole", there=there, n=len(states)
    )


def passages_of(question: Question) -> list[Passage]:
    return [passage for way in question.evidence for passage in way]
