"""Which golden set a page is about, as its URL says."""

from collections.abc import Callable, Collection

import streamlit as st

from golden_sets.golden_set import SHIPPED, GoldenSet
from golden_sets.language import of_error, tr
from golden_sets.reading import GoldenSetError
from golden_sets.shelf import listing
from pages.ui import stored
from pages.ui.url_choice import choice, said

FIRST = "handbook"
LAST = "set_last"


def chosen() -> str:
    """The name of the golden set that the URL names or the person chooses."""
    said()
    sets = listing(SHIPPED)
    names = [one.name for one in sets]
    shipped = {one.name for one in sets if not one.own}
    name = choice(
        tr("Golden set"),
        "set",
        names,
        lambda one: tr("{one} (shipped)", one=one) if one in shipped else one,
        default=last(names) or _usual(names),
        clears=("document", "budget", "overlap"),
    )
    settle(name, lambda: _usual(names))
    return name


def settle(name: str, usual: Callable[[], str]) -> None:
    """Remembers the set, and names it in the address where somebody new would find another.

    Args:
        usual: What an address that names no set opens for somebody new; asked only for one.
    """
    remember(name)
    if "set" not in st.query_params and name != usual():
        st.query_params["set"] = name


def remember(name: str) -> None:
    """Has other pages open at this set where their address names none."""
    st.session_state[LAST] = name


def last(names: Collection[str]) -> str | None:
    """The set that this session was at last, if it is one of these."""
    name = st.session_state.get(LAST)
    return name if name in names else None


def _usual(names: list[str]) -> str:
    """The set of the newest run, unless `handbook` was run too or nothing was."""
    run = [one.golden_set for one in stored.store().runs() if one.golden_set in names]
    if FIRST in names and (FIRST in run or not run):
        return FIRST
    return run[0] if run else names[0]


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
