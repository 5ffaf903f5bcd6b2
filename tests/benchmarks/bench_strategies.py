"""Characters a second of every strategy, beside LangChain's and semantic-text-splitter's.

    CHUNKBOARD_DATA=../shared/data python -m tests.benchmarks.bench_strategies

Each figure is the best of several passes over all documents of a corpus, made in turns with the
rivals' so that a busy machine slows all of them; ours end in finished chunk objects, LangChain's
in documents with start indices, semantic-text-splitter's in strings with their offsets. Reading
(text into blocks) and finding sentences are shown apart: they are made once for all strategies.
"""

import gc
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from langchain_text_splitters import RecursiveCharacterTextSplitter
from rich.console import Console
from rich.table import Table
from semantic_text_splitter import TextSplitter

from golden_sets.document import Document
from golden_sets.markdown import read_markdown
from golden_sets.reading import READERS, normalise_newlines
from strategies.registry import STRATEGIES, make_strategy
from strategies.tools import Tools
from strategies.variant import Variant

SIZE = 400
PASSES = 5
Task = Callable[[], object]


def corpora(data: Path) -> dict[str, list[tuple[str, str]]]:
    """By name, the corpus' files as (name, text)."""
    return {
        "chroma, flat": _files(sorted((data / "chroma_chunking_evaluation/corpora").glob("*"))),
        "fastapi docs": _files(sorted((data / "fastapi_docs_en_zh").rglob("*.md"))),
    }


def _files(paths: Sequence[Path]) -> list[tuple[str, str]]:
    return [(path.name, normalise_newlines(path.read_text("utf-8"))) for path in paths]


def _letters(texts: Sequence[str]) -> "np.ndarray[tuple[int, int], np.dtype[np.float32]]":
    """Vectors that cost next to nothing, so that semantic is timed without its model."""
    return np.array([[len(text), text.count("e")] for text in texts], np.float32)


def _read(name: str, text: str) -> Document:
    return READERS.get(Path(name).suffix, read_markdown)(name, text, "")


def tasks(files: list[tuple[str, str]], documents: list[Document]) -> dict[str, Task]:
    """What is timed over one corpus, by name."""
    texts = [text for _, text in files]
    lang = RecursiveCharacterTextSplitter(chunk_size=SIZE, chunk_overlap=0, add_start_index=True)
    other = TextSplitter(SIZE)
    warm = Tools(_letters)
    for document in documents:
        warm.sentence_vectors(document)
        warm.bonds(document)
    made: dict[str, Task] = {
        "LangChain recursive, start indices": lambda: lang.create_documents(texts),
        "semantic-text-splitter, offsets": lambda: [[*other.chunk_indices(text)] for text in texts],
        "reading into blocks": lambda: [_read(name, text) for name, text in files],
        "sentences": lambda: [Tools().sentences(document) for document in documents],
    }
    for name in STRATEGIES:
        variant = Variant(make_strategy(name, size=SIZE))
        made[name] = lambda variant=variant: variant.cut(documents, warm)
    return made


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


def main() -> None:
    data = Path(os.environ.get("CHUNKBOARD_DATA", "../shared/data"))
    if not data.is_dir():
        sys.exit(f"{data}: no such folder; set CHUNKBOARD_DATA to the folder of real documents")
    console = Console(width=120)
    for corpus, files in corpora(data).items():
        documents = [_read(name, text) for name, text in files]
        characters = sum(len(text) for _, text in files)
        table = Table(title=f"{corpus}: {characters:,} characters, size {SIZE} characters")
        for column in ("", "M characters/s", "x LangChain"):
            table.add_column(column, justify="left" if not column else "right")
        seconds = best(tasks(files, documents))
        rival = seconds["LangChain recursive, start indices"]
        for name, spent in seconds.items():
            table.add_row(name, f"{characters / spent / 1e6:.2f}", f"{rival / spent:.2f}")
        console.print(table)


if __name__ == "__main__":
    main()
