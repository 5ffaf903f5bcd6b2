"""The controls of Tune that few need, folded away: where an overlap starts, what is handed over
beside a chunk, and splitters of other libraries."""

import streamlit as st

from evaluation.naming import strategy_name
from evaluation.offer import Offer, may_snap
from evaluation.tune_setting import ADDED, Setting
from golden_sets.language import tr
from pages.ui.tune_controls import SWITCH
from pages.ui.tune_widgets import FAULT, OURS, choice, key, one_of, slider
from strategies.adapter import known
from strategies.expansion import EXPANSIONS


def show(now: Setting, offer: Offer) -> None:
    """Open where the setting makes use of one of them."""
    used = now.snap or now.foreign or now.variant.expansion != "none" or bool(offer.fault)
    label = tr("More: sentence starts, expansion, splitters of other libraries")
    with st.expander(label, icon=":material/tune:", expanded=used):
        left, middle, right = st.columns(3, gap="medium")
        with left:
            _snap(now, offer)
        with middle:
            _expansion(now, offer)
        with right:
            _splitter(now, offer)
        if offer.fault:
            st.caption(tr("This set has a table for the strategy mixed that cannot be used:"))
            st.code(tr(offer.fault), language=None, wrap_lines=True)


def _snap(now: Setting, offer: Offer) -> None:
    words = {name: tr(word) for name, word in SWITCH.items()}
    idle = not (may_snap(now.strategy) and now.overlap)
    value = "on" if now.snap else "off"
    choice(tr("Overlap starts at a sentence"), "snap", words, value, "snap", offer, disabled=idle)
    if now.strategy == "sentence":
        st.caption(tr("The strategy sentence always starts there."))
    elif not may_snap(now.strategy):
        st.caption(tr("This strategy leaves no choice of where the overlap starts."))
    elif not now.overlap:
        st.caption(tr("There is no overlap to start anywhere."))


def _expansion(now: Setting, offer: Offer) -> None:
    mode = now.variant.expansion
    words = {name: tr(strategy_name(name)) for name in EXPANSIONS}
    one_of(tr("Expansion"), "expansion", words, mode, offer)
    st.caption(EXPANSIONS[mode])
    if mode != "none":
        added = now.variant.expansion_tokens
        slider(tr("Expansion, tokens at most"), "added", ADDED, added, offer)


def _splitter(now: Setting, offer: Offer) -> None:
    installed = known.installed()
    words = {OURS: tr("none"), **{name: known.KNOWN[name].shown for name in installed}}
    value = now.strategy if now.foreign else OURS
    st.session_state[key("splitter_before")] = value
    one_of(tr("Splitter of another library"), "splitter", words, value, offer)
    if not installed:
        lacking = tr(", ").join(sorted({one.module for one in known.KNOWN.values()}))
        st.caption(tr("None is installed here; known are {names}.", names=lacking))
    elif now.foreign:
        st.caption(tr("Size and overlap are handed to it, in characters; ours cuts nothing."))
    if fault := st.session_state.pop(FAULT, ""):
        st.caption(tr("This splitter cannot be had here:"))
        st.code(tr(fault), language=None, wrap_lines=True)
