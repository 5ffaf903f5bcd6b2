"""The current setting against the pinned one, question by question."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from evaluation.bill import Ranks
from evaluation.paired_change import Change, change, values
from evaluation.rank_change import ranks_under_both
from evaluation.report import Result
from golden_sets.question import Question

# The report's name of each rate, and the question's value behind it.
RATES = {"hit_rate": "hit", "complete_rate": "complete", "document_hit_rate": "document_hit"}


class Compared(NamedTuple):
    """Two results of the same questions.

    Attributes:
        rates: By the report's name, current minus pinned.
        ranks: Mean ranks over the questions ranked under both.
    """

    pinned: Result
    current: Result
    rates: dict[str, Change]
    ranks: Ranks

    @property
    def comparison(self) -> dict[str, Any]:
        """The difference in hits as `plain_words` reads it."""
        found = self.rates["hit_rate"]
        ends = found.interval
        return {
            "difference": ends.value if ends else None,
            "low": ends.low if ends else None,
            "high": ends.high if ends else None,
            "p": found.p,
            "gained": list(found.gained),
            "lost": list(found.lost),
            "detectable": found.detectable,
        }


def compared(pinned: Result, current: Result, questions: Sequence[Question]) -> Compared:
    """What changes from the pinned result to the current one."""
    sides = pinned["per_question"], current["per_question"]
    rates = {
        name: change(values(sides[0], metric), values(sides[1], metric), questions)
        for name, metric in RATES.items()
    }
    return Compared(pinned, current, rates, ranks_under_both(pinned, current, questions))
