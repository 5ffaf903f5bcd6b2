"""What a format cannot hold of a golden set, counted before it is written."""

from collections.abc import Iterator

from golden_sets.exchange.registry import Exported, Feature, Format
from golden_sets.question import Question

_HELD = {"id", "question", "kind", "evidence"}


def losses(format_: Format, exported: Exported) -> list[str]:
    """A line for each feature that is lost or changed, with how many questions have it."""
    counts: dict[Feature, int] = {}
    for question in exported.golden.questions:
        for feature in _features(question, exported):
            counts[feature] = counts.get(feature, 0) + 1
    told = []
    for feature, becomes in (format_.loses or {}).items():
        if feature in counts:
            told.append(f"{format_.name} loses: {becomes} ({counts[feature]} questions)")
    return told


def _features(question: Question, exported: Exported) -> Iterator[Feature]:
    yield "ids"
    if not question.answerable:
        yield "unanswerable"
    if len(question.evidence) > 1:
        yield "alternatives"
    if any(passage.role == "context" for way in question.evidence for passage in way):
        yield "context"
    answers = [[p for p in way if p.role == "answer"] for way in question.evidence]
    if any(len(way) > 1 for way in answers):
        yield "together"
    if len({passage.document for way in question.evidence for passage in way}) > 1:
        yield "documents"
    if set(exported.rows.get(question.id, ())) - _HELD:
        yield "details"
