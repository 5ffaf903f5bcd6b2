"""Names and findings of the page Decide, in words."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from evaluation.decision_log import KEEP
from evaluation.protocol import Protocol
from evaluation.robustness import NOT_RUN
from evaluation.verdict_words import rounded
from evaluation.verdicts import ADOPT, CANNOT_TELL, IDENTICAL, PILOT, REJECT
from golden_sets.language import marked, tr, trn
from pages.ui.results import RETRIEVER_NAMES

Verdict = Mapping[str, Any]
VERDICTS = {
    ADOPT: marked("adopt"),
    PILOT: marked("pilot"),
    REJECT: marked("reject"),
    CANNOT_TELL: marked("cannot tell"),
    IDENTICAL: marked("identical"),
    NOT_RUN: marked("not run"),
    KEEP: marked("keep the baseline"),
}
# A second cue beside the word and the shade.
SIGNS = {ADOPT: "✓", PILOT: "◐", REJECT: "✕", CANNOT_TELL: "?", IDENTICAL: "=", NOT_RUN: "–"}
METRICS = {
    "hit_rate": marked("hit rate"),
    "complete_rate": marked("complete rate"),
    "document_hit_rate": marked("document hit rate"),
}
_MARKUP = re.compile(r"([\\`*_\[\]$<>~|#]|:(?=\w))")


def verdict_word(verdict: str) -> str:
    return tr(VERDICTS[verdict])


def metric_name(metric: str) -> str:
    """The metric in words; one that is none stays on show as it was given."""
    return tr(METRICS[metric]) if metric in METRICS else metric


def retriever(name: str) -> str:
    return RETRIEVER_NAMES.get(name, name)


def plain(words: str) -> str:
    """The words as Markdown that shows them as they are."""
    return _MARKUP.sub(r"\\\1", words)


def points(share: float, sign: bool = True, lines: Sequence[float] = (0.0,)) -> str:
    """`+10.0`, `−11.6`: a share, in points, with digits that keep it on its side of each line."""
    # A difference of 3 in 60 questions is 5 points, whatever its last binary digit.
    value = round(100 * share, 9)
    shown = rounded(value, lines).replace("-", "−")
    return f"+{shown}" if sign and value > 0 else shown


def lines_of(rules: Mapping[str, Any]) -> tuple[float, ...]:
    """The points that verdicts turn on."""
    return 0.0, rules["reject_below"], rules["adopt_at"]


def level_words(share: float) -> str:
    """`99.38`, of a level."""
    shown = f"{100 * share:.4g}"
    return f"{100 * share:.8g}" if shown == "100" else shown


def headline(verdicts: Sequence[Verdict], baseline: str) -> str:
    """What follows for whoever has to decide, as Markdown."""
    for verdict, words in ((ADOPT, marked("Adopt {names}")), (PILOT, marked("Pilot {names}"))):
        if names := _named(verdicts, verdict):
            return plain(tr(words, names=names))
    return plain(tr("Keep {baseline}: no candidate is shown to be better", baseline=baseline))


def _named(verdicts: Sequence[Verdict], verdict: str) -> str:
    """`structure-400c under BM25 and vector`, of those with the verdict."""
    found: dict[str, list[str]] = {}
    for one in verdicts:
        if one["verdict"] == verdict:
            found.setdefault(one["candidate"], []).append(retriever(one["retriever"]))
    parts = [
        tr("{candidate} under {retrievers}", candidate=name, retrievers=tr(" and ").join(under))
        for name, under in found.items()
    ]
    return tr("; ").join(parts)


def counts(verdicts: Sequence[Verdict]) -> str:
    """`8 verdicts: 2 adopt, 1 reject, 5 cannot tell`."""
    found = Counter(one["verdict"] for one in verdicts)
    parts = [f"{found[name]} {verdict_word(name)}" for name in VERDICTS if found[name]]
    all_ = trn("{n} verdict", "{n} verdicts", len(verdicts))
    return tr("{verdicts}: {parts}", verdicts=all_, parts=tr(", ").join(parts))


def difference_finding(report: Mapping[str, Any]) -> str:
    """The picture's finding, as Markdown: never more than the verdicts say."""
    rules = report["protocol"]["content"]["protocol"]
    found = [one for one in report["verdicts"] if one["difference"] is not None]
    lines = lines_of(rules)
    if not found:
        return tr("Nothing can be compared: see each verdict below")
    ahead = [one for one in found if one["low"] > 0]
    one = max(ahead or found, key=lambda each: (each["difference"], each["low"]))
    if ahead:
        words = marked(
            "{name} is {difference} points ahead of {baseline} under {retriever} "
            "({level} %: {low} to {high})"
        )
    else:
        words = marked(
            "No candidate is told to be ahead of {baseline}: the best measured, {name} under "
            "{retriever}, is at {difference} points ({level} %: {low} to {high})"
        )
    return plain(
        tr(
            words,
            name=one["candidate"],
            baseline=rules["baseline"],
            retriever=retriever(one["retriever"]),
            difference=points(one["difference"], not ahead, lines),
            level=level_words(report["protocol"]["shared_level"]),
            low=points(one["low"], lines=lines),
            high=points(one["high"], lines=lines),
        )
    )


def gate_lines(protocol: Protocol) -> list[str]:
    """What a build would have to meet, in words; nothing for an empty gate."""
    gate, lines = protocol.gate, []
    if gate.max_lost is not None:
        lines.append(
            trn(
                "a build goes on where {variant} has lost {n:,} question at most",
                "a build goes on where {variant} has lost {n:,} questions at most",
                gate.max_lost,
                variant=gate.variant or protocol.baseline,
            )
        )
    if gate.require:
        lines.append(
            tr(
                "a build goes on where {candidate} has “{verdict}” or better under every retriever",
                candidate=gate.candidate or protocol.candidates[0],
                verdict=tr(VERDICTS[gate.require]),
            )
        )
    return lines
