"""Who pays for a change: the questions it loses, and those it gains."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from evaluation.protocol import METRICS
from golden_sets.question import Question

Rows = Iterable[Mapping[str, Any]]


def payers(asked: Sequence[Question], before: Rows, after: Rows, metric: str) -> dict[str, Any]:
    """`lost` and `gained`: the questions that a candidate does worse and better on than the
    baseline, the heaviest first.

    Args:
        asked: The questions to look at.
    """
    value = METRICS[metric][0]
    sides = [{row["id"]: row[value] for row in rows} for rows in (before, after)]
    changes = {
        question.id: sides[1][question.id] - sides[0][question.id]
        for question in asked
        if sides[0].get(question.id) is not None and sides[1].get(question.id) is not None
    }
    heaviest = sorted(asked, key=lambda question: (-question.weight, question.id))
    return {
        "lost": [_named(q) for q in heaviest if changes.get(q.id, 0) < 0],
        "gained": [_named(q) for q in heaviest if changes.get(q.id, 0) > 0],
    }


def _named(question: Question) -> dict[str, Any]:
    return {"id": question.id, "text": question.text, "weight": question.weight}
