"""What of Streamlit's own look can be read in neither theme, put right on every page."""

import streamlit as st

# Chosen values are white on the accent, which in the dark theme is 2.5:1.
STYLE = """<style>
.stMultiSelect [data-tag] {background: rgba(128,128,128,.2); color: inherit;
  border: 1px solid rgba(128,128,128,.5)}
</style>"""


def apply() -> None:
    """Adds the style to the page; it takes no place there."""
    st.html(STYLE)
