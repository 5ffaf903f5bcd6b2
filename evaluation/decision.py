"""A decision: a report with its protocol, its verdicts, and who pays for them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Engine

from evaluation.by_class import mixed_tables, recommendations
from evaluation.costs import Shares, price, stored_shares
from evaluation.decided_store import DecidedStore, results_hash
from evaluation.judging import Judge, Report, check_run
from evaluation.robustness import robustness
from evaluation.seal import Seal, SealError
from evaluation.seal_store import SealStore, seal_of
from evaluation.store import RunStore
from golden_sets.golden_set import GoldenSet
from golden_sets.language import worded


def decided(
    report: Report,
    golden: GoldenSet,
    seal: Seal,
    shares: Mapping[str, Shares] | None = None,
    production: Sequence[Mapping[str, Any]] = (),
    others: Sequence[Report] = (),
    production_again: Mapping[str, Sequence[Mapping[str, Any]]] | None = None,
    earlier: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """The report with `protocol` and `verdicts`, judged without running anything.

    Args:
        shares: By variant, what of its embedded tokens an edit makes again; see
            `costs.measured_shares`. All of it where it is not known.
        production: The baseline's results at its own number of units.
        others: Reports of the same questions under another fill rule or model.
        production_again: As `production`, by id of the report among `others` whose model it is.
        earlier: The runs decided under this seal before; see `DecidedStore.earlier`.

    Raises:
        SealError: The seal does not hold, or the run is not of it.
    """
    check_run(report, golden, seal)
    judge = Judge(report, golden, seal.protocol, shares, production, production_again)
    verdicts = [
        {**verdict, "robustness": robustness(judge, verdict, others)}
        for verdict in judge.verdicts()
    ]
    classes = recommendations(judge)
    return {
        **report,
        "protocol": {
            **stored_seal(seal),
            "questions": len(judge.asked),
            "split": judge.split,
            "comparisons": seal.protocol.comparisons,
            "shared_level": seal.protocol.shared_level,
            "production": list(production),
            "production_again": {run: list(own) for run, own in (production_again or {}).items()},
            "reembedding": {name: one._asdict() for name, one in (shares or {}).items()},
            "others": [other["run"]["id"] for other in others],
            "other_sums": {other["run"]["id"]: results_hash(other) for other in others},
            "earlier": list(earlier),
            "prices": {
                retriever: {name: judge.price(name, retriever)._asdict() for name in judge.variants}
                for retriever in seal.protocol.retrievers
            },
            "classes": classes,
            "mixed": mixed_tables(judge, classes),
        },
        "verdicts": verdicts,
    }


def again(
    report: Mapping[str, Any], golden: GoldenSet, engine: Engine, seals: SealStore | None = None
) -> dict[str, Any]:
    """A decided report judged anew for a display, its seal and its results verified against the
    store's.

    Verdicts are made from the report's questions, so one that was edited does not show.

    Args:
        seals: Of that engine, where one is kept; its first reading of many runs takes a while.

    Raises:
        ValueError: It was run without a protocol.
        KeyError: The store does not hold its seal.
        SealError: Report, seal and store do not agree.
    """
    seal, stated = stated_seal(report), report["protocol"]
    (seals or SealStore(engine)).verify(seal, golden, chunks_of(report))
    DecidedStore(engine).verify(report)
    others = list(_others(stated, engine))
    shares, own = stored_shares(stated["reembedding"]), stated["production_again"]
    past = stated["earlier"]
    made = decided(report, golden, seal, shares, stated["production"], others, own, past)
    kept = {name: stated[name] for name in ("mixed", "others", "other_sums")}
    return {**made, "protocol": {**made["protocol"], **kept}}


def stated_seal(report: Mapping[str, Any]) -> Seal:
    """The seal that a report states.

    Raises:
        ValueError: It was run without a protocol.
        SealError: It states no whole one.
    """
    stated = report.get("protocol")
    if not stated:
        raise ValueError(worded("run {run} was made without a protocol", run=report["run"]["id"]))
    try:
        return seal_of(stated, stated["sealed"])
    except (KeyError, TypeError):
        raise SealError(worded("run {run} holds no whole seal", run=report["run"]["id"])) from None


def _others(stated: Mapping[str, Any], engine: Engine) -> Iterator[Report]:
    """The other runs that are still there, each as it was when the verdicts were made.

    Raises:
        SealError: One was changed.
    """
    runs = RunStore(engine)
    for name in stated["others"]:
        try:
            other = runs.report(name)
        except KeyError:
            continue
        if results_hash(other) != stated["other_sums"][name]:
            raise SealError(
                worded(
                    "the results of run {run}, under which the verdicts were asked again, were "
                    "changed after they were made",
                    run=name,
                )
            )
        yield other


def chunks_of(report: Report) -> dict[str, str | None]:
    """By variant id, the fingerprint of its chunks; None in a run of an earlier version."""
    return {one["id"]: one["index"].get("fingerprint") for one in report["variants"]}


def stored_seal(seal: Seal) -> dict[str, Any]:
    """A seal as a report holds it; `seal_store.seal_of` reads it."""
    return {
        "hash": seal.hash,
        "mark": seal.mark,
        "sealed": seal.sealed,
        "declared_before": seal.declared_before,
        "seen_variants": list(seal.seen_variants),
        "seen_candidates": list(seal.seen_candidates),
        "first": seal.first,
        "changed": list(seal.changed),
        "content": dict(seal.content),
    }


def priced(
    index: Mapping[str, Any],
    seal: Seal,
    shares: Shares | None,
    retriever: str,
    dimensions: int | None,
) -> dict[str, Any]:
    """What an index that no verdict is about would cost by a protocol's prices."""
    return price(index, seal.protocol.costs, shares, retriever, dimensions)._asdict()
