"""Characters a second of every strategy, beside LangChain's and semantic-text-splitter's.

    CHUNKBOARD_DATA=../shared/data python -m tests.benchmarks.bench_strategies

Then the time for 10 times the text, the time for one huge line, and the share of semantic's time
that is not its model's. Each figure is the best of several passes over all documents of a corpus,
made in turns with the rivals' so that a busy machine slows all of them; ours end in finished chunk
objects, LangChain's in documents with start indices, semantic-text-splitter's in strings with
their offsets. Reading (text into blocks), and finding sentences and bonds, are shown apart: they
are made once for all strategies.
"""

import gc
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from langchain_text_splitters import RecursiveCharacterTextSplitter
from rich.console import Console
from rich.table import Table
from semantic_text_splitter import TextSplitter

from evaluation.embedders.minilm import MiniLmEmbedder
from evaluation.embedding import Vectors
from golden_sets.document import Document
from golden_sets.markdown import read_markdown
from golden_sets.text_files import TEXT_READERS, normalise_newlines
from strategies.registry import STRATEGIES, make_strategy
from strategies.tools import Tools
from strategies.variant import Variant

SIZE = 400
PASSES = 5
LANGCHAIN = "LangChain recursive, start indices"
DOCS = "fastapi docs"
SPEED = ("M characters/s", "x LangChain")
Task = Callable[[], object]


def corpora(data: Path) -> dict[str, list[tuple[str, str]]]:
    """By name, the corpus' files as (name, text)."""
    return {
        "chroma, flat": _files(sorted((data / "chroma_chunking_evaluation/corpora").glob("*"))),
        DOCS: _files(sorted((data / "fastapi_docs_en_zh").rglob("*.md"))),
    }


def _files(paths: Sequence[Path]) -> list[tuple[str, str]]:
    return [(path.name, normalise_newlines(path.read_text("utf-8"))) for path in paths]


def _letters(texts: Sequence[str]) -> "np.ndarray[tuple[int, int], np.dtype[np.float32]]":
    """Vectors that cost next to nothing, so that semantic is timed without its model."""
    return np.array([[len(text), text.count("e")] for text in texts], np.float32)


def _read(name: str, text: str) -> Document:
    return TEXT_READERS.get(Path(name).suffix, read_markdown)(name, text, "")


def tasks(files: list[tuple[str, str]], documents: list[Document]) -> dict[str, Task]:
    """What is timed over one corpus, by name."""
    texts = [text for _, text in files]
    lang = RecursiveCharacterTextSplitter(chunk_size=SIZE, chunk_overlap=0, add_start_index=True)
    other = TextSplitter(SIZE)
    made: dict[str, Task] = {
        LANGCHAIN: lambda: lang.create_documents(texts),
        "semantic-text-splitter, offsets": lambda: [[*other.chunk_indices(text)] for text in texts],
        "reading into blocks": lambda: [_read(name, text) for name, text in files],
        "sentences and bonds": lambda: [Tools(_letters).bonds(document) for document in documents],
    }
    return made | ours(documents, warm(documents))


def warm(documents: Sequence[Document]) -> Tools:
    """What strategies share, made before they are timed."""
    tools = Tools(_letters)
    for document in documents:
        tools.block_index(document), tools.bonds(document), tools.sentence_vectors(document)
    return tools


def ours(documents: Sequence[Document], tools: Tools) -> dict[str, Task]:
    """Every strategy, cutting the documents into finished chunks; mixed without a table is
    recursive."""
    variants = {name: Variant(make_strategy(name, size=SIZE)) for name in sorted(STRATEGIES)}
    return {
        name: lambda variant=variant: variant.cut(documents, tools)  # type: ignore[misc]
        for name, variant in variants.items()
    }


