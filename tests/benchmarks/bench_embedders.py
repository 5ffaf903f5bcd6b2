"""How fast the ready-made models are, and how often each finds the paragraph that answers.

`python -m tests.benchmarks.bench_embedders` prints texts a second for documents of 100, 400 and
1,000 characters, English and Chinese, in batches of 32 as a run makes them; texts are distinct,
none is taken from the store, and a first text has loaded the model. Beside it, in brackets, texts a
second of processor time over all cores, which says more where others share the machine. With
CHUNKBOARD_DATA set to the folder of real documents, they are cut from XQuAD's paragraphs, and hit@1
follows: of the first 100 questions of XQuAD (English) and of CMRC 2018 (Chinese), how many have
their own paragraph first, by cosine, among the distinct paragraphs of those questions.
"""

import json
import os
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.table import Table

from evaluation.embedders.choice import PACKAGED, is_installed, make_embedder
from evaluation.embedding import BATCH, Embedder
from evaluation.vectors import exact_search

SIZES = (100, 400, 1000)
SECONDS = 2.0
QUESTIONS = 100
SAMPLES = (
    ("English", "xquad_en_zh/xquad.en.json", "xquad_en_zh/xquad.en.json"),
    ("Chinese", "xquad_en_zh/xquad.zh.json", "cmrc2018_dev_sample/cmrc2018_dev_first400.json"),
)


def asked(path: Path) -> Iterator[tuple[str, str]]:
    """Each question of a file in SQuAD's format, with its paragraph."""
    for article in json.loads(path.read_text(encoding="utf-8"))["data"]:
        for paragraph in article["paragraphs"]:
            for question in paragraph["qas"]:
                yield question["question"], paragraph["context"]


def cut(path: Path, size: int) -> list[str]:
    """Distinct texts of that many characters."""
    whole = "".join(dict.fromkeys(context for _, context in asked(path)))
    # Where the texts run out, other cuts of the same text follow.
    starts = [start for shift in (0, size // 2) for start in range(shift, len(whole), size)]
    return [text for start in starts if len(text := whole[start : start + size]) == size]


def texts_a_second(embedder: Embedder, texts: list[str]) -> tuple[float, float]:
    """By the clock and by processor time, over batches until `SECONDS` are over."""
    done, started, used = 0, time.perf_counter(), time.process_time()
    for start in range(0, len(texts), BATCH):
        done += len(embedder.encode_documents(texts[start : start + BATCH]))
        if time.perf_counter() - started > SECONDS:
            break
    return done / (time.perf_counter() - started), done / (time.process_time() - used)


def hits_at_1(embedder: Embedder, path: Path) -> tuple[float, int]:
    """The share of questions whose own paragraph comes first, and the count of paragraphs."""
    pairs = list(islice(asked(path), QUESTIONS))
    paragraphs = list(dict.fromkeys(context for _, context in pairs))
    found = exact_search(
        embedder.encode_questions([question for question, _ in pairs]),
        embedder.encode_documents(paragraphs),
        [str(number) for number in range(len(pairs))],
        depth=1,
    )
    own = [paragraphs.index(context) for _, context in pairs]
    hits = sum(row.chunks == (place,) for row, place in zip(found, own, strict=True))
    return hits / len(pairs), len(paragraphs)


def main() -> None:
    """Prints a row a model and language."""
    folder = Path(os.environ.get("CHUNKBOARD_DATA", ""))
    if not (folder / SAMPLES[0][1]).is_file():
        raise SystemExit("CHUNKBOARD_DATA names no folder with xquad_en_zh; nothing to measure on")
    table = Table(title="Texts a second (of processor time), and hit@1")
    for name in ("model", "language", *(f"{size:,} characters" for size in SIZES), "hit@1"):
        table.add_column(name)
    for name in PACKAGED:
        if not is_installed(name):
            continue
        embedder = make_embedder(name)
        embedder.encode_documents(["the first text loads the model"])
        for language, speed, quality in SAMPLES:
            speeds = [texts_a_second(embedder, cut(folder / speed, size)) for size in SIZES]
            share, paragraphs = hits_at_1(embedder, folder / quality)
            cells = (f"{clock:,.1f} ({used:,.1f})" for clock, used in speeds)
            table.add_row(name, language, *cells, f"{share:.2f} of {paragraphs} paragraphs")
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
