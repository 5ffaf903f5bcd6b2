"""Curves made up so that it is plain whether they bend."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.knee import Knee, knee
from tests.evaluation.reports import golden_set, names

COUNT = 24
QUESTIONS = golden_set(COUNT).questions


def curve(*hits: int) -> list[dict[str, float | None]]:
    """Points at which the first so many questions are hits."""
    return [{name: float(n < count) for n, name in enumerate(names(COUNT))} for count in hits]


@pytest.mark.parametrize(
    ("hits", "step"),
    [
        ((4, 16, 16, 16, 16), 1),
        ((4, 16, 17, 16, 17), 1),
        ((4, 4, 16, 16, 15), 2),
        ((4, 12, 22, 22, 22), 2),  # two steps gain, the second is where it ends
        ((4, 16, 16, 4, 4), 1),  # what comes after may even lose
    ],
)
def test_a_curve_that_rises_and_then_does_not_has_a_knee_where_it_stops(hits, step):
    found = knee(curve(*hits), QUESTIONS)
    assert found.step == step
    assert "no later step is shown to gain" in found.why and "98.75 %" in found.why


@pytest.mark.parametrize(
    ("hits", "why"),
    [
        ((8, 8, 8, 8, 8), "no step is shown to gain, at 98.75 %"),
        ((8, 9, 9, 9, 9), "no step is shown to gain"),
        ((4, 9, 9, 9, 9), "no step is shown to gain"),  # at 95 % it is, one of four steps
        ((4, 16, 20, 20, 20), "later steps are shown to gain too"),  # at 95 %, not at 98.75 %
        ((4, 5, 6, 7, 24), "the last step still gains"),
        ((2, 10, 12, 14, 17), "later steps are shown to gain too, if less surely or only together"),
        ((16, 4, 16, 16, 16), "only makes good what an earlier one lost"),
        ((16, 16, 16, 4, 16), "only makes good what an earlier one lost"),
        # What it lost is less than what it gains; the rest may be chance.
        ((8, 4, 13, 13, 13), "not shown to be above none, at 98.75 %"),
        ((4, 16), "two steps or more"),
        ((4,), "two steps or more"),
        ((), "two steps or more"),
    ],
)
def test_a_curve_without_a_real_knee_has_none_and_says_why(hits, why):
    found = knee(curve(*hits), QUESTIONS)
    assert found.step is None
    assert why in found.why


def test_the_level_is_shared_over_as_many_steps_as_there_are():
    found = knee(curve(4, 9, 9), QUESTIONS)
    assert found.step == 1 and "97.5 %" in found.why


def test_few_clusters_speak_for_no_other_documents_so_there_is_no_knee():
    few = golden_set(COUNT, few_documents=True).questions
    assert knee(curve(4, 16, 16), few) == Knee(
        None, "too few clusters of documents to speak for others than these"
    )


def test_points_without_a_question_in_common_have_no_knee():
    assert knee([{}, {"q01": 1.0}, {}], QUESTIONS).step is None


@given(st.lists(st.integers(0, COUNT), min_size=3, max_size=6), st.integers(0, 9))
def test_a_knee_is_above_the_first_point_and_never_the_last(hits, seed):
    found = knee(curve(*hits), QUESTIONS, seed=seed)
    assert found == knee(curve(*hits), QUESTIONS, seed=seed)
    if found.step is not None:
        assert 0 < found.step < len(hits) - 1
        assert hits[found.step] > max(hits[0], hits[found.step - 1])


def test_noise_seldom_makes_a_knee():
    import random

    drawn = random.Random(7)
    noise = [
        [{name: float(drawn.random() < 0.5) for name in names(COUNT)} for _ in range(5)]
        for _ in range(100)
    ]
    assert sum(knee(points, QUESTIONS).step is not None for points in noise) <= 5
