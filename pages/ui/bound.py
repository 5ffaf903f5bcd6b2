"""Choices that the URL holds by id, whatever language their labels are in.

Streamlit's own binding puts the label into the URL, so a link would mean nothing to a reader of
another language.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from golden_sets.language import tr
from pages.ui import link_words
from pages.ui.url_choice import gone

_WHOLE = re.compile("[0-9]{1,9}")


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


def slider(
    label: str,
    name: str,
    ends: tuple[int, int, int],
    default: int,
    help: str | None = None,
) -> int:
    """A whole number.

    Args:
        ends: The least, the most, and the step between them.
    """
    low, high, step = ends
    st.session_state[name] = _number(label, name, low, high, default)
    picked: int = st.slider(
        label, low, high, step=step, key=name, on_change=_write, args=(name, default), help=help
    )
    return picked


def toggle(label: str, name: str, help: str | None = None) -> bool:
    """On or off, off at first."""
    asked = st.query_params.get(name, "false")
    if asked.lower() not in ("true", "false"):
        link_words.say(
            tr(
                "{label}: this link asks for what is not allowed. Allowed are true and false; "
                "false is taken.",
                label=label,
            ),
        )
        asked = "false"
        del st.query_params[name]
    st.session_state[name] = asked.lower() == "true"

    def changed() -> None:
        if st.session_state[name]:
            st.query_params[name] = "true"
        else:
            st.query_params.pop(name, None)

    picked: bool = st.toggle(label, key=name, on_change=changed, help=help)
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


def _number(label: str, name: str, low: int, high: int, default: int) -> int:
    """What the URL's parameter says; of what is not allowed, a sentence and the default."""
    asked = st.query_params.get(name)
    if asked is None:
        return default
    if _WHOLE.fullmatch(asked) and low <= int(asked) <= high:
        return int(asked)
    link_words.say(
        tr(
            "{label}: this link asks for what is not allowed. Allowed are whole numbers from "
            "{low:,} to {high:,}; {default:,} is shown.",
            label=label,
            low=low,
            high=high,
            default=default,
        ),
    )
    del st.query_params[name]
    return default


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
        st.query_params[name] = "" if value in (None, "", []) else value
