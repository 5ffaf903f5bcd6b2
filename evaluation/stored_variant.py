"""The variant that a report's row describes, to cut with again."""

from collections.abc import Mapping
from typing import Any

from strategies.mixed import OTHERWISE, Mixed
from strategies.registry import STRATEGIES, Strategy, make_strategy
from strategies.variant import EXPANSION_TOKENS, Variant

Row = Mapping[str, Any]


def variant_of(row: Row) -> Variant | None:
    """The variant of a report's row in `variants`.

    None for a splitter from elsewhere, whose code is not in the report, and for parameters that
    this version of the program does not know or would name otherwise.
    """
    expansion = row.get("expansion") or {"mode": "none", "tokens": EXPANSION_TOKENS}
    try:
        made = Variant(
            _strategy(row["strategy"], row["parameters"]),
            row["headers"],
            expansion["mode"],
            expansion["tokens"],
        )
    except (ValueError, TypeError, KeyError):
        return None
    return made if made.id == row["id"] else None


def _strategy(name: str, parameters: Row) -> Strategy:
    if name not in STRATEGIES:
        raise ValueError(f"strategy {name!r} is none of ours")
    if name != "mixed":
        return make_strategy(name, **parameters)
    classes = {one: _entry(entry) for one, entry in parameters["classes"].items()}
    sizes = {key: parameters[key] for key in ("size", "unit", "overlap")}
    otherwise = _entry(parameters[OTHERWISE])
    return Mixed(**sizes, classes=tuple(sorted(classes.items())), otherwise=otherwise)


def _entry(entry: Row) -> Strategy:
    return _strategy(entry["strategy"], {k: v for k, v in entry.items() if k != "strategy"})
