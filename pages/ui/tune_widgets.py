"""The widgets of Tune's controls, each of which puts the whole setting into the address."""

from typing import Any

import streamlit as st

from evaluation.offer import Offer, may_snap
from evaluation.tune_setting import SIZES, setting
from golden_sets.language import of_error, tr
from pages.ui.tune_terms import TERMS
from strategies.adapter.known import KNOWN
from strategies.measure import Unit
from strategies.variant import EXPANSION_TOKENS

# No name here is bound to a widget of another page, for then it could not be written.
NOW, PIN, BY = "now", "pin", "vectors_by"
PINNED = setting("recursive")
# No splitter from elsewhere.
OURS = ""
FAULT = "tune_fault"
_NAMES = (
    *("strategy", "unit", "unit_before", "size", "overlap", "headers", "retriever", "budget"),
    *("snap", "expansion", "added", "splitter", "splitter_before"),
)


def term(name: str) -> str:
    return tr(TERMS[name])


def key(name: str) -> str:
    return f"tune_{name}"


def changed(offer: Offer) -> None:
    """Puts what the controls say into the address."""
    said: dict[str, Any] = {name: st.session_state.get(key(name)) for name in _NAMES}
    foreign = said["splitter"] not in (None, OURS, said["splitter_before"])
    strategy = said["splitter"] if foreign else said["strategy"]
    if said["splitter"] == OURS and said["strategy"] in KNOWN:
        strategy = PINNED.strategy
    unit: Unit = "characters" if strategy in KNOWN else said["unit"]
    size = said["size"] if unit == said["unit_before"] else SIZES[unit][3]
    try:
        made = setting(
            strategy,
            size,
            unit,
            said["overlap"],
            said["headers"] == "on",
            said["retriever"],
            said["budget"],
            said["snap"] == "on" and may_snap(strategy),
            said["expansion"] or "none",
            said["added"] or EXPANSION_TOKENS,
            offer,
        )
    except ValueError as error:  # a library that is there and does not load
        st.session_state[FAULT] = of_error(error)
        return
    st.query_params[NOW] = made.name


def choice(
    label: str,
    name: str,
    shown: dict[str, str],
    value: str,
    said: str,
    offer: Offer,
    disabled: bool = False,
) -> None:
    """One of a few, side by side."""
    st.session_state[key(name)] = value
    st.segmented_control(
        label,
        list(shown),
        format_func=lambda one: shown[one],
        key=key(name),
        on_change=changed,
        args=(offer,),
        required=True,
        disabled=disabled,
        wrap=True,
        help=term(said),
    )


def one_of(
    label: str, name: str, shown: dict[str, str], value: str, offer: Offer, said: str = ""
) -> None:
    """One of a list."""
    st.session_state[key(name)] = value
    st.selectbox(
        label,
        list(shown),
        format_func=lambda one: shown[one],
        key=key(name),
        on_change=changed,
        args=(offer,),
        help=term(said or name),
    )


def slider(label: str, name: str, ends: tuple[int, int, int], value: int, offer: Offer) -> None:
    """A whole number."""
    low, high, step = ends
    st.session_state[key(name)] = value
    st.slider(
        label,
        low,
        high,
        step=step,
        key=key(name),
        on_change=changed,
        args=(offer,),
        help=term(name),
    )
