"""The bills: what each step of overlap, and headers, adds to an index and to what is found."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from evaluation.bill import Bill, Bills, Point, Ranks, Rate
from evaluation.bill_curves import Variant, header_pairs, header_step, overlap_curves, overlap_step
from evaluation.knee import Knee, knee
from evaluation.paired_change import Change, change, values
from evaluation.price import DEFAULT, Price, embedded_tokens
from evaluation.rank_change import ranks_under_both
from evaluation.report import Result, rate
from golden_sets.golden_set import GoldenSet
from golden_sets.question import Question

RANKS = ("rank", "document_rank")


def bills(report: dict[str, Any], golden: GoldenSet, price: Price = DEFAULT) -> Bills:
    """The bills of every strategy that the run holds at two overlaps or more, one of them 0, and
    of every variant that it holds with and without headers.

    Args:
        report: Of a run of this golden set, with any variants.

    Raises:
        ValueError: The run is of another golden set, or of another state of it.
    """
    run = report["run"]
    if run["golden_set"]["digest"] != golden.digest:
        raise ValueError(f"run {run['id']} is of another golden set, or of another state of it")
    made = _Maker(golden.answerable, price, run["seed"])
    overlap = tuple(
        bill
        for curve in overlap_curves(report["variants"])
        for bill in made.of(curve, overlap_step, with_knee=True)
    )
    headers = tuple(
        bill
        for pair in header_pairs(report["variants"])
        for bill in made.of(pair, header_step, with_knee=False)
    )
    return Bills(
        run["id"], golden.name, golden.digest, _interval(overlap + headers), price, overlap, headers
    )


def _interval(bills: Iterable[Bill]) -> str:
    """How the intervals were made: where nothing varies it is another way than elsewhere."""
    kinds = dict.fromkeys(
        kind for bill in bills for point in bill.points for kind in point.intervals
    )
    return " or ".join(kinds) or "none"


class _Maker:
    """What all bills of a run share; `of` is its only door."""

    def __init__(self, questions: Sequence[Question], price: Price, seed: int) -> None:
        self._questions, self._price, self._seed = questions, price, seed

    def of(
        self, curve: Sequence[Variant], step: Callable[[Variant], str], with_knee: bool
    ) -> Iterator[Bill]:
        """A bill for each retriever and budget under which two variants or more have a result."""
        for first in curve[0]["results"]:
            asked = first["retriever"], first["budget_tokens"]
            found = [(v, r) for v in curve for r in v["results"] if _of(r) == asked]
            if len(found) < 2:
                continue
            points = tuple(self._point(found, n, step) for n in range(len(found)))
            hits = [values(result["per_question"]) for _, result in found]
            bent = knee(hits, self._questions, seed=self._seed) if with_knee else Knee(None, "")
            at = None if bent.step is None else points[bent.step].variant
            yield Bill(curve[0]["id"], curve[0]["headers"], *asked, points, at, bent.why)

    def _point(
        self, found: Sequence[tuple[Variant, Result]], n: int, step: Callable[[Variant], str]
    ) -> Point:
        variant, result = found[n]
        before, previous = found[max(0, n - 1)]
        index, base = variant["index"], before["index"]
        retriever = result["retriever"]
        costs = [self._price.of(embedded_tokens(one, retriever)) for one in (base, index)]
        moved = self._change(previous, result) if n else None
        total = self._change(found[0][1], result) if n else None
        same = index.get("fingerprint")
        identical = bool(n) and same is not None and same == base.get("fingerprint")
        return Point(
            variant=variant["id"],
            step=step(variant),
            index_tokens=index["tokens"],
            added_tokens=index["tokens"] - base["tokens"],
            cost=costs[1],
            added_cost=costs[1] - costs[0],
            duplication=index["duplication"],
            context_duplication=_value(result["context_duplication"]),
            blurred_citations=index["blurred_citations"],
            hit_rate=result["hit_rate"],
            gain=rate(moved.interval) if moved else None,
            total=rate(total.interval) if total else None,
            intervals=_kinds(None if identical else moved, total),
            detectable=moved.detectable if moved else None,
            gained=moved.gained if moved else (),
            lost=moved.lost if moved else (),
            ranks={name: self._ranks(name, previous, result) for name in RANKS} if n else {},
            identical=identical,
        )

    def _change(self, before: Result, after: Result) -> Change:
        sides = [values(side["per_question"]) for side in (before, after)]
        return change(sides[0], sides[1], self._questions, self._seed)

    def _ranks(self, metric: str, before: Result, after: Result) -> Ranks:
        return ranks_under_both(before, after, self._questions, metric, self._seed)


def _kinds(*moves: Change | None) -> tuple[str, ...]:
    found = [move.interval.kind for move in moves if move and move.interval]
    return tuple(dict.fromkeys(found))


def _of(result: Result) -> tuple[str, int]:
    return result["retriever"], result["budget_tokens"]


def _value(found: Rate) -> float | None:
    return None if found is None else found["value"]
