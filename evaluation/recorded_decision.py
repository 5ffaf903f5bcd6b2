"""A decision that cannot be verified as one made here: its run came from elsewhere, or its golden
set is not at hand. What of it is verified, and what is only said by it, is told apart."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Engine

from evaluation.costs import stored_shares
from evaluation.decided_store import DecidedStore, results_hash, told_verdicts
from evaluation.decision import decided, stated_seal
from evaluation.imported_decision import carried
from evaluation.judging import check_made
from evaluation.record_schema import DECIDED, faults_of
from evaluation.run_record import Record
from evaluation.seal import Seal, SealError, canonical
from evaluation.seal_store import SealStore, seal_of
from evaluation.store import RunStore
from golden_sets.golden_set import GoldenSet
from golden_sets.language import worded

_FIGURES = ("difference", "low", "high", "monthly_cost")
_NEAR = 1e-6
_CARRIED = ("mixed", "others", "other_sums", "earlier")


class Recorded(NamedTuple):
    """A decided report whose rules, results and verdicts go with its seal and its sum.

    Attributes:
        imported: When it came from elsewhere, UTC: seal and sum are those that came with it, and
            nobody here vouches for their times. "" where they are this store's own.
        again: Whether its verdicts were made again just now, and came out the same.
    """

    report: dict[str, Any]
    imported: str
    again: bool


def recorded(report: Mapping[str, Any], engine: Engine, golden: GoldenSet | None) -> Recorded:
    """A decision as its run recorded it, verified as far as it can be.

    Args:
        golden: The run's golden set in the state that the run used; None where it is not at hand.

    Raises:
        KeyError: The store does not hold its seal.
        SealError: Report, seal and sum do not agree, or there is no seal or sum to compare with.
    """
    run = report["run"]["id"]
    imported = RunStore(engine).imported(run)
    seal = stated_seal(report)
    seal.verify()
    if imported:
        _check(report, seal, carried(engine, run))
    else:
        own = SealStore(engine).read(seal.hash)
        DecidedStore(engine).verify(report)
        _check(report, seal, Record(stored(own), DecidedStore(engine).stored(run)))
    check_made(report, seal)
    for fault in _unshown(report, seal):
        raise SealError(
            worded(
                "what run {run} records of its decision cannot be shown: {fault}",
                run=run,
                fault=fault,
            )
        )
    if golden is None:
        return Recorded(dict(report), imported, False)
    return Recorded(_made_again(report, golden, seal), imported, True)


def stored(seal: Seal) -> dict[str, Any]:
    """As `SealStore.stored` has it."""
    names = ("hash", "sealed", "content", "seen_candidates", "seen_variants", "first", "changed")
    return {name: getattr(seal, name) for name in (*names, "mark")}


def _unshown(report: Mapping[str, Any], seal: Seal) -> Iterator[str]:
    """What a page could not show of what a report says of its decision."""
    yield from faults_of(DECIDED, report)
    if canonical(seal.protocol.stored()) != canonical(seal.content["protocol"]):
        yield "protocol.content.protocol"
    names = {variant["id"] for variant in report["variants"]}
    stated = report["protocol"]
    for retriever, prices in stated["prices"].items():
        if names - prices.keys():
            yield f"protocol.prices.{retriever}"
    if any("price" in row and "index_tokens" not in row for row in stated["mixed"]):
        yield "protocol.mixed"


def _check(report: Mapping[str, Any], seal: Seal, kept: Record | None) -> None:
    """Refuses a report that goes not with the seal and the sum that are kept of it."""
    run = report["run"]["id"]
    if kept is None or kept.seal is None or kept.sum is None:
        raise SealError(
            worded(
                "run {run} came from elsewhere without its seal or its sum, as a report alone or "
                "as the archive of an earlier version, so its verdicts cannot be verified",
                run=run,
            )
        )
    if seal_of(kept.seal, kept.seal["sealed"]) != seal:
        raise SealError(
            worded("the seal in the report of run {run} is not the one kept with it", run=run)
        )
    sums = kept.sum["results"], kept.sum["verdicts"]
    if sums != (results_hash(report), told_verdicts(report)):
        raise SealError(
            worded(
                "the results or the verdicts of run {run} were changed after it was decided",
                run=run,
            )
        )


def _made_again(report: Mapping[str, Any], golden: GoldenSet, seal: Seal) -> dict[str, Any]:
    """The report with its verdicts made anew, and what was asked of other runs as it says.

    Raises:
        SealError: They are others, or cannot be made of what the report holds.
    """
    stated, run = report["protocol"], report["run"]["id"]
    try:
        shares = stored_shares(stated["reembedding"])
        own = stated["production"], (), stated["production_again"], stated["earlier"]
        made = decided(report, golden, seal, shares, *own)
        same = _same(made["verdicts"], report["verdicts"])
    except (KeyError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        if isinstance(error, SealError):
            raise
        raise SealError(
            worded("the verdicts of run {run} cannot be made again of what it holds", run=run)
        ) from None
    if not same:
        raise SealError(
            worded("the verdicts that run {run} records are not those its results give", run=run)
        )
    verdicts = [
        {**now, "robustness": then["robustness"]}
        for now, then in zip(made["verdicts"], report["verdicts"], strict=True)
    ]
    kept = {name: stated[name] for name in _CARRIED if name in stated}
    return {**made, "verdicts": verdicts, "protocol": {**made["protocol"], **kept}}


def _same(made: Any, told: Any) -> bool:
    return len(made) == len(told) and all(
        _questions(now) == _questions(then)
        and all(_near(now[name], then[name]) for name in _FIGURES)
        for now, then in zip(made, told, strict=True)
    )


def _questions(verdict: Mapping[str, Any]) -> tuple[Any, ...]:
    sides = ([row["id"] for row in verdict[side]] for side in ("lost", "gained"))
    return verdict["candidate"], verdict["retriever"], verdict["verdict"], *sides


def _near(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return abs(one - other) <= _NEAR
