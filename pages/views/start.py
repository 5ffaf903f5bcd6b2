"""What this is, and what the last run of a golden set found."""

import streamlit as st

from golden_sets.language import tr
from pages.ui import (
    preflight,
    question_section,
    set_choice,
    start_page,
    start_paths,
    stored,
    take_away,
)

st.title(tr("Where should our documents be cut?"))
st.markdown(
    tr(
        "Chunkboard cuts your documents in several ways, asks questions whose evidence is marked "
        "to the character, gives every way the same number of context tokens, and shows what each "
        "one found, what it cost, and whether the difference is real."
    )
)
name = set_choice.chosen()
report = start_page.run_or_progress(name)
if report is None:
    preflight.section(name, None)
    st.stop()
measured = start_page.heading(report)
found = start_page.one_budget(report, measured)
start_paths.newcomer(name, question_section.telling_query(report, found))
preflight.section(name, report)
preflight.identical_banner(report)
shown = start_page.controls(found)
start_page.hit_section(report, shown)
start_page.cost_section(report, found)
start_page.table_section(report, found)
question_section.show(report, found)
if stored.is_stored(report):
    take_away.take_away(report)
start_paths.shelf(name)
