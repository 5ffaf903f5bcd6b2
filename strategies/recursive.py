"""The strongest separator first."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from golden_sets.document import Document, Span
from golden_sets.markdown import trim
from strategies.chunk import Chunk
from strategies.measure import Measure, Unit
from strategies.pieces import Piece, chunks_of, with_overlap
from strategies.registry import check_sizes, strategy
from strategies.tools import Tools

# Strongest first: each pattern matches the separator, which stays with the text before it.
SEPARATORS: tuple[tuple[str, str], ...] = (
    ("blank line", r"\n[^\S\n]*\n\s*"),
    ("newline", r"\n"),
    ("sentence end", r"(?:[.!?…]+[\"')\]”’]*(?=\s)|[。！？]+[”’」』）]*)\s*"),
    ("semicolon", r"(?:;(?=\s)|；)\s*"),
    ("comma", r"(?:,(?=\s)|[，、])\s*"),
    ("space", r"\s+"),
)
PATTERNS = tuple(pattern for _, pattern in SEPARATORS)


@strategy("recursive", "At the strongest separator that keeps a chunk within its size.")
@dataclass(frozen=True, slots=True)
class Recursive:
    """Splits at the strongest separator, splits what is still too large at the next, and merges
    neighbours up to `size`; a run without any separator is cut hard.

    The overlap is taken from the size: pieces are cut at `size - overlap` and start up to
    `overlap` earlier.
    """

    size: int = 400
    unit: Unit = "characters"
    overlap: int = 0
    separators: tuple[str, ...] = PATTERNS

    def __post_init__(self) -> None:
        check_sizes(self.size, self.overlap, self.unit)

    def cut(self, document: Document, tools: Tools) -> tuple[Chunk, ...]:
        measured = tools.measure(document, self.unit)
        body = Span(document.body_start, len(document.text))
        spans = recursive_spans(
            document.text, body, self.size - self.overlap, measured, self.separators
        )
        pieces = [Piece(span, floor=body.start) for span in spans]
        return chunks_of(document, with_overlap(pieces, self.size, self.overlap, measured))


def recursive_spans(
    text: str,
    span: Span,
    size: int,
    measured: Measure,
    separators: tuple[str, ...] = PATTERNS,
) -> list[Span]:
    """Disjoint spans within `span`, in order, trimmed, each of at most `size` units.

    Every non-blank character of `span` is in one of them.
    """
    patterns = [re.compile(pattern) for pattern in separators]
    merged: list[Span] = []
    for part in _parts(text, trim(text, *span), size, measured, patterns):
        if merged and measured.size(merged[-1].start, part.end) <= size:
            merged[-1] = Span(merged[-1].start, part.end)
        else:
            merged.append(part)
    return merged


def _parts(
    text: str, span: Span, size: int, measured: Measure, patterns: list[re.Pattern[str]]
) -> Iterator[Span]:
    """Trimmed parts of at most `size`, from the weakest separators that were needed."""
    if span.start >= span.end:
        return
    if measured.size(*span) <= size:
        yield span
        return
    if not patterns:
        yield from _hard(text, span, size, measured)
        return
    pattern, *weaker = patterns
    start = span.start
    for found in pattern.finditer(text, *span):
        yield from _parts(text, trim(text, start, found.end()), size, measured, weaker)
        start = found.end()
    yield from _parts(text, trim(text, start, span.end), size, measured, weaker)


def _hard(text: str, span: Span, size: int, measured: Measure) -> Iterator[Span]:
    start, end = span
    while start < end:
        # One character may be more tokens than the size; it is kept whole.
        stop = min(end, max(start + 1, measured.reach(start, size)))
        piece = trim(text, start, stop)
        if piece.start < piece.end:
            yield piece
        start = stop
