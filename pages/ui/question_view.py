"""One question under one variant: its outcome, its context, and its evidence."""

from typing import Any

import streamlit as st

from evaluation.diagnosis import NEXT_STEPS
from golden_sets.golden_set import GoldenSet
from golden_sets.question import Question
from pages.ui.source import ADDED_KEY, KEY, STYLE, best_alternative, passage_html, unit_html
from pages.ui.terms import TERMS

OUTCOME_WORDS = {
    "complete": "Complete",
    "missing_context": "Hit, but what limits the answer is missing",
    "crowded_out": "Crowded out by repeated text",
    "split": "The answer was cut in two",
    "below_budget": "Just behind the budget",
    "partial": "Only a part of the answer",
    "wrong_passage": "Right document, other text",
    "missed_document": "The document was missed",
    "not_applicable": "No answer in the documents",
}
_GOOD = ("complete", "not_applicable")


def show_context(
    question: Question,
    outcome: str,
    context: dict[str, Any],
    golden: GoldenSet,
    fill: str,
) -> None:
    """The outcome and next step, the units as packed, and the evidence that is not there."""
    documents = golden.by_id()
    words = OUTCOME_WORDS[outcome]
    note = st.success if outcome in _GOOD else st.warning
    icon = ":material/check_circle:" if outcome in _GOOD else ":material/info:"
    note(f"**{words}.** {NEXT_STEPS[outcome]}", icon=icon)
    units = context["units"]
    used = sum(unit["tokens"] for unit in units)
    limit = "" if fill == "top_k" else f" of {context['budget_tokens']:,}"
    st.caption(
        f"{len(units)} unit{'' if len(units) == 1 else 's'}, {used:,}{limit} tokens used",
        help=TERMS["budget"],
    )
    passages = [passage for way in question.evidence for passage in way]
    html = [STYLE, KEY if passages else ""]
    html += [ADDED_KEY] if any(unit.get("added") for unit in units) else []
    for number, unit in enumerate(units, 1):
        html.append(unit_html(number, unit, documents.get(unit["document"]), passages))
    st.html("".join(html))
    if not units:
        st.info("Nothing was retrieved, so the reader gets an empty context.")
    missing = [
        passage_html(documents[passage.document], passage, state)
        for passage, state in best_alternative(question, units, documents)
        if state != "found"
    ]
    if missing:
        st.markdown("##### Evidence the reader does not get whole")
        st.html(STYLE + "".join(missing))
