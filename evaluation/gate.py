"""A gate: what a run must meet for a build to go on."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from evaluation.gate_losses import GateError, check_alike, golden_change, lost_questions
from evaluation.judging import Report, result_of
from evaluation.protocol import METRICS, Protocol
from evaluation.protocol_parts import VERDICTS
from evaluation.verdicts import CANNOT_TELL, IDENTICAL

# Beside those of a protocol: the baseline's own chunks are no worse than what nobody can tell.
_RANK = {verdict: rank for rank, verdict in enumerate(VERDICTS)}
_RANK[IDENTICAL] = _RANK[CANNOT_TELL]


class Check(NamedTuple):
    """One thing a gate asks for.

    Attributes:
        name: For a list of tests.
        told: One sentence with the figures.
        ids: Of the questions it is about.
    """

    name: str
    met: bool
    told: str
    ids: tuple[str, ...] = ()


def checks(protocol: Protocol, report: Report, against: Report | None) -> list[Check]:
    """What the protocol's gate asks of a decided report; nothing for an empty gate.

    Args:
        against: The stored baseline that losses are counted from.

    Raises:
        GateError: The stored baseline is missing, or holds no such result.
    """
    found: list[Check] = []
    if protocol.gate.max_lost is not None:
        if against is None:
            raise GateError("[gate] max_lost needs a stored run to hold against; give --against")
        found += _losses(protocol, report, against)
    if protocol.gate.require:
        found += _required(protocol, report["verdicts"])
    return found


def check_against(protocol: Protocol, against: Report, run: Mapping[str, Any]) -> None:
    """Returns if a stored baseline holds what the gate counts losses from, and was made alike.

    Args:
        run: What is known before a run of its conditions and its golden set.

    Raises:
        GateError: It does not, or was not.
    """
    check_alike(protocol, against, run)
    golden_change(against, {"run": run})
    value = METRICS[protocol.metric][0]
    for retriever in protocol.retrievers:
        rows = _result(against, protocol, retriever)["per_question"]
        lacking = [row["id"] for row in rows if row.get(value) is None]
        if lacking or not rows:
            raise GateError(
                f"run {against['run']['id']} holds no {value} of {len(lacking)} of its "
                f"{len(rows)} questions under {retriever}, which the gate counts losses from"
            )


def _result(report: Report, protocol: Protocol, retriever: str) -> Mapping[str, Any]:
    """What the gate looks at: of a baseline at its own number of units, that result."""
    variant = protocol.gate.variant or protocol.baseline
    units = protocol.baseline_top_k
    found: Mapping[str, Any] | None
    if variant == protocol.baseline and units is not None:
        at = f"{units:,} units of its own"
        found = next((one for one in _production(report) if _is(one, retriever, units)), None)
    else:
        at = f"{protocol.budget_tokens:,} tokens"
        found = result_of(report, variant, retriever, protocol.budget_tokens)
    if found is None:
        raise GateError(
            f"run {report['run']['id']} has no result of {variant} under {retriever} at {at}, "
            "which the gate needs"
        )
    return found


def _production(report: Report) -> list[Mapping[str, Any]]:
    """Production's results, of a report that anyone may have written."""
    stated = report.get("protocol")
    rows = stated.get("production") if isinstance(stated, Mapping) else None
    given = rows if isinstance(rows, list) else []
    return [one for one in given if isinstance(one, Mapping) and _has_rows(one)]


def _has_rows(result: Mapping[str, Any]) -> bool:
    rows = result.get("per_question")
    return isinstance(rows, list) and all(isinstance(r, Mapping) and "id" in r for r in rows)


def _is(result: Mapping[str, Any], retriever: str, units: int) -> bool:
    return (result.get("retriever"), result.get("budget_tokens")) == (retriever, units)


def _losses(protocol: Protocol, report: Report, against: Report) -> Iterator[Check]:
    check_against(protocol, against, report["run"])
    change = golden_change(against, report)
    variant = protocol.gate.variant or protocol.baseline
    most = protocol.gate.max_lost or 0
    for retriever in protocol.retrievers:
        before, after = (_result(one, protocol, retriever) for one in (against, report))
        lost = lost_questions(before, after, protocol.metric, change)
        told = (
            f"{variant} under {retriever} lost {len(lost.ids)} of all {lost.of} questions against "
            f"run {against['run']['id']}, allowed are {most}"
        )
        if lost.ids:
            told += f": {lost.told()}"
        yield Check(f"max_lost {retriever}", len(lost.ids) <= most, f"{told}.", lost.ids)


def _required(protocol: Protocol, verdicts: Sequence[Mapping[str, Any]]) -> Iterator[Check]:
    wanted, candidate = protocol.gate.require, protocol.gate.candidate or protocol.candidates[0]
    for verdict in verdicts:
        if verdict["candidate"] == candidate:
            met = _RANK[verdict["verdict"]] >= _RANK[wanted]
            told = (
                f"{candidate} under {verdict['retriever']}: {verdict['verdict']}, required is "
                f"{wanted}. {verdict['reason']}"
            )
            yield Check(f"require {verdict['retriever']}", met, told)
