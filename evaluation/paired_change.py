"""What changed, question by question, from one result to another."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from evaluation.statistics import DIFFERENCE, Interval, detectable, interval, paired, sign_flip
from golden_sets.question import Question

Row = Mapping[str, Any]


class Change(NamedTuple):
    """The paired difference in a metric of 0 or 1 a question.

    Attributes:
        interval: After minus before; None where no question has a value under both.
        p: By the sign-flip test, None likewise.
        detectable: The smallest true difference these questions would have shown.
        gained, lost: Ids of the questions whose value rose or fell, in the order before.
    """

    interval: Interval | None
    p: float | None
    detectable: float | None
    gained: tuple[str, ...]
    lost: tuple[str, ...]


def values(rows: Iterable[Row], metric: str = "hit") -> dict[str, float | None]:
    """By question id; of a question that was asked more than once, the mean of its values."""
    found: dict[str, list[float | None]] = {}
    for row in rows:
        found.setdefault(row["id"], []).append(row[metric])
    return {name: _mean(several) for name, several in found.items()}


def _mean(several: Sequence[float | None]) -> float | None:
    known = [value for value in several if value is not None]
    return sum(known) / len(known) if known else None


def change(
    before: Mapping[str, float | None],
    after: Mapping[str, float | None],
    questions: Iterable[Question],
    seed: int = 0,
) -> Change:
    """From the values before to those after, over the questions that have one under both."""
    data = paired(before, after, questions)
    moved = dict(zip(data.questions, data.values, strict=True))
    return Change(
        interval(data, DIFFERENCE, seed=seed),
        sign_flip(data, seed),
        detectable(data),
        tuple(name for name in before if moved.get(name, 0) > 0),
        tuple(name for name in before if moved.get(name, 0) < 0),
    )
