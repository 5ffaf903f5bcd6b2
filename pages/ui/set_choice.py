"""Which golden set a page is about, as its URL says."""

import streamlit as st

from golden_sets.golden_set import SHIPPED, GoldenSet
from golden_sets.language import of_error, tr
from golden_sets.reading import GoldenSetError
from golden_sets.shelf import listing
from pages.ui import stored
from pages.ui.url_choice import choice, said

FIRST = "handbook"


def chosen() -> str:
    """The name of the golden set that the URL names or the person chooses."""
    said()
    sets = listing(SHIPPED)
    names = [one.name for one in sets]
    shipped = {one.name for one in sets if not one.own}
    return choice(
        tr("Golden set"),
        "set",
        names,
        lambda one: tr("{one} (shipped)", one=one) if one in shipped else one,
        default=_usual(names),
        clears=("document", "budget", "overlap"),
    )


def _usual(names: list[str]) -> str | None:
    """The set of the newest run, unless `handbook` was run too or nothing was."""
    run = [one.golden_set for one in stored.store().runs() if one.golden_set in names]
    if FIRST in names and (FIRST in run or not run):
        return FIRST
    return run[0] if run else None


def read_or_stop(name: str) -> GoldenSet:
    """The golden set; one that cannot be read gets its errors, and where to mend them."""
    try:
        return stored.golden_set(name)
    except GoldenSetError as error:
        st.error(tr("This golden set cannot be read:"), icon=":material/error:")
        st.code(tr(of_error(error)), language=None, wrap_lines=True)
        st.page_link(
            "pages/views/write.py",
            label=tr("See and mend it on the page Write"),
            icon=":material/edit:",
            query_params={"set": name},
        )
        st.stop()
