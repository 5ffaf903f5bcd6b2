"""Choices that the URL holds by id, whatever language their labels are in.

Streamlit's own binding puts the label into the URL, so a link would mean nothing to a reader of
another language.
"""

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from pages.ui.url_choice import gone


def segmented(
    label: str,
    name: str,
    options: Sequence[str],
    default: str,
    words: Callable[[str], str] = str,
    help: str | None = None,
) -> str:
    """One of a few, side by side. `name` is the URL's parameter and the widget's key."""
    _read(label, name, options, default)
    picked = st.segmented_control(
        label,
        options,
        format_func=words,
        required=True,
        key=name,
        on_change=_write,
        args=(name, default),
        help=help,
    )
    return str(picked)


def select(
    label: str,
    name: str,
    options: Sequence[str],
    default: str,
    words: Callable[[str], str] = str,
    help: str | None = None,
) -> str:
    """One of a list."""
    _read(label, name, options, default)
    picked: str = st.selectbox(
        label,
        options,
        format_func=words,
        key=name,
        on_change=_write,
        args=(name, default),
        help=help,
    )
    return picked


def pills(
    label: str,
    name: str,
    options: Sequence[str],
    words: Callable[[str], str] = str,
    help: str | None = None,
) -> list[str]:
    """Any of a few, all of them at first."""
    _read_several(label, name, options)
    return st.pills(
        label,
        options,
        selection_mode="multi",
        format_func=words,
        key=name,
        on_change=_write,
        args=(name, list(options)),
        help=help,
    )


def several(
    label: str,
    name: str,
    options: Sequence[str],
    words: Callable[[str], str] = str,
    help: str | None = None,
) -> list[str]:
    """Any of a list in the order they are chosen in, all of them at first."""
    _read_several(label, name, options)
    return st.multiselect(
        label,
        options,
        format_func=words,
        key=name,
        on_change=_write,
        args=(name, list(options)),
        help=help,
    )


def _read(label: str, name: str, options: Sequence[str], default: str) -> None:
    asked = st.query_params.get(name)
    if asked is not None and asked not in options:
        gone(label, name)
        asked = None
    st.session_state[name] = default if asked is None else asked


def _read_several(label: str, name: str, options: Sequence[str]) -> None:
    asked = st.query_params.get_all(name)
    known = [one for one in dict.fromkeys(asked) if one in options]
    if len(known) < len(asked) and asked != [""]:
        gone(label, name)
    # An empty parameter says that none is chosen.
    st.session_state[name] = known if known or asked == [""] else list(options)


def _write(name: str, default: Any) -> None:
    value = st.session_state[name]
    if value == default:
        st.query_params.pop(name, None)
    else:
        st.query_params[name] = value if value else ""
