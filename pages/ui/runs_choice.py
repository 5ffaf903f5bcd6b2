"""Which runs the page is about, as its URL says: by id, never by place."""

from collections.abc import Callable, Mapping, Sequence
from urllib.parse import urlencode

import streamlit as st

from golden_sets.language import tr
from pages.ui import url_kept

KEPT = ("lang", "set", "q")


def choice(
    label: str,
    name: str,
    options: Sequence[str],
    format_func: Callable[[str], str],
    gone: str,
    placeholder: str,
    clears: Sequence[str] = (),
    first: bool = False,
) -> str | None:
    """A choice that the URL's parameter holds, None where nothing is chosen.

    Args:
        gone: What is said of a name that is not among the options.
        clears: Parameters that mean nothing any more once the person chooses another.
        first: The first option is chosen where the URL names none.
    """
    key = f"runs_{name}"
    asked = st.query_params.get(name)
    if asked is not None and asked not in options:
        st.info(gone, icon=":material/info:")
        del st.query_params[name]
        asked = None
    if asked is None and first and options:
        asked = options[0]
    st.session_state[key] = asked

    @url_kept.one_step()
    def changed() -> None:
        for other in (name, *clears):
            st.query_params.pop(other, None)
        if picked := st.session_state[key]:
            st.query_params[name] = picked

    chosen: str | None = st.selectbox(
        label,
        options,
        index=None,
        key=key,
        format_func=format_func,
        placeholder=placeholder,
        on_change=changed,
    )
    return chosen


def address(page: str, names: Mapping[str, str], keep: Sequence[str] = ("lang",)) -> str:
    """A link to a page, in the language this one is read in."""
    kept = {name: st.query_params[name] for name in keep if name in st.query_params}
    return f"{page}?{urlencode({**kept, **names})}"


def search() -> list[str]:
    """The words that a run must hold."""
    text = st.text_input(
        tr("Search"),
        key="q",
        bind="query-params",
        placeholder=tr("golden set, id, model, strategy, retriever or note"),
        type="search",
        max_chars=200,
    )
    return (text or "").split()
