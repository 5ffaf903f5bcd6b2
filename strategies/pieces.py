"""Pieces of a document before they are chunks: where they start and end, and what they repeat."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from golden_sets.document import Block, Document, Span
from golden_sets.markdown import trim
from strategies.chunk import Chunk, linked
from strategies.measure import Measure


@dataclass(frozen=True, slots=True)
class Piece:
    """One cut.

    Attributes:
        span: The piece's own text.
        repeated: Text from before it that it says again (a table's header row, a list's lead).
        read: What is read instead when it is found; empty for the piece itself.
        floor: The first character its overlap may reach back to.
    """

    span: Span
    repeated: tuple[Span, ...] = ()
    read: tuple[Span, ...] = ()
    floor: int = 0

    @property
    def matched(self) -> tuple[Span, ...]:
        return (*self.repeated, self.span)


def without_blanks(text: str, spans: Iterable[Span]) -> list[Span]:
    """The spans trimmed of white space, the blank ones left out."""
    trimmed = (trim(text, start, end) for start, end in spans)
    return [span for span in trimmed if span.start < span.end]


def with_overlap(
    pieces: Sequence[Piece],
    size: int,
    overlap: int,
    measure: Measure,
    sentence_starts: Sequence[int] | None = None,
) -> list[Piece]:
    """The pieces, each starting up to `overlap` units earlier, never over its floor.

    With `sentence_starts` it starts at the first of them in reach, so that it opens on a whole
    sentence. It takes nothing where that would take in the whole piece before, and no more than
    keeps the piece within `size`.
    """
    extended: list[Piece] = []
    for index, piece in enumerate(pieces):
        start = _reach_back(pieces, index, size, overlap, measure)
        if sentence_starts is not None:
            found = bisect_left(sentence_starts, start)
            start = sentence_starts[found] if found < len(sentence_starts) else piece.span.start
        if index and start <= pieces[index - 1].span.start:
            start = piece.span.start
        start = min(start, piece.span.start)
        extended.append(replace(piece, span=Span(start, piece.span.end)))
    return extended


def _reach_back(
    pieces: Sequence[Piece], index: int, size: int, overlap: int, measure: Measure
) -> int:
    piece = pieces[index]
    if not index or not overlap:
        return piece.span.start
    room = size - sum(measure.size(*span) + 1 for span in piece.repeated)
    floor = max([piece.floor, *(span.end for span in piece.repeated)])
    within = measure.reach_back(piece.span.end, max(0, room))
    return max(floor, within, measure.reach_back(piece.span.start, overlap))


_GROUPS = {
    "table_header": "table",
    "table_row": "table",
    "list_item": "list",
    "code": "code",
    "image": "image",
}


def chunks_of(document: Document, pieces: Iterable[Piece]) -> tuple[Chunk, ...]:
    """The pieces as chunks, in order, without blank ones, each knowing its neighbours."""
    starts = [block.span.start for block in document.blocks]
    made: list[Chunk] = []
    for piece in pieces:
        span = piece.span
        if not document.text[slice(*span)].strip():
            continue
        inside = _blocks_of(document.blocks, starts, span)
        matched = piece.matched
        made.append(
            Chunk(
                document=document.id,
                revision=document.revision,
                matched=matched,
                read=piece.read or matched,
                kind=_kind(inside),
                heading_path=inside[0].heading_path if inside else (),
                page=inside[0].page if inside else None,
            )
        )
    return linked(made)


def _blocks_of(blocks: tuple[Block, ...], starts: list[int], span: Span) -> tuple[Block, ...]:
    first = max(0, bisect_right(starts, span.start) - 1)
    if blocks and blocks[first].span.end <= span.start:
        first += 1
    return blocks[first : bisect_left(starts, span.end)]


def _kind(blocks: tuple[Block, ...]) -> str:
    kinds = {_GROUPS.get(block.kind, "text") for block in blocks if block.kind != "heading"}
    return kinds.pop() if len(kinds) == 1 else "text"
