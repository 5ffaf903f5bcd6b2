"""Where a curve of hits stops rising, if it is shown to."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from evaluation.statistics import DIFFERENCE, Interval, interval, paired
from golden_sets.question import Question

Values = Mapping[str, float | None]


class Knee(NamedTuple):
    """Where a curve bends.

    Attributes:
        step: The position of the knee on the curve, None where there is none.
        why: In words, either way.
    """

    step: int | None
    why: str


def knee(
    curve: Sequence[Values], questions: Iterable[Question], level: float = 0.95, seed: int = 0
) -> Knee:
    """The step at which a curve's gains end, where that is real; else no knee, and why.

    A knee is a step for which all of this holds, all differences being paired by question:

    1. Its gain over the step before is above 0 with its whole interval, at the level shared over
       the m steps of the curve, `1 - (1 - level) / m`: of several steps one may seem to gain by
       chance.
    2. So is its gain over the first point: making good what an earlier step lost is no gain.
    3. At least one step follows, and no later point is above it with its whole interval, nor any
       later step above the one before it, at the plain level: here it is a missed rise that would
       be the error, so the test is the easier one to fail. That later steps are not shown to gain
       does not show that they gain nothing.
    4. There are enough clusters to speak for other documents than these.

    Args:
        curve: The values by question id, a mapping a point, the first being without.
        level: Of one interval.
    """
    asked = tuple(questions)
    steps = len(curve) - 1
    if steps < 2:
        return Knee(None, "a knee needs two steps or more")

    def gain(start: int, end: int, sure: float) -> Interval:
        data = paired(curve[start], curve[end], asked)
        return interval(data, DIFFERENCE, sure, seed) or Interval(0.0, -1.0, 1.0, 0, "none")

    shared = 1 - (1 - level) / steps
    gains = [gain(position - 1, position, shared) for position in range(1, steps + 1)]
    if any(one.local for one in gains):
        return Knee(None, "too few clusters of documents to speak for others than these")
    real = [position for position, one in enumerate(gains, 1) if one.low > 0]
    if not real:
        return Knee(None, f"no step is shown to gain, at {100 * shared:.4g} %")
    last = real[-1]
    over_none = gain(0, last, shared)
    if over_none.value <= 0:
        return Knee(None, "what a step gains only makes good what an earlier one lost")
    if over_none.low <= 0:
        return Knee(
            None, f"the last step to gain is not shown to be above none, at {100 * shared:.4g} %"
        )
    if last == steps:
        return Knee(None, "the last step still gains")
    later = range(last + 1, steps + 1)
    if any(gain(start, end, level).low > 0 for end in later for start in {last, end - 1}):
        return Knee(None, "later steps are shown to gain too, if less surely or only together")
    return Knee(last, f"no later step is shown to gain; its own gain is, at {100 * shared:.4g} %")
