"""Neighbours that mislead when they are read apart."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from golden_sets.document import Document, Span

# What may stand before the first word: a list marker, a quote mark, a clause number, emphasis.
_OPENING = re.compile(r"(?:[-+*>]\s+|[(（]?(?:\d+(?:\.\d+)*|[a-zA-Z])[.)）、]?\s+|[*_“\"'(（]+)*")
_TURNS = re.compile(r"(?:(?:but|however|except|unless)\b|但|然而|除外|不包括|前款)", re.IGNORECASE)
_OPEN_END = re.compile(r"[:;：；][*_\"'”’)）]*$")


def turns_meaning(text: str) -> bool:
    """Whether the text opens with a word that limits or reverses what stands before it."""
    opening = _OPENING.match(text)
    return bool(_TURNS.match(text, opening.end() if opening else 0))


def is_open_ended(text: str) -> bool:
    """Whether the text ends in a colon or semicolon, so that what follows completes it."""
    return bool(_OPEN_END.search(text.rstrip()))


def bonds(document: Document, found: Sequence[Span]) -> frozenset[int]:
    """Starts of the sentences that belong to the one before them.

    Args:
        found: The document's sentences. A sentence belongs to the one before it where that ends
            in a colon or semicolon (a list's lead and its first item among them) or is a heading,
            or where its own first word turns the meaning. A heading belongs to nothing before it.
    """
    text = document.text
    headings = {block.span.start for block in document.blocks if block.kind == "heading"}
    bonded = set()
    for before, after in pairwise(found):
        if after.start in headings:
            continue
        if (
            before.start in headings
            or is_open_ended(text[slice(*before)])
            or turns_meaning(text[slice(*after)])
        ):
            bonded.add(after.start)
    return frozenset(bonded)


def broken_bonds(bonded: Iterable[int], chunks: Iterable[Sequence[Span]]) -> int:
    """How many bonds no chunk keeps: none has a span that reaches from before it to after it."""
    spans = sorted(span for chunk in chunks for span in chunk)
    broken = reach = at = 0
    for start in sorted(bonded):
        while at < len(spans) and spans[at].start < start:
            reach = max(reach, spans[at].end)
            at += 1
        broken += reach <= start
    return broken
