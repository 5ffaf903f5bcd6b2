"""One result of two runs, question by question."""

from collections.abc import Mapping, Sequence
from typing import Any

from evaluation.compare_golden import Shared
from evaluation.paired_change import Change, change, values
from evaluation.report import rate
from evaluation.run_comparison import QuestionChange, ResultChange
from evaluation.statistics import sample
from golden_sets.question import Question

# Equal runs have equal intervals only under one seed; the runs' own may differ.
SEED = 0
SCORES = ("outcome", "hit", "complete", "document_hit", "rank", "document_rank")
Results = Mapping[tuple[str, str, int], tuple[Mapping[str, Any], Mapping[str, Any]]]
Held = tuple[Mapping[str, Any], Mapping[str, Any]]
Rows = Mapping[str, Sequence[Mapping[str, Any]]]


def compared(before: Held, after: Held, both: Shared) -> ResultChange:
    """The paired difference and the questions behind it.

    Args:
        before, after: A variant and its result under the same retriever and budget.
    """
    rows = [_by_question(result) for _, result in (before, after)]
    aside = both.change.set_aside or {}
    names = [name for name in rows[0] if name in rows[1]]
    kept = [name for name in names if name not in aside]
    hits = [
        {name: value for name, value in values(result["per_question"]).items() if name in kept}
        for _, result in (before, after)
    ]
    moved, rates = _difference(hits[0], hits[1], both.questions)

    def told(chosen: Sequence[str]) -> tuple[QuestionChange, ...]:
        return tuple(_told(name, rows[0], rows[1], both) for name in chosen)

    differing = sum(_differ(rows[0][name], rows[1][name]) for name in kept)
    steady = [name for name in kept if name not in {*moved.gained, *moved.lost}]
    return ResultChange(
        variants=(before[0]["id"], after[0]["id"]),
        retriever=before[1]["retriever"],
        budget_tokens=before[1]["budget_tokens"],
        rows=(len(before[1]["per_question"]), len(after[1]["per_question"])),
        asked=(len(rows[0]), len(rows[1])),
        n=len(kept),
        hit_rates=rates,
        difference=rate(moved.interval),
        interval=moved.interval.kind if moved.interval else "",
        p=moved.p,
        detectable=moved.detectable,
        gained=told(moved.gained),
        lost=told(moved.lost),
        changed=told([n for n in steady if _outcome(rows[0][n]) != _outcome(rows[1][n])]),
        set_aside=told([name for name in names if name in aside]),
        same_chunks=_same_chunks(before[0], after[0]),
        differing=differing,
        not_held=_not_held([row for name in kept for side in rows for row in side[name]]),
        equal=0 < len(kept) == len(rows[0]) == len(rows[1]) and not differing,
    )


def _by_question(result: Mapping[str, Any]) -> Rows:
    """Every row of a question under its id: one, unless the run asked it more than once."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for row in result["per_question"]:
        found.setdefault(row["id"], []).append(row)
    return found


def _difference(
    before: Mapping[str, float | None],
    after: Mapping[str, float | None],
    questions: Sequence[Question] | None,
) -> tuple[Change, tuple[float, float] | None]:
    """The change, and the mean hits before and after over the questions it covers.

    Where what hangs together is not known, gained and lost are still told, and nothing else.
    """
    if questions is None:
        moves = {name: (after[name] or 0) - (before[name] or 0) for name in before}
        gained = tuple(name for name, move in moves.items() if move > 0)
        lost = tuple(name for name, move in moves.items() if move < 0)
        return Change(None, None, None, gained, lost), None
    data = [sample(side, questions) for side in (before, after)]
    means = [
        sum(v * w for v, w in zip(one.values, one.weights, strict=True)) / sum(one.weights)
        for one in data
        if one.values
    ]
    moved = change(before, after, questions, SEED)
    return moved, (means[0], means[1]) if len(means) == 2 else None


def _told(name: str, before: Rows, after: Rows, both: Shared) -> QuestionChange:
    why = (both.change.set_aside or {}).get(name, "")
    return QuestionChange(
        name, both.texts.get(name), _outcome(before[name]), _outcome(after[name]), why
    )


def _outcome(rows: Sequence[Mapping[str, Any]]) -> str:
    return " / ".join(sorted({row["outcome"] for row in rows}))


def _differ(before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a score that every row holds is another."""
    lacking = _not_held((*before, *after))
    held = [name for name in SCORES if name not in lacking]
    sides = [{tuple(row[name] for name in held) for row in rows} for rows in (before, after)]
    return sides[0] != sides[1]


def _not_held(rows: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    return tuple(name for name in SCORES if any(name not in row for row in rows))


def _same_chunks(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool | None:
    prints = [variant["index"].get("fingerprint") for variant in (before, after)]
    return None if None in prints else prints[0] == prints[1]
