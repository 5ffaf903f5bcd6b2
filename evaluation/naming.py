"""What a variant of a report is called, beside its id."""

from typing import Any


def strategy_name(strategy: str) -> str:
    return strategy.replace("_", "-")


def variant_name(variant: dict[str, Any]) -> str:
    """The strategy, and what sets the variant apart beside overlap and headers."""
    name = strategy_name(variant["strategy"])
    if without := variant.get("parameters", {}).get("without"):
        name += f" without {', '.join(without)}"
    if expansion := variant.get("expansion"):
        name += f" + {expansion['mode']}"
    return name
