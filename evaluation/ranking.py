"""What a retriever makes of a question: positions of chunks, best first."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

DEPTH = 200


@dataclass(frozen=True, slots=True)
class Ranking:
    """What one retriever found for one question.

    Attributes:
        question: The question's id.
        retriever: `bm25`, `vector`, `hybrid` or `chroma`.
        chunks: Positions in the variant's chunks, which stand by (document, start); best first,
            no position twice.
        scores: One a chunk, never rising. Scores of different indexes are not comparable.
    """

    question: str
    retriever: str
    chunks: tuple[int, ...]
    scores: tuple[float, ...]

    def __post_init__(self) -> None:
        where = f"ranking of {self.question!r} by {self.retriever!r}"
        if len(self.chunks) != len(self.scores):
            raise ValueError(f"{where}: {len(self.chunks)} chunks but {len(self.scores)} scores")
        if len(set(self.chunks)) != len(self.chunks):
            raise ValueError(f"{where}: a chunk stands twice in {self.chunks!r}")


def best(scores: NDArray[np.float64], depth: int = DEPTH) -> NDArray[np.intp]:
    """Indices of the `depth` highest scores, highest first, equal scores by index.

    Args:
        scores: Shape (n,). Without NaN.
        depth: 1 or more.
    """
    if depth < 1:
        raise ValueError(f"depth {depth!r}; allowed is 1 or more")
    if np.isnan(scores).any():
        raise ValueError("a score is not a number")
    candidates = np.arange(len(scores))
    if len(scores) > depth:
        # Everything tied with the last place stays in, so that ties are settled by index below.
        last = np.partition(scores, len(scores) - depth)[len(scores) - depth]
        candidates = np.flatnonzero(scores >= last)
    order = np.argsort(-scores[candidates], kind="stable")[:depth]
    chosen: NDArray[np.intp] = candidates[order]
    return chosen


def make_ranking(
    question: str,
    retriever: str,
    positions: NDArray[np.intp],
    scores: NDArray[np.float64],
    depth: int = DEPTH,
) -> Ranking:
    """The ranking of the given chunks by score, ties by position.

    Args:
        positions: Positions of the chunks that were found, ascending, shape (n,).
        scores: Their scores, shape (n,).
    """
    order = best(scores, depth)
    return Ranking(
        question,
        retriever,
        tuple(int(position) for position in positions[order]),
        tuple(float(score) for score in scores[order]),
    )


def rounded(scores: NDArray[np.floating]) -> NDArray[np.float64]:
    """Scores to 6 decimals, never -0.0: equal texts must not differ by the noise of a sum."""
    exact = np.asarray(scores, np.float64)
    return np.asarray(np.round(exact, 6) + 0.0, np.float64)
