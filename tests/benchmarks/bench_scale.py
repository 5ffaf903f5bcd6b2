"""What each stage of a run costs a chunk and a question, how it grows, and what more would take.

    CHUNKBOARD_DATA=../shared/data python -m tests.benchmarks.bench_scale

One variant (`recursive`, 400 characters) over the Chroma corpora once, and over 5 and 25 copies of
them, each size in a process of its own with one thread: processor seconds, which others on the
machine change least, and resident memory, stage by stage. What grows with the chunks is fitted as
`chunks ** slope` between the two larger sizes; the last table carries the cost at the largest size
on in proportion to chunks and questions. That table is extrapolation.
"""

import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from evaluation.bm25 import Bm25Index
from evaluation.database import open_store
from evaluation.embedders.minilm import MiniLmEmbedder
from evaluation.embedding import BATCH
from evaluation.index_figures import Corpus, index_figures
from evaluation.report import contexts_rows, result_of
from evaluation.scoring import Scorer
from evaluation.settings import RunSettings
from evaluation.store import packed
from evaluation.vectors import VectorTable, exact_search
from strategies.recursive import Recursive
from strategies.tools import Tools
from strategies.variant import Variant
from tests.benchmarks.chroma_csv import read_chroma

COPIES = (1, 5, 25)
CHUNKS, QUESTIONS = 10_000_000, 10_000
DIMENSIONS = 384
STORED = 5_000
EMBEDDED = 3 * BATCH
MACHINES = (1, 8, 64)
# By what a stage grows: chunks, questions, or both.
STAGES = {
    "cut": "chunks",
    "index figures": "chunks",
    "BM25 index": "chunks",
    "BM25 search": "both",
    "vectors made (MiniLM, 1 process)": "chunks",
    "vectors written": "chunks",
    "vectors read": "chunks",
    "exact vector search": "both",
    "packing and scoring": "questions",
    "intervals of a result": "questions",
}


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Measured:
    """Processor seconds of each stage, and bytes of resident memory that it left behind."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.held: dict[str, int] = {}

    def __call__(self, stage: str, task: Callable[[], Any]) -> Any:
        before, started = _resident(), time.process_time()
        made = task()
        self.seconds[stage] = time.process_time() - started
        self.held[stage] = _resident() - before
        return made


class _Here:
    """A model's name for vectors that are made up."""

    name, revision, dimensions = "made up", "1", DIMENSIONS
    max_tokens, limit_known = None, True

    def encode_documents(self, texts: list[str]) -> Any:
        rows = np.random.default_rng(len(texts)).standard_normal((len(texts), DIMENSIONS))
        return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)

    encode_questions = encode_documents

    def count_tokens(self, text: str) -> int:
        return len(text.split())


def one_size(copies: int) -> dict[str, Any]:
    """What one size took."""
    golden = read_chroma(Path(os.environ["CHUNKBOARD_DATA"]) / "chroma_chunking_evaluation")
    more = (replace(d, id=f"{d.id}-{n}") for n in range(1, copies) for d in golden.documents)
    golden = replace(golden, documents=(*golden.documents, *more))
    variant = Variant(Recursive(400))
    settings = RunSettings((variant,), budgets=(600,))
    tools, measured = Tools(), Measured()
    chunks = measured("cut", lambda: variant.cut(golden.documents, tools))
    documents = golden.by_id()
    texts = [chunk.index_text(documents[chunk.document]) for chunk in chunks]
    scorer = Scorer(golden, lambda _: np.zeros((0, 0), np.float32))
    corpus = Corpus(golden, tools, scorer.blanks)
    measured("index figures", lambda: index_figures(variant, chunks, texts, corpus))
    index = measured("BM25 index", lambda: Bm25Index(texts))
    postings = sum(a.nbytes + b.nbytes for a, b in index._postings.values())
    questions = {question.id: question.text for question in golden.questions}
    rankings = measured("BM25 search", lambda: index.rank(questions))
    vectors = _Here().encode_documents(texts)
    asked = _Here().encode_documents(list(questions.values()))
    measured("exact vector search", lambda: exact_search(asked, vectors, list(questions)))
    table = scorer.table(chunks)
    scored = measured("packing and scoring", lambda: scorer.score(table, rankings, settings))
    contexts, scores = scored[600]
    result = measured(
        "intervals of a result", lambda: result_of(golden, "bm25", 600, scores, settings)
    )
    rows = contexts_rows(variant.id, "bm25", 600, contexts)
    peak = next(
        line for line in Path("/proc/self/status").read_text().splitlines() if "VmHWM" in line
    )
    made = {
        "chunks": len(chunks),
        "questions": len(questions),
        "seconds": measured.seconds,
        "held": measured.held,
        "postings": postings,
        "peak": int(peak.split()[1]) * 1024,
        "contexts": len(packed(rows)),
        "result": len(packed(result)),
        "page": len(json.dumps(result).encode()),
    }
    return made | _stored(texts[:STORED], measured)


