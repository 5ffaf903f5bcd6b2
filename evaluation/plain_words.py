"""What the statistics say, in sentences anyone can act on, with exact numbers and units."""

from collections.abc import Mapping
from typing import Any

from evaluation.interval_words import interval_kind
from golden_sets.language import joined, tr, trn

Comparison = Mapping[str, Any]
# From here down a difference is taken to be more than chance.
LIKELY = 0.05


def points(share: float) -> str:
    """`6 points`, `1 point`, from a share; `0.4 points` where whole points would say none."""
    shown = signed(share).lstrip("+−")
    if shown == "1":
        return tr("{number} point", number=shown)
    return tr("{number} points", number=shown)


def signed(share: float) -> str:
    """`+6`, `−6`, from a share, in points; `+0.4` where a whole number would read as no sign."""
    number = 100 * share
    whole = round(number)
    shown = str(abs(whole)) if whole else f"{abs(number):.1f}"
    if shown == "0.0":
        return "0"
    return f"+{shown}" if number > 0 else f"−{shown}"


def is_clear(found: Comparison) -> bool:
    """Whether interval and test both tell the difference from chance; with few clusters of
    unequal size the interval alone says so too easily."""
    if found["difference"] is None or found["p"] is None:
        return False
    return bool((found["low"] > 0 or found["high"] < 0) and found["p"] <= LIKELY)


def changed_words(better: int, worse: int, questions: int) -> str:
    """`24 of 90 questions changed, 17 for the better and 7 for the worse.`"""
    changed = better + worse
    of = trn("{n:,} question", "{n:,} questions", questions)
    if not changed:
        return (
            tr("None of {of} changed between hit and miss.", of=of)
            if questions > 1
            else tr("Of {of} none changed between hit and miss.", of=of)
        )
    if better and worse:
        return tr(
            "{changed:,} of {of} changed, {better:,} for the better and {worse:,} for the worse.",
            changed=changed,
            of=of,
            better=better,
            worse=worse,
        )
    # "all" of two questions or more; one question is said to change, and how.
    if better:
        return trn(
            "{n:,} of {of} changed, for the better.",
            "{n:,} of {of} changed, all for the better.",
            changed,
            of=of,
        )
    return trn(
        "{n:,} of {of} changed, for the worse.",
        "{n:,} of {of} changed, all for the worse.",
        changed,
        of=of,
    )


def difference_words(candidate: str, baseline: str, found: Comparison) -> str:
    """`A hits 6 points more than B (95 % interval: +1 to +11 points).`"""
    if found["difference"] is None:
        return tr("{a} and {b} have no question in common.", a=candidate, b=baseline)
    ends = tr(
        "95 % interval: {low} to {high} points",
        low=signed(found["low"]),
        high=signed(found["high"]),
    )
    if signed(found["difference"]) == "0":
        return tr("{a} hits as many as {b} ({ends}).", a=candidate, b=baseline, ends=ends)
    by = points(found["difference"])
    if found["difference"] > 0:
        return tr(
            "{a} hits {by} more than {b} ({ends}).", a=candidate, by=by, b=baseline, ends=ends
        )
    return tr("{a} hits {by} fewer than {b} ({ends}).", a=candidate, by=by, b=baseline, ends=ends)


def interval_words(rate: Mapping[str, Any] | None, kind: str) -> str:
    """`56 % of 89 questions; 95 % interval 46 to 66 %, t interval over 21 clusters.`"""
    if rate is None:
        return tr("No question has a value, so there is no rate.")
    return trn(
        "{rate:.0f} % of {n:,} question; 95 % interval {low:.0f} to {high:.0f} %, {kind}.",
        "{rate:.0f} % of {n:,} questions; 95 % interval {low:.0f} to {high:.0f} %, {kind}.",
        rate["n"],
        rate=100 * rate["value"],
        low=100 * rate["low"],
        high=100 * rate["high"],
        kind=interval_kind(kind),
    )


def chance_words(p: float | None) -> str:
    """`Were it chance alone, a difference as large would come in 11 of 100 cases, so ...`"""
    if p is None:
        return tr("There is nothing to test.")
    if p >= 1:
        return tr("By chance alone a difference as large would come every time.")
    times = tr("fewer than 1 of 1,000") if p < 0.001 else _odds(p)
    if p <= LIKELY:
        return tr(
            "Were it chance alone, a difference as large would come in {times} cases, so chance "
            "hardly explains it.",
            times=times,
        )
    return tr(
        "Were it chance alone, a difference as large would come in {times} cases, so chance is not "
        "ruled out.",
        times=times,
    )


def _odds(p: float) -> str:
    """`11 of 100`, `4 of 1,000`; never rounded over the 5 % that decides, nor to all."""
    if p >= 0.0095 and not 0.05 < p < 0.055:
        return tr("{n} of 100", n=min(99, round(100 * p)))
    return tr("{n} of 1,000", n=min(999, max(1, round(1_000 * p))))


def detectable_words(detectable: float | None, questions: int) -> str:
    """`With 90 questions a true difference under 8 points cannot be counted on to be told from
    chance: it is missed more than 1 time in 5.`"""
    asked = trn("{n:,} question", "{n:,} questions", questions)
    if detectable is None:
        return tr(
            "Nothing varies over {asked}, so what they could have shown is not known.", asked=asked
        )
    if detectable >= 1:
        return tr(
            "With {asked} no difference at all can be counted on to be told from chance.",
            asked=asked,
        )
    return tr(
        "With {asked} a true difference under {least} cannot be counted on to be told from "
        "chance: it is missed more than 1 time in 5.",
        asked=asked,
        least=points(detectable),
    )


def comparison_words(found: Comparison, questions: int) -> list[str]:
    """A report's comparison, a sentence a statistic, what happened first."""
    told = difference_words(found["candidate"], found["baseline"], found)
    if found["difference"] is None:
        return [told]
    return [
        told,
        changed_words(len(found["gained"]), len(found["lost"]), questions),
        chance_words(found["p"]),
        *disagreement_words(found),
        detectable_words(found["detectable"], questions),
    ]


def disagreement_words(found: Comparison) -> list[str]:
    """A sentence where interval and test say otherwise of a difference; both are asked for."""
    apart, unlikely = found["low"] > 0 or found["high"] < 0, found["p"] <= LIKELY
    if apart == unlikely:
        return []
    if apart:
        return [
            tr("The interval alone would call it a difference; the test does not, so nor do we.")
        ]
    return [tr("The test alone would call it a difference; the interval holds 0, so we do not.")]


def leading_words(report: Mapping[str, Any]) -> str:
    """The largest difference of a report that is clear, else the largest; "" without one."""
    found = [one for one in report["comparisons"] if one["difference"] is not None]
    if not found:
        return ""
    clear = [one for one in found if is_clear(one)]
    one = max(clear or found, key=lambda each: abs(each["difference"]))
    told = comparison_words(one, report["run"]["golden_set"]["answerable"])
    words = tr(joined(told))
    if clear:
        return tr(
            "The largest clear difference, under {by}: {words}",
            by=tr(one["retriever"]),
            words=words,
        )
    return tr(
        "The largest difference, not a clear one, under {by}: {words}",
        by=tr(one["retriever"]),
        words=words,
    )
