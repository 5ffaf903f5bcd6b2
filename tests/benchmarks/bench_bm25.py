"""Building and scoring BM25: ours beside rank-bm25's own loop and bm25s, in one run.

    CHUNKBOARD_DATA=../shared/data python -m tests.benchmarks.bench_bm25

472 questions over the Chroma corpora at 400 characters, over 10,000 and over 100,000 chunks (the
same corpora cut smaller and shifted, so that no two chunks are equal). Words are ours for all, so
that only the scoring differs; rank-bm25 scores a sample of questions and its time is scaled.
"""

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import bm25s
from rank_bm25 import BM25Okapi
from rich.console import Console
from rich.table import Table

from evaluation.bm25 import Bm25Index
from evaluation.words import words
from golden_sets.document import Document
from strategies.fixed import Fixed
from strategies.tools import Tools
from tests.benchmarks.chroma_csv import read_chroma

SAMPLE = 20
DEPTH = 200


def chunk_texts(documents: Sequence[Document], count: int) -> list[str]:
    """`count` different chunk texts: windows of 400 characters on a smaller and smaller stride."""
    tools = Tools()
    overlap, texts = 0, []
    while len(texts) < count:
        cut = [(d, c) for d in documents for c in Fixed(400, overlap=overlap).cut(d, tools)]
        texts = list(dict.fromkeys(chunk.matched_text(document) for document, chunk in cut))
        overlap = 400 - (400 - overlap) // 2
    return texts[:count]


def timed(task: Callable[[], object]) -> float:
    started = time.perf_counter()
    task()
    return time.perf_counter() - started


def rows(texts: list[str], questions: dict[str, str]) -> list[tuple[str, float, float]]:
    """Seconds to build and to score all questions, a row a library."""
    tokens = [words(text) for text in texts]
    asked = [words(text) for text in questions.values()]
    ours = timed(lambda: Bm25Index(texts))
    index = Bm25Index(texts)
    found = [("ours, words included", ours, timed(lambda: index.rank(questions, DEPTH)))]
    build = timed(lambda: BM25Okapi(tokens))
    okapi = BM25Okapi(tokens)
    scored = timed(lambda: [okapi.get_scores(one) for one in asked[:SAMPLE]])
    found.append(("rank-bm25", build, scored * len(asked) / SAMPLE))
    other = bm25s.BM25(k1=1.5, b=0.75)
    build = timed(lambda: other.index(tokens, show_progress=False))
    depth = min(DEPTH, len(texts))
    scored = timed(lambda: other.retrieve(asked, k=depth, show_progress=False))
    found.append(("bm25s", build, scored))
    return found


def main() -> None:
    data = Path(os.environ.get("CHUNKBOARD_DATA", "../shared/data"))
    if not data.is_dir():
        print(f"{data}: no such folder; set CHUNKBOARD_DATA to the folder of real documents")
        return
    golden = read_chroma(data / "chroma_chunking_evaluation")
    questions = {question.id: question.text for question in golden.questions}
    plain = [
        chunk.matched_text(document)
        for document in golden.documents
        for chunk in Fixed(400).cut(document, Tools())
    ]
    table = Table(title=f"{len(questions)} questions, depth {DEPTH}: seconds")
    for column in ("chunks", "library", "build", "score and rank", "scoring, times ours"):
        table.add_column(column, justify="left" if column == "library" else "right")
    larger = [chunk_texts(golden.documents, count) for count in (10_000, 100_000)]
    for texts in (plain, *larger):
        made = rows(texts, questions)
        for name, build, score in made:
            ratio = f"{score / made[0][2]:.1f}"
            table.add_row(f"{len(texts):,}", name, f"{build:.2f}", f"{score:.2f}", ratio)
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
