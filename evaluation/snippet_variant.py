"""A report's variant made again, to be handed to somebody as code."""

from collections.abc import Mapping
from typing import Any

from strategies.mixed import Mixed
from strategies.registry import STRATEGIES, Strategy, make_strategy
from strategies.variant import EXPANSION_TOKENS, Variant


def variant_of(stored: Mapping[str, Any]) -> Variant | None:
    """The variant that a report holds; None for a splitter from elsewhere, and for one that this
    version cannot make to the same id."""
    made = _strategy(stored["strategy"], stored["parameters"])
    if made is None:
        return None
    expansion = stored.get("expansion") or {"mode": "none", "tokens": EXPANSION_TOKENS}
    try:
        variant = Variant(made, stored["headers"], expansion["mode"], expansion["tokens"])
    except (ValueError, KeyError, TypeError):
        return None
    return variant if variant.id == stored["id"] else None


def _strategy(name: str, parameters: Mapping[str, Any]) -> Strategy | None:
    if name not in STRATEGIES:
        return None
    try:
        if name != "mixed":
            return make_strategy(name, **parameters)
        table = {one: _entry(entry) for one, entry in parameters["classes"].items()}
        return Mixed(
            parameters["size"],
            parameters["unit"],
            parameters["overlap"],
            tuple(sorted(table.items())),
            _entry(parameters["otherwise"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def _entry(entry: Mapping[str, Any]) -> Strategy:
    return make_strategy(entry["strategy"], **{k: v for k, v in entry.items() if k != "strategy"})
