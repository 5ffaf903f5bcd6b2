"""Cuts where the subject changes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from golden_sets.document import Document, Span
from strategies.chunk import Chunk
from strategies.measure import Unit
from strategies.pieces import Piece, chunks_of, with_overlap
from strategies.registry import check_sizes, strategy
from strategies.sentence import pack_sentences
from strategies.tools import Tools


@strategy("semantic", "Where the meaning of neighbouring sentences drifts apart.")
@dataclass(frozen=True, slots=True)
class Semantic:
    """A cut where the similarity of neighbouring sentences is strictly under the document's own
    `percentile`; `size` is a hard cap.

    A threshold of the document's own, never an absolute one: similarities of different texts and
    models have different scales.
    """

    size: int = 400
    unit: Unit = "characters"
    overlap: int = 0
    percentile: float = 25.0

    def __post_init__(self) -> None:
        check_sizes(self.size, self.overlap, self.unit)
        if not 0 <= self.percentile <= 100:
            raise ValueError(f"percentile {self.percentile!r}; allowed is 0 to 100")

    def cut(self, document: Document, tools: Tools) -> tuple[Chunk, ...]:
        measured = tools.measure(document, self.unit)
        found = tools.sentences(document)
        if not found:
            return ()
        spans: list[Span] = []
        for group in self._groups(found, tools.sentence_vectors(document)):
            spans.extend(pack_sentences(document.text, group, self.size - self.overlap, measured))
        pieces = [Piece(span, floor=document.body_start) for span in spans]
        return chunks_of(document, with_overlap(pieces, self.size, self.overlap, measured))

    def _groups(
        self, found: Sequence[Span], vectors: NDArray[np.float32]
    ) -> Iterator[Sequence[Span]]:
        """Runs of sentences; `vectors` has shape (sentences, dimensions)."""
        similar = neighbour_similarity(vectors)
        cuts: list[int] = []
        if len(similar):
            limit = np.percentile(similar, self.percentile)
            cuts = [int(index) + 1 for index in np.flatnonzero(similar < limit)]
        for first, last in zip([0, *cuts], [*cuts, len(found)], strict=True):
            yield found[first:last]


def neighbour_similarity(vectors: NDArray[np.float32]) -> NDArray[np.float64]:
    """Cosines of each sentence and the next, shape (sentences - 1,), rounded to 6 decimals.

    A zero vector is like nothing: 0.
    """
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit = vectors / np.where(lengths == 0, 1, lengths)
    products = np.einsum("ij,ij->i", unit[:-1], unit[1:])
    rounded: NDArray[np.float64] = np.round(products.astype(np.float64), 6)
    return rounded
