"""The smallest difference that so many questions can show, before there is a result."""

import math

import pytest
from scipy.stats import t

from evaluation.statistics import assumed_detectable
from tests.evaluation.checks.sets import asked, golden, says


def of(documents, each, **more):
    """As many documents, as many questions about each: a cluster a document."""
    texts = {f"d{n:02}.md": f"Fact {n:02}." for n in range(documents)}
    rows = [
        asked(f"q{n:02}-{k}", "?", (f"d{n:02}.md", f"Fact {n:02}."), **more)
        for n in range(documents)
        for k in range(each)
    ]
    return golden(texts, rows)


def test_it_is_the_factor_times_the_error_of_that_many_changes():
    """40 questions over 10 documents: t of 9 degrees of freedom, sqrt(0.2 / 40)."""
    expected = (t.ppf(0.975, 9) + t.ppf(0.8, 9)) * math.sqrt(0.2 / 40)
    assert assumed_detectable(of(10, 4).questions, 0.2) == pytest.approx(expected)


def test_fewer_clusters_show_less_and_more_questions_more():
    few, wide, many = (
        assumed_detectable(of(*n).questions, 0.2) for n in ((8, 5), (40, 1), (40, 5))
    )
    assert few > wide > many


def test_a_weight_that_outweighs_the_others_shows_less():
    even = of(10, 4).questions
    heavy = of(5, 4, weight=9.0).questions + of(10, 4).questions[20:]
    assert assumed_detectable(heavy, 0.2) > assumed_detectable(even, 0.2)


def test_too_few_questions_to_show_anything():
    assert assumed_detectable(of(1, 1).questions, 0.2) is None
    assert assumed_detectable(of(1, 2).questions, 0.2) == 1, "no difference is above 100 points"
    for documents, each in ((1, 1), (1, 2)):
        (told,) = says("smallest_difference", of(documents, each))
        assert told.severity == "blocks"
        assert told.finding.endswith("can show no difference at all.")


def test_the_sentence_states_what_is_assumed():
    (told,) = says("smallest_difference", of(10, 4))
    assert told.severity == "warning"
    assert told.finding == (
        "40 answerable questions over 10 clusters of linked documents can show a difference of "
        "22 points or more, if 20 % of them come out differently under two variants."
    )
    (told,) = says("smallest_difference", of(40, 5))
    assert told.severity == "info"


def test_the_questions_to_decide_on_are_told_apart():
    rows = (*of(20, 2, split="decide").questions[:20], *of(20, 2, split="tune").questions[20:])
    base = of(20, 2)
    split = golden({d.id: d.text for d in base.documents}, ())
    from dataclasses import replace

    (told,) = says("smallest_difference", replace(split, questions=rows))
    assert "; the 20 to decide on " in told.finding
