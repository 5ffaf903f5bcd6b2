"""Windows of one size."""

from dataclasses import dataclass

from golden_sets.document import Document, Span
from golden_sets.language import marked
from strategies.chunk import Chunk
from strategies.measure import Tokens, Unit
from strategies.pieces import plain_chunks
from strategies.registry import check_sizes, strategy
from strategies.tools import Tools


@strategy("fixed", marked("Windows of one size, wherever they fall."))
@dataclass(frozen=True, slots=True)
class Fixed:
    """Windows of `size` on a stride of `size - overlap`.

    The last window starts on the stride, ends with the document and may be short; no window lies
    inside another. In tokens, positions come from one encoding of the document, and an end
    inside a character moves left, and the start that follows right, up to that end.
    """

    size: int = 400
    unit: Unit = "characters"
    overlap: int = 0

    def __post_init__(self) -> None:
        check_sizes(self.size, self.overlap, self.unit)

    def cut(self, document: Document, tools: Tools) -> tuple[Chunk, ...]:
        return plain_chunks(document, self._windows(document, tools), tools)

    def _windows(self, document: Document, tools: Tools) -> list[Span]:
        first, last = document.body_start, len(document.text)
        measured = tools.measure(document, self.unit)
        stride = self.size - self.overlap
        if not isinstance(measured, Tokens):
            stop = max(first + 1, last - self.overlap)
            return [Span(at, min(at + self.size, last)) for at in range(first, stop, stride)]
        edges = [edge for edge in measured.starts if edge >= first]
        # A token that straddles the front matter's end counts from the body's first character.
        if not edges or edges[0] != first:
            edges = [first, *edges]
        windows: list[Span] = []
        at = 0
        while not windows or windows[-1].end < last:
            stop = _moved_left(edges, at + self.size, at)
            end = edges[stop] if stop < len(edges) else last
            if not windows or end > windows[-1].end:
                windows.append(Span(edges[at], end))
            # Never more overlap than asked: inside a character the next start moves right.
            at = min(stop, _moved_right(edges, at + stride))
        return windows


def _moved_left(edges: list[int], token: int, after: int) -> int:
    """The first token of the character that a token lies in.

    Where that is the character of token `after`, which the caller stands on, the first token of
    the next character: a character of more tokens than the size is kept whole.
    """
    if token >= len(edges):
        return len(edges)
    while token and edges[token - 1] == edges[token]:
        token -= 1
    return token if token > after else _moved_right(edges, after + 1)


def _moved_right(edges: list[int], token: int) -> int:
    """The first token at or after that one which opens a character."""
    while token < len(edges) and edges[token - 1] == edges[token]:
        token += 1
    return token
