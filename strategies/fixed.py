"""Windows of one size."""

from dataclasses import dataclass

from golden_sets.document import Document, Span
from strategies.chunk import Chunk
from strategies.measure import Tokens, Unit
from strategies.pieces import Piece, chunks_of
from strategies.registry import check_sizes, strategy
from strategies.tools import Tools


@strategy("fixed", "Windows of one size, wherever they fall.")
@dataclass(frozen=True, slots=True)
class Fixed:
    """Windows of `size` on a stride of `size - overlap`.

    The last window starts on the stride, ends with the document and may be short; no window lies
    inside another. In tokens, positions come from one encoding of the document, and a boundary
    inside a character moves left.
    """

    size: int = 400
    unit: Unit = "characters"
    overlap: int = 0

    def __post_init__(self) -> None:
        check_sizes(self.size, self.overlap, self.unit)

    def cut(self, document: Document, tools: Tools) -> tuple[Chunk, ...]:
        return chunks_of(document, map(Piece, self._windows(document, tools)))

    def _windows(self, document: Document, tools: Tools) -> list[Span]:
        first, last = document.body_start, len(document.text)
        measured = tools.measure(document, self.unit)
        stride = self.size - self.overlap
        if not isinstance(measured, Tokens):
            stop = max(first + 1, last - self.overlap)
            return [Span(at, min(at + self.size, last)) for at in range(first, stop, stride)]
        # A token that straddles the front matter's end counts from the body's first character.
        edges = [first, *[edge for edge in measured.starts if edge >= first][1:]]
        windows: list[Span] = []
        for at in range(0, max(1, len(edges) - self.overlap), stride):
            end = edges[at + self.size] if at + self.size < len(edges) else last
            if edges[at] < end and (not windows or end > windows[-1].end):
                windows.append(Span(edges[at], end))
        return windows
