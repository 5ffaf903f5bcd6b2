"""Ranking, packing and scoring one variant: 472 questions, 8 budgets, no vectors to make.

    CHUNKBOARD_DATA=../shared/data python -m tests.benchmarks.bench_scoring

Over the Chroma corpora at 400 characters, by BM25; then with half of the questions, half of the
budgets and half of the chunks, so that growth can be read off.
"""

import gc
import os
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from evaluation.bm25 import Bm25Index
from evaluation.scoring import Scorer
from evaluation.settings import RunSettings
from evaluation.vectors import exact_search
from golden_sets.golden_set import GoldenSet
from strategies.registry import make_strategy
from strategies.tools import Tools
from strategies.variant import Variant
from tests.benchmarks.chroma_csv import read_chroma

BUDGETS = (150, 300, 600, 1000, 1500, 2000, 3000, 4000)
DIMENSIONS = 384


def seconds(golden: GoldenSet, size: int, budgets: Sequence[int]) -> tuple[int, dict[str, float]]:
    """Chunks, and the seconds of each stage, best of three."""
    variant = Variant(make_strategy("recursive", size=size))
    settings = RunSettings((variant,), budgets=tuple(budgets))
    scorer = Scorer(golden, lambda texts: np.zeros((len(texts), 1), np.float32))
    documents = golden.by_id()
    chunks = variant.cut(golden.documents, Tools())
    texts = [chunk.index_text(documents[chunk.document]) for chunk in chunks]
    questions = {question.id: question.text for question in golden.questions}
    index = Bm25Index(texts)
    random = np.random.default_rng(0)
    vectors = random.normal(size=(len(chunks), DIMENSIONS)).astype(np.float32)
    asked = random.normal(size=(len(questions), DIMENSIONS)).astype(np.float32)
    best: dict[str, float] = {}
    for _ in range(3):
        gc.collect()
        at = time.perf_counter()
        rankings = index.rank(questions, settings.depth)
        ranked = time.perf_counter()
        exact_search(asked, vectors, list(questions), settings.depth)
        searched = time.perf_counter()
        scorer.score(scorer.table(chunks), rankings, settings)
        done = time.perf_counter()
        spent = {"rank by BM25": ranked - at, "exact search": searched - ranked}
        spent["pack and score"] = done - searched
        spent["rank, pack and score"] = ranked - at + done - searched
        best = {name: min(best.get(name, value), value) for name, value in spent.items()}
    return len(chunks), best


def main() -> None:
    data = Path(os.environ.get("CHUNKBOARD_DATA", "../shared/data"))
    if not data.is_dir():
        print(f"{data}: no such folder; set CHUNKBOARD_DATA to the folder of real documents")
        return
    golden = read_chroma(data / "chroma_chunking_evaluation")
    half = replace(golden, questions=golden.questions[::2])
    table = Table(title="Seconds for one variant, best of three")
    for column in ("questions", "chunks", "budgets"):
        table.add_column(column, justify="right")
    stages = ("rank by BM25", "exact search", "pack and score", "rank, pack and score")
    for stage in stages:
        table.add_column(stage, justify="right")
    for asked, size, budgets in (
        (golden, 400, BUDGETS),
        (half, 400, BUDGETS),
        (golden, 400, BUDGETS[::2]),
        (golden, 800, BUDGETS),
    ):
        count, spent = seconds(asked, size, budgets)
        figures = [f"{spent[stage]:.2f}" for stage in stages]
        table.add_row(str(len(asked.questions)), f"{count:,}", str(len(budgets)), *figures)
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
