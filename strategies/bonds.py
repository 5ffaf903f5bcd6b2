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


def bonds(document: Document, found: Sequence[Span]) -> tuple[tuple[Span, Span], ...]:
    """Pairs of neighbouring sentences that belong together, in order.

    Args:
        found: The document's sentences. A sentence belongs to the one before it where that ends
            in a colon or semicolon (a list's lead and its first item among them) or is a heading,
            or where its own first word turns the meaning. A heading belongs to nothing before it.
    """
    text = document.text
    headings = {block.span.start for block in document.blocks if block.kind == "heading"}
    return tuple(
        (before, after)
        for before, after in pairwise(found)
        if after.start not in headings
        and (
            before.start in headings
            or is_open_ended(text[slice(*before)])
            or turns_meaning(text[slice(*after)])
        )
    )


def broken_bonds(bonded: Iterable[tuple[Span, Span]], chunks: Iterable[Sequence[Span]]) -> int:
    """How many pairs no chunk holds whole, both sentences of them."""
    held = {tuple(spans) for spans in chunks}

    def inside(sentence: Span, spans: Sequence[Span]) -> bool:
        return any(start <= sentence.start and sentence.end <= end for start, end in spans)

    return sum(
        not any(inside(before, spans) and inside(after, spans) for spans in held)
        for before, after in bonded
    )
