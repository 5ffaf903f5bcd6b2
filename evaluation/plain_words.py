"""What the statistics say, in sentences anyone can act on, with exact numbers and units."""

from collections.abc import Mapping
from typing import Any

from evaluation.checks.finding import counted

Comparison = Mapping[str, Any]
# From here down a difference is taken to be more than chance.
LIKELY = 0.05


def points(share: float) -> str:
    """`6 points`, `1 point`, from a share; `0.4 points` where whole points would say none."""
    shown = signed(share).lstrip("+−")
    return f"{shown} point{'' if shown == '1' else 's'}"


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
    of = counted(questions, "question")
    if not changed:
        return f"None of {of} changed." if questions > 1 else f"Of {of} none changed."
    if not (better and worse):
        # "all" of two questions or more; one question is said to change, and how.
        every = "all " if changed > 1 else ""
        return f"{changed:,} of {of} changed, {every}for the {'better' if better else 'worse'}."
    return f"{changed:,} of {of} changed, {better:,} for the better and {worse:,} for the worse."


def difference_words(candidate: str, baseline: str, found: Comparison) -> str:
    """`A hits 6 points more than B (95 % interval: +1 to +11 points).`"""
    if found["difference"] is None:
        return f"{candidate} and {baseline} have no question in common."
    ends = f"95 % interval: {signed(found['low'])} to {signed(found['high'])} points"
    if signed(found["difference"]) == "0":
        return f"{candidate} hits as many as {baseline} ({ends})."
    more = "more" if found["difference"] > 0 else "fewer"
    return f"{candidate} hits {points(found['difference'])} {more} than {baseline} ({ends})."


def interval_words(rate: Mapping[str, Any] | None, kind: str) -> str:
    """`56 % of 89 questions; 95 % interval 46 to 66 %, t interval over 21 clusters.`"""
    if rate is None:
        return "No question has a value, so there is no rate."
    low, high = (f"{100 * rate[end]:.0f}" for end in ("low", "high"))
    of = f"{100 * rate['value']:.0f} % of {counted(rate['n'], 'question')}"
    return f"{of}; 95 % interval {low} to {high} %, {kind}."


def chance_words(p: float | None) -> str:
    """`Were it chance alone, a difference as large would come in 11 of 100 cases, so ...`"""
    if p is None:
        return "There is nothing to test."
    if p >= 1:
        return "Chance alone would always show as much."
    times = "fewer than 1 of 1,000" if p < 0.001 else _odds(p)
    end = "so chance hardly explains it" if p <= LIKELY else "so chance is not ruled out"
    return f"Were it chance alone, a difference as large would come in {times} cases, {end}."


def _odds(p: float) -> str:
    """`11 of 100`, `4 of 1,000`; never rounded over the 5 % that decides, nor to all."""
    if p >= 0.0095 and not 0.05 < p < 0.055:
        return f"{min(99, round(100 * p))} of 100"
    return f"{min(999, max(1, round(1_000 * p)))} of 1,000"


def detectable_words(detectable: float | None, questions: int) -> str:
    """`With 90 questions a true difference under 8 points cannot be counted on to be told from
    chance: it is missed more than 1 time in 5.`"""
    asked = counted(questions, "question")
    if detectable is None:
        return f"Nothing varies over {asked}, so what they could have shown is not known."
    if detectable >= 1:
        return f"With {asked} no difference at all can be counted on to be told from chance."
    return (
        f"With {asked} a true difference under {points(detectable)} cannot be counted on to be "
        "told from chance: it is missed more than 1 time in 5."
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
        return ["The interval alone would call it a difference; the test does not, so nor do we."]
    return ["The test alone would call it a difference; the interval holds 0, so we do not."]


def leading_words(report: Mapping[str, Any]) -> str:
    """The largest difference of a report that is clear, else the largest; "" without one."""
    found = [one for one in report["comparisons"] if one["difference"] is not None]
    if not found:
        return ""
    clear = [one for one in found if is_clear(one)]
    one = max(clear or found, key=lambda each: abs(each["difference"]))
    words = " ".join(comparison_words(one, report["run"]["golden_set"]["answerable"]))
    which = "largest clear difference" if clear else "largest difference, not a clear one"
    return f"The {which}, under {one['retriever']}: {words}"
