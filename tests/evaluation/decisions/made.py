"""Golden sets, reports and protocols made by hand, small enough to count."""

from evaluation.golden_record import recorded
from evaluation.protocol import Protocol
from evaluation.seal import conditions_of, sealed
from golden_sets.document import Span
from golden_sets.golden_set import GoldenSet
from golden_sets.plain_text import read_plain_text
from golden_sets.question import Passage, Question

NOW = "2026-01-02T00:00:00Z"


def golden_set(count=12, split=None, name="g", classes=("a", "b"), weights=(), what="Fact"):
    """A document and a question each, `d00` and `q00` on; classes take turns.

    Args:
        what: The documents and questions are about.
    """
    documents, questions = [], []
    for n in range(count):
        kind = classes[n % len(classes)] if classes else ""
        documents.append(read_plain_text(f"d{n:02}.txt", f"{what} {n} stands here.\n", kind))
        evidence = ((Passage(f"d{n:02}.txt", Span(0, 5)),),)
        weight = weights[n] if n < len(weights) else 1.0
        part = split[n] if split else None
        questions.append(
            Question(
                f"q{n:02}",
                f"What is {n}?" if what == "Fact" else f"What is {what} {n}?",
                "single",
                evidence,
                weight=weight,
                split=part,
                question_class=kind,
            )
        )
    return GoldenSet(name, "", tuple(documents), tuple(questions))


def index(**given):
    figures = {
        "fingerprint": None,
        "chunks": 10,
        "tokens": 1_100,
        "added_tokens": 100,
        "embedded_tokens": 1_100,
        "bytes": 4_000,
        "duplication": 0.1,
        "seconds": 2.0,
        "query_ms": 1.0,
    }
    return figures | given


def report(golden, hits, run="r1", created="2026-01-01T00:00:00Z", **more):
    """A report of variants by id: their hits as a text, `10-1` is hit, miss, undefined, hit.

    Args:
        hits: By variant, one text for `vector` at 600 tokens, or texts by (retriever, budget).
        more: `index`, by variant; what else the run has.
    """
    figures = more.pop("index", {})
    variants = []
    for name, given in hits.items():
        texts = given if isinstance(given, dict) else {("vector", 600): given}
        results = [
            {
                "retriever": retriever,
                "budget_tokens": budget,
                "per_question": [
                    {"id": q.id, "hit": None if mark == "-" else float(mark)}
                    for q, mark in zip(golden.questions, marks, strict=True)
                ],
            }
            for (retriever, budget), marks in texts.items()
        ]
        strategy = name.partition("-")[0]
        variants.append(
            {
                "id": name,
                "strategy": strategy,
                "parameters": {"size": 400},
                "headers": "none",
                "expansion": None,
                "index": index(**figures.get(name, {})),
                "results": results,
            }
        )
    made = {
        "id": run,
        "created": created,
        "golden_set": {
            "name": golden.name,
            "digest": golden.digest,
            "documents": len(golden.documents),
            "questions": len(golden.questions),
            **recorded(golden),
        },
        "tokenizer": "o200k_base",
        "embedding_model": {"name": "m", "revision": "1"},
        "fill": "whole",
        "diverse": False,
        "repeats": "keep",
        "key_boost": 1.0,
        "depth": 200,
        "seed": 0,
    }
    return {"run": made | more, "variants": variants, "protocol": None, "verdicts": []}


def protocol(candidates=("new-1",), **given):
    settings = {"retrievers": ("vector",), **given}
    return Protocol("old-1", tuple(candidates), **settings)


def content(rules, golden, made):
    return {
        "protocol": rules.stored(),
        "golden_set": {"name": golden.name, "digest": golden.digest},
        "conditions": conditions_of(made["run"]),
    }


def seal(rules, golden, made, seen=()):
    return sealed(content(rules, golden, made), NOW, seen, None)
