"""One document as a strategy cuts it, as the URL names both."""

import streamlit as st

from golden_sets.language import tr
from pages.ui import cuts_controls, cuts_page, set_choice

st.title(tr("Where do the cuts fall?"))
name = set_choice.chosen()
document = cuts_controls.document(set_choice.read_or_stop(name))
variant = cuts_controls.variant(name)
made = cuts_page.cut_or_stop(document, variant)
cuts_page.figures_section(made, variant.unit)
cuts_page.map_section(document, variant, made)
cuts_page.text_section(document, made)
