"""What verdicts hold under: what is common to all of them, and what each has of its own."""

from collections.abc import Mapping, Sequence
from typing import Any

Verdicts = Sequence[Mapping[str, Any]]


def common(verdicts: Verdicts) -> list[str]:
    """The preconditions that every verdict has, in the first one's order."""
    if not verdicts:
        return []
    others = [set(verdict["preconditions"]) for verdict in verdicts[1:]]
    return [line for line in verdicts[0]["preconditions"] if all(line in one for one in others)]


def own(verdict: Mapping[str, Any], verdicts: Verdicts) -> list[str]:
    """The preconditions of one verdict that not all have."""
    shared = set(common(verdicts))
    return [line for line in verdict["preconditions"] if line not in shared]
