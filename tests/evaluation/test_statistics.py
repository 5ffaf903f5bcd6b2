from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from evaluation.statistics import (
    DIFFERENCE,
    LOCAL,
    UNBOUNDED,
    Interval,
    Sample,
    clusters,
    detectable,
    interval,
    paired,
    sample,
    sign_flip,
)
from golden_sets.document import Span
from golden_sets.question import Passage, Question, QuestionKind


def _question(name: str, *documents: str, weight: float = 1.0) -> Question:
    ways = tuple((Passage(document, Span(0, 1)),) for document in documents)
    kind: QuestionKind = "single" if ways else "unanswerable"
    return Question(name, "?", kind, ways, weight=weight)


def _data(*groups: tuple[float, ...]) -> Sample:
    """A sample of weight 1 with one cluster a group."""
    rows = [(f"c{g:03}", value) for g, group in enumerate(groups) for value in group]
    return Sample(
        tuple(f"q{n}" for n in range(len(rows))),
        tuple(value for _, value in rows),
        tuple(1.0 for _ in rows),
        tuple(cluster for cluster, _ in rows),
    )


def _singles(*values: float) -> Sample:
    return _data(*((value,) for value in values))


def test_clusters_are_documents_linked_by_shared_evidence() -> None:
    context = (
        Passage("policies/z.md", Span(0, 9)),
        Passage("policies/b.md", Span(0, 9), role="context"),
    )
    questions = [
        _question("q1", "e.md"),
        _question("q2", "d.md", "e.md"),  # alternatives link too
        _question("q3", "c.md"),
        _question("q4"),
        Question("q5", "?", "multi_hop", (context,)),
        _question("q6", "policies/b.md"),
        _question("q7", "d.md"),
    ]
    expected = {
        "q1": "d.md",
        "q2": "d.md",
        "q3": "c.md",
        "q5": "policies/b.md",
        "q6": "policies/b.md",
        "q7": "d.md",
    }
    assert clusters(questions) == expected
    assert clusters(reversed(questions)) == expected


def test_a_chain_of_links_is_one_cluster() -> None:
    chain = [_question(f"q{n}", f"d{n}", f"d{n + 1}") for n in (4, 0, 2, 3, 1)]
    assert set(clusters(chain).values()) == {"d0"}


def test_pairs_are_matched_by_question_and_undefined_is_left_out() -> None:
    questions = [
        _question("q1", "b", weight=3),
        _question("q2", "a"),
        _question("q3", "a"),
        _question("q4"),
        _question("q5", "c"),
    ]
    baseline = {"q1": 1.0, "q2": 0.0, "q3": None, "q4": 1.0, "q5": 1.0}
    candidate = {"q5": None, "q4": 0.0, "q3": 1.0, "q2": 1.0, "q1": 0.5}
    found = paired(baseline, candidate, questions)
    assert found == Sample(("q2", "q1"), (1.0, -0.5), (1.0, 3.0), ("a", "b"))
    # (1 * 1 + 3 * -0.5) / 4
    assert interval(found, DIFFERENCE).value == -0.125  # type: ignore[union-attr]
    assert paired(baseline, candidate, reversed(questions)) == found


def test_no_values_have_no_interval() -> None:
    empty = sample({"q1": None, "q2": 1.0}, [_question("q1", "a"), _question("q2")])
    assert interval(empty) is None
    assert sign_flip(empty) is None
    assert detectable(empty) is None


def test_a_value_that_is_no_number_is_refused() -> None:
    """It would poison every mean after it."""
    with pytest.raises(ValueError, match="'q1' has value nan"):
        sample({"q1": float("nan")}, [_question("q1", "a")])


def test_t_interval_over_eight_clusters() -> None:
    # Mean 0.25; residuals 2 * 0.75^2 + 6 * 0.25^2 = 1.5; variance 8/7 * 1.5 / 64 = 0.0267857;
    # error 0.163663; t(7) = 2.364624; reach 0.387003.
    data = _singles(1, 1, 0, 0, 0, 0, 0, 0)
    expected = (0.25, -0.137003, 0.637003, 8)
    found = interval(data, DIFFERENCE)
    assert found is not None
    assert found[:4] == pytest.approx(expected, abs=1e-5)
    assert found.kind == "t interval over 8 clusters"
    assert not found.local
    rate = interval(data)
    assert rate is not None
    assert (rate.low, rate.high) == pytest.approx((0, 0.637003), abs=1e-5)
    # 0.163663 * (2.364624 + 0.896030)
    assert detectable(data) == pytest.approx(0.533650, abs=1e-4)


