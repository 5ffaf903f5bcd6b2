"""A decision: a report with its protocol, its verdicts, and who pays for them."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Engine

from evaluation.by_class import mixed_tables, recommendations
from evaluation.costs import Shares, price, stored_shares
from evaluation.judging import Judge, Report, check_run
from evaluation.robustness import robustness
from evaluation.seal import Seal
from evaluation.seal_store import SealStore, seal_of
from evaluation.store import RunStore
from golden_sets.golden_set import GoldenSet


def decided(
    report: Report,
    golden: GoldenSet,
    seal: Seal,
    shares: Mapping[str, Shares] | None = None,
    production: Sequence[Mapping[str, Any]] = (),
    others: Sequence[Report] = (),
) -> dict[str, Any]:
    """The report with `protocol` and `verdicts`, judged without running anything.

    Args:
        shares: By variant, what of its embedded tokens an edit makes again; see
            `costs.measured_shares`. All of it where it is not known.
        production: The baseline's results at its own number of units.
        others: Reports of the same questions under another fill rule or model.

    Raises:
        SealError: The seal does not hold, or the run is not of it.
    """
    check_run(report, golden, seal)
    judge = Judge(report, golden, seal.protocol, shares, production)
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
            "reembedding": {name: one._asdict() for name, one in (shares or {}).items()},
            "others": [other["run"]["id"] for other in others],
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
    """A decided report judged anew for a display, its seal verified against the store's.

    Verdicts are made from the report's questions, so one that was edited does not show.

    Args:
        seals: Of that engine, where one is kept; its first reading of many runs takes a while.

    Raises:
        ValueError: It was run without a protocol.
        KeyError: The store does not hold its seal.
        SealError: Report, seal and store do not agree.
    """
    stated = report["protocol"]
    if not stated:
        raise ValueError(f"run {report['run']['id']} was made without a protocol")
    seal = seal_of(stated, stated["sealed"])
    (seals or SealStore(engine)).verify(seal, golden)
    runs = RunStore(engine)
    kept = {run.id for run in runs.runs()}
    others = [runs.report(name) for name in stated["others"] if name in kept]
    shares = stored_shares(stated["reembedding"])
    made = decided(report, golden, seal, shares, stated["production"], others)
    made["protocol"]["mixed"] = stated["mixed"]
    return made


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
