"""What is cut, and how: controls kept in the URL."""

from typing import Any

import streamlit as st

from evaluation.naming import strategy_name
from evaluation.settings import DEFAULT_STRATEGIES, Cutting
from golden_sets.document import Document
from golden_sets.golden_set import GoldenSet, find_golden_set
from pages.ui.terms import TERMS
from strategies.expansion import EXPANSIONS
from strategies.recursive import SEPARATORS
from strategies.registry import SHOWN, parameter_names
from strategies.rules import RULES
from strategies.variant import Variant

_ORDER = [*DEFAULT_STRATEGIES, "sentence"]
_SIZES = {"characters": (100, 2000, 50, 400), "tokens": (25, 1024, 25, 100)}


def document(golden: GoldenSet) -> Document:
    """The document the person chose; the first policy, where structure shows most, by default."""
    by_id = golden.by_id()
    names = sorted(by_id, key=lambda name: (by_id[name].document_class, name))
    first = next((name for name in names if by_id[name].document_class == "policy"), names[0])
    picked = st.selectbox(
        "Document", names, index=names.index(first), key="document", bind="query-params"
    )
    found = by_id[picked]
    st.caption(f"{found.document_class or 'no class'} · {len(found.text):,} characters")
    return found


def variant(golden_set: str) -> Variant:
    """The variant that the controls describe."""
    strategies = list(_ORDER)
    table = find_golden_set(golden_set) / "mixed.toml"
    if table.is_file():
        strategies.append("mixed")
    shown = {strategy_name(one): one for one in strategies}
    picked = st.segmented_control(
        "Strategy",
        list(shown),
        default="structure",
        key="strategy",
        bind="query-params",
        help=TERMS["strategy"],
        required=True,
    )
    name = shown[picked]
    st.caption(SHOWN[name])
    allowed = parameter_names(name)
    left, middle, right = st.columns(3)
    with left:
        unit, size = _size()
    with middle:
        percent = st.slider(
            "Overlap, % of the size",
            0,
            50,
            0,
            5,
            key="overlap_percent",
            bind="query-params",
            help=TERMS["overlap"],
        )
        snap = "snap" in allowed and st.toggle(
            "Overlap starts at a sentence", key="snap", bind="query-params", help=TERMS["snap"]
        )
    with right:
        headers = st.toggle("Headers", key="path", bind="query-params", help=TERMS["headers"])
        expansion, tokens = _expansion()
    with st.expander(_RULES_OF.get(name, "No rules to change"), icon=":material/tune:"):
        without, separators = _rules(allowed)
    cutting = Cutting(
        size=size,
        unit=unit,
        overlap=f"{percent}%",
        snap=snap,
        without=without,
        separators=separators,
        mixed=table if table.is_file() else None,
    )
    return Variant(cutting.strategy(name), "path" if headers else "none", expansion, tokens)


_RULES_OF = {
    "recursive": "The separators, strongest first",
    "structure": "The rules, each of which can be switched off",
    "parent_child": "The rules of the parents, each of which can be switched off",
}


def _size() -> tuple[Any, int]:
    unit = st.segmented_control(
        "Unit", list(_SIZES), default="characters", key="unit", bind="query-params", required=True
    )
    low, high, step, usual = _SIZES[unit]
    size = st.slider(
        f"Size, {unit}",
        low,
        high,
        usual,
        step,
        key=f"size_{unit}",
        bind="query-params",
        help=TERMS["size"],
    )
    return unit, size


def _expansion() -> tuple[Any, int]:
    mode = st.selectbox(
        "Expansion", list(EXPANSIONS), key="expansion", bind="query-params", help=TERMS["expansion"]
    )
    st.caption(EXPANSIONS[mode])
    if mode == "none":
        return mode, 200
    tokens = st.slider(
        "Expansion, tokens at most",
        25,
        1000,
        200,
        25,
        key="expansion_tokens",
        bind="query-params",
        help=TERMS["expansion"],
    )
    return mode, tokens


def _rules(allowed: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...] | None]:
    """The rules that are switched off, and the separators in their order."""
    without: tuple[str, ...] = ()
    separators: tuple[str, ...] | None = None
    if "without" in allowed:
        picked = st.pills(
            "Rules that apply",
            list(RULES),
            default=list(RULES),
            selection_mode="multi",
            key="rules",
            bind="query-params",
            help=TERMS["rules"],
        )
        without = tuple(rule for rule in RULES if rule not in picked)
        st.table([{"Rule": rule, "What it does": said} for rule, said in RULES.items()])
    elif "separators" in allowed:
        picked = st.multiselect(
            "Separators, strongest first",
            list(SEPARATORS),
            default=list(SEPARATORS),
            key="separators",
            bind="query-params",
            help=TERMS["separators"],
        )
        separators = tuple(picked)
        shown = [{"Separator": name, "Regular expression": SEPARATORS[name]} for name in picked]
        st.dataframe(shown, hide_index=True)
        if not picked:
            st.caption("Without any separator the text is cut hard at the size.")
    else:
        st.caption("This strategy has no rules or separators of its own.")
    return without, separators
