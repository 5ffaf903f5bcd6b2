"""The report: what a run found, in the design's schema."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from evaluation.golden_record import recorded
from evaluation.outcome_totals import outcome_groups
from evaluation.own_code import code_digest, versions
from evaluation.packing import Context
from evaluation.settings import RunSettings
from evaluation.statistics import (
    DIFFERENCE,
    RATE,
    UNBOUNDED,
    Interval,
    Layout,
    detectable,
    interval,
    layout,
    sample,
    sign_flip,
)
from golden_sets.clock import utc_now
from golden_sets.golden_set import GoldenSet
from golden_sets.question import Question
from strategies import tokenizer
from strategies.variant import Variant

SCHEMA = "chunking-report/1"
Scores = Mapping[str, Mapping[str, Any]]
Result = dict[str, Any]

# The report's name of each mean, the metric it is the mean of, and what a value can be.
MEANS: dict[str, tuple[str, tuple[float, float]]] = {
    "hit_rate": ("hit", RATE),
    "complete_rate": ("complete", RATE),
    "self_contained_rate": ("self_contained", RATE),
    "document_hit_rate": ("document_hit", RATE),
    "context_kept": ("context_kept", RATE),
    "mean_rank": ("rank", (1.0, UNBOUNDED[1])),
    "mean_document_rank": ("document_rank", (1.0, UNBOUNDED[1])),
    "mrr": ("reciprocal_rank", RATE),
    "tokens_to_hit": ("tokens_to_hit", (0.0, UNBOUNDED[1])),
    "span_recall": ("span_recall", RATE),
    "span_precision": ("span_precision", RATE),
    "iou": ("iou", RATE),
    "units_in_context": ("units_in_context", (0.0, UNBOUNDED[1])),
    "context_tokens": ("context_tokens", (0.0, UNBOUNDED[1])),
    "context_duplication": ("context_duplication", RATE),
}
PER_QUESTION = ("hit", "complete", "document_hit", "rank", "document_rank")


def rate(found: Interval | None) -> dict[str, Any] | None:
    """`{value, low, high, n}`; an end nothing is known about is null, None stays None."""
    if found is None:
        return None
    ends = [None if abs(end) == float("inf") else end for end in (found.low, found.high)]
    return {"value": found.value, "low": ends[0], "high": ends[1], "n": found.n}


def result_of(
    golden: GoldenSet, retriever: str, budget: int, scores: Scores, settings: RunSettings
) -> Result:
    """One variant's result under one retriever and budget.

    Args:
        scores: By question id, each metric's value and the outcome.
    """
    asked = golden.answerable
    ordered = layout(asked)
    means: dict[str, Any] = {}
    for name, (metric, bounds) in MEANS.items():
        values = {question.id: scores[question.id][metric] for question in asked}
        means[name] = rate(interval(ordered.sample(values), bounds, seed=settings.seed))
    outcomes: dict[str, int] = {}
    for question in golden.questions:
        outcome = scores[question.id]["outcome"]
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
    return {
        "retriever": retriever,
        "budget_tokens": budget,
        "questions": len(asked),
        **means,
        "outcomes": outcomes,
        "outcome_groups": outcome_groups(
            golden.questions, {name: score["outcome"] for name, score in scores.items()}
        ),
        "per_question": [_question_row(question, scores[question.id]) for question in asked],
    }


def _question_row(question: Question, score: Mapping[str, Any]) -> dict[str, Any]:
    values = {name: score[name] for name in PER_QUESTION}
    return {"id": question.id, "outcome": score["outcome"], **values}


def changed_outcomes(exact: Scores, approximate: Scores) -> dict[str, list[str]]:
    """By question id, the outcome under exact search and another one under an approximate one."""
    return {
        name: [exact[name]["outcome"], found["outcome"]]
        for name, found in approximate.items()
        if found["outcome"] != exact[name]["outcome"]
    }


def contexts_rows(
    variant: str,
    retriever: str,
    budget: int,
    contexts: Sequence[Context],
    ranked: Mapping[str, int] | None = None,
) -> list[dict[str, Any]]:
    """What the reader was handed, a row a question, as spans.

    A unit says what was matched of it where that is not what is read: the child of a parent.

    Args:
        ranked: By question id, how many chunks the retriever put in order; left out without.
    """
    return [
        {
            "variant": variant,
            "retriever": retriever,
            "budget_tokens": budget,
            "question": context.question,
            **({} if ranked is None else {"ranked": ranked[context.question]}),
            "units": [
                {
                    "document": unit.document,
                    "spans": unit.spans,
                    "header": unit.header,
                    "title": unit.title,
                    "added": unit.added,
                    "tokens": unit.tokens,
                    **({"matched": unit.matched} if unit.matched != unit.spans else {}),
                }
                for unit in context.units
            ],
        }
        for context in contexts
    ]


def report_of(
    golden: GoldenSet,
    settings: RunSettings,
    model: Mapping[str, Any],
    found: Sequence[tuple[Variant, dict[str, Any], Mapping[tuple[str, int], Result]]],
    preflight: Sequence[dict[str, Any]] = (),
) -> dict[str, Any]:
    """The report of the variants found so far; a run's id and time are made here.

    Args:
        model: What the report says of the embedding model.
        preflight: What was found before the run; see `preflight.stored`.
    """
    variants = [
        {
            "id": variant.id,
            "strategy": variant.strategy_name,
            "parameters": variant.parameters,
            "overlap": variant.overlap,
            "headers": variant.headers,
            "expansion": variant.expansion_given,
            "index": index,
            "results": list(results.values()),
        }
        for variant, index, results in found
    ]
    return {
        "schema": SCHEMA,
        "run": _run_of(golden, settings, model, preflight),
        "variants": variants,
        "comparisons": comparisons(golden, settings, variants),
        "protocol": None,
        "verdicts": [],
    }


def _run_of(
    golden: GoldenSet,
    settings: RunSettings,
    model: Mapping[str, Any],
    preflight: Sequence[dict[str, Any]],
) -> dict[str, Any]:
    """What was run, on what, with what; enough to make the run again."""
    return {
        "id": uuid.uuid4().hex[:12],
        "created": utc_now(),
        "golden_set": {
            "name": golden.name,
            "digest": golden.digest,
            "documents": len(golden.documents),
            "questions": len(golden.questions),
            "answerable": len(golden.answerable),
            "whole": golden.whole,
            "unconfirmed": golden.unconfirmed,
            "split": golden.split,
            **recorded(golden),
        },
        "tokenizer": tokenizer.NAME,
        "embedding_model": dict(model),
        "fill": settings.fill,
        "diverse": settings.diverse,
        "repeats": settings.repeats,
        "key_boost": settings.key_boost,
        "key": list(golden.key),
        "depth": settings.depth,
        "seed": settings.seed,
        "interval": interval_kind(golden, settings),
        "preflight": list(preflight),
        "versions": versions(),
        "code": code_digest(),
    }


def interval_kind(golden: GoldenSet, settings: RunSettings) -> str:
    """How the intervals of this golden set are made: "bootstrap over 42 clusters"."""
    values = {question.id: float(n % 2) for n, question in enumerate(golden.answerable)}
    found = interval(sample(values, golden.answerable), RATE, seed=settings.seed)
    return found.kind if found else "none"


def baseline_of(variants: Sequence[dict[str, Any]], asked: str = "") -> str | None:
    """The id of the variant others are compared with: the one asked for, else plain recursive,
    else the first."""
    if asked in {variant["id"] for variant in variants}:
        return asked
    plain = (
        v["id"]
        for v in variants
        if not v["overlap"] and v["headers"] == "none" and not v["expansion"]
    )
    found = {v["id"]: v["strategy"] for v in variants}
    recursive = (name for name in plain if found[name] == "recursive")
    return next(recursive, variants[0]["id"] if variants else None)


def comparisons(
    golden: GoldenSet, settings: RunSettings, variants: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    """The paired difference in hits of each variant to the baseline, by retriever and budget."""
    name = baseline_of(variants, settings.baseline)
    baseline = next((v for v in variants if v["id"] == name), None)
    if baseline is None:
        return []
    ordered = layout(golden.questions)
    rows = []
    for candidate in variants:
        if candidate is baseline:
            continue
        results = {(r["retriever"], r["budget_tokens"]): r for r in candidate["results"]}
        for before in baseline["results"]:
            after = results.get((before["retriever"], before["budget_tokens"]))
            if after is not None:
                row = {"baseline": name, "candidate": candidate["id"]}
                rows.append({**row, **_compared(ordered, settings, before, after)})
    return rows


def _compared(
    ordered: Layout, settings: RunSettings, before: Result, after: Result
) -> dict[str, Any]:
    hits = [{row["id"]: row["hit"] for row in side["per_question"]} for side in (before, after)]
    data = ordered.paired(hits[0], hits[1])
    found = interval(data, DIFFERENCE, seed=settings.seed)
    changes = {name: hits[1][name] - hits[0][name] for name in hits[0]}
    return {
        "retriever": before["retriever"],
        "budget_tokens": before["budget_tokens"],
        "metric": "hit_rate",
        "difference": found.value if found else None,
        "low": found.low if found else None,
        "high": found.high if found else None,
        "p": sign_flip(data, settings.seed),
        "gained": [name for name, change in changes.items() if change > 0],
        "lost": [name for name, change in changes.items() if change < 0],
        "detectable": detectable(data),
    }
