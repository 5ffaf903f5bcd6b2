"""The published Chroma benchmark, and the same under equal token budgets.

    CHUNKBOARD_DATA=../shared/data python -m tests.benchmarks.chroma_report

Six rows of the published table (July 2024): our `recursive` with the separators it used, and our
`fixed`, sizes in cl100k tokens, all-MiniLM-L6-v2, five chunks retrieved by exact search. For three
rows the original code's own chunks and what it retrieved are at hand, question by question: those
chunks go through our search and our metrics too, so that differences have names.
"""

import argparse
import json
import os
import resource
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import Any

from bpe_openai import get_encoding
from rich.console import Console
from rich.table import Table

from evaluation.database import open_store, store_folder
from evaluation.embedders.minilm import MiniLmEmbedder
from evaluation.embedding import Embedder, Vectors
from evaluation.metrics import precision_omega, span_scores
from evaluation.spans import merged
from evaluation.vectors import VectorTable, exact_search
from golden_sets.document import Document, Span
from golden_sets.golden_set import GoldenSet
from golden_sets.question import Question
from strategies.adapter.adapted import adapt
from strategies.chunk import Chunk
from strategies.fixed import Fixed
from strategies.measure import Measure, Tokens, Unit
from strategies.recursive import Recursive
from strategies.registry import Strategy
from strategies.tools import Tools
from tests.benchmarks.chroma_budgets import Curves, own_strategies, print_tables, write_chart
from tests.benchmarks.chroma_csv import read_chroma

K = 5
NAMES = ("recall", "precision", "precision-omega", "IoU")
# In percent, over 472 questions: the published row.
PUBLISHED = {
    "recursive 250/125": (78.7, 4.9, 21.9, 4.9),
    "fixed 250/125": (82.4, 3.6, 11.4, 3.5),
    "recursive 250/0": (78.5, 5.4, 26.7, 5.4),
    "fixed 250/0": (77.1, 3.3, 16.4, 3.3),
    "recursive 200/0": (75.7, 6.5, 31.2, 6.5),
    "fixed 200/0": (76.6, 4.1, 19.1, 4.1),
}
REFERENCE = {
    "recursive 250/125": "rec250_125",
    "fixed 250/125": "fix250_125",
    "recursive 200/0": "rec200_0",
}
# Theirs: "\n\n", "\n", ".", "?", "!", " ", and the hard cut.
SEPARATORS = (r"re:\n\n", r"re:\n", r"re:\.", r"re:\?", "re:!", "re: ")
Scores = list[tuple[float, float, float, float]]


class _Cl100k(Tokens):
    def __init__(self, text: str) -> None:
        self._length = len(text)
        self.starts = _starts(text)


def _starts(text: str) -> list[int]:
    """Token starts by cl100k_base; the text in slices, as the library refuses very long ones."""
    encoding = get_encoding("cl100k_base")
    starts: list[int] = []
    at = 0
    while at < len(text):
        end = text.find("\n", at + 50_000) + 1 or len(text)
        found = encoding.decode_with_offsets(encoding.encode_ordinary(text[at:end]))[1]
        starts.extend(at + start for start in found)
        at = end
    return starts


class Cl100kTools(Tools):
    """Measures tokens by cl100k_base, as the benchmark does."""

    def measure(self, document: Document, unit: Unit) -> Measure:
        made: Measure = self._once("cl100k", document, lambda: _Cl100k(document.text))
        return made


def strategy_of(name: str) -> Strategy:
    kind, sizes = name.split()
    size, overlap = map(int, sizes.split("/"))
    if kind == "fixed":
        return Fixed(size, "tokens", overlap)
    # Ours takes the overlap from the size; theirs adds it on top of what was cut.
    return Recursive(size, "tokens", overlap, separators=SEPARATORS)


def original_splitter(name: str) -> Strategy:
    """The splitter the recursive rows were made with, through the adapter for other libraries'."""
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    size, overlap = map(int, name.split()[1].split("/"))
    encoding = get_encoding("cl100k_base")
    return adapt(
        RecursiveCharacterTextSplitter(
            separators=["\n\n", "\n", ".", "?", "!", " ", ""],
            chunk_size=size,
            chunk_overlap=overlap,
            length_function=lambda text: len(encoding.encode_ordinary(text)),
        )
    )


