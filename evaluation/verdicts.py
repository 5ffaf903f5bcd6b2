"""Verdicts: what follows from a paired difference, its interval, and the rules."""

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from evaluation.protocol import Protocol
from golden_sets.language import marked

ADOPT, PILOT, REJECT = marked("adopt"), marked("pilot"), marked("reject")
CANNOT_TELL, IDENTICAL = marked("cannot tell"), marked("identical")
# A difference of 3 in 60 questions is 5 points, whatever its last binary digit.
_DIGITS = 9


class Compared(NamedTuple):
    """A candidate's paired difference to the baseline, in points.

    Attributes:
        low: Of the interval at the shared level.
        n: Questions.
        local: Too few clusters to speak for other documents than these.
        kind: How the interval was made.
        detectable: The smallest difference these questions would have shown; None where they do
            not differ at all.
    """

    difference: float
    low: float
    high: float
    n: int
    local: bool
    kind: str
    detectable: float | None


def ruled(
    protocol: Protocol,
    found: Compared | None,
    broken: Sequence[str] = (),
    unmeasured: Sequence[str] = (),
    identical: bool = False,
) -> str:
    """The verdict: the first of the rules that holds.

    A broken limit rejects. Chunks identical to the baseline's get no verdict. With d the
    difference and [low, high] its interval: low > 0 and d >= adopt_at adopts; low > 0 and
    d >= reject_below is worth a pilot; high < adopt_at rejects; else nobody can tell. What is
    local is never adopted, nor is anything whose limit could not be measured, which is not worth
    a pilot either.
    """
    if broken:
        return REJECT
    if identical:
        return IDENTICAL
    if found is None:
        return CANNOT_TELL
    difference, low, high = (round(one, _DIGITS) for one in found[:3])
    if low > 0 and not unmeasured:
        if difference >= protocol.adopt_at and not found.local:
            return ADOPT
        if difference >= protocol.reject_below:
            return PILOT
    return REJECT if high < protocol.adopt_at else CANNOT_TELL


def questions_needed(protocol: Protocol, found: Compared) -> int | None:
    """About how many questions would settle what cannot be told.

    If the difference d stays as it is, a verdict takes an interval that ends above 0 (for a d of
    at least `reject_below`) or under `adopt_at` (for a d under it). The interval's reach shrinks
    with the root of the questions, so with `detectable` the smallest difference that n questions
    show in 80 of 100 cases, `n x (detectable / gap)^2`, the gap being d or `adopt_at - d`, the
    larger where either will do. New questions must be spread over documents as these are. None
    where no number would: the gap is nothing.
    """
    gaps = []
    if found.difference >= protocol.reject_below:
        gaps.append(found.difference)
    if found.difference < protocol.adopt_at:
        gaps.append(protocol.adopt_at - found.difference)
    gap = max(gaps, default=0.0)
    if gap <= 10**-_DIGITS:
        return None
    reach = found.detectable or max(found.high - found.difference, found.difference - found.low)
    return max(found.n + 1, ceil(found.n * (reach / gap) ** 2))
