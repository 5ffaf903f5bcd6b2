"""A long document in parts that a browser lays out without a pause."""

import re
from typing import NamedTuple

from golden_sets.document import Document, Span

# In characters.
PART = 20_000
_BLANK = re.compile(r"\s")


class Parts(NamedTuple):
    """A document's parts in order; they hold every character once."""

    spans: tuple[Span, ...]

    def of(self, place: int) -> int:
        """Which part a place stands in, from 0."""
        return next((at for at, span in enumerate(self.spans) if place < span.end), 0)


def parts(document: Document, size: int = PART) -> Parts:
    """Parts of at most `size` characters, cut where a block starts, else at a line, else at a
    blank, else where the size ends; one empty part for an empty document."""
    starts = [block.span.start for block in document.blocks]
    found, at, end = [], 0, len(document.text)
    place = 0
    while end - at > size:
        limit, cut = at + size, 0
        while place < len(starts) and starts[place] <= limit:
            cut = starts[place]
            place += 1
        if cut <= at + size // 2:
            cut = _blank_before(document.text, at + size // 2, limit)
        found.append(Span(at, cut))
        at = cut
    return Parts((*found, Span(at, end)))


def _blank_before(text: str, low: int, high: int) -> int:
    line = text.rfind("\n", low, high)
    if line >= 0:
        return line + 1
    blanks = [match.end() for match in _BLANK.finditer(text, low, high)]
    return blanks[-1] if blanks else high
