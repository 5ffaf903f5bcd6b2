"""How much of one context stands in another, whatever the units it came in."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from evaluation.spans import merged, total, without
from golden_sets.document import Span

Unit = Mapping[str, Any]
Held = dict[str, list[Span]]


def held(units: Iterable[Unit]) -> Held:
    """The source text of stored units as unions, by document: text, headings, what was added."""
    found: dict[str, list[Span]] = {}
    for unit in units:
        found.setdefault(unit["document"], []).extend(_source(unit))
    return {document: merged(spans) for document, spans in found.items()}


def shared_share(unit: Unit, other: Held) -> float | None:
    """The share of the unit's characters that the other context holds, None for an empty unit."""
    own = merged(_source(unit))
    if not own:
        return None
    left = without(own, other.get(unit["document"], []))
    return 1 - total(left) / total(own)


def shared_of(units: Sequence[Unit], other: Sequence[Unit]) -> float | None:
    """The share of the first context's distinct characters that the second holds too."""
    mine, theirs = held(units), held(other)
    everything = sum(map(total, mine.values()))
    if not everything:
        return None
    left = (total(without(spans, theirs.get(name, []))) for name, spans in mine.items())
    return 1 - sum(left) / everything


def _source(unit: Unit) -> list[Span]:
    return [Span(*span) for span in (*unit["spans"], *unit["header"], *unit.get("added", ()))]
