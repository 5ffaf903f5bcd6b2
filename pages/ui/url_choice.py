"""What the URL of the writing page names: set, document, question."""

from collections.abc import Callable, Sequence

import streamlit as st

from golden_sets.language import tr
from pages.ui import link_words, url_kept


def choice(
    label: str,
    name: str,
    options: Sequence[str],
    format_func: Callable[[str], str] = str,
    default: str | None = None,
    clears: Sequence[str] = (),
) -> str:
    """A choice that the URL's parameter holds; a name it does not know gets a sentence.

    Args:
        default: What is shown where the URL names nothing.
        clears: Parameters that mean nothing any more once the person chooses another.
    """
    key = f"write_{name}"
    asked = st.query_params.get(name)
    if asked is not None and asked not in options:
        gone(label, name)
        asked = None
    st.session_state[key] = asked if asked is not None else (default or options[0])

    @url_kept.one_step()
    def changed() -> None:
        st.query_params[name] = st.session_state[key]
        for other in clears:
            st.query_params.pop(other, None)

    picked: str = st.selectbox(label, options, format_func=format_func, key=key, on_change=changed)
    return picked


def gone(label: str, name: str) -> None:
    """Says that what the URL's parameter names is not there, and takes it out of the URL.

    Args:
        label: What the reader knows it by.
    """
    link_words.say(tr("{label}: what this link names is not there any more.", label=label))
    del st.query_params[name]


def go(**names: str) -> None:
    """Names something else and draws the page anew."""
    for name, value in names.items():
        st.query_params[name] = value
    st.rerun()


def say(sentence: str, lines: Sequence[str] = (), good: bool = True) -> None:
    """Keeps what happened, to be said when the page is drawn anew."""
    st.session_state["write_said"] = (sentence, list(lines), good)


def said() -> None:
    """Says what happened last, once. Lines may hold names of files, so they are no markdown."""
    sentence, lines, good = st.session_state.pop("write_said", ("", [], True))
    if sentence:
        show = st.success if good else st.warning
        show(sentence, icon=":material/check_circle:" if good else ":material/error:")
    if lines:
        st.code("\n".join(map(tr, lines)), language=None, wrap_lines=True)
