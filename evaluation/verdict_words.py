"""Verdicts in plain words: what was found, what follows, and under what it holds."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evaluation.checks.finding import counted
from evaluation.interval_words import kind_worded
from evaluation.naming import retriever_word
from evaluation.protocol import METRICS, Protocol
from evaluation.statistics import CLUSTERS_FROM
from evaluation.verdicts import (
    ADOPT,
    IDENTICAL,
    PILOT,
    REJECT,
    Compared,
    questions_needed,
)
from golden_sets.language import Worded, joined, worded, wordedn

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
    piloted: Compared | None = None,
) -> Worded:
    """The sentences that explain a verdict to somebody who was not there.

    Args:
        piloted: The difference on the class for a pilot alone.
    """
    parts = [_finding(protocol, candidate, retriever, found, verdict)]
    parts.append(_consequence(verdict, protocol, found, broken, unmeasured))
    if verdict == PILOT and protocol.pilot_class:
        parts.append(_on_the_class(protocol, piloted))
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
    lines = _lines_of(protocol)
    values = {
        "retriever": retriever_word(retriever),
        "budget": _budget(protocol),
        "candidate": candidate,
        "baseline": baseline,
        "what": worded(METRICS[protocol.metric][1]),
        "level": _level(protocol.shared_level),
        "span": _span(found.low, found.high, lines),
    }
    if round(found.difference, 9) == 0:
        return worded(
            "Under {retriever} and {budget}, {candidate} has as many {what} as {baseline} ({level} "
            "interval: {span}).",
            **values,
        )
    return worded(
        "Under {retriever} and {budget}, {candidate} has {difference} {what} in 100 questions than "
        "{baseline} ({level} interval: {span}).",
        **values,
        difference=_signed(found.difference, lines),
    )


def _budget(protocol: Protocol) -> Worded:
    if protocol.baseline_top_k is None:
        return worded("{n:,} context tokens", n=protocol.budget_tokens)
    return worded(
        "{n:,} context tokens against {baseline}'s own {units}",
        n=protocol.budget_tokens,
        baseline=protocol.baseline,
        units=counted(protocol.baseline_top_k, "unit"),
    )


def _lines_of(protocol: Protocol) -> tuple[float, ...]:
    """What a verdict is decided by, so that no rounding may cross it."""
    return 0.0, protocol.reject_below, protocol.adopt_at


def _level(level: float) -> str:
    """`95 %`, `99.38 %`; never 100."""
    shown = f"{100 * level:.4g}"
    return f"{100 * level:.8g} %" if shown == "100" else f"{shown} %"


def rounded(value: float, lines: Sequence[float] = (0.0,)) -> str:
    """`4.5`, with as many digits as keep it on its side of each line: `4.97`, not `5.0`."""
    for digits in (1, 2, 3):
        near = round(value, digits)
        if all((near > one, near < one) == (value > one, value < one) for one in lines):
            return f"{near:.{digits}f}"
    return f"{value:.6g}"


def _signed(value: float, lines: Sequence[float]) -> Worded:
    """`4.5 more`, `0.5 fewer`."""
    value = round(value, 9)
    shown = rounded(value, lines).lstrip("-")
    return worded("{n} fewer", n=shown) if value < 0 else worded("{n} more", n=shown)


def _span(low: float, high: float, lines: Sequence[float]) -> Worded:
    """`2.0 to 7.0 more`, `8.0 fewer to 17.0 more`."""
    ends = [rounded(round(end, 9), lines).lstrip("-") for end in (low, high)]
    if round(low, 9) >= 0 and round(high, 9) >= 0:
        return worded("{low} to {high} more", low=ends[0], high=ends[1])
    if round(low, 9) < 0 and round(high, 9) < 0:
        return worded("{low} to {high} fewer", low=ends[0], high=ends[1])
    return worded("{low} to {high}", low=_signed(low, lines), high=_signed(high, lines))


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
        if len(unmeasured) == 1:
            return worded(
                "Cannot tell: keep {baseline} until {name}, which has a limit, is measured.",
                baseline=baseline,
                name=unmeasured[0],
            )
        return worded(
            "Cannot tell: keep {baseline} until {names}, which have limits, are measured.",
            baseline=baseline,
            names=joined(unmeasured, " and "),
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


def _on_the_class(protocol: Protocol, piloted: Compared | None) -> Worded:
    name = protocol.pilot_class
    if piloted is None:
        return worded("No question to decide on asks about {name} alone.", name=name)
    lines = _lines_of(protocol)
    values = {
        "questions": counted(piloted.n, "question"),
        "name": name,
        "difference": _signed(piloted.difference, lines),
        "level": _level(protocol.shared_level),
        "span": _span(piloted.low, piloted.high, lines),
    }
    if piloted.difference < 0:
        return worded(
            "On the {questions} about {name} alone it has {difference} in 100 ({level} interval: "
            "{span}): there it is behind, so try it on another class.",
            **values,
        )
    return worded(
        "On the {questions} about {name} alone it has {difference} in 100 ({level} interval: "
        "{span}).",
        **values,
    )


def _rejected(protocol: Protocol, found: Compared) -> Worded:
    if found.high < 0:
        return worded("Reject: fewer, and by more than chance explains.")
    return worded(
        "Reject: at most {most} more, under the {adopt_at:g} asked for.",
        most=rounded(found.high, _lines_of(protocol)),
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
    told = wordedn(
        "{told} If the difference stays as it is, about {needed:,} questions like these would "
        "settle it; {n:,} was asked.",
        "{told} If the difference stays as it is, about {needed:,} questions like these would "
        "settle it; {n:,} were asked.",
        found.n,
        told=told,
        needed=needed,
    )
    if not found.local:
        return told
    return worded(
        "{told} They must be about more documents: on fewer than {least} clusters of linked "
        "documents nothing is adopted.",
        told=told,
        least=CLUSTERS_FROM,
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
        worded("retriever: {retriever}", retriever=retriever_word(retriever)),
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
    fill, repeats = run["fill"], run.get("repeats", "keep")
    values = {"fill": worded(fill), "repeats": worded(repeats)}
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
        yield worded("indexing time: measured only where every vector was made in this run")
