"""What is tried and what it is held against: controls whose values the address holds by id."""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from evaluation.naming import strategy_name
from evaluation.offer import Offer
from evaluation.tune_setting import (
    BUDGETS,
    OVERLAPS,
    RETRIEVERS,
    SIZES,
    STRATEGIES,
    Setting,
    setting,
    setting_named,
)
from golden_sets.language import marked, tr
from pages.ui import link_words
from pages.ui.results import RETRIEVER_NAMES
from pages.ui.tune_widgets import BY, NOW, PIN, PINNED, changed, choice, key, slider, term
from strategies.adapter.known import KNOWN

UNITS = {"characters": marked("characters"), "tokens": marked("tokens")}
SWITCH = {"off": marked("off"), "on": marked("on")}
MODELS = {"auto": marked("the set's own"), "use": marked("fast, for exploring")}
START = setting("structure")


def _asked(name: str, allowed: Callable[[str], bool], default: str, stale: str) -> str:
    """The address's value; of one that is not allowed, a sentence and the default."""
    given = st.query_params.get(name, default)
    if not allowed(given):
        link_words.say(stale)
        given = default
    if st.query_params.get(name) != given:
        st.query_params[name] = given
    return given


def _setting(name: str, offer: Offer, default: Setting, stale: str) -> Setting:
    allowed = partial(setting_named, offer=offer)
    found = _asked(name, lambda one: allowed(one) is not None, default.name, stale)
    return allowed(found) or default


def current(beside: DeltaGenerator, offer: Offer) -> Setting:
    """The setting that the address names and the controls change.

    Args:
        beside: Where the strategies stand.
    """
    stale = tr("This link names a setting that no control can make; the usual one is shown.")
    now = _setting(NOW, offer, START, stale)
    with beside:
        words = _strategies(now, offer)
        choice(tr("Strategy"), "strategy", words, now.strategy, "strategy", offer)
    left, middle, right = st.columns(3, gap="medium")
    with left:
        units = {name: tr(word) for name, word in UNITS.items()}
        unit = now.variant.unit
        st.session_state[key("unit_before")] = unit
        choice(tr("Size counted in"), "unit", units, unit, "size", offer, disabled=now.foreign)
        low, high, step, _ = SIZES[unit]
        slider(tr("Size, {unit}", unit=units[unit]), "size", (low, high, step), now.size, offer)
    with middle:
        headings = {name: tr(word) for name, word in SWITCH.items()}
        headers = "on" if now.variant.headers == "path" else "off"
        choice(tr("Headers"), "headers", headings, headers, "headers", offer)
        slider(tr("Overlap, % of the size"), "overlap", OVERLAPS, now.overlap_percent, offer)
    with right:
        retrievers = {name: RETRIEVER_NAMES[name] for name in RETRIEVERS}
        choice(tr("Retriever"), "retriever", retrievers, now.retriever, "retriever", offer)
        _budget(now.budget, offer)
    return now


def _strategies(now: Setting, offer: Offer) -> dict[str, str]:
    """Our own, the set's table where it has one, and the splitter from elsewhere in use."""
    names = [*STRATEGIES, *(["mixed"] if offer.table else [])]
    words = {name: tr(strategy_name(name)) for name in names}
    return {**words, now.strategy: KNOWN[now.strategy].shown} if now.foreign else words


def _budget(value: int, offer: Offer) -> None:
    st.session_state[key("budget")] = value
    st.select_slider(
        tr("Budget, context tokens"),
        BUDGETS,
        format_func=lambda budget: f"{budget:,}",
        key=key("budget"),
        on_change=changed,
        args=(offer,),
        help=term("budget"),
    )


def pinned(now: Setting, offer: Offer) -> Setting:
    """The setting to hold the current one against, and the button that makes it the pinned one."""
    stale = tr("The setting this link has pinned is none that a control can make; the usual is.")
    found = _setting(PIN, offer, PINNED, stale)
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        st.markdown(
            tr(":material/keep: Pinned: **{setting}**", setting=described(found)),
            help=term("pinned"),
            width="content",
        )
        st.button(
            tr("Pin this"),
            key="tune_pin",
            icon=":material/keep:",
            disabled=found == now,
            on_click=_pin,
            args=(now.name,),
            help=tr("Makes the current setting the one that others are held against."),
        )
    return found


def _pin(name: str) -> None:
    st.query_params[PIN] = name


def model(settings: Sequence[Setting]) -> str:
    """The model whose vectors are looked at; the choice shows where one is needed."""
    stale = tr("This link names a model that is no choice here; the set's own is used.")
    value = _asked(BY, MODELS.__contains__, "auto", stale)
    if not any(one.needs_vectors for one in settings):
        return value
    words = {name: tr(word) for name, word in MODELS.items()}
    st.session_state[key("model")] = value
    st.segmented_control(
        tr("Model that makes the vectors"),
        list(words),
        format_func=lambda one: words[one],
        key=key("model"),
        on_change=_model_changed,
        required=True,
        help=term("model"),
    )
    return value


def _model_changed() -> None:
    st.query_params[BY] = st.session_state[key("model")]


def described(one: Setting) -> str:
    """`structure-400c-o80 · BM25 · 600 tokens`; its parts hold no text of a user."""
    budget = tr("{n:,} tokens", n=one.budget)
    return f"{one.variant.id} · {RETRIEVER_NAMES[one.retriever]} · {budget}"


def query() -> dict[str, str]:
    """What the address says of set, document and settings, for a link back to them."""
    names = ("set", "document", NOW, PIN, BY)
    return {name: st.query_params[name] for name in names if name in st.query_params}
