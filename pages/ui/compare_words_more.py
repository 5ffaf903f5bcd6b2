"""Findings on budget, rank, duplication and outcomes; see `compare_words`."""

from collections.abc import Sequence

from evaluation.plain_words import points, signed
from golden_sets.language import tr
from pages.ui.compare_lines import base_of, clear, difference, figure, same_cut
from pages.ui.compare_outcomes import HITS, outcome_words
from pages.ui.compare_scope import Scope
from pages.ui.compare_url import literal
from pages.ui.compare_words import between, named, share
from pages.ui.results import Row


def budget_finding(scope: Scope, curve: Sequence[Row]) -> str:
    """What the largest budget gains over the smallest, for one result's row at each budget."""
    first, last = curve[0], curve[-1]
    found = difference(scope, last, first)
    values = {
        "low": first.budget_tokens,
        "high": last.budget_tokens,
        "name": literal(first.variant),
        "points": points(found["difference"]),
        "signed": signed(found["difference"]),
        "between": between(scope, found),
    }
    if not clear(found):
        return tr(
            "From {low:,} to {high:,} no gain can be told for {name} ({signed} points, {between})",
            **values,
        )
    if found["difference"] < 0:
        return tr("From {low:,} to {high:,} {name} loses {points} ({between})", **values)
    return tr("From {low:,} to {high:,} {name} gains {points} ({between})", **values)


def rank_finding(scope: Scope, shown: Sequence[Row]) -> str:
    """Whose answers come highest, against the baseline under the same retriever."""
    best = max(shown, key=lambda row: (figure(scope, row, "mrr") or {"value": -1})["value"])
    rate = figure(scope, best, "mrr")
    if rate is None:
        return tr("No question has a rank")
    told = tr(
        "Answers come highest under {name}: mean reciprocal rank {value:.2f} ({low:.2f} to "
        "{high:.2f})",
        name=named(scope, best),
        **{key: rate[key] for key in ("value", "low", "high")},
    )
    base = base_of(scope, best)
    if base is None:
        return told
    if same_cut(best, base):
        return told + tr(", whose chunks are the baseline's")
    if scope.part.local:
        told += tr(", for these documents only")
    found = difference(scope, best, base, "mrr")
    values = {"base": literal(scope.baseline)}
    values |= {key: _signed(found[key]) for key in ("difference", "low", "high")}
    if clear(found):
        return told + tr("; {difference} against {base} (95 %: {low} to {high})", **values)
    return told + tr(
        "; not to be told apart from {base} ({difference}, 95 %: {low} to {high})",
        **values,
    )


def paired_ranks(scope: Scope, shown: Sequence[Row]) -> str:
    """How far the mean rank of the one whose answers come highest is from the baseline's, over the
    questions ranked under both; empty where there is nothing to compare."""
    best = max(shown, key=lambda row: (figure(scope, row, "mrr") or {"value": -1})["value"])
    base = base_of(scope, best)
    if base is None or same_cut(best, base):
        return ""
    found = difference(scope, best, base, "mean_rank")
    if found["low"] is None or found["high"] is None:
        return ""
    ends = {key: _signed(found[key], 1) for key in ("difference", "low", "high")}
    return tr(
        "Over the {n:,} questions ranked under both, the mean rank of {name} is {difference} from "
        "that of {base} (95 %: {low} to {high}).",
        n=found["n"],
        name=literal(best.variant),
        base=literal(scope.baseline),
        **ends,
    )


def _signed(number: float, digits: int = 2) -> str:
    return f"{number:+.{digits}f}".replace("-", "−")


def duplication_finding(scope: Scope, shown: Sequence[Row]) -> str:
    """The most text paid for twice: in an index, and in what is handed over."""
    most = max(shown, key=lambda row: row.index["duplication"])
    handed = max(
        shown, key=lambda row: (row.result["context_duplication"] or {"value": 0})["value"]
    )
    rate = handed.result["context_duplication"]
    if not most.index["duplication"] and not (rate and rate["value"]):
        return tr("No variant shown repeats any text, in its index or in what is handed over")
    told = tr(
        "The index of {name} repeats {percent:.0f} % of its text",
        name=literal(most.variant),
        percent=100 * most.index["duplication"],
    )
    if not rate:
        return told
    if rate["value"] < 0.01:
        return told + tr(
            "; what is handed over repeats {percent:.1f} % at most", percent=100 * rate["value"]
        )
    return told + tr(
        "; the most repeated text is handed over under {name}, {share}",
        name=named(scope, handed),
        share=share(rate),
    )


def outcome_finding(scope: Scope, row: Row) -> str:
    """What a result's misses are most often, as a share of all questions."""
    counts = scope.part.outcomes(row.result)
    misses = {name: n for name, n in counts.items() if name not in HITS}
    if not misses:
        return tr("{name} misses no question", name=named(scope, row))
    worst = max(misses, key=lambda name: misses[name])
    if sum(n == misses[worst] for n in misses.values()) > 1:
        words = [f"“{outcome_words(name)}”" for name, n in misses.items() if n == misses[worst]]
        return tr(
            "Under {name}, {n:,} of {of:,} misses each: {outcomes}, {share} of the questions each",
            name=named(scope, row),
            n=misses[worst],
            of=sum(misses.values()),
            outcomes=", ".join(words),
            share=share(scope.part.share(row.result, worst)),
        )
    return tr(
        "Under {name}, {n:,} of {of:,} misses: “{outcome}”, {share} of the questions",
        name=named(scope, row),
        n=misses[worst],
        of=sum(misses.values()),
        outcome=outcome_words(worst),
        share=share(scope.part.share(row.result, worst)),
    )