def test_variance_is_by_cluster() -> None:
    # Two questions of one cluster at 1, seven others at 0: mean 2/9; residual sums 14/9 and
    # 7 times -2/9, over 1 - 2/9 and 1 - 1/9: (196/81 * 9/7 + 28/81 * 9/8) / 81 = 3.5 / 81;
    # error 0.207870. Freedom: squared shares 11/81; p^2 / (1 - p) is 4/63 and 7 times 1/72, so
    # beside the diagonal (4/63 + 7/72)^2 - (16/3969 + 7/5184) = 0.020452; 1 / 0.156254 = 6.399850.
    found = interval(_data((1, 1), *[(0,)] * 7), DIFFERENCE)
    assert found is not None
    assert found.n == 9
    t = float(stats.t.ppf(0.975, 6.399850))
    assert found.high - found.value == pytest.approx(t * (3.5 / 81) ** 0.5, abs=1e-5)


def test_under_eight_clusters_it_speaks_for_these_documents_only() -> None:
    # Mean 0.5; variance 4/3 * 4 * 0.25 / 16 = 1/12; error 0.288675; t(3) = 3.182446; 0.918693.
    found = interval(_data((1, 0), (0, 1)), UNBOUNDED)
    assert found is not None
    assert found[:4] == pytest.approx((0.5, -0.418693, 1.418693, 4), abs=1e-5)
    assert found.kind == f"t interval over 4 questions, {LOCAL}"
    assert found.local
    seven = interval(_singles(1, 0, 0, 0, 0, 0, 0))
    assert seven is not None
    assert seven.local


def test_a_weight_moves_the_mean_as_that_many_questions_do_and_tells_less() -> None:
    twice = _data((1, 1), *[(0,)] * 8)
    once = Sample(
        tuple(f"q{n}" for n in range(9)),
        (1.0, *[0.0] * 8),
        (2.0, *[1.0] * 8),
        tuple(f"c{n:03}" for n in range(9)),
    )
    one, other = interval(twice), interval(once)
    assert one is not None
    assert other is not None
    assert one.value == pytest.approx(other.value)
    assert other.high > one.high
    assert (one.n, other.n) == (10, 9)


@pytest.mark.parametrize("clusters", [5, 12, 40])
@pytest.mark.parametrize("weight", [100.0, 20_000.0, 1e9])
def test_one_heavy_question_decides_nothing(clusters, weight) -> None:
    """However much it counts it is one question, and one question may come out either way."""
    names = tuple(f"q{n:02}" for n in range(clusters))
    data = Sample(names, (1.0, *[0.0] * (clusters - 1)), (weight, *[1.0] * (clusters - 1)), names)
    found = interval(data, DIFFERENCE)
    assert found is not None
    assert found.value > 0.7
    assert found.low <= 0


def test_the_test_does_not_depend_on_the_unit_of_weights() -> None:
    data = _data(*[(1,)] * 9, (0,))
    small = replace(data, weights=tuple(1e-13 * one for one in data.weights))
    assert sign_flip(small) == sign_flip(data)
    assert sign_flip(data) == pytest.approx(2 / 2**9)


@pytest.mark.parametrize(
    ("value", "low", "high"),
    # z^2 = 3.841459; 3.841459 / 13.841459 = 0.277533: Wilson's bounds for 10 and 0 of 10.
    [(1, 0.722467, 1), (0, 0, 0.277533), (0.5, 0.361234, 0.638766)],
)
def test_equal_values_still_have_a_width(value: float, low: float, high: float) -> None:
    found = interval(_singles(*[value] * 10))
    assert found is not None
    assert found[:4] == pytest.approx((value, low, high, 10), abs=1e-6)
    assert found.kind == "Wilson over 10 clusters"


def test_no_difference_anywhere_is_not_certainty() -> None:
    found = interval(_singles(*[0.0] * 10), DIFFERENCE)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((-0.277533, 0.277533), abs=1e-6)
    assert sign_flip(_singles(*[0.0] * 10)) == 1.0
    assert detectable(_singles(*[0.0] * 10)) is None


def test_equal_values_in_forty_clusters_and_equal_clusters() -> None:
    # 3.841459 / 43.841459 = 0.087622: forty clusters, however many questions stand in them.
    for group in [(1.0,), (1.0,) * 5]:
        found = interval(_data(*[group] * 40))
        assert found is not None
        assert found.low == pytest.approx(0.912378, abs=1e-6)
    # A hit and a miss in each of ten clusters: nothing varies between clusters.
    found = interval(_data(*[(1.0, 0.0)] * 10))
    assert found is not None
    assert (found.low, found.high) == pytest.approx((0.361234, 0.638766), abs=1e-6)


def test_weights_lower_the_effective_number() -> None:
    # Weights 9 and nine times 1: 18^2 / (81 + 9) = 3.6; 1 - 3.841459 / 7.441459 = 0.483776.
    names = tuple(f"c{n}" for n in range(10))
    found = interval(Sample(names, (1.0,) * 10, (9.0, *[1.0] * 9), names))
    assert found is not None
    assert found.low == pytest.approx(0.483776, abs=1e-6)


