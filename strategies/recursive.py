"""The strongest separator first."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from golden_sets.document import Document, Span
from golden_sets.language import marked
from golden_sets.markdown import trim
from strategies.chunk import Chunk
from strategies.clusters import cluster_start
from strategies.measure import Measure, Unit
from strategies.own_separator import OWN_CHARACTERS, OwnSeparator, OwnTime, Separator
from strategies.pieces import overlapped_chunks
from strategies.registry import check_sizes, strategy
from strategies.tools import Tools

# Strongest first: each pattern matches the separator, which stays with the text before it.
SEPARATORS: dict[str, str] = {
    "blank line": r"\n[^\S\n]*\n\s*",
    "newline": r"\n",
    # From the first of several marks only, so that a line of dots is not tried at each of them.
    "sentence end": r"(?:(?<![.!?…])[.!?…]++[\"')\]”’]*+(?=\s)|[。！？]+[”’」』）]*)\s*",
    "semicolon": r"(?:;(?=\s)|；)\s*",
    "comma": r"(?:,(?=\s)|[，、])\s*",
    "space": r"\s+",
}
# A separator of one's own, as a regular expression.
OWN = "re:"


@strategy("recursive", marked("At the strongest separator that keeps a chunk within its size."))
@dataclass(frozen=True, slots=True)
class Recursive:
    """Splits at the strongest separator, splits what is still too large at the next, and merges
    neighbours up to `size`; a run without any separator is cut hard.

    The overlap is taken from the size: pieces are cut at `size - overlap` and start up to
    `overlap` earlier.

    Attributes:
        snap: The overlap starts at a sentence.
        separators: Strongest first: names of `SEPARATORS`, or `re:` and a regular expression.
    """

    size: int = 400
    unit: Unit = "characters"
    overlap: int = 0
    snap: bool = False
    separators: tuple[str, ...] = tuple(SEPARATORS)

    def __post_init__(self) -> None:
        check_sizes(self.size, self.overlap, self.unit)
        patterns_of(self.separators)

    def cut(self, document: Document, tools: Tools) -> tuple[Chunk, ...]:
        measured = tools.measure(document, self.unit)
        body = Span(document.body_start, len(document.text))
        spans = recursive_spans(
            document.text, body, self.size - self.overlap, measured, self.separators
        )
        return overlapped_chunks(document, spans, self, tools)


@cache
def patterns_of(separators: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    """The compiled patterns of a list of separators.

    Raises:
        ValueError: A name that is not in the table, or an expression that is none.
    """
    patterns = []
    for name in separators:
        if name not in SEPARATORS and not name.startswith(OWN):
            raise ValueError(
                f"unknown separator {name!r}; allowed are {', '.join(SEPARATORS)}, "
                f"or {OWN} and a regular expression"
            )
        if name in SEPARATORS:
            patterns.append(re.compile(SEPARATORS[name], re.MULTILINE))
        else:
            patterns.append(_own(name))
    return tuple(patterns)


@cache
def _searched(separators: tuple[str, ...]) -> tuple[Separator, ...]:
    return tuple(
        Separator(pattern) if name in SEPARATORS else OwnSeparator(pattern)
        for name, pattern in zip(separators, patterns_of(separators), strict=True)
    )


def _own(name: str) -> re.Pattern[str]:
    """The pattern behind `re:`.

    Raises:
        ValueError: It is none, or too long.
    """
    given = name.removeprefix(OWN)
    if len(given) > OWN_CHARACTERS:
        raise ValueError(
            f"separator {name[:40]!r}...: {len(given):,} characters; allowed are {OWN_CHARACTERS:,}"
        )
    try:
        return re.compile(given, re.MULTILINE)
    except (re.error, RecursionError, OverflowError) as error:
        raise ValueError(f"separator {name!r} is no regular expression: {error}") from None


def recursive_spans(
    text: str,
    span: Span,
    size: int,
    measured: Measure,
    separators: tuple[str, ...] = tuple(SEPARATORS),
) -> list[Span]:
    """Disjoint spans within `span`, in order, trimmed, each of at most `size` units.

    Every non-blank character of `span` is in one of them. A single character of more tokens than
    `size` is kept whole.
    """
    start, end = trim(text, *span)
    if start == end:
        return []
    if measured.size(start, end) <= size:
        return [Span(start, end)]
    edges: list[int] = []
    _add_edges(edges, text, Span(start, end), size, measured, _searched(separators), OwnTime())
    return list(_merged(text, Span(start, end), edges, size, measured))


def _add_edges(
    edges: list[int],
    text: str,
    span: Span,
    size: int,
    measured: Measure,
    patterns: Sequence[Separator],
    left: OwnTime,
) -> None:
    """Adds where a cut may fall inside a trimmed span that is too large, in order.

    Between two of them lies at most `size`, taken from the weakest separators that were needed.
    """
    if not patterns:
        edges.extend(_hard(text, span, size, measured))
        return
    first, end = span
    before = first
    safe = measured.surely(size)
    for edge in [*patterns[0].ends(text, first, end, left), end]:
        if edge - before > safe and measured.size(before, edge) > size:
            part = trim(text, before, edge)
            if measured.size(*part) > size:
                _add_edges(edges, text, part, size, measured, patterns[1:], left)
        if first < edge < end:
            edges.append(edge)
        before = edge


def _hard(text: str, span: Span, size: int, measured: Measure) -> Iterator[int]:
    at, end = span
    while at < end and (stop := measured.reach(at, size)) < end:
        # One character may be more tokens than the size.
        at = cluster_start(text, stop, at) if stop > at else at + 1
        if at < end:
            yield at


def _merged(
    text: str, span: Span, edges: Sequence[int], size: int, measured: Measure
) -> Iterator[Span]:
    """From each start as far as the edges allow."""
    start, end = span
    passed = 0
    while True:
        limit = measured.reach(start, size)
        if limit >= end:
            yield Span(start, end)
            return
        passed = bisect_right(edges, limit, passed)
        following = edges[passed] if passed < len(edges) else end
        # The next part may fit but for the blanks behind it.
        if text[limit:following].isspace() or not (passed and edges[passed - 1] > start):
            passed += 1
        if passed > len(edges):
            yield Span(start, end)
            return
        cut = edges[passed - 1]
        yield trim(text, start, cut)
        start = cut
        while text[start].isspace():
            start += 1
