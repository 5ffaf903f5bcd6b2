"""A gate: what a run must meet for a build to go on."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from evaluation.judging import Report, result_of
from evaluation.protocol import METRICS, Protocol
from evaluation.protocol_parts import VERDICTS
from evaluation.verdicts import CANNOT_TELL, IDENTICAL

# Beside those of a protocol: the baseline's own chunks are no worse than what nobody can tell.
_RANK = {verdict: rank for rank, verdict in enumerate(VERDICTS)}
_RANK[IDENTICAL] = _RANK[CANNOT_TELL]


class GateError(ValueError):
    """A gate that cannot be held against a run; one line for a person."""


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


class Lost(NamedTuple):
    """Questions that a stored run had and another has no more, in the stored order.

    Attributes:
        ids: Had then, asked now, and not had.
        gone: Had then, and not asked now.
    """

    ids: tuple[str, ...]
    gone: tuple[str, ...]


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


def check_against(protocol: Protocol, against: Report) -> None:
    """Returns if a stored baseline holds what the gate counts losses from.

    Raises:
        GateError: It does not.
    """
    value = METRICS[protocol.metric][0]
    for retriever in protocol.retrievers:
        rows = _result(against, protocol, retriever)["per_question"]
        if lacking := [row["id"] for row in rows if value not in row]:
            raise GateError(
                f"run {against['run']['id']} does not hold {value} of {len(lacking)} questions, "
                f"which the gate counts losses from: {lacking[0]} first"
            )


def _result(report: Report, protocol: Protocol, retriever: str) -> Mapping[str, Any]:
    variant = protocol.gate.variant or protocol.baseline
    found = result_of(report, variant, retriever, protocol.budget_tokens)
    if found is None:
        raise GateError(
            f"run {report['run']['id']} has no result of {variant} under {retriever} at "
            f"{protocol.budget_tokens:,} tokens, which the gate needs"
        )
    return found


def _losses(protocol: Protocol, report: Report, against: Report) -> Iterator[Check]:
    variant = protocol.gate.variant or protocol.baseline
    most = protocol.gate.max_lost or 0
    for retriever in protocol.retrievers:
        before, after = (_result(one, protocol, retriever) for one in (against, report))
        lost = lost_questions(before, after, protocol.metric)
        told = (
            f"{variant} under {retriever} lost {len(lost.ids)} questions against run "
            f"{against['run']['id']}, allowed are {most}"
        )
        if lost.ids:
            told += f": {', '.join(lost.ids)}"
        if lost.gone:
            told += f"; {len(lost.gone)} that it had are not asked any more"
        yield Check(f"max_lost {retriever}", len(lost.ids) <= most, f"{told}.", lost.ids)


def lost_questions(before: Mapping[str, Any], after: Mapping[str, Any], metric: str) -> Lost:
    """The questions of which one result had more than another.

    Raises:
        GateError: They share no question.
    """
    value = METRICS[metric][0]
    now = {row["id"]: row[value] for row in after["per_question"]}
    then = {row["id"]: row[value] for row in before["per_question"]}
    if not now.keys() & then.keys():
        raise GateError("the stored run and this one share no question; nothing can be lost")
    worse = [n for n, had in then.items() if n in now and (now[n] or 0) < (had or 0)]
    gone = [n for n, had in then.items() if n not in now and had]
    return Lost(tuple(worse), tuple(gone))


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
