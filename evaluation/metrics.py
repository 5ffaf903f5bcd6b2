"""What each question scored under one variant, retriever and budget."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from evaluation.packing import Context, Unit
from evaluation.spans import Blanks, common, merged, total, without
from golden_sets.document import Span
from golden_sets.question import Passage, Question
from strategies.chunk import Chunk

Metric = Callable[["Case"], float | None]


@dataclass(frozen=True, slots=True)
class Described:
    """A metric and what a page must say of it."""

    compute: Metric
    label: str
    unit: str
    better: Literal["higher", "lower", "neither"]
    answerable_only: bool


METRICS: dict[str, Described] = {}


def metric(
    label: str,
    unit: str,
    better: Literal["higher", "lower", "neither"] = "higher",
    answerable_only: bool = True,
) -> Callable[[Metric], Metric]:
    """Registers a function of a case under its own name; the only registration.

    Raises:
        ValueError: The name is taken.
    """

    def register(compute: Metric) -> Metric:
        name = compute.__name__
        if name in METRICS:
            raise ValueError(f"metric {name!r} is registered already")
        METRICS[name] = Described(compute, label, unit, better, answerable_only)
        return compute

    return register


@dataclass(frozen=True)
class Case:
    """One question under one variant, retriever and budget.

    Attributes:
        units: All that was ranked, in order, to the depth of the ranking.
        context: What of it was packed.
        required: For each passage, the runs of it that must be covered (`spans.required`).
        blanks: By document id.
        first: A case of the same question and units under another budget, whose rank is this
            one's too.
    """

    question: Question
    units: tuple[Unit, ...]
    context: Context
    required: Mapping[Passage, list[Span]]
    blanks: Mapping[str, Blanks]
    first: "Case | None" = None

    @cached_property
    def spans(self) -> dict[str, list[Span]]:
        """The union of the context's source text, by document."""
        return union_of(self.context.units)

    @cached_property
    def overlap(self) -> tuple[float, float, float] | tuple[None, None, None]:
        """Span recall, precision and IoU, counted together; None where evidence is no span."""
        if any(passage.whole for way in self.question.evidence for passage in way):
            return None, None, None
        return span_scores(self.question, self.spans)

    @cached_property
    def answer_documents(self) -> frozenset[str]:
        return frozenset(
            p.document for way in self.question.evidence for p in way if p.role == "answer"
        )

    @cached_property
    def _left(self) -> dict[Passage, list[Span]]:
        return {
            passage: []
            if passage.whole and self.spans.get(passage.document)
            else without(self.required[passage], self.spans.get(passage.document, []))
            for way in self.question.evidence
            for passage in way
        }

    def left(self, passage: Passage) -> list[Span]:
        """What of a passage of the question's evidence the context does not hold.

        Of a whole document any part will do.
        """
        return self._left[passage]

    def covers(self, alternative: tuple[Passage, ...], answers_only: bool) -> bool:
        wanted = (p for p in alternative if p.role == "answer" or not answers_only)
        return not any(self.left(passage) for passage in wanted)

    @cached_property
    def rank(self) -> int | None:
        """The position at which the union of the first units completes the hit."""
        if self.first is not None:
            return self.first.rank
        ways = [
            {p: self.required[p] for p in way if p.role == "answer"}
            for way in self.question.evidence
        ]
        for position, unit in enumerate(self.units, 1):
            if unit.document not in self.answer_documents:
                continue
            for way in ways:
                for passage, left in way.items():
                    if passage.document == unit.document and left:
                        way[passage] = [] if passage.whole else without(left, unit.source)
                if not any(way.values()):
                    return position
        return None


def _complete(case: Case) -> float:
    return float(any(case.covers(way, answers_only=False) for way in case.question.evidence))


def union_of(units: tuple[Unit, ...]) -> dict[str, list[Span]]:
    """The union of units' source text, by document."""
    spans: dict[str, list[Span]] = {}
    for unit in units:
        spans.setdefault(unit.document, []).extend(unit.source)
    return {document: merged(found) for document, found in spans.items()}


def score(case: Case) -> dict[str, float | None]:
    """Every registered metric; None where it is not defined for the question."""
    return {
        name: None
        if described.answerable_only and not case.question.answerable
        else described.compute(case)
        for name, described in METRICS.items()
    }


@metric("Document hit rate", "share of questions")
def document_hit(case: Case) -> float:
    """1 if a unit of a document that holds an answer passage is in the context."""
    return float(any(unit.document in case.answer_documents for unit in case.context.units))


@metric("Hit rate", "share of questions")
def hit(case: Case) -> float:
    """1 if all answer passages of some alternative are in the context, in their documents.

    Where the evidence is whole documents, some of each is enough.
    """
    return float(any(case.covers(way, answers_only=True) for way in case.question.evidence))


@metric("Complete rate", "share of questions")
def complete(case: Case) -> float:
    """1 if also the context passages of that alternative are there."""
    return _complete(case)


