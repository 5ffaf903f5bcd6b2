"""Judges a report by a sealed protocol. No run is needed: all of it is in the report."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from evaluation.costs import Price, Shares, price
from evaluation.deciding import deciding, has_split
from evaluation.identical import identical_variants
from evaluation.limits import Kept, limits_of
from evaluation.naming import retriever_word
from evaluation.payers import payers
from evaluation.protocol import METRICS, POINTS, Protocol
from evaluation.seal import Seal, SealError, conditions_of
from evaluation.statistics import DIFFERENCE, detectable, interval, paired
from evaluation.verdict_words import preconditions, reason
from evaluation.verdicts import (
    CANNOT_TELL,
    IDENTICAL,
    PILOT,
    Compared,
    questions_needed,
    ruled,
)
from golden_sets.golden_set import GoldenSet
from golden_sets.language import kept, worded
from golden_sets.question import Question

Report = Mapping[str, Any]
Rows = Iterable[Mapping[str, Any]]


class Judge:
    """A report, and what its verdicts follow from.

    Attributes:
        production: The baseline's results at its own `top_k`, by retriever; empty where it gets
            the budget.
        production_again: The same under another model, by id of the run that was made with it.
    """

    def __init__(
        self,
        report: Report,
        golden: GoldenSet,
        protocol: Protocol,
        shares: Mapping[str, Shares] | None = None,
        production: Sequence[Mapping[str, Any]] = (),
        production_again: Mapping[str, Sequence[Mapping[str, Any]]] | None = None,
    ) -> None:
        self.report, self.golden, self.protocol = report, golden, protocol
        self.production = {result["retriever"]: result for result in production}
        self.production_again = {
            run: {result["retriever"]: result for result in results}
            for run, results in (production_again or {}).items()
        }
        self.variants = {variant["id"]: variant for variant in report["variants"]}
        given = {name: Shares(share, share) for name, share in protocol.costs.reembedding}
        self._shares = dict(shares or {}) | given
        alike = identical_variants(dict(report))
        self.same = {v for names in alike if protocol.baseline in names for v in names}
        self.asked = deciding(golden.questions)
        self.split = has_split(golden.questions)

    def verdicts(self) -> list[dict[str, Any]]:
        """One a candidate and retriever, in the protocol's order.

        Raises:
            SealError: The run lacks a variant or a result that the protocol names.
        """
        given = self.protocol
        return [self._verdict(c, r) for c in given.candidates for r in given.retrievers]

    def _verdict(self, candidate: str, retriever: str) -> dict[str, Any]:
        protocol = self.protocol
        before, after = self.sides(candidate, retriever)
        found = compared(
            self.golden, before["per_question"], after["per_question"], protocol, self.seed
        )
        limits = self.limits(candidate, retriever)
        broken, unmeasured = limits.broken, limits.unmeasured
        # The same chunks under another number of tokens are not the same contexts.
        same = candidate in self.same and not self.production
        verdict = ruled(protocol, found, broken, unmeasured, same)
        piloted = self._on_the_class(before, after) if verdict == PILOT else None
        told = reason(
            verdict, protocol, candidate, retriever, found, broken, unmeasured, self.split, piloted
        )
        open_ = verdict == CANNOT_TELL and found is not None and not (unmeasured and found.low > 0)
        production = self.production.get(retriever)
        held = preconditions(
            self.report, protocol, retriever, len(self.asked), self.split, found, production
        )
        return {
            "candidate": candidate,
            "retriever": retriever,
            "verdict": verdict,
            "reason": told,
            **shares_of(None if verdict == IDENTICAL else found),
            "questions_needed": questions_needed(protocol, found) if open_ and found else None,
            "preconditions": held,
            "told": kept({"reason": told, "preconditions": held}),
            **payers(self.asked, before["per_question"], after["per_question"], protocol.metric),
            "monthly_cost": self.price(candidate, retriever).monthly,
        }

    def price(self, variant: str, retriever: str) -> Price:
        """What a variant's index costs under a retriever, by the protocol's prices."""
        index, shares = self.variants[variant]["index"], self._shares.get(variant)
        dimensions = self.report["run"]["embedding_model"].get("dimensions")
        return price(index, self.protocol.costs, shares, retriever, dimensions)

    def limits(self, variant: str, retriever: str) -> Kept:
        """The limits that a variant's index does not keep under a retriever."""
        index = self.variants[variant]["index"]
        return limits_of(self.protocol, index, self.price(variant, retriever))

    def _on_the_class(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> Compared | None:
        """The difference on the class for a pilot, None where no question is about it alone."""
        asked = [q for q in self.asked if q.question_class == self.protocol.pilot_class]
        rows = before["per_question"], after["per_question"]
        return compared(self.golden, *rows, self.protocol, self.seed, asked)

    @property
    def seed(self) -> int:
        return int(self.report["run"].get("seed", 0))

    def sides(self, candidate: str, retriever: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """The baseline's result and the candidate's.

        Raises:
            SealError: The run has none.
        """
        budget = self.protocol.budget_tokens
        before = self.production.get(retriever)
        if self.protocol.baseline_top_k is not None and before is None:
            raise SealError(
                worded("the run has no result of the baseline at its own number of units")
            )
        if before is None:
            before = self.result(self.protocol.baseline, retriever, budget)
        return before, self.result(candidate, retriever, budget)

    def result(self, variant: str, retriever: str, budget: int) -> Mapping[str, Any]:
        found = result_of(self.report, variant, retriever, budget)
        if found is None:
            raise SealError(
                worded(
                    "run {run} has no result of {variant} under {retriever} at {budget:,} tokens, "
                    "which the protocol decides by",
                    run=self.report["run"]["id"],
                    variant=variant,
                    retriever=retriever_word(retriever),
                    budget=budget,
                )
            )
        return found


def result_of(
    report: Report, variant: str, retriever: str, budget: int
) -> Mapping[str, Any] | None:
    """A variant's result under one retriever and budget, None where the report has none."""
    named = (v for v in report["variants"] if v["id"] == variant)
    wanted = retriever, budget
    results: Iterable[Mapping[str, Any]] = (result for v in named for result in v["results"])
    found = (r for r in results if (r["retriever"], r["budget_tokens"]) == wanted)
    return next(found, None)


def compared(
    golden: GoldenSet,
    before: Rows,
    after: Rows,
    protocol: Protocol,
    seed: int = 0,
    asked: Sequence[Question] | None = None,
    level: float | None = None,
) -> Compared | None:
    """The paired difference over the deciding questions; None where none has both values.

    Documents are linked by all questions of the set, whichever decide.

    Args:
        asked: Some of the deciding questions; all of them where None.
        level: The protocol's shared one where None.
    """
    ids = {question.id for question in (deciding(golden.questions) if asked is None else asked)}
    level = protocol.shared_level if level is None else level
    value = METRICS[protocol.metric][0]
    sides = [{r["id"]: r[value] for r in rows if r["id"] in ids} for rows in (before, after)]
    data = paired(sides[0], sides[1], golden.questions)
    found = interval(data, DIFFERENCE, level=level, seed=seed)
    if found is None:
        return None
    shown = detectable(data, level=level)
    return Compared(
        POINTS * found.value,
        POINTS * found.low,
        POINTS * found.high,
        found.n,
        found.local,
        found.kind,
        None if shown is None else POINTS * shown,
    )


def shares_of(found: Compared | None) -> dict[str, float | None]:
    """A difference and its interval as the report has them: shares, not points."""
    ends = (None,) * 3 if found is None else tuple(one / POINTS for one in found[:3])
    return dict(zip(("difference", "low", "high"), ends, strict=True))


def check_run(report: Report, golden: GoldenSet, seal: Seal) -> None:
    """Returns if the seal holds and the report is of a run that it was made for.

    Raises:
        SealError: It does not, or the run had other questions, documents or conditions.
    """
    seal.verify()
    digests = {seal.content["golden_set"]["digest"], golden.digest}
    if digests != {report["run"]["golden_set"]["digest"]}:
        raise SealError(
            worded("the run, the protocol and the golden set are not of the same questions")
        )
    made = conditions_of(report["run"])
    for name, value in seal.content["conditions"].items():
        if made.get(name) != value:
            raise SealError(
                worded(
                    "run {run} was made with {name} {given!r}; the protocol is sealed for "
                    "{sealed!r}",
                    run=report["run"]["id"],
                    name=name,
                    given=made.get(name),
                    sealed=value,
                )
            )
    sealed = seal.content.get("chunks", {})
    for variant in report["variants"]:
        cut = sealed.get(variant["id"], variant["index"].get("fingerprint"))
        if cut != variant["index"].get("fingerprint"):
            raise SealError(
                worded(
                    "run {run} cut {variant} otherwise than it did when the protocol was sealed",
                    run=report["run"]["id"],
                    variant=variant["id"],
                )
            )
