"""Maximal marginal relevance, by hand."""

import numpy as np
import pytest

from evaluation.diversity import marginal_order


def unit(*degrees):
    turned = np.radians(degrees)
    return np.stack([np.cos(turned), np.sin(turned)], axis=1).astype(np.float32)


@pytest.mark.parametrize(
    ("relevance", "degrees", "expected"),
    [
        # Scaled 1, 0.5, 0. After the first: 0.35 - 0.3 cos 60 = 0.2 against 0 - 0.3 cos 90 = 0.
        ([3, 2, 1], (0, 60, 90), [0, 1, 2]),
        # 0.7 x 0.05 - 0.3 cos 60 = -0.115 against 0 - 0.3 cos 90 = 0: what is new comes first.
        ([3, 1.1, 1], (0, 60, 90), [0, 2, 1]),
        # cos 10 = 0.985: a near-duplicate goes behind all others, whatever its relevance.
        ([3, 2.9, 1], (0, 10, 90), [0, 2, 1]),
        # Equal relevance is 1 for all, and ties go to the better rank.
        ([2, 2, 2], (0, 90, -90), [0, 1, 2]),
        ([5], (0,), [0]),
    ],
)
def test_order_by_hand(relevance, degrees, expected):
    assert marginal_order(relevance, unit(*degrees)) == expected


def test_nothing_found_has_no_order():
    assert marginal_order([], np.zeros((0, 2), np.float32)) == []


def test_zero_vectors_are_like_nothing():
    assert marginal_order([2, 1], np.zeros((2, 3), np.float32)) == [0, 1]
