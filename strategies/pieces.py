"""Pieces of a document before they are chunks: where they start and end, and what they repeat."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from golden_sets.document import Document, Span
from strategies.block_index import BlockIndex
from strategies.chunk import Chunk
from strategies.clusters import splits_cluster
from strategies.measure import Measure, Unit
from strategies.tools import Tools


class Piece(NamedTuple):
    """One cut.

    Attributes:
        span: The piece's own text.
        repeated: Text from before it that it says again (a table's header row, a list's lead).
        read: What is read instead when it is found; empty for the piece itself.
        floor: The first character its overlap may reach back to.
        part: Which part of how many of a table or list that was cut.
    """

    span: Span
    repeated: tuple[Span, ...] = ()
    read: tuple[Span, ...] = ()
    floor: int = 0
    part: tuple[int, int] | None = None

    @property
    def matched(self) -> tuple[Span, ...]:
        return (*self.repeated, self.span)


class Overlapping(Protocol):
    """What asks for an overlap that is taken from its size."""

    @property
    def size(self) -> int: ...
    @property
    def overlap(self) -> int: ...
    @property
    def unit(self) -> Unit: ...
    @property
    def snap(self) -> bool: ...


class OverlapOf(NamedTuple):
    """An overlap by itself, in units of the size it is taken from."""

    size: int
    overlap: int
    unit: Unit
    snap: bool


def with_overlap(
    document: Document, pieces: Sequence[Piece], given: Overlapping, tools: Tools
) -> Sequence[Piece]:
    """The pieces, each starting up to the overlap earlier, never over its floor.

    Snapped it starts at the first sentence in reach, so that it opens on a whole sentence. It
    takes nothing where that would take in the whole piece before, and no more than keeps the
    piece within the size.
    """
    if not given.overlap:
        return pieces
    measured = tools.measure(document, given.unit)
    starts = tools.sentence_starts(document) if given.snap else None
    extended: list[Piece] = []
    for before, piece in zip([None, *pieces], pieces, strict=False):
        start = piece.span.start
        if before is not None:
            start = _reach_back(piece, given, measured)
            if starts is not None:
                found = bisect_left(starts, start)
                start = starts[found] if found < len(starts) else piece.span.start
            while start < piece.span.start and splits_cluster(document.text, start):
                start = piece.span.start if given.snap else start + 1
            if start <= before.span.start or start > piece.span.start:
                start = piece.span.start
        extended.append(piece._replace(span=Span(start, piece.span.end)))
    return extended


def _reach_back(piece: Piece, given: Overlapping, measured: Measure) -> int:
    room = given.size - sum(measured.size(*span) + 1 for span in piece.repeated)
    floor = max([piece.floor, *(span.end for span in piece.repeated)])
    within = measured.reach_back(piece.span.end, max(0, room))
    return max(floor, within, measured.reach_back(piece.span.start, given.overlap))


def chunks_of(
    document: Document, pieces: Iterable[Piece], tools: Tools | None = None
) -> tuple[Chunk, ...]:
    """The pieces as chunks, in order, without blank ones."""
    index = tools.block_index(document) if tools else BlockIndex(document.blocks)
    text, name, revision = document.text, document.id, document.revision
    made: list[Chunk] = []
    for span, repeated, read, _, part in pieces:
        if not text[span[0] : span[1]].strip():
            continue
        kind, path, page = index.of(span)
        matched = (*repeated, span)
        made.append(Chunk(name, revision, matched, read or matched, kind, path, page, part))
    return tuple(made)


def plain_chunks(document: Document, spans: Iterable[Span], tools: Tools) -> tuple[Chunk, ...]:
    """The spans as chunks that repeat nothing and are read as they are, without blank ones."""
    of, text = tools.block_index(document).of, document.text
    name, revision = document.id, document.revision
    made: list[Chunk] = []
    for span in spans:
        if text[span[0] : span[1]].strip():
            matched = (span,)
            made.append(Chunk(name, revision, matched, matched, *of(span)))
    return tuple(made)


def overlapped_chunks(
    document: Document, spans: Iterable[Span], given: Overlapping, tools: Tools
) -> tuple[Chunk, ...]:
    """Disjoint spans as chunks, with the overlap that a strategy asks for."""
    if not given.overlap:
        return plain_chunks(document, spans, tools)
    pieces = [Piece(span, floor=document.body_start) for span in spans]
    return chunks_of(document, with_overlap(document, pieces, given, tools), tools)
