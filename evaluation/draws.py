"""Random draws that many figures of a run share: the same seed and count give the same draws."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 2_000
FLIPS = 10_000
_ROWS, _FLIP_ROWS = 100, 500
# Draws over more groups than this are made anew each time, so that what is kept stays small.
_KEPT_UP_TO = 1_000


def times_drawn(count: int, seed: int) -> NDArray[np.float64]:
    """How often a bootstrap draws each of `count` groups, shape (resamples, count)."""
    if count > _KEPT_UP_TO:
        return _draws(count, seed).astype(np.float64)
    return _kept_floats(count, seed)


def signs(count: int, seed: int) -> NDArray[np.int8]:
    """Random signs of `count` groups, shape (flips, count)."""
    return _kept_signs(count, seed) if count <= _KEPT_UP_TO else _signs(count, seed)


def _draws(count: int, seed: int) -> NDArray[np.uint8]:
    random = np.random.default_rng(seed)
    first = np.arange(_ROWS)[:, None] * count
    blocks = []
    for _ in range(RESAMPLES // _ROWS):
        drawn = random.integers(0, count, size=(_ROWS, count)) + first
        times = np.bincount(drawn.ravel(), minlength=_ROWS * count)
        # One group drawn 256 times in one resample is rarer than any machine's faults.
        blocks.append(times.reshape(_ROWS, count).astype(np.uint8))
    return np.concatenate(blocks)


def _signs(count: int, seed: int) -> NDArray[np.int8]:
    random = np.random.default_rng(seed)
    made = np.empty((FLIPS, count), np.int8)
    for at in range(0, FLIPS, _FLIP_ROWS):
        made[at : at + _FLIP_ROWS] = 2 * random.integers(0, 2, size=(_FLIP_ROWS, count)) - 1
    return made


def _floats(count: int, seed: int) -> NDArray[np.float64]:
    return _kept_draws(count, seed).astype(np.float64)


# Bytes are kept of many counts; numbers ready to multiply, eight times as large, of the last few.
_kept_floats = lru_cache(maxsize=4)(_floats)
_kept_draws = lru_cache(maxsize=32)(_draws)
_kept_signs = lru_cache(maxsize=16)(_signs)
