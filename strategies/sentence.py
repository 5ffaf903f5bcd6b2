"""Whole sentences."""

from collections.abc import Iterable
from dataclasses import dataclass

from golden_sets.document import Document, Span
from strategies.chunk import Chunk
from strategies.measure import Measure, Unit
from strategies.pieces import Piece, chunks_of, with_overlap
from strategies.recursive import recursive_spans
from strategies.registry import check_sizes, strategy
from strategies.tools import Tools


@strategy("sentence", "Whole sentences, as many as fit.")
@dataclass(frozen=True, slots=True)
class Sentence:
    """Whole sentences up to `size`; only a sentence larger than that is cut, as `recursive` does.

    The overlap is made of whole sentences and taken from the size.
    """

    size: int = 400
    unit: Unit = "characters"
    overlap: int = 0

    def __post_init__(self) -> None:
        check_sizes(self.size, self.overlap, self.unit)

    def cut(self, document: Document, tools: Tools) -> tuple[Chunk, ...]:
        measured = tools.measure(document, self.unit)
        found = tools.sentences(document)
        spans = pack_sentences(document.text, found, self.size - self.overlap, measured)
        pieces = [Piece(span, floor=document.body_start) for span in spans]
        starts = [span.start for span in found]
        return chunks_of(document, with_overlap(pieces, self.size, self.overlap, measured, starts))


def pack_sentences(text: str, found: Iterable[Span], size: int, measured: Measure) -> list[Span]:
    """Neighbouring sentences merged up to `size`; a larger one cut as `recursive` does."""
    packed: list[Span] = []
    for sentence in found:
        if packed and measured.size(packed[-1].start, sentence.end) <= size:
            packed[-1] = Span(packed[-1].start, sentence.end)
        else:
            packed.extend(recursive_spans(text, sentence, size, measured))
    return packed
