"""Some of a run's questions, and every figure that its report lets be made of them alone."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from evaluation.golden_record import stand_ins
from evaluation.outcome_totals import NO_CLASS, in_order
from evaluation.paired_change import values
from evaluation.report import MEANS, rate
from evaluation.statistics import (
    CLUSTERS_FROM,
    DIFFERENCE,
    RATE,
    UNBOUNDED,
    Layout,
    Sample,
    detectable,
    interval,
    layout,
    sign_flip,
)
from golden_sets.golden_set import GoldenSet
from golden_sets.question import Question

Result = Mapping[str, Any]
# The report's means that its rows hold question by question.
FIGURES = (
    "hit_rate",
    "complete_rate",
    "document_hit_rate",
    "mean_rank",
    "mean_document_rank",
    "mrr",
)


def asked_of(report: Mapping[str, Any], golden: GoldenSet | None) -> tuple[Question, ...] | None:
    """The run's answerable questions.

    Those of the golden set where it is still the run's; else stand-ins, which have no class, kind
    or split; None for a run of an earlier version whose golden set is no more what it was.
    """
    told = report["run"]["golden_set"]
    asked = None if "asked" not in told else stand_ins(told["asked"])
    if golden is not None and golden.digest == told["digest"]:
        # A run may have asked one split alone.
        ids = None if asked is None else {question.id for question in asked}
        return tuple(q for q in golden.answerable if ids is None or q.id in ids)
    if asked is None:
        return None
    return tuple(question for question in asked if question.answerable)


def class_of(question: Question) -> str:
    return question.question_class or NO_CLASS


def chosen(
    questions: Iterable[Question],
    classes: Collection[str] = (),
    kinds: Collection[str] = (),
    split: str = "",
) -> frozenset[str]:
    """Ids of the questions of one of these classes, one of these kinds, and this split; what is
    empty leaves all."""
    return frozenset(
        question.id
        for question in questions
        if (not classes or class_of(question) in classes)
        and (not kinds or question.kind in kinds)
        and (not split or question.split == split)
    )


@dataclass(frozen=True, slots=True)
class Subset:
    """Some of a run's answerable questions.

    Documents are linked by all of the run's questions, whichever are kept, as in verdicts: two
    documents that one question needs together are no more independent when that question is left
    out.

    Attributes:
        ordered: All of the run's questions.
        kept: Ids of those that count.
        seed: The run's own, so that all of its questions give its own figures.
    """

    ordered: Layout
    kept: frozenset[str]
    seed: int = 0

    @property
    def whole(self) -> bool:
        return len(self.kept) == len(self.ordered.questions)

    @property
    def n(self) -> int:
        return len(self.kept)

    @property
    def clusters(self) -> int:
        pairs = zip(self.ordered.questions, self.ordered.clusters, strict=True)
        return len({cluster for question, cluster in pairs if question in self.kept})

    @property
    def local(self) -> bool:
        """Too few clusters for the figures to speak for other documents than these."""
        return self.clusters < CLUSTERS_FROM

    def interval_kind(self) -> str:
        """How the intervals are made: "t interval over 12 clusters"; "none" without questions."""
        numbered = {name: float(at % 2) for at, name in enumerate(sorted(self.kept))}
        found = interval(self.ordered.sample(numbered), RATE, seed=self.seed)
        return found.kind if found else "none"

    def mean(self, result: Result, name: str = "hit_rate") -> float | None:
        """The weighted mean alone, which is all that an order takes."""
        if self.whole:
            found = result.get(name)
            return None if found is None else float(found["value"])
        data = self._sample(self._values(result, name))
        return float(np.average(data.values, weights=data.weights)) if data.values else None

    def figure(self, result: Result, name: str = "hit_rate") -> dict[str, Any] | None:
        """`{value, low, high, n}` of one of `FIGURES`, as the report has it; None without any."""
        if self.whole:
            found: dict[str, Any] | None = result.get(name)
            return found
        data = self._sample(self._values(result, name))
        return rate(interval(data, MEANS[name][1], seed=self.seed))

    def difference(self, before: Result, after: Result, name: str = "hit_rate") -> dict[str, Any]:
        """After minus before, paired by question: the report's own keys of a comparison.

        Of a rank it is over the questions ranked under both; `n` says how many.
        """
        sides = self._values(before, name), self._values(after, name)
        data = self.ordered.paired(*sides)
        bounds = DIFFERENCE if MEANS[name][1] == RATE else UNBOUNDED
        found = rate(interval(data, bounds, seed=self.seed))
        moved = dict(zip(data.questions, data.values, strict=True))
        return {
            "metric": name,
            "difference": found["value"] if found else None,
            "low": found["low"] if found else None,
            "high": found["high"] if found else None,
            "n": len(data.values),
            "p": sign_flip(data, self.seed),
            "gained": [one for one in sides[0] if moved.get(one, 0) > 0],
            "lost": [one for one in sides[0] if moved.get(one, 0) < 0],
            "detectable": detectable(data),
        }

    def outcomes(self, result: Result) -> dict[str, int]:
        """How many of the questions came to each outcome, in the design's order."""
        counts: dict[str, int] = {}
        for row in self.rows(result):
            counts[row["outcome"]] = counts.get(row["outcome"], 0) + 1
        return in_order(counts)

    def share(self, result: Result, outcome: str) -> dict[str, Any] | None:
        """The share of the questions that came to this outcome, by weight."""
        found = {row["id"]: float(row["outcome"] == outcome) for row in self.rows(result)}
        return rate(interval(self._sample(found), RATE, seed=self.seed))

    def rows(self, result: Result) -> list[Mapping[str, Any]]:
        """The result's rows of these questions."""
        return [row for row in result["per_question"] if row["id"] in self.kept]

    def _values(self, result: Result, name: str) -> dict[str, float | None]:
        metric = MEANS[name][0]
        rows = self.rows(result)
        if metric == "reciprocal_rank":
            # As the metric has it: what is never ranked counts 0.
            ranked = ({"id": r["id"], metric: 1 / r["rank"] if r["rank"] else 0.0} for r in rows)
            return values(ranked, metric)
        return values(rows, metric)

    def _sample(self, found: Mapping[str, float | None]) -> Sample:
        return self.ordered.sample(found)


def subset(
    questions: Iterable[Question], kept: Collection[str] | None = None, seed: int = 0
) -> Subset:
    """These of the questions; all of them where `kept` is None."""
    ordered = layout(questions)
    every = frozenset(ordered.questions)
    return Subset(ordered, every if kept is None else every & frozenset(kept), seed)
