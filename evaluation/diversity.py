"""Maximal marginal relevance: units that are relevant, and not what is there already."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

LAMBDA = 0.7
NEAR_DUPLICATE = 0.92
POOL = 50


def marginal_order(
    relevance: Sequence[float], vectors: NDArray[np.float32], weight: float = LAMBDA
) -> list[int]:
    """Positions in the order of `weight` x relevance - (1 - `weight`) x the largest cosine to
    what was chosen before (Carbonell and Goldstein 1998).

    Relevance is scaled to [0, 1] over the pool. What is nearer than 0.92 to something chosen goes
    behind all others, in rank order. Ties go to the better rank.

    Args:
        relevance: Scores of the pool, best first.
        vectors: Of the pool's reading texts, shape (pool, dimensions).
    """
    count = len(relevance)
    if not count:
        return []
    given = np.asarray(relevance, np.float64)
    spread = given.max() - given.min()
    scaled = (given - given.min()) / spread if spread else np.ones(count)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit = (vectors / np.where(lengths == 0, 1, lengths)).astype(np.float64)
    likeness = np.round(unit @ unit.T, 6)
    nearest = np.zeros(count)
    chosen: list[int] = []
    left = set(range(count))
    while fresh := sorted(at for at in left if not chosen or nearest[at] < NEAR_DUPLICATE):
        best = max(fresh, key=lambda at: weight * scaled[at] - (1 - weight) * nearest[at])
        chosen.append(best)
        left.remove(best)
        nearest = likeness[best] if len(chosen) == 1 else np.maximum(nearest, likeness[best])
    return [*chosen, *sorted(left)]
