"""Verdicts in plain words: what was found, what follows, and under what it holds."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evaluation.checks.finding import counted
from evaluation.protocol import METRICS, Protocol
from evaluation.statistics import CLUSTERS_FROM, LOCAL
from evaluation.verdicts import (
    ADOPT,
    IDENTICAL,
    PILOT,
    REJECT,
    Compared,
    questions_needed,
)

NO_SPLIT = (
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
) -> str:
    """The sentences that explain a verdict to somebody who was not there.

    Args:
        piloted: The difference on the class for a pilot alone.
    """
    parts = [_finding(protocol, candidate, retriever, found, verdict)]
    parts.append(_consequence(verdict, protocol, found, broken, unmeasured))
    if verdict == PILOT and protocol.pilot_class:
        parts.append(_on_the_class(protocol, piloted))
    if found is not None and found.local:
        parts.append(f"Few documents are linked to the questions: this holds {LOCAL}.")
    if not split:
        parts.append(NO_SPLIT)
    return " ".join(part for part in parts if part)


def _finding(
    protocol: Protocol, candidate: str, retriever: str, found: Compared | None, verdict: str
) -> str:
    if verdict == IDENTICAL:
        return (
            f"{candidate} cuts exactly the chunks of {protocol.baseline}: there is nothing to "
            "compare, and no verdict by chance."
        )
    if found is None:
        return (
            f"No question to decide on has a value under both {candidate} and {protocol.baseline}."
        )
    words = METRICS[protocol.metric][1]
    budget = f"{protocol.budget_tokens:,} context tokens"
    if protocol.baseline_top_k is not None:
        units = counted(protocol.baseline_top_k, "unit")
        budget += f" against {protocol.baseline}'s own {units}"
    lines = _lines_of(protocol)
    more = f"{_signed(found.difference, lines)} {words} in 100 questions than"
    if round(found.difference, 9) == 0:
        more = f"as many {words} as"
    return (
        f"Under {retriever} and {budget}, {candidate} has {more} {protocol.baseline} "
        f"({_level(protocol.shared_level)} interval: {_span(found.low, found.high, lines)})."
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


def _signed(value: float, lines: Sequence[float]) -> str:
    """`4.5 more`, `0.5 fewer`."""
    value = round(value, 9)
    return f"{rounded(value, lines).lstrip('-')} {'fewer' if value < 0 else 'more'}"


def _span(low: float, high: float, lines: Sequence[float]) -> str:
    """`2.0 to 7.0 more`, `8.0 fewer to 17.0 more`."""
    ends = [_signed(end, lines) for end in (low, high)]
    if ends[0].split()[1] == ends[1].split()[1]:
        return f"{ends[0].split()[0]} to {ends[1]}"
    return " to ".join(ends)


def _consequence(
    verdict: str,
    protocol: Protocol,
    found: Compared | None,
    broken: Sequence[str],
    unmeasured: Sequence[str],
) -> str:
    if verdict == IDENTICAL:
        return f"Keep {protocol.baseline}."
    if broken:
        return f"Reject: {'; '.join(broken)}."
    if found is None:
        return f"Cannot tell: keep {protocol.baseline}."
    if verdict == ADOPT:
        return (
            f"Adopt: more than chance explains, and at least the {protocol.adopt_at:g} asked for."
        )
    if verdict == PILOT:
        where = f"the class {protocol.pilot_class}" if protocol.pilot_class else "some documents"
        return (
            f"Pilot: more than chance explains, {_short(protocol, found)}. Try it on {where} first."
        )
    if verdict == REJECT:
        return _rejected(protocol, found)
    if unmeasured and found.low > 0:
        names = " and ".join(unmeasured)
        which = "which has a limit, is" if len(unmeasured) == 1 else "which have limits, are"
        return f"Cannot tell: keep {protocol.baseline} until {names}, {which} measured."
    return _open(protocol, found)


def _short(protocol: Protocol, found: Compared) -> str:
    if found.difference >= protocol.adopt_at:
        return f"and at least the {protocol.adopt_at:g} asked for, but {LOCAL}"
    return (
        f"at least the {protocol.reject_below:g} worth a trial, not the {protocol.adopt_at:g} "
        "asked for"
    )


def _on_the_class(protocol: Protocol, piloted: Compared | None) -> str:
    name = protocol.pilot_class
    if piloted is None:
        return f"No question to decide on asks about {name} alone."
    lines = _lines_of(protocol)
    found = (
        f"On the {counted(piloted.n, 'question')} about {name} alone it has "
        f"{_signed(piloted.difference, lines)} in 100 "
        f"({_level(protocol.shared_level)} interval: "
        f"{_span(piloted.low, piloted.high, lines)})"
    )
    if piloted.difference < 0:
        return f"{found}: there it is behind, so try it on another class."
    return f"{found}."


def _rejected(protocol: Protocol, found: Compared) -> str:
    if found.high < 0:
        return "Reject: fewer, and by more than chance explains."
    most = rounded(found.high, _lines_of(protocol))
    return f"Reject: at most {most} more, under the {protocol.adopt_at:g} asked for."


def _open(protocol: Protocol, found: Compared) -> str:
    told = f"Cannot tell: keep {protocol.baseline}."
    needed = questions_needed(protocol, found)
    if needed is None:
        return f"{told} No number of questions settles a difference of just what was asked for."
    told = (
        f"{told} If the difference stays as it is, about {needed:,} questions like these would "
        f"settle it; {found.n:,} {'was' if found.n == 1 else 'were'} asked."
    )
    if not found.local:
        return told
    return (
        f"{told} They must be about more documents: on fewer than {CLUSTERS_FROM} clusters of "
        "linked documents nothing is adopted."
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
    of = "to decide on" if split else "in all, without a split"
    lines = [
        f"documents: {golden['documents']:,} of {golden['name']}, {golden['digest'][:12]}",
        f"questions: {asked:,} {of}" + (f"; {found.kind}" if found else ""),
        f"budget: {protocol.budget_tokens:,} tokens by {run['tokenizer']}",
        f"retriever: {retriever}",
        f"fill: {run['fill']}, repeats {run.get('repeats', 'keep')}"
        + (", diverse" if run.get("diverse") else ""),
        f"model: {model['name']}, {str(model.get('revision', ''))[:12]}",
    ]
    lines += _warnings(golden, protocol, production)
    return lines


def _warnings(
    golden: Mapping[str, Any], protocol: Protocol, production: Mapping[str, Any] | None
) -> Iterator[str]:
    if production is not None:
        tokens = (production.get("context_tokens") or {}).get("value") or 0
        yield (
            f"unequal: the baseline got {protocol.baseline_top_k} units whatever their size, "
            f"{tokens:,.0f} tokens a question"
        )
    if golden.get("whole"):
        yield "evidence: whole documents, not passages"
    if golden.get("unconfirmed"):
        yield f"evidence: {golden['unconfirmed']:,} passages that no person has confirmed"
    if protocol.limits.indexing_seconds is not None:
        yield "indexing time: measured only where every vector was made in this run"
