"""One row of the Chroma benchmark, cold and warm, beside its model's own `encode`.

    CHUNKBOARD_DATA=../shared/data python -m tests.benchmarks.bench_row

The original code spent 119 of 126 seconds of its recursive 200/0 row on making vectors. Here the
same chunks go through sentence-transformers' `encode` with its defaults in batches of 500, and
through our whole row: vectors made and stored, exact search, recall, precision, precision-omega
and IoU of 472 questions. Each is timed `--times` times in turn; the least of each counts. With it
how near the arithmetic comes to what the processor does in matrix products of the model's shapes,
the same row with its vectors stored, and cold with the fast multilingual model.
"""

import argparse
import json
import os
import resource
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from evaluation.database import open_store
from evaluation.embedders.minilm import MiniLmEmbedder
from evaluation.embedders.use import UseEmbedder
from evaluation.embedding import Embedder
from evaluation.vectors import VectorTable
from golden_sets.golden_set import GoldenSet
from strategies.chunk import Chunk
from tests.benchmarks.chroma_csv import read_chroma
from tests.benchmarks.chroma_report import Benchmark, reference_chunks

ROW = "rec200_0"
A_BATCH = 500
LAYERS, WIDTH, INNER = 6, 384, 1536


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds by the clock, and of processor time over all cores."""
    started, used = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - started, time.process_time() - used


def row(golden: GoldenSet, chunks: Sequence[Chunk], embedder: Embedder, store: Path) -> None:
    """Questions' and chunks' vectors from the store or made, search, and every metric."""
    Benchmark(golden, VectorTable(open_store(store)), embedder).row(chunks)


def encode(model: MiniLmEmbedder, texts: Sequence[str]) -> None:
    """The model's own `encode`, its defaults, in batches of 500, as the original code called it."""
    for at in range(0, len(texts), A_BATCH):
        model._model.encode(texts[at : at + A_BATCH], show_progress_bar=False)


def operations(texts: Sequence[str], embedder: Embedder) -> float:
    """Floating-point operations of the model on its own tokens, without padding."""
    total = 0.0
    for text in texts:
        tokens = min(embedder.count_tokens(text), embedder.max_tokens or sys.maxsize)
        products = 2 * tokens * (4 * WIDTH * WIDTH + 2 * WIDTH * INNER)
        attention = 4 * tokens * tokens * WIDTH
        total += LAYERS * (products + attention)
    return total


def arithmetic() -> float:
    """Operations a second in the model's own largest product, 32 texts of 200 tokens; best of 5."""
    import torch

    one, other = torch.randn(32 * 200, WIDTH), torch.randn(WIDTH, INNER)
    best = 0.0
    for _ in range(5):
        started = time.perf_counter()
        for _ in range(20):
            one @ other
        spent = time.perf_counter() - started
        best = max(best, 20 * 2 * 32 * 200 * WIDTH * INNER / spent)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--times", type=int, default=3)
    given = parser.parse_args()
    data = Path(os.environ.get("CHUNKBOARD_DATA", "../shared/data"))
    if not data.is_dir():
        sys.exit(f"{data}: no such folder; set CHUNKBOARD_DATA to the folder of real documents")
    golden = read_chroma(data / "chroma_chunking_evaluation")
    stored = json.loads((data / "chroma_reference" / f"{ROW}.json").read_text("utf-8"))
    documents = golden.by_id()
    chunks = reference_chunks(documents, stored)
    texts = [chunk.index_text(documents[chunk.document]) for chunk in chunks]
    model = MiniLmEmbedder()
    model.encode_documents(["the first text loads the model"])
    UseEmbedder().encode_documents(["the first text loads the model"])
    spent: dict[str, list[tuple[float, float]]] = {}
    speed = 0.0
    with TemporaryDirectory() as folder:
        for turn in range(given.times):
            store, fast = Path(folder, f"minilm{turn}"), Path(folder, f"use{turn}")
            work: dict[str, Callable[[], object]] = {
                "encode": partial(encode, model, texts),
                "our row, cold": partial(row, golden, chunks, model, store),
                "our row, vectors stored": partial(row, golden, chunks, model, store),
                "our row, cold, use": partial(row, golden, chunks, UseEmbedder(), fast),
            }
            for name, doing in work.items():
                spent.setdefault(name, []).append(timed(doing))
            speed = max(speed, arithmetic())
    _print(spent, len(chunks), operations(texts, model), speed)


def _print(
    spent: dict[str, list[tuple[float, float]]], chunks: int, needed: float, speed: float
) -> None:
    base = min(clock for clock, _ in spent["encode"])
    table = Table(title=f"{chunks:,} chunks of the original code's recursive 200/0, 472 questions")
    for column in ("what", "seconds", "of processor time", "encode takes, times"):
        table.add_column(column, justify="left" if column == "what" else "right")
    for name, times in spent.items():
        clock, used = (min(column) for column in zip(*times, strict=True))
        table.add_row(name, f"{clock:.2f}", f"{used:.2f}", f"{base / clock:.2f}")
    console = Console(width=110)
    console.print(table)
    for name in ("encode", "our row, cold"):
        clock = min(clock for clock, _ in spent[name])
        console.print(
            f"{name}: {needed / clock / 1e9:.0f} of {speed / 1e9:.0f} thousand million operations "
            f"a second ({100 * needed / clock / speed:.0f} %), padding not counted"
        )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    console.print(f"peak memory of this process, both models and the rival's in it: {peak:,.0f} MB")


if __name__ == "__main__":
    main()
