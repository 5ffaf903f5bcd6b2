"""What the page Tune says of two settings, in words; never more than the interval allows."""

from collections.abc import Collection, Mapping
from typing import Any

from evaluation.bill import Ranks
from evaluation.deciding import has_split
from evaluation.plain_words import is_clear, points, signed
from evaluation.tune_compare import Compared
from evaluation.tune_setting import Setting, differences
from golden_sets.golden_set import GoldenSet
from golden_sets.language import marked, tr, trn
from golden_sets.question import Question
from pages.ui.results import RETRIEVER_NAMES

PARTS = {
    "strategy": marked("strategy"),
    "size": marked("size"),
    "overlap": marked("overlap"),
    "snap": marked("where the overlap starts"),
    "headers": marked("headers"),
    "expansion": marked("expansion"),
    "retriever": marked("retriever"),
    "budget": marked("budget"),
}


def names(pinned: Setting, current: Setting) -> tuple[str, str]:
    """Both by no more than sets them apart."""
    differ = differences(pinned, current)

    def one(given: Setting) -> str:
        said = [given.variant.id]
        said += [RETRIEVER_NAMES[given.retriever]] if "retriever" in differ else []
        said += [tr("{n:,} tokens", n=given.budget)] if "budget" in differ else []
        return " · ".join(said)

    return one(pinned), one(current)


def same(pinned: Setting, current: Setting, alike: bool) -> bool:
    """Whether nothing can differ between them."""
    asked = pinned.retriever == current.retriever and pinned.budget == current.budget
    return asked and (alike or pinned.variant == current.variant)


def finding(pinned: Setting, current: Setting, found: Compared, alike: bool) -> str:
    """The difference in hits with its uncertainty.

    Args:
        alike: Both cut the documents into identical chunks.
    """
    if pinned == current:
        return tr("This is the pinned setting itself: move a control to hold another against it")
    before, after = names(pinned, current)
    if same(pinned, current, alike):
        return tr(
            "{current} cuts these documents exactly as the pinned {pinned} does: nothing differs",
            current=after,
            pinned=before,
        )
    hit = found.comparison
    if hit["difference"] is None:
        return tr("No question has a value under both settings")
    ends = {"low": signed(hit["low"]), "high": signed(hit["high"])}
    if not is_clear(hit):
        return _unclear(before, after, hit, ends)
    given = {"current": after, "pinned": before, "points": points(hit["difference"]), **ends}
    local = found.rates["hit_rate"].interval
    if local is not None and local.local:
        return _clear_here(hit, given)
    if hit["difference"] > 0:
        return tr(
            "{current} hits {points} more than the pinned {pinned} (95 %: {low} to {high})", **given
        )
    return tr(
        "{current} hits {points} fewer than the pinned {pinned} (95 %: {low} to {high})", **given
    )


def _clear_here(hit: dict[str, Any], given: dict[str, str]) -> str:
    if hit["difference"] > 0:
        return tr(
            "In these documents only, {current} hits {points} more than the pinned {pinned} "
            "(95 %: {low} to {high})",
            **given,
        )
    return tr(
        "In these documents only, {current} hits {points} fewer than the pinned {pinned} "
        "(95 %: {low} to {high})",
        **given,
    )


def _unclear(before: str, after: str, hit: dict[str, Any], ends: dict[str, str]) -> str:
    given = {"current": after, "pinned": before, "difference": signed(hit["difference"]), **ends}
    if hit["low"] > 0 or hit["high"] < 0:
        # The interval alone would say the opposite of the sentence.
        return tr(
            "{current} cannot be told apart from the pinned {pinned}: {difference} points "
            "(95 %: {low} to {high}, but p = {p:.2f} by the sign-flip test)",
            **given,
            p=hit["p"],
        )
    return tr(
        "{current} cannot be told apart from the pinned {pinned}: {difference} points "
        "(95 %: {low} to {high})",
        **given,
    )


def cautions(pinned: Setting, current: Setting) -> list[str]:
    """What keeps the difference from being put down to one change."""
    differ = differences(pinned, current)
    said = []
    if len(differ) > 1:
        parts = tr(", ").join(tr(PARTS[name]) for name in differ)
        said.append(
            tr("They differ in {parts}: the difference is that of all of it together.", parts=parts)
        )
    if "budget" in differ:
        said.append(
            tr(
                "The budgets are unequal, {pinned:,} and {current:,} tokens: a larger one finds "
                "more under any cut.",
                pinned=pinned.budget,
                current=current.budget,
            )
        )
    return said


def aligned_words(one: Setting, index: Mapping[str, Any]) -> list[str]:
    """What of the pieces of another library's splitter is not as the documents have it.

    Args:
        index: The report's index figures of it.
    """
    said = []
    lost, changed, covered = index["unaligned"], index["changed_pieces"], index["covered"]
    if lost:
        said.append(
            trn(
                "{n:,} piece of {variant} stands nowhere in the documents and is left out.",
                "{n:,} pieces of {variant} stand nowhere in the documents and are left out.",
                lost,
                variant=one.variant.id,
            )
        )
    if changed:
        said.append(
            trn(
                "{n:,} piece of {variant} holds text that the documents do not.",
                "{n:,} pieces of {variant} hold text that the documents do not.",
                changed,
                variant=one.variant.id,
            )
        )
    if one.foreign and covered is not None and covered < 1:
        said.append(
            tr(
                "{variant} leaves {share:.1f} % of the text in no chunk.",
                variant=one.variant.id,
                share=100 * (1 - covered),
            )
        )
    return said


def rank_words(ranks: Ranks) -> str:
    """How far the mean rank moved, with its interval; "" where nothing is ranked under both."""
    moved = ranks.difference
    if moved is None:
        return ""
    if moved["low"] is None or moved["high"] is None:
        return tr("The mean rank moves by {by:+.1f}.", by=moved["value"])
    return tr(
        "The mean rank moves by {by:+.1f} (95 %: {low:+.1f} to {high:+.1f}; down is better).",
        by=moved["value"],
        low=moved["low"],
        high=moved["high"],
    )


def split_words(golden: GoldenSet, counted: Collection[Question]) -> str:
    """On which questions the page counts, and what that means for a decision."""
    n = len(counted)
    if has_split(golden.questions):
        kept = sum(question.split == "decide" for question in golden.answerable)
        asked = trn("{n:,} question to tune on", "{n:,} questions to tune on", n)
        return tr(
            "Counted on the {asked}; the {kept:,} kept for the decision stay unseen here.",
            asked=asked,
            kept=kept,
        )
    return trn(
        "Counted on the only answerable question: this set keeps none aside for the decision.",
        "Counted on all {n:,} answerable questions, for this set keeps none aside: tuning and "
        "deciding on the same questions flatters the winner.",
        n,
    )


def tried_words(n: int) -> str:
    """How many settings were looked at, and what that does to the best of them."""
    return trn(
        "{n:,} setting tried on these questions in this session.",
        "{n:,} settings tried on these questions in this session: the more are tried, the likelier "
        "it is that the best of them was only lucky.",
        n,
    )


def about(seconds: float) -> str:
    """`about 3 minutes`."""
    if seconds < 50:
        return trn("about {n} second", "about {n} seconds", 5 * max(1, round(seconds / 5)))
    return trn("about {n} minute", "about {n} minutes", max(1, round(seconds / 60)))
