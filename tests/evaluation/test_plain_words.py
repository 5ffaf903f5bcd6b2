"""The sentences, in every number that grammar or rounding could get wrong."""

import pytest

from evaluation.plain_words import (
    chance_words,
    changed_words,
    comparison_words,
    detectable_words,
    difference_words,
    interval_words,
    is_clear,
    leading_words,
)


@pytest.mark.parametrize(
    ("better", "worse", "questions", "expected"),
    [
        (17, 7, 90, "24 of 90 questions changed, 17 for the better and 7 for the worse."),
        (1, 1, 90, "2 of 90 questions changed, 1 for the better and 1 for the worse."),
        (1, 0, 90, "1 of 90 questions changed, for the better."),
        (0, 1, 90, "1 of 90 questions changed, for the worse."),
        (3, 0, 90, "3 of 90 questions changed, all for the better."),
        (0, 0, 90, "None of 90 questions changed between hit and miss."),
        (1, 0, 1, "1 of 1 question changed, for the better."),
        (0, 0, 1, "Of 1 question none changed between hit and miss."),
        (1200, 0, 2000, "1,200 of 2,000 questions changed, all for the better."),
    ],
)
def test_what_changed(better, worse, questions, expected):
    assert changed_words(better, worse, questions) == expected


def compared(difference, low, high, p=0.01, could=0.08, gained=17, lost=7):
    return {
        "candidate": "structure",
        "baseline": "recursive",
        "retriever": "bm25",
        "difference": difference,
        "low": low,
        "high": high,
        "p": p,
        "detectable": could,
        "gained": ["q"] * gained,
        "lost": ["q"] * lost,
    }


@pytest.mark.parametrize(
    ("difference", "low", "high", "expected"),
    [
        (0.11, 0.02, 0.2, "structure hits 11 points more than recursive (95 % interval: +2 to +20"),
        (-0.01, -0.1, 0.08, "structure hits 1 point fewer than recursive (95 % interval: −10 to"),
        (0.004, -0.1, 0.1, "structure hits 0.4 points more than recursive (95 %"),
        (0.0, -0.1, 0.1, "structure hits as many as recursive (95 % interval: −10 to +10 points)."),
        (None, None, None, "structure and recursive have no question in common."),
    ],
)
def test_a_difference(difference, low, high, expected):
    found = compared(difference, low, high)
    assert difference_words("structure", "recursive", found).startswith(expected)


def test_an_interval():
    rate = {"value": 0.56, "low": 0.46, "high": 0.66, "n": 89}
    kind = "t interval over 21 clusters"
    expected = "56 % of 89 questions; 95 % interval 46 to 66 %, t interval over 21 clusters."
    assert interval_words(rate, kind) == expected
    assert "100 % of 1 question;" in interval_words({**rate, "value": 1, "n": 1}, kind)
    assert interval_words(None, kind) == "No question has a value, so there is no rate."


@pytest.mark.parametrize(
    ("p", "expected"),
    [
        (0.11, "in 11 of 100 cases, so chance is not ruled out."),
        (0.05, "in 5 of 100 cases, so chance hardly explains it."),
        # Never "5 of 100" beside "not ruled out".
        (0.0502, "in 50 of 1,000 cases, so chance is not ruled out."),
        (0.054, "in 54 of 1,000 cases, so chance is not ruled out."),
        (0.01, "in 1 of 100 cases, so chance hardly explains it."),
        (0.004, "in 4 of 1,000 cases, so chance hardly explains it."),
        (0.0001, "in fewer than 1 of 1,000 cases, so chance hardly explains it."),
        (0.999, "in 99 of 100 cases, so chance is not ruled out."),
        (1.0, "By chance alone a difference as large would come every time."),
        (None, "There is nothing to test."),
    ],
)
def test_what_chance_would_do(p, expected):
    assert chance_words(p).endswith(expected)


def test_what_could_have_been_shown():
    assert detectable_words(0.08, 90).startswith(
        "With 90 questions a true difference under 8 points cannot be counted on"
    )
    assert "With 1 question" in detectable_words(0.5, 1)
    assert "under 1 point cannot" in detectable_words(0.01, 5_000)
    assert "no difference at all" in detectable_words(1.3, 4)
    assert detectable_words(None, 90).startswith("Nothing varies over 90 questions")


def test_a_report_leads_with_its_largest_clear_difference():
    far = compared(0.2, -0.01, 0.4, p=0.2)
    near = compared(0.11, 0.02, 0.2)
    report = {"comparisons": [far, near], "run": {"golden_set": {"answerable": 90}}}
    told = leading_words(report)
    assert told.startswith("The largest clear difference, under bm25: structure hits 11 points")
    assert "24 of 90 questions changed, 17 for the better and 7 for the worse." in told
    told = leading_words({**report, "comparisons": [far]})
    assert told.startswith("The largest difference, not a clear one, under bm25: structure")
    assert leading_words({**report, "comparisons": []}) == ""
    assert leading_words({**report, "comparisons": [compared(None, None, None)]}) == ""


def test_nothing_compared_is_one_sentence():
    assert len(comparison_words(compared(None, None, None), 0)) == 1
    assert len(comparison_words(compared(0.1, 0.01, 0.2), 90)) == 4


@pytest.mark.parametrize(
    ("low", "high", "p", "clear", "said"),
    [
        (0.01, 0.2, 0.04, True, None),
        (-0.2, -0.01, 0.05, True, None),
        (-0.01, 0.2, 0.2, False, None),
        (0.01, 0.2, 0.06, False, "The interval alone would call it a difference"),
        (-0.2, -0.01, 0.06, False, "The interval alone would call it a difference"),
        (0.0, 0.2, 0.05, False, "The test alone would call it a difference; the interval holds 0"),
        (-0.2, 0.0, 0.001, False, "The test alone would call it a difference"),
    ],
)
def test_interval_and_test_must_agree_and_it_is_said_where_they_do_not(low, high, p, clear, said):
    found = compared((low + high) / 2, low, high, p=p)
    assert is_clear(found) is clear
    told = comparison_words(found, 90)
    assert len(told) == (5 if said else 4)
    assert not said or any(one.startswith(said) for one in told)


def test_the_largest_difference_may_be_for_the_worse():
    worse, better = compared(-0.3, -0.4, -0.2), compared(0.11, 0.02, 0.2)
    report = {"comparisons": [better, worse], "run": {"golden_set": {"answerable": 90}}}
    assert "structure hits 30 points fewer" in leading_words(report)
