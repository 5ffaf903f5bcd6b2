"""Whole sentences."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from golden_sets.document import Document, Span
from golden_sets.language import marked
from strategies.chunk import Chunk
from strategies.measure import Measure, Unit
from strategies.pieces import overlapped_chunks
from strategies.recursive import recursive_spans
from strategies.registry import check_sizes, strategy
from strategies.tools import Tools


@strategy("sentence", marked("Whole sentences, as many as fit."))
@dataclass(frozen=True, slots=True)
class Sentence:
    """Whole sentences up to `size`; only a sentence larger than that is cut, as `recursive` does.

    The overlap is made of whole sentences and taken from the size.
    """

    size: int = 400
    unit: Unit = "characters"
    overlap: int = 0
    snap: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_sizes(self.size, self.overlap, self.unit)

    def cut(self, document: Document, tools: Tools) -> tuple[Chunk, ...]:
        measured = tools.measure(document, self.unit)
        found = tools.sentences(document)
        spans = pack_sentences(document.text, found, self.size - self.overlap, measured)
        return overlapped_chunks(document, spans, self, tools)


def pack_sentences(text: str, found: Iterable[Span], size: int, measured: Measure) -> list[Span]:
    """Neighbouring sentences merged up to `size`; a larger one cut as `recursive` does."""
    packed: list[Span] = []
    start, end, limit = 0, 0, -1
    for sentence in found:
        if sentence.end <= limit:
            end = sentence.end
            continue
        if limit >= 0:
            packed.append(Span(start, end))
        limit = measured.reach(sentence.start, size)
        if sentence.end > limit:
            *whole, sentence = recursive_spans(text, sentence, size, measured)
            packed.extend(whole)
            limit = max(sentence.end, measured.reach(sentence.start, size))
        start, end = sentence
    if limit >= 0:
        packed.append(Span(start, end))
    return packed
