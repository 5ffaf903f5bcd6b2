"""Two runs of the same questions, question by question."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from evaluation.compare_advice import nothing_in_common
from evaluation.compare_golden import shared
from evaluation.compare_results import Results, compared
from evaluation.compare_settings import setting_changes
from evaluation.run_comparison import Pair, RunComparison
from evaluation.store import result_key

Report = Mapping[str, Any]


def compare(
    before: Report,
    after: Report,
    variants: Sequence[Pair] = (),
    retrievers: Collection[str] = (),
    budgets: Collection[int] = (),
) -> RunComparison:
    """What changed from one run to another, over the questions that both asked alike.

    A run compared with itself has no change; with the two swapped, what was gained is lost.

    Args:
        before, after: Reports.
        variants: Ids to pair; those with the same id in both where empty.
        retrievers, budgets: All that both have where empty.

    Raises:
        ValueError: No such variant, or nothing that both runs hold.
    """
    _check(variants, before, after)
    chosen = dict.fromkeys(variants or [(one["id"], one["id"]) for one in before["variants"]])
    sides = [_wanted(report, retrievers, budgets) for report in (before, after)]
    pairs = [
        (key, (other, *key[1:]))
        for name, other in chosen
        for key in sides[0]
        if key[0] == name and (other, *key[1:]) in sides[1]
    ]
    if not pairs:
        options = [
            name for name, given in (("--retriever", retrievers), ("--budget", budgets)) if given
        ]
        raise ValueError(nothing_in_common(before, after, variants, options))
    alone = [
        tuple(
            result_key(*key)
            for key in side
            if key not in {pair[n] for pair in pairs}
            and (not variants or key[0] in {pair[n] for pair in variants})
        )
        for n, side in enumerate(sides)
    ]
    both = shared(before, after)
    runs = before["run"], after["run"]
    return RunComparison(
        (runs[0]["id"], runs[1]["id"]),
        (runs[0]["created"], runs[1]["created"]),
        (runs[0]["golden_set"]["name"], runs[1]["golden_set"]["name"]),
        both.change,
        setting_changes(before, after),
        tuple(compared(sides[0][one], sides[1][other], both) for one, other in pairs),
        alone[0],
        alone[1],
    )


def _wanted(report: Report, retrievers: Collection[str], budgets: Collection[int]) -> Results:
    """By variant, retriever and budget, the variant and its result."""
    return {
        (variant["id"], result["retriever"], result["budget_tokens"]): (variant, result)
        for variant in report["variants"]
        for result in variant["results"]
        if (not retrievers or result["retriever"] in retrievers)
        and (not budgets or result["budget_tokens"] in budgets)
    }


def _check(variants: Sequence[Pair], before: Report, after: Report) -> None:
    for n, report in enumerate((before, after)):
        held = [variant["id"] for variant in report["variants"]]
        for pair in variants:
            if pair[n] not in held:
                run = report["run"]["id"]
                raise ValueError(f"run {run} has no variant {pair[n]!r}; it has {', '.join(held)}")
