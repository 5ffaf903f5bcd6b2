"""Whether an index keeps within the limits of a protocol."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from evaluation.costs import Price
from evaluation.protocol import Protocol
from evaluation.protocol_parts import Limits
from golden_sets.language import Worded, worded


class Kept(NamedTuple):
    """What of the limits an index does not keep, in words.

    Attributes:
        broken: One each, with both numbers.
        unmeasured: Names of limits on what the run has no figure of.
    """

    broken: tuple[str, ...]
    unmeasured: tuple[str, ...]


def limits_of(protocol: Protocol, index: Mapping[str, Any], price: Price) -> Kept:
    """The limits that an index breaks, and those that cannot be held against it."""
    limits = protocol.limits
    duplication = index["duplication"]
    rows = (
        (worded("index tokens"), index["tokens"], limits.index_tokens, ",.0f", ""),
        (worded("duplication"), _percent(duplication), _percent(limits.duplication), ".1f", " %"),
        (worded("indexing time"), _indexing(index, limits), limits.indexing_seconds, ".3g", " s"),
        (worded("query time"), index.get("query_ms"), limits.query_ms, ".3g", " ms"),
        (
            worded("monthly cost"),
            price.monthly,
            limits.monthly_cost,
            ",.4g",
            f" {protocol.costs.currency}",
        ),
    )
    limited = [row for row in rows if row[2] is not None]
    return Kept(
        tuple(
            _broken(name, value, limit, form, unit)
            for name, value, limit, form, unit in limited
            if value is not None and limit is not None and value > limit
        ),
        tuple(name for name, value, *_ in limited if value is None),
    )


def _broken(name: str, value: float, limit: float, form: str, unit: str) -> Worded:
    """The limit and the value over it, never rounded to one number."""
    if f"{value:{form}}" == f"{limit:{form}}":
        form = ",.10g"
    return worded(
        "{name} {value}, the limit is {limit}",
        name=name,
        value=f"{value:{form}}{unit}",
        limit=f"{limit:{form}}{unit}",
    )


def _indexing(index: Mapping[str, Any], limits: Limits) -> float | None:
    """Seconds to cut and to embed. Where vectors came from the store these are not all: None,
    unless they break the limit already."""
    seconds: float | None = index.get("seconds")
    if seconds is None:
        return None
    whole = index.get("embedded_now") in (None, 1)
    over = limits.indexing_seconds is not None and seconds > limits.indexing_seconds
    return seconds if whole or over else None


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share
