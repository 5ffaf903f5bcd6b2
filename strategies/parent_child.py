"""Small pieces are found, the section around them is read."""

from dataclasses import dataclass

from golden_sets.document import Document
from golden_sets.language import marked
from strategies.chunk import Chunk
from strategies.measure import Unit
from strategies.pieces import OverlapOf, Piece, chunks_of, with_overlap
from strategies.recursive import recursive_spans
from strategies.registry import check_sizes, strategy
from strategies.rules import check_rules
from strategies.structure import structure_pieces
from strategies.tools import Tools


@strategy("parent_child", marked("Finds small pieces, and hands over the section around them."))
@dataclass(frozen=True, slots=True)
class ParentChild:
    """Parents are sections bounded by `parent_size`, by the rules of `structure`; children of
    `child_size`, by those of `recursive`, are indexed, and parents are read.

    Attributes:
        size: What the two sizes are derived from where they are 0.
        snap: The overlap starts at a sentence.
        parent_size: 2 x `size` unless given.
        child_size: `size` / 2 unless given.
        without: Names of the parents' `RULES` that are switched off.
    """

    size: int = 400
    unit: Unit = "characters"
    overlap: int = 0
    snap: bool = False
    parent_size: int = 0
    child_size: int = 0
    without: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_sizes(self.size, self.overlap, self.unit)
        object.__setattr__(self, "without", check_rules(self.without))
        object.__setattr__(self, "parent_size", self.parent_size or 2 * self.size)
        object.__setattr__(self, "child_size", self.child_size or max(1, self.size // 2))
        if not 1 <= self.child_size <= self.parent_size:
            raise ValueError(f"child_size {self.child_size!r}; allowed is 1 to {self.parent_size}")
        check_sizes(self.child_size, self.child_overlap, self.unit)

    @property
    def child_overlap(self) -> int:
        """The overlap of children, in the same proportion to their size as `overlap` to `size`."""
        return self.overlap * self.child_size // self.size

    def cut(self, document: Document, tools: Tools) -> tuple[Chunk, ...]:
        text, measured = document.text, tools.measure(document, self.unit)
        given = OverlapOf(self.child_size, self.child_overlap, self.unit, self.snap)
        size = self.child_size - given.overlap
        pieces: list[Piece] = []
        for parent in structure_pieces(
            document, tools, self.parent_size, self.unit, without=self.without
        ):
            spans = recursive_spans(text, parent.span, size, measured)
            read = parent.matched
            children = [Piece(span, (), read, parent.span.start, parent.part) for span in spans]
            pieces.extend(with_overlap(document, children, given, tools))
        return chunks_of(document, pieces, tools)
