"""How many questions came to each outcome, by document class and by question kind."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rich.table import Table

from evaluation.diagnosis import NEXT_STEPS
from golden_sets.golden_set import GoldenSet
from golden_sets.question import Question

Totals = dict[str, dict[str, int]]
NO_CLASS = "no class"
# A table's heads; the outcomes' own names are for programs.
SHORT = {name: name.replace("_", " ") for name in NEXT_STEPS}


def outcome_groups(questions: Iterable[Question], outcomes: Mapping[str, str]) -> dict[str, Totals]:
    """`{"class": {class: {outcome: count}}, "kind": ...}`, groups by name, outcomes in their order.

    Args:
        outcomes: By question id; an unanswerable question needs none.
    """
    asked = tuple(questions)
    return {
        "class": _totals(asked, outcomes, lambda question: question.question_class or NO_CLASS),
        "kind": _totals(asked, outcomes, lambda question: question.kind),
    }


def outcome_totals(report: Mapping[str, Any], golden: GoldenSet) -> list[dict[str, Any]]:
    """`{variant, retriever, budget_tokens, class, kind}`, one a result of a report of any version.

    Raises:
        ValueError: The golden set is not the report's.
    """
    digest = report["run"]["golden_set"]["digest"]
    if digest != golden.digest:
        raise ValueError(f"the report is of golden set {digest!r}, not of {golden.digest!r}")
    return [
        {
            "variant": variant["id"],
            "retriever": result["retriever"],
            "budget_tokens": result["budget_tokens"],
            **outcome_groups(
                golden.questions, {row["id"]: row["outcome"] for row in result["per_question"]}
            ),
        }
        for variant in report["variants"]
        for result in variant["results"]
    ]


def _totals(
    questions: tuple[Question, ...],
    outcomes: Mapping[str, str],
    group: Callable[[Question], str],
) -> Totals:
    counts: Totals = {}
    for question in questions:
        name = outcomes[question.id] if question.answerable else "not_applicable"
        found = counts.setdefault(group(question), {})
        found[name] = found.get(name, 0) + 1
    return {name: in_order(counts[name]) for name in sorted(counts)}


def in_order(counts: Mapping[str, int]) -> dict[str, int]:
    """The outcomes that occurred, in the design's order."""
    return {name: counts[name] for name in NEXT_STEPS if name in counts}


def outcomes_table(report: Mapping[str, Any]) -> Table:
    """A row a result, and for the variant that others are compared with a row a class and kind."""
    compared = report["comparisons"]
    baseline = compared[0]["baseline"] if compared else report["variants"][0]["id"]
    results = [(v["id"], r) for v in report["variants"] for r in v["results"]]
    occurred = {name for _, result in results for name in result["outcomes"]}
    names = [name for name in NEXT_STEPS if name in occurred]
    table = Table(
        title=f"Outcomes, in questions; {baseline} also by class and kind",
        title_justify="left",
        title_style="bold",
    )
    for column in ("variant", "retriever", "budget", "questions", *(SHORT[n] for n in names)):
        right = column not in ("variant", "retriever")
        table.add_column(column, no_wrap=not right, justify="right" if right else "left")

    def add(name: str, retriever: str, budget: str, counts: Mapping[str, int]) -> None:
        figures = [str(counts.get(outcome, 0)) for outcome in names]
        table.add_row(name, retriever, budget, str(sum(counts.values())), *figures)

    for variant, result in results:
        key = result["retriever"], f"{result['budget_tokens']:,}"
        add(variant, *key, result["outcomes"])
        # Runs stored by earlier versions lack the groups.
        groups = result.get("outcome_groups", {}) if variant == baseline else {}
        for found in groups.values():
            if len(found) > 1:
                for group, counts in found.items():
                    add(f"  {group.replace('_', ' ')}", *key, counts)
    return table
