"""What changed between two runs, in words that claim no more than interval and test allow."""

from collections.abc import Sequence
from typing import Any

from evaluation.compare_lines import split_words
from evaluation.plain_words import is_clear, points, signed
from evaluation.run_comparison import ResultChange, RunComparison
from golden_sets.language import tr, trn
from pages.ui.results import RETRIEVER_NAMES

CHANCE = 0.05


def as_comparison(one: ResultChange) -> dict[str, Any]:
    """A result's change in the shape that the sentences of a report take."""
    found = one.difference or {"value": None, "low": None, "high": None}
    return {"difference": found["value"], "low": found["low"], "high": found["high"], "p": one.p}


def clear(one: ResultChange) -> bool:
    """Whether the change is told from chance; equal results never are."""
    return not one.equal and is_clear(as_comparison(one))


def moved(one: ResultChange) -> int:
    """How many questions have another outcome."""
    return len(one.gained) + len(one.lost) + len(one.changed)


def name(one: ResultChange, budgets: int) -> str:
    """`structure-400c under BM25`, and the budget where there are several."""
    before, after = one.variants
    variant = before if before == after else f"{before} → {after}"
    retriever = RETRIEVER_NAMES.get(one.retriever, one.retriever)
    if budgets < 2:
        return tr("{variant} under {retriever}", variant=variant, retriever=retriever)
    return tr(
        "{variant} under {retriever} at {budget:,}",
        variant=variant,
        retriever=retriever,
        budget=one.budget_tokens,
    )


def largest(results: Sequence[ResultChange]) -> ResultChange | None:
    """The largest change among the clear ones, else among all that have a difference."""
    told = [one for one in results if one.difference is not None]
    sure = [one for one in told if clear(one)]
    return max(sure or told, key=lambda each: abs(as_comparison(each)["difference"]), default=None)


def headline(found: RunComparison) -> str:
    """The finding of a comparison, over how many questions, and whether the runs asked others."""
    finding = _finding(found)
    one = largest(found.results)
    if one is not None and one.difference is not None:
        n = one.difference["n"]  # of those compared, the ones that have a hit, 0 or 1
    else:
        n = max((each.n for each in found.results), default=0)
    golden = found.golden
    if golden.other_split:
        return tr(
            "{finding}; over the {n:,} questions that both asked, for the splits differ: {before} "
            "before, {after} after",
            finding=finding,
            n=n,
            before=split_words(golden.splits[0]),
            after=split_words(golden.splits[1]),
        )
    return tr("{finding}; n = {n:,} questions asked in both", finding=finding, n=n)


def _finding(found: RunComparison) -> str:
    results = found.results
    if found.equal:
        return trn(
            "Nothing changed: every outcome, hit and rank of the {n} result that both runs hold "
            "is the same",
            "Nothing changed: every outcome, hit and rank of the {n} results that both runs hold "
            "is the same",
            len(results),
        )
    if any(each.n for each in results) and not any(each.differing for each in results):
        return tr("Nothing changed: every outcome, hit and rank compared is the same")
    one = largest(results)
    if one is None:
        return tr("The outcomes differ; by how much cannot be told from what these runs hold")
    budgets = len({one.budget_tokens for one in results})
    change = as_comparison(one)
    values = {
        "name": name(one, budgets),
        "between": tr(
            "95 %: {low} to {high}", low=signed(change["low"]), high=signed(change["high"])
        ),
        "points": points(change["difference"]),
    }
    if not clear(one):
        if not any(each.gained or each.lost for each in results):
            return tr("No hit was gained or lost; only ranks or outcomes beside the hit changed")
        return tr(
            "No change can be told from chance: the largest, {name}, is {change} points "
            "({between})",
            **values,
            change=signed(change["difference"]),
        )
    if change["difference"] > 0:
        return tr("{name} hits {points} more after than before ({between})", **values)
    return tr("{name} hits {points} fewer after than before ({between})", **values)


def how_many(results: Sequence[ResultChange]) -> str:
    """How many of the changes are clear, and how many would seem so by chance."""
    sure = sum(map(clear, results))
    return tr(
        "{sure} of {n} results changed clearly. Each interval stands for itself: of {n} "
        "comparisons without any true change, up to {chance:.0f} would look clear by chance.",
        sure=sure,
        n=len(results),
        chance=max(1.0, CHANCE * len(results)),
    )
