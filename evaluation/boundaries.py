"""Where a variant cuts one document, and whether that leaves the evidence in one piece."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from evaluation.spans import merged, required, without
from golden_sets.document import Document
from golden_sets.question import Passage, Question
from strategies.chunk import Chunk


class Boundary(NamedTuple):
    """A place where a chunk starts, or ends inside the chunk after it.

    Attributes:
        at: In characters of the document.
        chunk: Of the chunk that starts or ends there, from 0.
        starts: False where it is the end of a chunk that overlaps the next.
    """

    at: int
    chunk: int
    starts: bool = True


def boundaries(chunks: Sequence[Chunk]) -> list[Boundary]:
    """A document's boundaries in order: every chunk's start, and every end inside another chunk.

    A chunk starts where its own text does; what it repeats from before, as a table's header row,
    draws none.
    """
    found = [Boundary(chunk.start, number) for number, chunk in enumerate(chunks)]
    for number, (chunk, after) in enumerate(pairwise(chunks)):
        end = chunk.matched[-1].end
        if after.start < end:
            found.append(Boundary(end, number, starts=False))
    return sorted(found)


def kept_whole(document: Document, passage: Passage, chunks: Iterable[Chunk]) -> bool:
    """Whether what one chunk hands the reader holds the passage; blanks and markup are ignored."""
    if passage.whole:
        return True
    wanted = required(document, passage.span)
    low, high = wanted[0].start, wanted[-1].end
    for chunk in chunks:
        spans = merged(chunk.read)
        if spans and spans[0].start < high and low < spans[-1].end and not without(wanted, spans):
            return True
    return False


def answer_whole(document: Document, question: Question, chunks: Sequence[Chunk]) -> bool | None:
    """Whether the chunks leave all answer passages that some alternative has in the document in
    one piece each; None where no alternative has any there."""
    ways = [
        [p for p in way if p.document == document.id and p.role == "answer"]
        for way in question.evidence
    ]
    found = [all(kept_whole(document, p, chunks) for p in way) for way in ways if way]
    return any(found) if found else None