@dataclass
class Row:
    """One way of cutting, scored on every question."""

    chunks: Sequence[Chunk]
    scores: Scores
    seconds: float

    @property
    def mean(self) -> tuple[float, ...]:
        return tuple(100 * fmean(score[i] for score in self.scores) for i in range(4))


class Benchmark:
    def __init__(self, golden: GoldenSet, table: VectorTable, embedder: Embedder) -> None:
        self.golden, self.table, self.embedder = golden, table, embedder
        self.documents = golden.by_id()
        self.ids = [question.id for question in golden.questions]
        texts = [question.text for question in golden.questions]
        self.questions = table.vectors_for(self.embedder, texts, "question")

    def row(self, chunks: Sequence[Chunk]) -> Row:
        started = time.perf_counter()
        texts = [chunk.index_text(self.documents[chunk.document]) for chunk in chunks]
        vectors = self.table.vectors_for(self.embedder, texts)
        rankings = exact_search(self.questions, vectors, self.ids, K)
        retrieved = [ranking.chunks for ranking in rankings]
        return Row(chunks, self.scores(chunks, retrieved), time.perf_counter() - started)

    def scores(self, chunks: Sequence[Chunk], retrieved: Sequence[Sequence[int]]) -> Scores:
        by_document: dict[str, list[Chunk]] = {}
        for chunk in chunks:
            by_document.setdefault(chunk.document, []).append(chunk)
        found = []
        for question, positions in zip(self.golden.questions, retrieved, strict=True):
            spans: dict[str, list[Span]] = {}
            for position in positions:
                chunk = chunks[position]
                spans.setdefault(chunk.document, []).extend(chunk.read)
            recall, precision, iou = span_scores(
                question, {name: merged(list(s)) for name, s in spans.items()}
            )
            home = by_document.get(question.evidence[0][0].document, [])
            found.append((recall, precision, precision_omega(question, home) or 0.0, iou))
        return found


def reference_chunks(documents: Mapping[str, Document], data: dict[str, Any]) -> list[Chunk]:
    """The original code's chunks, as its text search placed them."""
    made = []
    for name, start, end in data["chunks"]:
        span = (Span(start, end),)
        made.append(Chunk(name, documents[name].revision, span, span))
    return made


def differences(
    golden: GoldenSet, chunks: Sequence[Chunk], data: dict[str, Any], ours: Scores
) -> dict[str, list[str]]:
    """By metric, why our figure of a question differs from the original code's by over 0.001."""
    theirs = [
        (data["recall"][i], data["precision"][i], data["precision_omega"][i], data["iou"][i])
        for i in range(len(ours))
    ]
    found: dict[str, list[str]] = {name: [] for name in NAMES}
    for number, question in enumerate(golden.questions):
        retrieved = [chunks[position] for position in data["retrieved"][number]]
        for name, one, other in zip(NAMES, ours[number], theirs[number], strict=True):
            if abs(one - other) > 0.001:
                held = list(chunks) if name == "precision-omega" else retrieved
                found[name].append(_cause(question, held))
    return found


def _cause(question: Question, held: Sequence[Chunk]) -> str:
    evidence = [passage.span for way in question.evidence for passage in way]
    home = question.evidence[0][0].document
    near = [
        chunk
        for chunk in held
        if chunk.document == home
        and any(s.start <= chunk.read[0].end and chunk.read[0].start <= s.end for s in evidence)
    ]
    if len({chunk.read for chunk in near}) < len(near):
        return "a chunk counted twice"
    touching = [
        chunk
        for chunk in near
        if not any(s.start < chunk.read[0].end and chunk.read[0].start < s.end for s in evidence)
    ]
    if touching:
        return "a chunk that only touches"
    spans = sorted(chunk.read[0] for chunk in near)
    if any(b.start < a.end for a, b in pairwise(spans)):
        return "overlapping chunks counted twice"
    texts = sorted(evidence)
    if any(b.start < a.end for a, b in pairwise(texts)):
        return "overlapping references counted twice"
    return "closed intervals, a character a chunk"


