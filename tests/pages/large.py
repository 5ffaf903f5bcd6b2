"""A made-up run of any size in a store, to see what the pages bear: no document is cut.

`python -m tests.pages.large FOLDER` writes 200 variants under 2 retrievers, asked 1,000 questions:
serve it with `CHUNKBOARD_GOLDEN_SETS=FOLDER/sets` and `CHUNKBOARD_STORE=FOLDER/store`.
"""

import json
import random
import sys
from pathlib import Path
from typing import Any

from evaluation.database import open_store
from evaluation.metrics import METRICS
from evaluation.packing import Context, Unit
from evaluation.report import contexts_rows, report_of, result_of
from evaluation.settings import Cutting, RunSettings, matrix
from evaluation.store import RunStore, result_key
from golden_sets.golden_set import GoldenSet, load_golden_set
from golden_sets.question import Question

NAME = "large"
# What a variant's index holds beside what tells it from others here.
INDEX = {
    "added_tokens": 0, "mean_chars": 311.1, "spread_chars": 69.7, "mean_tokens": 73.6,
    "mid_sentence_rate": 0.05, "mid_sentence_rate_all": 0.05, "truncated": 0, "oversize": 0,
    "broken_bonds": 174, "whole_documents": 0.0, "read_over_matched": 1.0, "pointing_back": 0.01,
    "covered": 1.0, "unaligned": 0, "changed_pieces": 0, "seconds": 0.01, "embedded_now": 0.0,
    "query_ms": 0.3,
}  # fmt: skip
CLASSES = ("manual", "policy", "table", "transcript")
MISSES = ("split", "below_budget", "partial", "wrong_passage", "missed_document")
STRATEGIES = ("fixed", "recursive", "structure", "parent_child")


def write_large_set(folder: Path, questions: int, documents: int) -> GoldenSet:
    """A golden set whose questions ask about the lines of its documents, in turn."""
    places: list[list[str]] = [[] for _ in range(documents)]
    rows = []
    for at in range(questions):
        of, line = at % documents, f"Fact {at} is that number {at} is {at * 7}."
        places[of].append(line)
        document = f"{CLASSES[of % len(CLASSES)]}/{of}.md"
        evidence = [[{"document": document, "quote": line}]]
        # Of one class all are to tune on.
        split = "tune" if at % 3 or CLASSES[of % len(CLASSES)] == "transcript" else "decide"
        question = f"What is fact {at}?"
        rows.append({"id": f"q{at}", "question": question, "evidence": evidence, "split": split})
    for of, lines in enumerate(places):
        path = folder / "documents" / CLASSES[of % len(CLASSES)] / f"{of}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n\n".join([f"# Document {of}", *lines]) + "\n", encoding="utf-8")
    classes = "\n".join(f'{name} = ["{name}/*"]' for name in CLASSES)
    (folder / "golden_set.toml").write_text(f'name = "{NAME}"\n\n[classes]\n{classes}\n')
    (folder / "questions.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return load_golden_set(folder)


def lot_scores(random_: random.Random, share: float) -> dict[str, Any]:
    hit = float(random_.random() < share)
    outcome = ("complete" if random_.random() < 0.8 else "missing_context") if hit else None
    rank = random_.randint(1, 4) if hit else random_.choice([None, 6, 9, 30])
    values: dict[str, Any] = dict.fromkeys(METRICS, 0.5)
    values |= {"hit": hit, "complete": float(outcome == "complete"), "document_hit": 1.0}
    values |= {"rank": rank, "document_rank": 1, "reciprocal_rank": 1 / rank if rank else 0.0}
    values |= {"context_kept": None, "tokens_to_hit": 100.0 * rank if rank else None}
    return {**values, "outcome": outcome or random_.choice(MISSES)}


def _handed(golden: GoldenSet, question: Question) -> Context:
    """The document of the question's evidence, from its beginning."""
    document = golden.by_id()[question.evidence[0][0].document]
    spans = ((0, min(len(document.text), 1_500)),)
    unit = Unit(document.id, spans, (), "", spans, 400, True, ())
    return Context(question.id, 600, (unit,), 400)


def write_large_run(golden: GoldenSet, store: Path, variants: int) -> dict[str, Any]:
    """A run whose figures are drawn by lot; the report."""
    sizes = range(200, 200 + 10 * (variants // len(STRATEGIES)), 10)
    made = [v for size in sizes for v in matrix(STRATEGIES, Cutting(size), ("0",), ("none",))]
    settings = RunSettings(tuple(made), ("bm25", "vector"))
    lot = random.Random(1)
    found = []
    for at, variant in enumerate(made):
        results = {}
        for retriever in settings.retrievers:
            share = 0.4 + 0.3 * lot.random()
            scores = {question.id: lot_scores(lot, share) for question in golden.questions}
            results[retriever, 600] = result_of(golden, retriever, 600, scores, settings)
        index = {"tokens": 50_000 + 97 * at, "chunks": 500 + at, "duplication": lot.random() / 4}
        index |= {"blurred_citations": 0.1, "achieved_overlap": 0.1, "fingerprint": str(at)}
        index |= {**INDEX, "embedded_tokens": index["tokens"], "bytes": 311 * index["chunks"]}
        found.append((variant, index, results))
    model = {"name": "none", "revision": "", "max_tokens": None}
    report = report_of(golden, settings, model, found)
    # One and the same for all: the page of a question opens on it.
    handed = [_handed(golden, question) for question in golden.questions]
    contexts = {
        result_key(variant.id, *key): contexts_rows(variant.id, *key, handed)
        for variant, _, results in found
        for key in results
    }
    RunStore(open_store(store)).save(report, contexts)
    return report


def main() -> None:
    folder = Path(sys.argv[1])
    golden = write_large_set(folder / "sets" / NAME, 1_000, 200)
    report = write_large_run(golden, folder / "store", 200)
    print(len(report["variants"]), "variants,", golden.name, report["run"]["interval"])


if __name__ == "__main__":
    main()