def test_one_question() -> None:
    # Wilson for 1 of 1: 1 / 4.841459 = 0.206549.
    found = interval(_singles(1))
    assert found is not None
    assert found[:4] == pytest.approx((1, 0.206549, 1, 1), abs=1e-6)
    assert detectable(_singles(1)) is None
    rank = interval(_singles(3), (1, np.inf))
    assert rank is not None
    assert rank.high == np.inf


def test_bootstrap_from_thirty_clusters() -> None:
    data = _singles(*[1.0] * 10, *[0.0] * 30)
    found = interval(data)
    assert found is not None
    assert (found.value, found.n, found.kind) == (0.25, 40, "bootstrap over 40 clusters")
    # The mean of 40 drawn with p = 0.25 is binomial: its 2.5 % and 97.5 % are 5/40 and 16/40.
    assert found.low == pytest.approx(0.125, abs=0.026)
    assert found.high == pytest.approx(0.4, abs=0.026)
    assert interval(_singles(*[1.0] * 8, *[0.0] * 22)).kind.startswith("bootstrap")  # type: ignore[union-attr]
    assert interval(_singles(*[1.0] * 8, *[0.0] * 21)).kind.startswith("t ")  # type: ignore[union-attr]


def test_copies_of_questions_in_a_cluster_make_nothing_surer() -> None:
    values = [1.0] * 10 + [0.0] * 30
    one = interval(_singles(*values))
    ten = interval(_data(*[(value,) * 10 for value in values]))
    assert one is not None
    assert ten is not None
    assert one[:3] == pytest.approx(ten[:3])


def test_the_seed_decides_and_the_order_does_not() -> None:
    questions = [_question(f"q{n}", f"d{n % 35}", weight=1 + n % 3) for n in range(70)]
    values = {f"q{n}": (n * n % 7) / 6 for n in range(70)}
    one = sample(values, questions)
    other = sample(dict(reversed(values.items())), questions[::-1])
    assert interval(one) == interval(other)
    assert interval(one, seed=1) != interval(one, seed=2)
    assert sign_flip(one, seed=1) == sign_flip(other, seed=1)


def test_a_stricter_level_is_wider() -> None:
    for data in (_singles(*[1, 0] * 20), _singles(*[1, 0] * 5), _singles(*[1] * 9)):
        plain, strict = interval(data), interval(data, level=1 - 0.05 / 6)
        assert plain is not None
        assert strict is not None
        assert strict.low < plain.low
    with pytest.raises(ValueError, match="level 95"):
        interval(_singles(1), level=95)


@pytest.mark.parametrize(
    ("groups", "p"),
    [
        ([(1,), (1,), (1,)], 0.25),  # +++ and --- of 8
        ([(1,), (1,), (1,), (0,), (0,)], 0.25),  # sums of 0 change nothing
        ([(1,)] * 12, 2 / 4096),
        ([(2,), (-1,)], 1.0),  # |3|, |1|: all as far as 1
        ([(1, 1), (1,), (-1,)], 0.75),  # sums 2, 1, -1: 2, 4, 0 and 2 on either side; |2| or more
        ([(1, -1), (1, -1)], 1.0),
    ],
)
def test_sign_flip_by_hand(groups: list[tuple[float, ...]], p: float) -> None:
    assert sign_flip(_data(*groups)) == pytest.approx(p)


def test_sign_flip_of_many_clusters_is_drawn_and_never_zero() -> None:
    assert sign_flip(_singles(*[1.0] * 30)) == 1 / 10_001
    # 9 gained and 4 lost of 13: the exact two-sided binomial value is 0.266846.
    assert sign_flip(_singles(*[1.0] * 9, *[-1.0] * 4)) == pytest.approx(0.266846, abs=0.02)


@given(st.lists(st.lists(st.sampled_from([0.0, 0.25, 1.0]), min_size=1, max_size=3), max_size=40))
def test_a_rates_interval_is_inside_its_range_and_has_a_width(groups: list[list[float]]) -> None:
    found = interval(_data(*(tuple(group) for group in groups)))
    if not groups:
        assert found is None
        return
    assert isinstance(found, Interval)
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.low < found.high


@given(st.lists(st.sampled_from([-1.0, -0.5, 0.0, 1.0]), min_size=1, max_size=12))
def test_turning_a_comparison_round_turns_its_result(values: list[float]) -> None:
    there, back = _singles(*values), _singles(*(-value for value in values))
    one, other = interval(there, DIFFERENCE), interval(back, DIFFERENCE)
    assert one is not None
    assert other is not None
    assert one[:3] == pytest.approx((-other.value, -other.high, -other.low))
    assert sign_flip(there) == sign_flip(back)
    assert detectable(there) == pytest.approx(detectable(back))
