"""One document as a strategy cuts it, as the URL names both."""

import streamlit as st

from pages.ui import cuts_controls, cuts_page, stored

GOLDEN_SET = "handbook"

st.title("Where do the cuts fall?")
document = cuts_controls.document(stored.golden_set(GOLDEN_SET))
variant = cuts_controls.variant(GOLDEN_SET)
made = cuts_page.cut_or_stop(document, variant)
cuts_page.figures_section(made, variant.unit)
cuts_page.map_section(document, variant, made)
cuts_page.text_section(document, made)
