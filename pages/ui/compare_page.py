"""The page Compare: one run, one section at a time."""

from collections.abc import Callable

import streamlit as st

from golden_sets.language import marked, tr
from pages.ui import compare_map, compare_run, compare_sections, compare_sections_more, preflight
from pages.ui.compare_scope import Scope, of_run
from pages.ui.compare_url import one_of

SECTIONS: dict[str, tuple[str, Callable[[Scope], None]]] = {
    "rates": (marked("Rates"), compare_sections.rates),
    "differences": (marked("Differences"), compare_sections.differences),
    "cost": (marked("Cost"), compare_sections.cost),
    "budget": (marked("Budgets"), compare_sections_more.budget),
    "rank": (marked("Rank"), compare_sections_more.rank),
    "duplication": (marked("Duplication"), compare_sections_more.duplication),
    "outcomes": (marked("Outcomes"), compare_sections_more.outcomes),
    "map": (marked("Map of questions"), compare_map.show),
}


def show() -> None:
    """The run, its questions and the section that the URL names."""
    st.title(tr("Which way of cutting finds more?"))
    report = compare_run.chosen_report()
    scope = of_run(report)
    preflight.identical_banner(report)
    section = one_of(
        st.segmented_control,
        tr("Section"),
        "section",
        list(SECTIONS),
        "rates",
        lambda one: tr(SECTIONS[one][0]),
        label_visibility="collapsed",
        wrap=True,
    )
    SECTIONS[section][1](scope)
