"""Verdicts in plain words: what was found, what follows, and under what it holds."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evaluation.interval_words import kind_worded
from evaluation.protocol import METRICS, Protocol
from evaluation.verdicts import (
    ADOPT,
    IDENTICAL,
    PILOT,
    REJECT,
    Compared,
    questions_needed,
)
from golden_sets.language import Worded, joined, worded

NO_SPLIT = worded(
    "The set has no split, so settings may have been chosen on the questions that decide here."
)


def reason(
    verdict: str,
    protocol: Protocol,
    candidate: str,
    retriever: str,
    found: Compared | None,
    broken: Sequence[str] = (),
    unmeasured: Sequence[str] = (),
    split: bool = True,
) -> Worded:
    """The sentences that explain a verdict to somebody who was not there."""
    parts = [_finding(protocol, candidate, retriever, found, verdict)]
    parts.append(_consequence(verdict, protocol, found, broken, unmeasured))
    if found is not None and found.local:
        parts.append(
            worded(
                "Few documents are linked to the questions: this holds for these documents only."
            )
        )
    if not split:
        parts.append(NO_SPLIT)
    return joined(parts)


def _finding(
    protocol: Protocol, candidate: str, retriever: str, found: Compared | None, verdict: str
) -> Worded:
    baseline = protocol.baseline
    if verdict == IDENTICAL:
        return worded(
            "{candidate} cuts exactly the chunks of {baseline}: there is nothing to compare, and "
            "no verdict by chance.",
            candidate=candidate,
            baseline=baseline,
        )
    if found is None:
        return worded(
            "No question to decide on has a value under both {candidate} and {baseline}.",
            candidate=candidate,
            baseline=baseline,
        )
    values = {
        "retriever": worded(retriever),
        "budget": _budget(protocol),
        "candidate": candidate,
        "baseline": baseline,
        "what": worded(METRICS[protocol.metric][1]),
        "level": 100 * protocol.shared_level,
        "span": _span(found.low, found.high),
    }
    if round(found.difference, 1) == 0:
        return worded(
            "Under {retriever} and {budget}, {candidate} has as many {what} as {baseline} "
            "({level:.4g} % interval: {span}).",
            **values,
        )
    return worded(
        "Under {retriever} and {budget}, {candidate} has {difference} {what} in 100 questions than "
        "{baseline} ({level:.4g} % interval: {span}).",
        **values,
        difference=_signed(found.difference),
    )


def _budget(protocol: Protocol) -> Worded:
    if protocol.baseline_top_k is None:
        return worded("{n:,} context tokens", n=protocol.budget_tokens)
    return worded(
        "{n:,} context tokens against {baseline}'s own {units} units",
        n=protocol.budget_tokens,
        baseline=protocol.baseline,
        units=protocol.baseline_top_k,
    )


def _signed(value: float) -> Worded:
    """`4.5 more`, `0.5 fewer`."""
    if round(value, 1) < 0:
        return worded("{n:.1f} fewer", n=abs(value))
    return worded("{n:.1f} more", n=abs(value))


def _span(low: float, high: float) -> Worded:
    """`2.0 to 7.0 more`, `8.0 fewer to 17.0 more`."""
    if round(low, 1) >= 0 and round(high, 1) >= 0:
        return worded("{low:.1f} to {high:.1f} more", low=abs(low), high=abs(high))
    if round(low, 1) < 0 and round(high, 1) < 0:
        return worded("{low:.1f} to {high:.1f} fewer", low=-low, high=-high)
    return worded("{low} to {high}", low=_signed(low), high=_signed(high))


def _consequence(
    verdict: str,
    protocol: Protocol,
    found: Compared | None,
    broken: Sequence[str],
    unmeasured: Sequence[str],
) -> Worded:
    baseline = protocol.baseline
    if verdict == IDENTICAL:
        return worded("Keep {baseline}.", baseline=baseline)
    if broken:
        return worded("Reject: {limits}.", limits=joined(broken, "; "))
    if found is None:
        return worded("Cannot tell: keep {baseline}.", baseline=baseline)
    if verdict == ADOPT:
        return worded(
            "Adopt: more than chance explains, and at least the {adopt_at:g} asked for.",
            adopt_at=protocol.adopt_at,
        )
    if verdict == PILOT:
        where = worded("some documents")
        if protocol.pilot_class:
            where = worded("the class {name}", name=protocol.pilot_class)
        return worded(
            "Pilot: more than chance explains, {short}. Try it on {where} first.",
            short=_short(protocol, found),
            where=where,
        )
    if verdict == REJECT:
        return _rejected(protocol, found)
    if unmeasured and found.low > 0:
        return worded(
            "Cannot tell: keep {baseline} until {names}, which has a limit, is measured.",
            baseline=baseline,
            names=joined(unmeasured, ", "),
        )
    return _open(protocol, found)


def _short(protocol: Protocol, found: Compared) -> Worded:
    if found.difference >= protocol.adopt_at:
        return worded(
            "and at least the {adopt_at:g} asked for, but for these documents only",
            adopt_at=protocol.adopt_at,
        )
    return worded(
        "at least the {reject_below:g} worth a trial, not the {adopt_at:g} asked for",
        reject_below=protocol.reject_below,
        adopt_at=protocol.adopt_at,
    )


def _rejected(protocol: Protocol, found: Compared) -> Worded:
    if found.high < 0:
        return worded("Reject: fewer, and by more than chance explains.")
    return worded(
        "Reject: at most {high:.1f} more, under the {adopt_at:g} asked for.",
        high=found.high,
        adopt_at=protocol.adopt_at,
    )


def _open(protocol: Protocol, found: Compared) -> Worded:
    told = worded("Cannot tell: keep {baseline}.", baseline=protocol.baseline)
    needed = questions_needed(protocol, found)
    if needed is None:
        return worded(
            "{told} No number of questions settles a difference of just what was asked for.",
            told=told,
        )
    return worded(
        "{told} If the difference stays as it is, about {needed:,} questions like these would "
        "settle it; {n:,} were asked.",
        told=told,
        needed=needed,
        n=found.n,
    )


def preconditions(
    report: Mapping[str, Any],
    protocol: Protocol,
    retriever: str,
    asked: int,
    split: bool,
    found: Compared | None,
    production: Mapping[str, Any] | None = None,
) -> list[str]:
    """What a verdict holds under, a line each."""
    run = report["run"]
    golden, model = run["golden_set"], run["embedding_model"]
    lines: list[str] = [
        worded(
            "documents: {n:,} of {name}, {digest}",
            n=golden["documents"],
            name=golden["name"],
            digest=golden["digest"][:12],
        ),
        _asked(asked, split, found.kind if found else ""),
        worded(
            "budget: {n:,} tokens by {tokenizer}",
            n=protocol.budget_tokens,
            tokenizer=run["tokenizer"],
        ),
        worded("retriever: {retriever}", retriever=worded(retriever)),
        _filled(run),
        worded(
            "model: {name}, {revision}",
            name=model["name"],
            revision=str(model.get("revision", ""))[:12],
        ),
    ]
    lines += _warnings(golden, protocol, production)
    return lines


def _asked(asked: int, split: bool, kind: str) -> Worded:
    told = (
        worded("questions: {n:,} to decide on", n=asked)
        if split
        else worded("questions: {n:,} in all, without a split", n=asked)
    )
    return joined([told, kind_worded(kind)], "; ") if kind else told


def _filled(run: Mapping[str, Any]) -> Worded:
    values = {"fill": run["fill"], "repeats": run.get("repeats", "keep")}
    if run.get("diverse"):
        return worded("fill: {fill}, repeats {repeats}, diverse", **values)
    return worded("fill: {fill}, repeats {repeats}", **values)


def _warnings(
    golden: Mapping[str, Any], protocol: Protocol, production: Mapping[str, Any] | None
) -> Iterator[Worded]:
    if production is not None:
        tokens = (production.get("context_tokens") or {}).get("value") or 0
        yield worded(
            "unequal: the baseline got {units} units whatever their size, {tokens:,.0f} tokens a "
            "question",
            units=protocol.baseline_top_k,
            tokens=tokens,
        )
    if golden.get("whole"):
        yield worded("evidence: whole documents, not passages")
    if golden.get("unconfirmed"):
        yield worded(
            "evidence: {n:,} passages that no person has confirmed", n=golden["unconfirmed"]
        )
    if protocol.limits.indexing_seconds is not None:
        yield worded(
            "indexing time: as in this run, in which vectors kept from earlier ones took none"
        )
