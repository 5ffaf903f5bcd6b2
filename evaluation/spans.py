"""Sets of characters as merged spans: union, intersection, and what of a passage is left."""

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import accumulate

from golden_sets.document import Document, Span

_WORDS = re.compile(r"\S+")


def merged(spans: Iterable[Span]) -> list[Span]:
    """The union, as disjoint spans in order that do not touch."""
    union: list[Span] = []
    for span in sorted(spans):
        if union and span.start <= union[-1].end:
            union[-1] = Span(union[-1].start, max(union[-1].end, span.end))
        elif span.start < span.end:
            union.append(Span(*span))
    return union


def total(union: Iterable[Span]) -> int:
    """Characters in a union."""
    return sum(end - start for start, end in union)


def common(one: Sequence[Span], other: Sequence[Span]) -> int:
    """Characters in both of two unions."""
    shared = first = second = 0
    while first < len(one) and second < len(other):
        start = max(one[first].start, other[second].start)
        end = min(one[first].end, other[second].end)
        shared += max(0, end - start)
        if one[first].end < other[second].end:
            first += 1
        else:
            second += 1
    return shared


def without(runs: Sequence[Span], spans: Iterable[Span]) -> list[Span]:
    """What of disjoint ordered runs is in none of the spans. The list itself where that is all."""
    left = runs if isinstance(runs, list) else list(runs)
    for start, end in spans:
        if not left or end <= left[0].start or start >= left[-1].end:
            continue
        kept: list[Span] = []
        for run in left:
            if end <= run.start or run.end <= start:
                kept.append(run)
                continue
            if run.start < start:
                kept.append(Span(run.start, start))
            if end < run.end:
                kept.append(Span(end, run.end))
        left = kept
    return left


def required(document: Document, span: Span) -> list[Span]:
    """The runs of a passage that must be covered: neither white space nor block markup.

    A passage of nothing but those is required as it stands.
    """
    starts = [block.span.start for block in document.blocks]
    first = max(0, bisect_left(starts, span.start) - 1)
    marks = [
        mark
        for block in document.blocks[first : bisect_left(starts, span.end)]
        for mark in block.markup
    ]
    words = [Span(*found.span()) for found in _WORDS.finditer(document.text, *span)]
    return without(words, marks) or [span]


class Blanks:
    """Counts the non-blank characters of a document's spans."""

    def __init__(self, text: str) -> None:
        # An array of integers: NumPy's would make an object at each look, three times as slow.
        self._before = array("q", accumulate((not c.isspace() for c in text), initial=0))

    def count(self, spans: Iterable[Span]) -> int:
        """Non-blank characters, those in several spans counted each time."""
        before = self._before
        return sum(before[end] - before[start] for start, end in spans)