@metric("Self-contained rate", "share of questions")
def self_contained(case: Case) -> float:
    """1 if it is complete by what was found, without what expansion added."""
    if not any(unit.added for unit in case.context.units):
        return _complete(case)
    units = tuple(replace(unit, added=()) for unit in case.context.units)
    return _complete(replace(case, context=replace(case.context, units=units)))


@metric("Context kept", "share of hits on questions with a context passage")
def context_kept(case: Case) -> float | None:
    """Of a hit on a question with a context passage, whether it is complete; else None."""
    needs = any(p.role == "context" for way in case.question.evidence for p in way)
    return complete(case) if needs and hit(case) else None


@metric("Rank", "units", better="lower")
def rank(case: Case) -> float | None:
    """The rank at which the units so far complete the hit, None if never within the depth."""
    return case.rank


@metric("Document rank", "units", better="lower")
def document_rank(case: Case) -> float | None:
    """The rank of the first unit of a document that holds an answer passage."""
    for position, unit in enumerate(case.units, 1):
        if unit.document in case.answer_documents:
            return position
    return None


@metric("Mean reciprocal rank", "1 / rank")
def reciprocal_rank(case: Case) -> float:
    """1 / rank, 0 without one."""
    return 1 / case.rank if case.rank else 0.0


@metric("Tokens to hit", "tokens", better="lower")
def tokens_to_hit(case: Case) -> float | None:
    """Reading tokens up to the rank."""
    return sum(unit.tokens for unit in case.units[: case.rank]) if case.rank else None


def span_scores(question: Question, spans: Mapping[str, list[Span]]) -> tuple[float, float, float]:
    """Recall, precision and IoU of unions of spans, by document, against the evidence.

    Over all characters, as sets. The evidence is every passage of the alternative recalled best,
    of equals the one with the best precision. Nothing retrieved scores 0.
    """
    retrieved = sum(total(union) for union in spans.values())
    best = (0.0, 0.0, 0.0)
    for way in question.evidence:
        wanted: dict[str, list[Span]] = {}
        for passage in way:
            wanted.setdefault(passage.document, []).append(passage.span)
        unions = {document: merged(found) for document, found in wanted.items()}
        size = sum(total(union) for union in unions.values())
        shared = sum(common(union, spans.get(name, [])) for name, union in unions.items())
        if retrieved:
            found = (shared / size, shared / retrieved, shared / (size + retrieved - shared))
            best = max(best, found)
    return best


def precision_omega(question: Question, chunks: Sequence[Chunk]) -> float | None:
    """The IoU reached by exactly the chunks that contain any evidence; None if unanswerable.

    The best over the alternatives. A chunk that only touches a passage contains none of it.

    Args:
        chunks: All of a variant's chunks.
    """
    reached = [_omega(way, chunks) for way in question.evidence]
    return max(reached) if reached else None


def _omega(alternative: tuple[Passage, ...], chunks: Sequence[Chunk]) -> float:
    evidence: dict[str, list[Span]] = {}
    for passage in alternative:
        evidence.setdefault(passage.document, []).append(passage.span)
    wanted = {name: merged(found) for name, found in evidence.items()}
    held: dict[str, list[Span]] = {name: [] for name in wanted}
    for chunk in chunks:
        source = [*chunk.read, *chunk.header]
        if common(merged(source), wanted.get(chunk.document, [])):
            held[chunk.document].extend(source)
    unions = {name: merged(found) for name, found in held.items()}
    size, read = (sum(map(total, found.values())) for found in (wanted, unions))
    shared = sum(common(union, unions[name]) for name, union in wanted.items())
    return shared / (size + read - shared)


@metric("Span recall", "share of evidence characters")
def span_recall(case: Case) -> float | None:
    """Evidence characters in the context over all evidence characters."""
    return case.overlap[0]


@metric("Span precision", "share of context characters")
def span_precision(case: Case) -> float | None:
    """Evidence characters in the context over the context's characters, each counted once."""
    return case.overlap[1]


@metric("IoU", "share of either's characters")
def iou(case: Case) -> float | None:
    """Characters in both evidence and context over characters in either."""
    return case.overlap[2]


@metric("Units in context", "units", better="neither", answerable_only=False)
def units_in_context(case: Case) -> float:
    return float(len(case.context.units))


@metric("Context tokens", "tokens", better="neither", answerable_only=False)
def context_tokens(case: Case) -> float:
    return float(case.context.tokens)


@metric("Context duplication", "share of characters", better="lower", answerable_only=False)
def context_duplication(case: Case) -> float | None:
    """1 minus distinct over all non-blank source characters of the context; None if empty."""
    every = sum(case.blanks[u.document].count(u.source) for u in case.context.units)
    distinct = sum(case.blanks[name].count(union) for name, union in case.spans.items())
    return 1 - distinct / every if every else None
