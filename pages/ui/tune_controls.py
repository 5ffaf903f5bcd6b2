"""What is tried and what it is held against: controls whose values the address holds by id."""

from collections.abc import Callable, Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from evaluation.naming import strategy_name
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
from pages.ui.tune_terms import TERMS

UNITS = {"characters": marked("characters"), "tokens": marked("tokens")}
HEADERS = {"off": marked("off"), "on": marked("on")}
MODELS = {"auto": marked("the set's own"), "use": marked("fast, for exploring")}
# No name here is bound to a widget of another page, for then it could not be written.
NOW, PIN, BY = "now", "pin", "vectors_by"
PINNED = setting("recursive")
START = setting("structure")


def term(name: str) -> str:
    return tr(TERMS[name])


def _key(name: str) -> str:
    return f"tune_{name}"


def _asked(name: str, allowed: Callable[[str], bool], default: str, stale: str) -> str:
    """The address's value; of one that is not allowed, a sentence and the default."""
    given = st.query_params.get(name, default)
    if not allowed(given):
        link_words.say(stale)
        given = default
    if st.query_params.get(name) != given:
        st.query_params[name] = given
    return given


def _setting(name: str, default: Setting, stale: str) -> Setting:
    found = _asked(name, lambda one: setting_named(one) is not None, default.name, stale)
    return setting_named(found) or default


def _changed() -> None:
    """Puts what the controls say into the address."""
    unit, size = (st.session_state[_key(name)] for name in ("unit", "size"))
    if unit != st.session_state[_key("unit_before")]:
        size = SIZES[unit][3]
    made = setting(
        st.session_state[_key("strategy")],
        size,
        unit,
        st.session_state[_key("overlap")],
        st.session_state[_key("headers")] == "on",
        st.session_state[_key("retriever")],
        st.session_state[_key("budget")],
    )
    st.query_params[NOW] = made.name


def _choice(label: str, name: str, shown: dict[str, str], value: str, said: str) -> str:
    st.session_state[_key(name)] = value
    picked = st.segmented_control(
        label,
        list(shown),
        format_func=lambda one: shown[one],
        key=_key(name),
        on_change=_changed,
        required=True,
        help=term(said),
    )
    return picked or value


def _slider(label: str, name: str, ends: tuple[int, int, int], value: int) -> None:
    low, high, step = ends
    st.session_state[_key(name)] = value
    st.slider(label, low, high, step=step, key=_key(name), on_change=_changed, help=term(name))


def current(beside: DeltaGenerator) -> Setting:
    """The setting that the address names and the controls change.

    Args:
        beside: Where the strategies stand.
    """
    stale = tr("This link names a setting that no control can make; the usual one is shown.")
    now = _setting(NOW, START, stale)
    words = {name: tr(strategy_name(name)) for name in STRATEGIES}
    with beside:
        _choice(tr("Strategy"), "strategy", words, now.variant.strategy_name, "strategy")
    left, middle, right = st.columns(3, gap="medium")
    with left:
        units = {name: tr(word) for name, word in UNITS.items()}
        unit = now.variant.unit
        st.session_state[_key("unit_before")] = unit
        _choice(tr("Size counted in"), "unit", units, unit, "size")
        low, high, step, _ = SIZES[unit]
        _slider(tr("Size, {unit}", unit=units[unit]), "size", (low, high, step), now.size)
    with middle:
        headings = {name: tr(word) for name, word in HEADERS.items()}
        headers = "on" if now.variant.headers == "path" else "off"
        _choice(tr("Headers"), "headers", headings, headers, "headers")
        _slider(tr("Overlap, % of the size"), "overlap", OVERLAPS, now.overlap_percent)
    with right:
        retrievers = {name: RETRIEVER_NAMES[name] for name in RETRIEVERS}
        _choice(tr("Retriever"), "retriever", retrievers, now.retriever, "retriever")
        _budget(now.budget)
    return now


def _budget(value: int) -> None:
    st.session_state[_key("budget")] = value
    st.select_slider(
        tr("Budget, context tokens"),
        BUDGETS,
        format_func=lambda budget: f"{budget:,}",
        key=_key("budget"),
        on_change=_changed,
        help=term("budget"),
    )


def pinned(now: Setting) -> Setting:
    """The setting to hold the current one against, and the button that makes it the pinned one."""
    stale = tr("The setting this link has pinned is none that a control can make; the usual is.")
    found = _setting(PIN, PINNED, stale)
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
    st.session_state[_key("model")] = value
    st.segmented_control(
        tr("Model that makes the vectors"),
        list(words),
        format_func=lambda one: words[one],
        key=_key("model"),
        on_change=_model_changed,
        required=True,
        help=term("model"),
    )
    return value


def _model_changed() -> None:
    st.query_params[BY] = st.session_state[_key("model")]


def described(one: Setting) -> str:
    """`structure-400c-o80 · BM25 · 600 tokens`; its parts hold no text of a user."""
    budget = tr("{n:,} tokens", n=one.budget)
    return f"{one.variant.id} · {RETRIEVER_NAMES[one.retriever]} · {budget}"


def query() -> dict[str, str]:
    """What the address says of set, document and settings, for a link back to them."""
    names = ("set", "document", NOW, PIN, BY)
    return {name: st.query_params[name] for name in names if name in st.query_params}