def published_table(benchmark: Benchmark, reference: Path, console: Console) -> None:
    tools = Cl100kTools()
    table = Table(title="Mean over 472 questions, %: ours, published, the original code here")
    for column in ("row", "chunks", *NAMES, "seconds"):
        table.add_column(column, justify="left" if column == "row" else "right")
    documents = benchmark.golden.documents
    for name, published in PUBLISHED.items():
        strategies = {name: strategy_of(name)}
        if name.startswith("recursive"):
            strategies["  by LangChain's splitter"] = original_splitter(name)
        for shown, strategy in strategies.items():
            cut = [chunk for document in documents for chunk in strategy.cut(document, tools)]
            row = benchmark.row(cut)
            _add(table, shown, len(row.chunks), row.mean, f"{row.seconds:.1f}")
        _add(table, "  published", None, published, "")
        if name in REFERENCE:
            _reference_rows(benchmark, reference / f"{REFERENCE[name]}.json", table, console)
        console.print(f"{name}: done", style="dim")
    console.print(table)


def budget_tables(benchmark: Benchmark, reference: Path, chart: Path, console: Console) -> None:
    """The same ways of cutting, and our strategies, under equal budgets; the chart beside."""

    def embed(texts: Sequence[str]) -> Vectors:
        return benchmark.table.vectors_for(benchmark.embedder, texts)

    tools = Cl100kTools(embed)
    curves = Curves(benchmark.golden, embed, benchmark.questions)
    strategies = {name: strategy_of(name) for name in PUBLISHED} | own_strategies()
    found = []
    for name, strategy in strategies.items():
        cut = [strategy.cut(document, tools) for document in benchmark.golden.documents]
        found += curves.of(name, [chunk for chunks in cut for chunk in chunks])
        console.print(f"{name}, under budgets: done", style="dim")
    for name, stored in REFERENCE.items():
        data = json.loads((reference / f"{stored}.json").read_text("utf-8"))
        found += curves.of(f"{name}, original", reference_chunks(benchmark.documents, data))
    print_tables(found, benchmark.golden, console)
    write_chart(found, benchmark.golden, chart)


def _reference_rows(benchmark: Benchmark, path: Path, table: Table, console: Console) -> None:
    data = json.loads(path.read_text("utf-8"))
    chunks = reference_chunks(benchmark.documents, data)
    mean = data["mean"]
    names = ("recall_mean", "precision_mean", "precision_omega_mean", "iou_mean")
    theirs = tuple(100 * mean[name] for name in names)
    _add(table, "  the original code", len(chunks), theirs, f"{data['seconds_total']:.1f}")
    again = benchmark.scores(chunks, data["retrieved"])
    averages = tuple(100 * fmean(score[i] for score in again) for i in range(4))
    _add(table, "  its chunks and what it retrieved, our metrics", len(chunks), averages, "")
    searched = benchmark.row(chunks)
    _add(table, "  its chunks, our search and metrics", len(chunks), searched.mean, "")
    for name, causes in differences(benchmark.golden, chunks, data, again).items():
        counted = {cause: causes.count(cause) for cause in dict.fromkeys(causes)}
        words = "; ".join(f"{count} by {cause}" for cause, count in counted.items()) or "none"
        console.print(f"{path.stem}, {name}: questions that differ by over 0.001: {words}")


def _add(table: Table, name: str, chunks: int | None, mean: Sequence[float], seconds: str) -> None:
    counted = "" if chunks is None else f"{chunks:,}"
    table.add_row(name, counted, *(f"{value:.1f}" for value in mean), seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--store", type=Path, help="folder of vectors made before")
    parser.add_argument("--chart", type=Path, default=Path("docs/chroma-budgets.png"))
    given = parser.parse_args()
    data = Path(os.environ.get("CHUNKBOARD_DATA", "../shared/data"))
    if not data.is_dir():
        sys.exit(f"{data}: no such folder; set CHUNKBOARD_DATA to the folder of real documents")
    golden = read_chroma(data / "chroma_chunking_evaluation")
    console = Console(width=130)
    table = VectorTable(open_store(store_folder(given.store)))
    benchmark = Benchmark(golden, table, MiniLmEmbedder())
    published_table(benchmark, data / "chroma_reference", console)
    budget_tables(benchmark, data / "chroma_reference", given.chart, console)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    console.print(f"peak memory of this run: {peak:,.0f} MB")


if __name__ == "__main__":
    main()