def _stored(texts: list[str], measured: Measured) -> dict[str, Any]:
    """Vectors in the database, and made by the real model; seconds as for all chunks' share."""
    with tempfile.TemporaryDirectory() as name:
        table = VectorTable(open_store(Path(name)))
        measured("vectors written", lambda: table.vectors_for(_Here(), texts))
        measured("vectors read", lambda: table.vectors_for(_Here(), texts))
        table._engine.dispose()
        size = sum(path.stat().st_size for path in Path(name).iterdir())
    distinct = len(set(texts))
    some = texts[:: max(1, len(texts) // EMBEDDED)][:EMBEDDED]
    model = MiniLmEmbedder()
    model.encode_documents(some[:2])
    batches = [sorted(some, key=len)[at : at + BATCH] for at in range(0, len(some), BATCH)]
    measured(
        "vectors made (MiniLM, 1 process)",
        lambda: [model.encode_documents(batch) for batch in batches],
    )
    return {"stored": distinct, "file": size, "embedded": len(some)}


def _of_each(found: dict[str, Any], stage: str) -> float:
    """Microseconds a chunk, a question, or a chunk and question."""
    chunks, questions = found["chunks"], found["questions"]
    counts = {"chunks": chunks, "questions": questions, "both": chunks * questions}
    count = counts[STAGES[stage]]
    count = found["stored"] if stage in ("vectors written", "vectors read") else count
    count = found["embedded"] if stage.startswith("vectors made") else count
    return 1e6 * float(found["seconds"][stage]) / count


def _print_measured(found: list[dict[str, Any]], console: Console) -> None:
    sizes = [f"{one['chunks']:,}" for one in found]
    table = Table(
        title=f"processor microseconds, at {', '.join(sizes)} chunks; grows as chunks to the slope"
    )
    for column in ("stage", "of each", *sizes, "slope of the seconds"):
        table.add_column(column, justify="left" if column in ("stage", "of each") else "right")
    words = {"chunks": "chunk", "questions": "question", "both": "chunk and question"}
    for stage, by in STAGES.items():
        costs = [f"{_of_each(one, stage):,.4g}" for one in found]
        few = stage.startswith("vectors")
        ratio = found[-1]["seconds"][stage] / found[-2]["seconds"][stage]
        slope = math.log(ratio) / math.log(found[-1]["chunks"] / found[-2]["chunks"])
        table.add_row(stage, words[by], *costs, "-" if few else f"{slope:.2f}")
    console.print(table)


def _bytes(found: list[dict[str, Any]]) -> dict[str, float]:
    """Bytes that are kept, of each chunk or question."""
    last = found[-1]
    chunks, questions = last["chunks"], last["questions"]
    return {
        "memory a chunk: cut": last["held"]["cut"] / chunks,
        "memory a chunk: BM25 while it is built": last["held"]["BM25 index"] / chunks,
        "memory a chunk: BM25's postings": last["postings"] / chunks,
        "memory a chunk: vectors, and their doubles for the search": 12.0 * DIMENSIONS,
        "peak memory a chunk, of all stages": (last["peak"] - found[0]["peak"])
        / (chunks - found[0]["chunks"]),
        "disk a vector": last["file"] / last["stored"],
        "disk a question, retriever and budget: contexts": last["contexts"] / questions,
        "disk a question, retriever and budget: report, packed": last["result"] / questions,
        "a question, retriever and budget: report as JSON": last["page"] / questions,
    }


def _print_far(found: list[dict[str, Any]], console: Console) -> None:
    """Extrapolated in proportion from the largest size."""
    last = found[-1]
    table = Table(title=f"EXTRAPOLATED: one variant, {CHUNKS:,} chunks, {QUESTIONS:,} questions")
    table.add_column("stage")
    for machines in MACHINES:
        table.add_column(f"hours, {machines} worker{'s' * (machines > 1)}", justify="right")
    far = {"chunks": CHUNKS, "questions": QUESTIONS, "both": CHUNKS * QUESTIONS}
    total = 0.0
    for stage, by in STAGES.items():
        hours = _of_each(last, stage) * far[by] / 1e6 / 3600
        total += hours
        # Batches of texts are shared out; the rest of a variant is one worker's.
        shared = stage.startswith("vectors made")
        table.add_row(stage, *(f"{hours / (n if shared else 1):,.2f}" for n in MACHINES))
    made = _of_each(last, "vectors made (MiniLM, 1 process)") * CHUNKS / 1e6 / 3600
    table.add_row("all of one variant", *(f"{total - made + made / n:,.1f}" for n in MACHINES))
    console.print(table)


def main() -> None:
    if not os.environ.get("CHUNKBOARD_DATA"):
        print("set CHUNKBOARD_DATA to the folder of real documents")
        return
    if len(sys.argv) > 1:
        print(json.dumps(one_size(int(sys.argv[1]))))
        return
    found = []
    for copies in COPIES:
        command = [sys.executable, "-m", "tests.benchmarks.bench_scale", str(copies)]
        done = subprocess.run(
            command,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        )
        found.append(json.loads(done.stdout.splitlines()[-1]))
    console = Console(width=130)
    _print_measured(found, console)
    for what, size in _bytes(found).items():
        console.print(f"{what}: {size:,.0f} bytes")
    console.print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    _print_far(found, console)


if __name__ == "__main__":
    main()
