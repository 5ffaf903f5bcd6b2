"""Neighbours that mislead when they are read apart."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from golden_sets.document import Document, Span

# What may stand before the first word: a list marker, a quote mark, a clause number, emphasis.
# Possessive: a line of underscores to sign on would otherwise be tried in every way it divides.
_OPENING = (
    r"(?:[-+*>]\s++|[(（]?(?:\d++(?:\.\d++)*+|[a-zA-Z])[.)）、]?\s++"
    r"|第[\d零〇一二三四五六七八九十百千]++条\s*+|[*_“\"'(（])*+"
)
_TURNS = re.compile(
    _OPENING + r"(?:(?:but|however|except|unless)\b|但|然而|除外|不包括|前款)", re.IGNORECASE
)
_OPEN_END = re.compile(r"[:;：；][*_\"'”’)）]*\s*$")
_MAY_END_OPEN = frozenset(":;：；*_\"'”’)） \t\n")


def turns_meaning(text: str, start: int = 0, end: int | None = None) -> bool:
    """Whether the text opens with a word that limits or reverses what stands before it."""
    return bool(_TURNS.match(text, start, len(text) if end is None else end))


def is_open_ended(text: str) -> bool:
    """Whether the text ends in a colon or semicolon, so that what follows completes it."""
    return text[-1:] in _MAY_END_OPEN and bool(_OPEN_END.search(text))


def bonds(document: Document, found: Sequence[Span]) -> tuple[tuple[Span, Span], ...]:
    """Pairs of neighbouring sentences that belong together, in order.

    Args:
        found: The document's sentences. A sentence belongs to the one before it where that ends
            in a colon or semicolon (a list's lead and its first item among them) or is a heading,
            or where its own first word, behind its number, turns the meaning. A heading that has
            a line to itself belongs to nothing before it.
    """
    text = document.text
    headings = {block.span for block in document.blocks if block.kind == "heading"}
    return tuple(
        (before, after)
        for before, after in pairwise(found)
        if after not in headings
        and (
            before in headings
            or (text[before.end - 1] in _MAY_END_OPEN and is_open_ended(text[slice(*before)]))
            or turns_meaning(text, *after)
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