def best(made: dict[str, Task], passes: int = PASSES) -> dict[str, float]:
    """Seconds of each task, the best of the passes, all tasks in turns."""
    seconds = dict.fromkeys(made, float("inf"))
    for _ in range(passes):
        for name, task in made.items():
            gc.collect()
            started = time.perf_counter()
            task()
            seconds[name] = min(seconds[name], time.perf_counter() - started)
    return seconds


def speed_table(name: str, files: list[tuple[str, str]]) -> Table:
    """Characters a second, and times LangChain's."""
    documents = [_read(*file) for file in files]
    characters = sum(len(text) for _, text in files)
    table = _table(f"{name}: {characters:,} characters, size {SIZE} characters", SPEED)
    seconds = best(tasks(files, documents))
    rival = seconds[LANGCHAIN]
    for task, spent in seconds.items():
        table.add_row(task, f"{characters / spent / 1e6:.2f}", f"{rival / spent:.2f}")
    shared = seconds["sentences and bonds"]
    for task in ("sentence", "structure", "parent_child"):
        spent = seconds[task] + shared
        cold = f"{task}, its sentences and bonds included"
        table.add_row(cold, f"{characters / spent / 1e6:.2f}", f"{rival / spent:.2f}")
    return table


def growth_table(text: str) -> Table:
    """Seconds for the text, for ten times it as one document, and for one line of a million."""
    sizes = [text, text * 10, "x" * 1_000_000]
    table = _table(
        f"One document of {len(text):,} characters, of ten times that, and one line of a million "
        "characters without a space: seconds",
        ("once", "10 times", "ratio", "one line"),
    )
    spent = []
    for one in sizes:
        documents = [read_markdown("x.md", one)]
        reading = {"reading into blocks": lambda one=one: read_markdown("x.md", one)}  # type: ignore[misc]
        shared = {"sentences and bonds": lambda d=documents: Tools(_letters).bonds(d[0])}  # type: ignore[misc]
        spent.append(best({**reading, **shared, **ours(documents, warm(documents))}, 3))
    once, ten, line = spent
    for name in once:
        ratio = f"{ten[name] / once[name]:.1f}"
        table.add_row(name, f"{once[name]:.3f}", f"{ten[name]:.3f}", ratio, f"{line[name]:.3f}")
    return table


def semantic_share(files: list[tuple[str, str]]) -> str:
    """How much of semantic's time, sentences found and vectors made anew, is not its model's."""
    embedder = MiniLmEmbedder()
    embedder.encode_documents(["The model is loaded before anything is timed."])
    inside = 0.0

    def embed(texts: Sequence[str]) -> Vectors:
        nonlocal inside
        started = time.perf_counter()
        vectors = embedder.encode_documents(list(texts))
        inside += time.perf_counter() - started
        return vectors

    documents = [_read(*file) for file in files]
    tools = Tools(embed)
    started = time.perf_counter()
    Variant(make_strategy("semantic", size=SIZE)).cut(documents, tools)
    whole = time.perf_counter() - started
    sentences = sum(len(tools.sentences(document)) for document in documents)
    return (
        f"semantic, {sum(len(d.text) for d in documents):,} characters in {sentences:,} sentences: "
        f"{whole:.1f} s, of which {100 * (whole - inside) / whole:.2f} % is not embedding"
    )


def _table(title: str, columns: Sequence[str]) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column("")
    for column in columns:
        table.add_column(column, justify="right")
    return table


def main() -> None:
    data = Path(os.environ.get("CHUNKBOARD_DATA", "../shared/data"))
    if not data.is_dir():
        print(f"{data}: no such folder; set CHUNKBOARD_DATA to the folder of real documents")
        return
    console = Console(width=120)
    found = corpora(data)
    for name, files in found.items():
        console.print(speed_table(name, files))
    docs = "\n\n".join(text for name, text in found[DOCS] if name.endswith(".md"))
    console.print(growth_table(docs[:150_000]))
    console.print(semantic_share(found[DOCS][:12]))


if __name__ == "__main__":
    main()
