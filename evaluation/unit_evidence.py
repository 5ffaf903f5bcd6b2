"""What of the evidence one unit of a context holds by itself."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from evaluation.spans import merged, required, total, without
from golden_sets.document import Document, Span
from golden_sets.question import Passage

Holds = Literal["whole", "partly", "none"]


def unit_holds(
    unit: Mapping[str, Any], passages: Iterable[Passage], documents: Mapping[str, Document]
) -> Holds:
    """Whether the unit holds some passage whole, a part of one, or none of any."""
    spans = (*unit["spans"], *unit["header"], *unit.get("added", ()))
    have = merged(Span(*span) for span in spans)
    found: Holds = "none"
    for passage in passages:
        if passage.document != unit["document"] or not have:
            continue
        wanted = required(documents[passage.document], passage.span)
        left = total(without(wanted, have))
        if passage.whole or not left:
            return "whole"
        if left < total(wanted):
            found = "partly"
    return found
