"""Cuts where the subject changes."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from golden_sets.document import Document, Span
from golden_sets.language import marked
from strategies.chunk import Chunk
from strategies.measure import Unit
from strategies.pieces import overlapped_chunks
from strategies.registry import check_at_least, check_sizes, strategy
from strategies.sentence import pack_sentences
from strategies.tools import Tools


@strategy("semantic", marked("Where the meaning of neighbouring sentences drifts apart."))
@dataclass(frozen=True, slots=True)
class Semantic:
    """A cut where the similarity of neighbouring sentences is strictly under the document's own
    `percentile`; `size` is a hard cap.

    A threshold of the document's own, never an absolute one: similarities of different texts and
    models have different scales.

    Attributes:
        snap: The overlap starts at a sentence.
        percentile: 0 to 100.
        min_size: In characters; shorter runs of sentences join the neighbour they are more like,
            if that fits. 0 joins none.
    """

    size: int = 400
    unit: Unit = "characters"
    overlap: int = 0
    snap: bool = False
    percentile: float = 25.0
    min_size: int = 40

    def __post_init__(self) -> None:
        check_sizes(self.size, self.overlap, self.unit)
        check_at_least("min_size", self.min_size, 0)
        if not 0 <= self.percentile <= 100:
            raise ValueError(f"percentile {self.percentile!r}; allowed is 0 to 100")

    def cut(self, document: Document, tools: Tools) -> tuple[Chunk, ...]:
        measured = tools.measure(document, self.unit)
        found = tools.sentences(document)
        if not found:
            return ()
        size = self.size - self.overlap
        similar = neighbour_similarity(tools.sentence_vectors(document))
        cuts = breakpoints(similar, self.percentile)

        def fits(first: int, last: int) -> bool:
            return measured.size(found[first].start, found[last - 1].end) <= size

        spans: list[Span] = []
        for first, last in _long_enough(cuts, similar, found, self.min_size, fits):
            spans.extend(pack_sentences(document.text, found[first:last], size, measured))
        return overlapped_chunks(document, spans, self, tools)


def breakpoints(similar: NDArray[np.float64], percentile: float) -> list[int]:
    """Positions of the sentences that open a new run: where the similarity to the one before is
    strictly under the percentile of all of them."""
    if not len(similar):
        return []
    limit = np.percentile(similar, percentile)
    return [int(at) + 1 for at in np.flatnonzero(similar < limit)]


def _long_enough(
    cuts: Sequence[int],
    similar: NDArray[np.float64],
    found: Sequence[Span],
    min_size: int,
    fits: Callable[[int, int], bool],
) -> Iterator[tuple[int, int]]:
    """Runs of sentences as (first, behind the last), short ones joined with a neighbour."""
    edges = [0, *cuts, len(found)]
    runs: list[tuple[int, int]] = []
    carried = -1
    for first, last in pairwise(edges):
        if carried >= 0:
            first = carried if fits(carried, last) else first
            if first != carried:
                runs.append((carried, first))
            carried = -1
        if found[last - 1].end - found[first].start >= min_size:
            runs.append((first, last))
            continue
        before = similar[first - 1] if runs and fits(runs[-1][0], last) else -2.0
        after = similar[last - 1] if last < len(found) else -2.0
        if before > -2 and before >= after:
            runs[-1] = (runs[-1][0], last)
        else:
            carried = first
    if carried >= 0:
        runs.append((carried, len(found)))
    yield from runs


def neighbour_similarity(vectors: NDArray[np.float32]) -> NDArray[np.float64]:
    """Cosines of each sentence and the next, shape (sentences - 1,), rounded to 6 decimals.

    A zero vector is like nothing: 0.
    """
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit = vectors / np.where(lengths == 0, 1, lengths)
    products = np.einsum("ij,ij->i", unit[:-1], unit[1:])
    rounded: NDArray[np.float64] = np.round(products.astype(np.float64), 6)
    return rounded
