"""Reports and golden sets made by hand: one document a question, so one cluster each."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from evaluation.golden_record import recorded
from evaluation.report import SCHEMA, rate
from evaluation.statistics import RATE, interval, sample
from golden_sets.document import Document, Span
from golden_sets.golden_set import GoldenSet
from golden_sets.question import Passage, Question

Hits = Sequence[int]


def names(count: int) -> list[str]:
    return [f"q{number:02}" for number in range(count)]


def document(name: str, text: str = "An answer.") -> Document:
    return Document(f"{name}.md", text, name)


def question(name: str, text: str = "", span: tuple[int, int] = (0, 9), **more: Any) -> Question:
    ways = ((Passage(f"{name}.md", Span(*span)),),)
    return Question(name, text or f"What of {name}?", "single", ways, **more)


def golden_set(count: int = 12, few_documents: bool = False) -> GoldenSet:
    """Each question about a document of its own, or all about one."""
    asked = tuple(question(name) for name in names(count))
    if few_documents:
        ways = ((Passage("q00.md", Span(0, 9)),),)
        asked = tuple(Question(one.id, one.text, "single", ways) for one in asked)
    documents = tuple(document(name) for name in names(count))
    return GoldenSet("made", "", documents, asked)


def result(
    golden: GoldenSet,
    hits: Hits,
    ranks: Sequence[int | None] | None = None,
    outcomes: Mapping[str, str] | None = None,
    retriever: str = "vector",
    budget: int = 600,
) -> dict[str, Any]:
    ids = [one.id for one in golden.questions]
    found = ranks or [1 if hit else None for hit in hits]
    rows = [
        {
            "id": name,
            "outcome": (outcomes or {}).get(name, "complete" if hit else "missed_document"),
            "hit": hit,
            "complete": hit,
            "document_hit": hit,
            "rank": rank,
            "document_rank": rank,
        }
        for name, hit, rank in zip(ids, hits, found, strict=True)
    ]
    values = dict(zip(ids, map(float, hits), strict=True))
    return {
        "retriever": retriever,
        "budget_tokens": budget,
        "hit_rate": rate(interval(sample(values, golden.questions), RATE)),
        "context_duplication": {"value": 0.25, "low": 0.0, "high": 1.0, "n": len(ids)},
        "per_question": rows,
    }


def variant(
    results: Sequence[dict[str, Any]],
    overlap: int = 0,
    headers: str = "none",
    tokens: int = 1_000_000,
    fingerprint: str | None = None,
    **parameters: Any,
) -> dict[str, Any]:
    name = "recursive-400c" + (f"-o{overlap}" if overlap else "")
    name += ("-snap" if parameters.get("snap") else "") + ("-headers" if headers == "path" else "")
    return {
        "id": name,
        "strategy": "recursive",
        "parameters": {"size": 400, "unit": "characters", "overlap": overlap, **parameters},
        "overlap": overlap,
        "headers": headers,
        "expansion": None,
        "index": {
            "fingerprint": fingerprint or name,
            "tokens": tokens,
            "embedded_tokens": tokens + 500_000,
            "duplication": 0.1,
            "blurred_citations": 0.2,
        },
        "results": list(results),
    }


def report(golden: GoldenSet, variants: Iterable[dict[str, Any]], **run: Any) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "run": {
            "id": "r1",
            "created": "2026-11-30T12:00:00Z",
            "golden_set": {"name": golden.name, "digest": golden.digest, **recorded(golden)},
            "seed": 0,
            "fill": "whole",
            "interval": "t interval over 12 clusters",
            "versions": {"numpy": "2.4.6"},
            **run,
        },
        "variants": list(variants),
    }
