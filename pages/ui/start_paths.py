"""Where a visitor can go from the start page: a newcomer's path, and the other golden sets."""

import streamlit as st

from golden_sets.golden_set import SHIPPED
from golden_sets.language import tr
from golden_sets.shelf import listing
from pages.ui import stored
from pages.ui.set_choice import FIRST

SHOWN = 12


def newcomer(name: str, question: dict[str, str] | None) -> None:
    """Three steps of two minutes together, for somebody who has no golden set yet.

    Args:
        name: Of the set that the page shows.
        question: What the address of the question page says, None where none can be opened.
    """
    if name != FIRST or any(one.own for one in listing(SHIPPED)):
        return
    with st.container(border=True):
        st.markdown("## " + tr("New here? Two minutes, three steps"))
        first, second, third = st.columns(3)
        with first:
            st.markdown(
                tr(
                    "**1. A finding.** Below is what several ways of cutting found in a company's "
                    "manuals and policies, and how sure that is."
                )
            )
        with second:
            st.markdown(
                tr(
                    "**2. The reason.** Open one question: what the reader is handed, and which "
                    "part of the answer was cut off."
                )
            )
            if question is not None:
                st.page_link(
                    "pages/views/question.py",
                    label=tr("Open a question"),
                    icon=":material/find_in_page:",
                    query_params=question,
                )
        with third:
            st.markdown(
                tr(
                    "**3. Your documents.** Drop a few files and see at once where each way would "
                    "cut them."
                )
            )
            st.page_link(
                "pages/views/own.py",
                label=tr("Try your own documents"),
                icon=":material/upload_file:",
            )


def shelf(shown: str) -> None:
    """The other golden sets with their last runs, each a link.

    Args:
        shown: The set that the page is about.
    """
    names = [one.name for one in listing(SHIPPED) if one.name != shown]
    newest: dict[str, str] = {}
    for run in stored.store().runs():
        newest.setdefault(run.golden_set, run.created)
    st.header(tr("Other golden sets"), divider="gray")
    for name in names[:SHOWN]:
        made = newest.get(name, "").replace("T", " ").replace("Z", " UTC")
        label = tr("{name}: last run {made}", name=name, made=made) if made else name
        st.page_link(
            "pages/views/start.py",
            label=label if made else tr("{name}: not run yet", name=name),
            icon=":material/menu_book:",
            query_params={"set": name},
        )
    st.page_link(
        "pages/views/own.py", label=tr("Your own documents"), icon=":material/upload_file:"
    )
    st.page_link("pages/views/runs.py", label=tr("All runs"), icon=":material/history:")
