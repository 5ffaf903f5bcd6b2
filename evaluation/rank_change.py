"""How far mean ranks moved, over the questions that are ranked at both points."""

from collections.abc import Iterable, Sequence

from evaluation.bill import Ranks
from evaluation.paired_change import values
from evaluation.report import Result, rate
from evaluation.statistics import UNBOUNDED, interval, paired
from golden_sets.question import Question


def ranks_under_both(
    before: Result,
    after: Result,
    questions: Iterable[Question],
    metric: str = "rank",
    seed: int = 0,
) -> Ranks:
    """Both means over the same questions, so that one found late or not at all moves neither."""
    sides = [values(side["per_question"], metric) for side in (before, after)]
    both = paired(sides[0], sides[1], questions)
    moved = interval(both, UNBOUNDED, seed=seed)
    first = _mean([sides[0][name] for name in both.questions], both.weights)
    mean = None if moved is None or first is None else first + moved.value
    return Ranks(len(both.values), first, mean, rate(moved))


def _mean(found: Sequence[float | None], weights: Sequence[float]) -> float | None:
    total = sum((value or 0) * weight for value, weight in zip(found, weights, strict=True))
    return total / sum(weights) if weights else None
