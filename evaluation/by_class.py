"""A recommendation for each class of documents, and the mixed variant they make."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from evaluation.judging import Judge, compared, shares_of
from evaluation.verdicts import ADOPT, PILOT, Compared, ruled
from golden_sets.language import Worded, kept, worded
from golden_sets.question import Question
from strategies.mixed import OTHERWISE, mixed_toml
from strategies.registry import STRATEGIES, Strategy, make_strategy

TOLD_APART, LEADING = "told apart", "leading"


class Led(NamedTuple):
    """How a candidate does on one class."""

    candidate: str
    verdict: str
    found: Compared


def recommendations(judge: Judge) -> list[dict[str, Any]]:
    """A row a retriever and class that deciding questions ask about.

    Candidates that break a limit are left out. `recommended` is the candidate that is adopted or
    worth a pilot there by the protocol's rules, the level shared over the classes too; else the
    baseline. `leading` is the one with the best figure, whether chance or not; the baseline where
    none is ahead of it. The difference is that of `compared`, the one recommended, else the one
    with the best figure.
    """
    classes = by_class(judge.asked)
    return [
        _recommended(judge, name, asked, retriever, len(classes))
        for retriever in judge.protocol.retrievers
        for name, asked in classes.items()
    ]


def by_class(asked: Sequence[Question]) -> dict[str, list[Question]]:
    """Questions by the class of their answer documents, those over several classes left out."""
    found: dict[str, list[Question]] = {}
    for question in asked:
        if question.question_class not in ("", "mixed"):
            found.setdefault(question.question_class, []).append(question)
    return dict(sorted(found.items()))


def _recommended(
    judge: Judge, name: str, asked: Sequence[Question], retriever: str, classes: int
) -> dict[str, Any]:
    protocol = judge.protocol
    level = 1 - (1 - protocol.level) / (protocol.comparisons * classes)
    led = [
        one
        for candidate in protocol.candidates
        if (one := _led(judge, candidate, retriever, asked, level)) is not None
    ]
    best = max(led, key=lambda one: one.found.difference, default=None)
    # What holds for these documents only is no recommendation for others of their class.
    sure = [one for one in led if one.verdict in (ADOPT, PILOT) and not one.found.local]
    chosen = max(sure, key=lambda one: (one.verdict == ADOPT, one.found.difference), default=None)
    ahead = best if best is not None and best.found.difference > 0 else None
    shown = chosen or best
    return {
        "retriever": retriever,
        "class": name,
        "questions": len(asked),
        "recommended": chosen.candidate if chosen else protocol.baseline,
        "verdict": chosen.verdict if chosen else "keep",
        "leading": ahead.candidate if ahead else protocol.baseline,
        "compared": shown.candidate if shown else None,
        "local": shown.found.local if shown else None,
        **shares_of(shown.found if shown else None),
    }


def _led(
    judge: Judge, candidate: str, retriever: str, asked: Sequence[Question], level: float
) -> Led | None:
    """None for a candidate that cannot lead: it breaks a limit, or cuts as the baseline does."""
    protocol = judge.protocol
    kept = judge.limits(candidate, retriever)
    if kept.broken or (candidate in judge.same and not judge.production):
        return None
    before, after = (side["per_question"] for side in judge.sides(candidate, retriever))
    found = compared(judge.golden, before, after, protocol, judge.seed, asked, level)
    if found is None:
        return None
    return Led(candidate, ruled(protocol, found, (), kept.unmeasured), found)


def mixed_tables(judge: Judge, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """By retriever, the table of `mixed` that the recommendations make, as TOML, or why none.

    Where nothing is told apart the leading candidates make it, `basis` being "leading": something
    to declare as a candidate of a next protocol, which other questions must decide.
    """
    made = []
    for retriever in judge.protocol.retrievers:
        mine = [row for row in rows if row["retriever"] == retriever]
        for basis, key in ((TOLD_APART, "recommended"), (LEADING, "leading")):
            chosen = {row["class"]: row[key] for row in mine}
            if any(name != judge.protocol.baseline for name in chosen.values()):
                made.append({"retriever": retriever, "basis": basis, **_table(judge, chosen)})
                break
        else:
            why = worded(
                "no candidate within the limits is ahead of {name} in a class",
                name=judge.protocol.baseline,
            )
            made.append({"retriever": retriever, "basis": None, **_none(why)})
    return made


def _none(why: Worded) -> dict[str, Any]:
    return {"toml": None, "why": why, "told": kept({"why": why})}


def _table(judge: Judge, chosen: Mapping[str, str]) -> dict[str, Any]:
    """The TOML of a choice by class, or why no table can say it."""
    base = judge.variants[judge.protocol.baseline]
    kept = {name: v for name, v in chosen.items() if v != judge.protocol.baseline}
    for name in (judge.protocol.baseline, *kept.values()):
        variant = judge.variants[name]
        if variant["strategy"] not in STRATEGIES or variant["strategy"] == "mixed":
            return _none(worded("{name} is no strategy that a table can name", name=name))
        modifiers = ("headers", "expansion")
        if any(variant.get(one) != base.get(one) for one in modifiers):
            why = worded(
                "{name} differs in headers or expansion from {other}", name=name, other=base["id"]
            )
            return _none(why)
    entries = {name: _strategy(judge.variants[variant]) for name, variant in kept.items()}
    toml = mixed_toml({**entries, OTHERWISE: _strategy(base)})
    return {"toml": toml, "why": "", "classes": {**kept, OTHERWISE: judge.protocol.baseline}}


def _strategy(variant: Mapping[str, Any]) -> Strategy:
    return make_strategy(variant["strategy"], **variant["parameters"])
