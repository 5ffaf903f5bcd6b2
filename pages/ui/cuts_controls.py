"""What is cut, and how: controls kept in the URL."""

from typing import Any

import streamlit as st

from evaluation.naming import strategy_name
from evaluation.settings import DEFAULT_STRATEGIES, Cutting
from golden_sets.document import Document
from golden_sets.golden_set import GoldenSet
from golden_sets.language import marked, tr
from pages.ui import stored
from pages.ui.bound import pills, segmented, select, several, slider, toggle
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
    picked = select(tr("Document"), "document", names, first)
    found = by_id[picked]
    st.caption(
        tr(
            "{name} · {n:,} characters",
            name=found.document_class or tr("no class"),
            n=len(found.text),
        )
    )
    return found


def variant(golden_set: str) -> Variant:
    """The variant that the controls describe."""
    offer = stored.offer(golden_set)
    strategies = [*_ORDER, *(["mixed"] if offer.table else [])]
    if offer.fault:
        st.caption(tr("This set has a table for the strategy mixed that cannot be used:"))
        st.code(tr(offer.fault), language=None, wrap_lines=True)
    shown = {str(strategy_name(one)): one for one in strategies}
    picked = segmented(
        tr("Strategy"), "strategy", list(shown), "structure", tr, help=TERMS["strategy"]
    )
    name = shown[picked]
    st.caption(SHOWN[name])
    allowed = parameter_names(name)
    left, middle, right = st.columns(3)
    with left:
        unit, size = _size()
    with middle:
        percent = slider(
            tr("Overlap, % of the size"), "overlap_percent", (0, 50, 5), 0, TERMS["overlap"]
        )
        snap = "snap" in allowed and toggle(
            tr("Overlap starts at a sentence"), "snap", help=TERMS["snap"]
        )
    with right:
        headers = toggle(tr("Headers"), "path", help=TERMS["headers"])
        expansion, tokens = _expansion()
    with st.expander(tr(_RULES_OF.get(name, _NO_RULES)), icon=":material/tune:"):
        without, separators = _rules(allowed)
    cutting = Cutting(
        size=size,
        unit=unit,
        overlap=f"{percent}%",
        snap=snap,
        without=without,
        separators=separators,
    )
    made = offer.strategy(name, size, unit, percent) if name == "mixed" else cutting.strategy(name)
    return Variant(made, "path" if headers else "none", expansion, tokens)


_NO_RULES = marked("No rules to change")
_RULES_OF = {
    "recursive": marked("The separators, strongest first"),
    "structure": marked("The rules, each of which can be switched off"),
    "parent_child": marked("The rules of the parents, each of which can be switched off"),
}


def _size() -> tuple[Any, int]:
    units = {"characters": tr("characters"), "tokens": tr("tokens")}
    unit = segmented(tr("Unit"), "unit", list(units), "characters", units.__getitem__)
    low, high, step, usual = _SIZES[unit]
    # Each unit keeps a size of its own; a link written by hand may just say `size`.
    if "size" in st.query_params:
        st.query_params[f"size_{unit}"] = st.query_params["size"]
        del st.query_params["size"]
    size = slider(
        tr("Size, tokens") if unit == "tokens" else tr("Size, characters"),
        f"size_{unit}",
        (low, high, step),
        usual,
        TERMS["size"],
    )
    return unit, size


def _expansion() -> tuple[Any, int]:
    mode = select(
        tr("Expansion"), "expansion", list(EXPANSIONS), "none", tr, help=TERMS["expansion"]
    )
    st.caption(EXPANSIONS[mode])
    if mode == "none":
        return mode, 200
    tokens = slider(
        tr("Expansion, tokens at most"), "expansion_tokens", (25, 1000, 25), 200, TERMS["expansion"]
    )
    return mode, tokens


def _rules(allowed: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...] | None]:
    """The rules that are switched off, and the separators in their order."""
    without: tuple[str, ...] = ()
    separators: tuple[str, ...] | None = None
    if "without" in allowed:
        picked = pills(tr("Rules that apply"), "rules", list(RULES), tr, help=TERMS["rules"])
        without = tuple(rule for rule in RULES if rule not in picked)
        st.table([{tr("Rule"): tr(rule), tr("What it does"): RULES[rule]} for rule in RULES])
    elif "separators" in allowed:
        picked = several(
            tr("Separators, strongest first"),
            "separators",
            list(SEPARATORS),
            tr,
            help=TERMS["separators"],
        )
        separators = tuple(picked)
        shown = [
            {tr("Separator"): tr(name), tr("Regular expression"): SEPARATORS[name]}
            for name in picked
        ]
        st.dataframe(shown, hide_index=True)
        if not picked:
            st.caption(tr("Without any separator the text is cut hard at the size."))
    else:
        st.caption(tr("This strategy has no rules or separators of its own."))
    return without, separators
