"""Along the document's own structure."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from golden_sets.document import Block, Document, Span
from golden_sets.language import marked
from strategies.chunk import Chunk
from strategies.groups import Group, groups, numbered, split_group
from strategies.measure import Measure, Unit
from strategies.pieces import Piece, chunks_of, with_overlap
from strategies.registry import check_at_least, check_sizes, strategy
from strategies.rules import blocks_without, check_rules
from strategies.sections import Section, section_tree
from strategies.sentence import pack_sentences
from strategies.tools import Tools


@strategy(
    "structure", marked("Along headings, lists and tables, keeping an exception with its rule.")
)
@dataclass(frozen=True, slots=True)
class Structure:
    """Sections that fit are kept whole; an oversize one is cut by sub-heading, then paragraph,
    then sentence.

    Tables and code are atomic. An oversize table is cut by rows with its header row in every
    piece, an oversize list by items with its lead sentence in every piece. Neighbours that
    mislead apart are kept together where they fit (`bonds`). The overlap is taken from the size
    and stays inside its section.

    Attributes:
        snap: The overlap starts at a sentence.
        min_size: In characters; a shorter piece joins the previous, else the next, piece of its
            section if it fits.
        without: Names of `RULES` that are switched off.
    """

    size: int = 400
    unit: Unit = "characters"
    overlap: int = 0
    snap: bool = False
    min_size: int = 40
    without: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_sizes(self.size, self.overlap, self.unit)
        check_at_least("min_size", self.min_size, 0)
        object.__setattr__(self, "without", check_rules(self.without))

    def cut(self, document: Document, tools: Tools) -> tuple[Chunk, ...]:
        size = self.size - self.overlap
        pieces = structure_pieces(document, tools, size, self.unit, self.min_size, self.without)
        return chunks_of(document, with_overlap(document, pieces, self, tools), tools)


def structure_pieces(
    document: Document,
    tools: Tools,
    size: int,
    unit: Unit,
    min_size: int = 40,
    without: tuple[str, ...] = (),
) -> list[Piece]:
    """Disjoint pieces of the document, in order; each piece's floor is its section's start."""
    blocks = list(blocks_without(document, without)) if without else document.blocks
    if not blocks:
        return []
    bonded = () if "bonds" in without else tools.bonds(document)
    cutter = _Cutter(
        text=document.text,
        size=size,
        min_size=0 if "joins" in without else min_size,
        measured=tools.measure(document, unit),
        sentences=tools.sentences(document),
        starts=tools.sentence_starts(document),
        heading_ends=frozenset(block.span.end for block in blocks if block.kind == "heading"),
        bonded=frozenset(after.start for _, after in bonded),
    )
    return numbered(cutter.section(section_tree(blocks)))


@dataclass(frozen=True, slots=True)
class _Cutter:
    """One document's cutting: its text, its limits, and the sentences and bonds they respect."""

    text: str
    size: int
    min_size: int
    measured: Measure
    sentences: Sequence[Span]
    starts: Sequence[int]
    heading_ends: frozenset[int]
    bonded: frozenset[int]

    def fits(self, start: int, end: int) -> bool:
        return self.measured.size(start, end) <= self.size

    def inside(self, start: int, end: int) -> Sequence[Span]:
        """The sentences that lie in `[start, end)`."""
        first = bisect_left(self.starts, start)
        last = bisect_left(self.starts, end, first)
        if last > first and self.sentences[last - 1].end > end:
            last -= 1
        return self.sentences[first:last]

    def section(self, node: Section) -> list[Piece]:
        if self.fits(node.start, node.end):
            return [Piece(node.span, floor=node.start)]
        pieces = [piece._replace(floor=node.start) for piece in self._own(node.blocks)]
        for child in node.children:
            found = self.section(child)
            if pieces and child.start in self.bonded:
                found[:1] = self._bonded(pieces.pop(), found[0])
            pieces.extend(found)
        return self._joined(pieces)

    def _own(self, blocks: Sequence[Block]) -> Iterator[Piece]:
        """The pieces of blocks with no heading between them."""
        run: list[Span] = []
        for group in groups(self.text, blocks, self.inside):
            if self.fits(*group.span):
                run.append(group.span)
            elif group.kind == "text" or (group.kind == "list" and group.lead is None):
                for part in group.parts:
                    run.extend([part] if self.fits(*part) else self._statements(part))
            else:
                yield from map(Piece, self._packed(run))
                run = []
                yield from self._split(group)
        yield from map(Piece, self._packed(run))

    def _statements(self, span: Span) -> list[Span]:
        """The span's sentences, each of at most the size; all of it where it has none."""
        parts: list[Span] = []
        for sentence in self.inside(*span) or [span]:
            parts.extend(pack_sentences(self.text, [sentence], self.size, self.measured))
        return parts

    def _split(self, group: Group) -> list[Piece]:
        return split_group(group, self.size, self.measured, self._statements)

    def _packed(self, atoms: Sequence[Span]) -> Iterator[Span]:
        """Neighbours merged up to the size, cuts moved earlier where they would break a bond."""
        current: list[Span] = []
        for atom in atoms:
            if current and not self.fits(current[0].start, atom.end):
                kept = self._kept_with(current, atom.end) if atom.start in self.bonded else []
                cut = kept[0].start if kept else atom.start
                yield from self._before(current, cut)
                current = kept
            current.append(atom)
        if current:
            yield Span(current[0].start, current[-1].end)

    def _before(self, current: Sequence[Span], cut: int) -> Iterator[Span]:
        """What of the atoms lies before the cut."""
        ends = [sentence.end for sentence in self.inside(current[0].start, cut)]
        whole = [atom.end for atom in current if atom.end <= cut]
        end = max([*ends[-1:], *whole], default=current[0].start)
        if end > current[0].start:
            yield Span(current[0].start, end)

    def _kept_with(self, current: Sequence[Span], end: int) -> list[Span]:
        """The shortest tail of the atoms that keeps the bond with what ends at `end`, and fits.

        It starts at an atom, else at a sentence of the last atom. Empty where none does.
        """
        starts = [a.start for a in current[1:]]
        last = current[-1]
        starts += [s.start for s in self.inside(*last) if s.start > last.start]
        for start in sorted(set(starts), reverse=True):
            if not self.fits(start, end):
                break
            if start not in self.bonded:
                tail = [a for a in current if a.start > start]
                first = next((a for a in current if a.start <= start < a.end), None)
                return [Span(start, first.end), *tail] if first else tail
        return []

    def _bonded(self, before: Piece, piece: Piece) -> list[Piece]:
        """Two sections' neighbouring pieces as one where that fits, else the tail moved over."""
        if before.repeated or piece.repeated:
            return [before, piece]
        if self.fits(before.span.start, piece.span.end):
            part = before.part or piece.part
            return [before._replace(span=Span(before.span.start, piece.span.end), part=part)]
        kept = self._kept_with([before.span], piece.span.end)
        left = [*self._before([before.span], kept[0].start)] if kept else []
        if not left:
            return [before, piece]
        moved = Span(kept[0].start, piece.span.end)
        return [before._replace(span=left[0]), piece._replace(span=moved, floor=before.floor)]

    def _joined(self, pieces: Sequence[Piece]) -> list[Piece]:
        """Short pieces joined with the previous, else the next, where that fits; a heading never
        with what stands before it."""
        joined: list[Piece] = []
        short: Piece | None = None
        for piece in pieces:
            opens = piece.span.end in self.heading_ends
            if short is not None:
                alike = not opens or short.span.end in self.heading_ends
                if alike and not piece.repeated and self.fits(short.span.start, piece.span.end):
                    part = short.part or piece.part
                    piece = short._replace(span=Span(short.span.start, piece.span.end), part=part)
                    if opens:
                        short = piece
                        continue
                else:
                    joined.append(short)
                short = None
            if piece.repeated or piece.span.end - piece.span.start >= self.min_size:
                joined.append(piece)
            elif joined and not opens and self._fits_after(joined[-1], piece):
                part = joined[-1].part or piece.part
                span = Span(joined[-1].span.start, piece.span.end)
                joined[-1] = joined[-1]._replace(span=span, part=part)
            else:
                short = piece
        return [*joined, short] if short else joined

    def _fits_after(self, before: Piece, piece: Piece) -> bool:
        repeated = sum(self.measured.size(*span) + 1 for span in before.repeated)
        return repeated + self.measured.size(before.span.start, piece.span.end) <= self.size
