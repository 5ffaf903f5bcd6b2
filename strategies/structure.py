"""Along the document's own structure."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from golden_sets.document import Block, Document, Span
from strategies.bonds import bonds
from strategies.chunk import Chunk
from strategies.groups import Group, groups, split_group
from strategies.measure import Measure, Unit
from strategies.pieces import Piece, chunks_of, with_overlap
from strategies.registry import check_sizes, strategy
from strategies.sentence import pack_sentences
from strategies.tools import Tools


@strategy("structure", "Along headings, lists and tables, keeping an exception with its rule.")
@dataclass(frozen=True, slots=True)
class Structure:
    """Sections that fit are kept whole; an oversize one is cut by sub-heading, then paragraph,
    then sentence.

    Tables and code are atomic. An oversize table is cut by rows with its header row in every
    piece, an oversize list by items with its lead sentence in every piece. Neighbours that
    mislead apart are kept together where they fit (`bonds`). The overlap is taken from the size
    and stays inside its section.

    Attributes:
        min_size: In characters; a shorter piece joins the previous, else the next, piece of its
            section if it fits.
    """

    size: int = 400
    unit: Unit = "characters"
    overlap: int = 0
    min_size: int = 40

    def __post_init__(self) -> None:
        check_sizes(self.size, self.overlap, self.unit)

    def cut(self, document: Document, tools: Tools) -> tuple[Chunk, ...]:
        pieces = structure_pieces(
            document, tools, self.size - self.overlap, self.unit, self.min_size
        )
        measured = tools.measure(document, self.unit)
        return chunks_of(document, with_overlap(pieces, self.size, self.overlap, measured))


def structure_pieces(
    document: Document, tools: Tools, size: int, unit: Unit, min_size: int = 40
) -> list[Piece]:
    """Disjoint pieces of the document, in order; each piece's floor is its section's start."""
    found = tools.sentences(document)
    cutter = _Cutter(
        text=document.text,
        size=size,
        min_size=min_size,
        measured=tools.measure(document, unit),
        sentences=found,
        bonded=frozenset(after.start for _, after in bonds(document, found)),
    )
    root = section_tree(document.blocks)
    return cutter.section(root) if root.first else []


@dataclass(slots=True)
class Section:
    """A heading, its own blocks, and the sections under it. The root has no heading."""

    level: int
    blocks: list[Block] = field(default_factory=list)
    children: list["Section"] = field(default_factory=list)

    @property
    def first(self) -> Block | None:
        if self.blocks:
            return self.blocks[0]
        return self.children[0].first if self.children else None

    @property
    def last(self) -> Block:
        return self.children[-1].last if self.children else self.blocks[-1]

    @property
    def span(self) -> Span:
        assert self.first is not None
        return Span(self.first.span.start, self.last.span.end)


def section_tree(blocks: Sequence[Block]) -> Section:
    """The blocks as a tree of sections."""
    root = Section(0)
    path = [root]
    for block in blocks:
        if block.kind == "heading":
            while path[-1].level >= block.level:
                path.pop()
            path[-1].children.append(Section(block.level))
            path.append(path[-1].children[-1])
        path[-1].blocks.append(block)
    return root


@dataclass(frozen=True, slots=True)
class _Cutter:
    """One document's cutting: its text, its limits, and the sentences and bonds they respect."""

    text: str
    size: int
    min_size: int
    measured: Measure
    sentences: Sequence[Span]
    bonded: frozenset[int]

    def fits(self, start: int, end: int) -> bool:
        return self.measured.size(start, end) <= self.size

    def section(self, node: Section) -> list[Piece]:
        if self.fits(*node.span):
            return [Piece(node.span, floor=node.span.start)]
        floor = node.span.start
        pieces = [replace(piece, floor=floor) for piece in self._own(node.blocks)]
        for child in node.children:
            pieces.extend(self.section(child))
        return self._joined(pieces)

    def _own(self, blocks: Sequence[Block]) -> Iterator[Piece]:
        """The pieces of blocks with no heading between them."""
        run: list[Span] = []
        for group in groups(self.text, blocks, self.sentences):
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
        inside = [s for s in self.sentences if span.start <= s.start and s.end <= span.end]
        parts: list[Span] = []
        for sentence in inside:
            parts.extend(pack_sentences(self.text, [sentence], self.size, self.measured))
        return parts

    def _split(self, group: Group) -> Iterator[Piece]:
        cut: Callable[[Span], list[Span]] = self._statements
        yield from split_group(group, self.size, self.measured, cut)

    def _packed(self, atoms: Sequence[Span]) -> Iterator[Span]:
        """Neighbours merged up to the size, cuts moved earlier where they would break a bond."""
        current: list[Span] = []
        for atom in atoms:
            if current and not self.fits(current[0].start, atom.end):
                kept = self._kept_with(current, atom) if atom.start in self.bonded else []
                cut = kept[0].start if kept else atom.start
                yield from self._before(current, cut)
                current = kept
            current.append(atom)
        if current:
            yield Span(current[0].start, current[-1].end)

    def _before(self, current: Sequence[Span], cut: int) -> Iterator[Span]:
        """What of the atoms lies before the cut."""
        ends = [s.end for s in self.sentences if current[0].start < s.end <= cut]
        whole = [atom.end for atom in current if atom.end <= cut]
        end = max([*ends, *whole], default=current[0].start)
        if end > current[0].start:
            yield Span(current[0].start, end)

    def _kept_with(self, current: Sequence[Span], atom: Span) -> list[Span]:
        """The shortest tail of the atoms that keeps the bond with `atom` whole and fits with it.

        It starts at an atom, else at a sentence of the last atom. Empty where none does.
        """
        starts = [a.start for a in current[1:]]
        last = current[-1]
        starts += [s.start for s in self.sentences if last.start < s.start < last.end]
        for start in sorted(set(starts), reverse=True):
            if not self.fits(start, atom.end):
                break
            if start not in self.bonded:
                tail = [a for a in current if a.start > start]
                first = next((a for a in current if a.start <= start < a.end), None)
                return [Span(start, first.end), *tail] if first else tail
        return []

    def _joined(self, pieces: Sequence[Piece]) -> list[Piece]:
        """Short pieces joined with the previous, else the next, where that fits."""
        joined: list[Piece] = []
        short: Piece | None = None
        for piece in pieces:
            if short is not None:
                if not piece.repeated and self.fits(short.span.start, piece.span.end):
                    piece = replace(short, span=Span(short.span.start, piece.span.end))
                else:
                    joined.append(short)
                short = None
            if piece.repeated or piece.span.end - piece.span.start >= self.min_size:
                joined.append(piece)
            elif joined and self._fits_after(joined[-1], piece):
                joined[-1] = replace(joined[-1], span=Span(joined[-1].span.start, piece.span.end))
            else:
                short = piece
        return [*joined, short] if short else joined

    def _fits_after(self, before: Piece, piece: Piece) -> bool:
        repeated = sum(self.measured.size(*span) + 1 for span in before.repeated)
        return repeated + self.measured.size(before.span.start, piece.span.end) <= self.size
