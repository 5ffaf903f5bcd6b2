"""What each reader keeps of one document in six formats; its speed; CUAD's evidence in the PDFs.

`python -m tests.benchmarks.bench_reading` prints three tables. The first compares what a reader
found with what was put in: a heading counts where its words are right (its level is counted
apart), a row where its cells are, a page where the heading's page is. A dash stands where the
format or the file has no such thing; a CSV's header counts in each row that carries it.

The second takes the spans lawyers marked in six contracts of CUAD and looks for each in the text
read from the original PDF of the same contract; it needs CHUNKBOARD_DATA and is left out without
it. `exact` ignores white space, hyphens and the form of quotation marks and dashes; `fuzzy` also
takes what is at least 90 % alike by the characters that matching blocks leave in order.

The third reads 1,000 documents of about 50 KB of text each, one format after the other and then
all in turn, each in a process of its own so that its peak memory is its own.
"""

import argparse
import json
import multiprocessing
import os
import re
import time
from collections.abc import Sequence
from difflib import SequenceMatcher
from pathlib import Path

from rich.console import Console
from rich.table import Table as Grid

from golden_sets.document import Block, Document
from golden_sets.markdown import heading_words
from golden_sets.reading import READERS, read_document
from tests.golden_sets.six_formats import FORMATS, Section, Table, sections

_CHARACTERS = 50_000
KINDS = ("heading", "caption", "footnote", "list_item", "code", "image")
_SAME = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "\xad": ""})
_FUZZY = 0.9


def cells(document: Document, block: Block) -> tuple[str, ...]:
    """The cells of a row, which its marks part."""
    parts, at = [], block.span.start
    for mark in block.markup:
        parts.append(document.text[at : mark.start].strip())
        at = mark.end
    parts.append(document.text[at : block.span.end].strip())
    return tuple(part for part in parts if part and not set(part) <= set("-|: \n"))


def kept(ending: str, parts: Sequence[Section]) -> dict[str, tuple[int, int] | None]:
    """What of each kind the reader found, of how many; None where the format has none."""
    made = FORMATS[ending](list(parts))
    extraction = READERS[ending].read(made.data, f"x{ending}", "")
    document = extraction.document
    text = document.text
    found: dict[str, list[str]] = {kind: [] for kind in KINDS}
    rows: dict[str, list[tuple[str, ...]]] = {"table_header": [], "table_row": []}
    pages = {}
    levels: list[tuple[int, str]] = []
    for block in document.blocks:
        words = text[slice(*block.span)]
        for mark in reversed(block.markup):
            start, end = mark.start - block.span.start, mark.end - block.span.start
            words = words[:start] + words[end:] if block.kind in found else words
        if block.kind == "heading":
            title = text[slice(*heading_words(text, block))]
            found["heading"].append(title)
            levels.append((block.level, title))
            pages[title] = block.page
        elif block.kind in found:
            found[block.kind].append(words.strip().lstrip("\\"))
        elif block.kind in rows:
            rows[block.kind].append(cells(document, block))
    tables = [part.table for part in parts if part.table]
    if ending == ".csv":
        return _sheet(rows["table_row"], tables)
    wanted: dict[str, list[object]] = {
        "heading": [part.heading for part in parts],
        "caption": [table.caption for table in tables],
        "footnote": [table.footnote for table in tables],
        "list_item": [item for part in parts for item in part.items],
        "code": [part.code for part in parts if part.code],
        "image": [part.image for part in parts if part.image],
    }
    counts: dict[str, tuple[int, int] | None] = {
        kind: _count(found[kind], wanted[kind]) for kind in wanted
    }
    counts["its level"] = _count(levels, [(part.level, part.heading) for part in parts])
    counts["table_header"] = _count(rows["table_header"], [table.header for table in tables])
    counts["table_row"] = _count(rows["table_row"], [row for t in tables for row in t.rows])
    if ending in (".pdf", ".txt"):
        counts["image"] = None
    right = sum(pages.get(heading) == page for heading, page in made.pages.items())
    counts["page"] = (right, len(made.pages)) if made.pages else None
    wrong = len(found["heading"]) - (counts["heading"] or (0, 0))[0]
    counts["other headings"] = (wrong, len(found["heading"]))
    return counts


def _count(found: Sequence[object], wanted: Sequence[object]) -> tuple[int, int]:
    left = list(found)
    right = 0
    for one in wanted:
        if one in left:
            left.remove(one)
            right += 1
    return right, len(wanted)


def _sheet(
    rows: Sequence[tuple[str, ...]], tables: Sequence[Table]
) -> dict[str, tuple[int, int] | None]:
    """A CSV's rows carry the header in themselves."""
    wanted = [
        tuple(f"{name}: {cell}" for name, cell in zip(table.header, row, strict=True))
        for table in tables
        for row in table.rows
    ]
    return {"table_row": _count(rows, wanted), "table_header": _count(rows, wanted)}


def print_kept(console: Console) -> None:
    parts = sections()
    table = Grid("format", title="kept of one document, found of put in")
    counts = {ending: kept(ending, parts) for ending in FORMATS}
    kinds = list(dict.fromkeys(kind for found in counts.values() for kind in found))
    for kind in kinds:
        table.add_column(kind, justify="right")
    for ending, found in counts.items():
        row = (found.get(kind) for kind in kinds)
        table.add_row(ending, *("-" if one is None else f"{one[0]}/{one[1]}" for one in row))
    console.print(table)


def _corpus(ending: str) -> bytes:
    """One document of about 50 KB of text."""
    count = 2
    while True:
        data = FORMATS[ending](sections(count)).data
        size = len(READERS[ending].read(data, f"x{ending}", "").document.text)
        if size >= _CHARACTERS:
            return data
        count = max(count + 1, int(count * _CHARACTERS / size) + 1)


def _timed(endings: Sequence[str], files: dict[str, bytes], count: int, answer: object) -> None:
    """Reads `count` documents, the endings in turn, keeping the last alone."""
    started = time.perf_counter()
    characters = 0
    for n in range(count):
        ending = endings[n % len(endings)]
        made = READERS[ending].read(files[ending], f"{n}{ending}", "")
        characters += len(made.document.text)
    seconds = time.perf_counter() - started
    # ru_maxrss would start at the parent's: it survives the start of another program.
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    peak = int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]
    answer.put((seconds, characters, peak))  # type: ignore[attr-defined]


def print_speed(console: Console, count: int) -> None:
    files = {ending: _corpus(ending) for ending in FORMATS}
    table = Grid(
        "documents",
        "bytes each",
        "characters each",
        "seconds",
        "ms each",
        "peak MB",
        title=f"{count:,} documents read, one after the other; the process has its peak in MB",
    )
    spawned = multiprocessing.get_context("spawn")
    for name, endings in [*((e, [e]) for e in FORMATS), ("all six in turn", list(FORMATS))]:
        answer = spawned.Queue()
        process = spawned.Process(target=_timed, args=(endings, files, count, answer))
        process.start()
        seconds, characters, peak = answer.get()
        process.join()
        size = sum(len(files[e]) for e in endings) // len(endings)
        each = f"{1000 * seconds / count:.1f}"
        table.add_row(
            name, f"{size:,}", f"{characters // count:,}", f"{seconds:.1f}", each, f"{peak:.0f}"
        )
    console.print(table)


def _plain(text: str) -> str:
    """Letters as they are, without white space and without hyphens, which parting words adds."""
    return re.sub(r"[\s\-\ufffe]+", "", text.translate(_SAME)).replace("``", '"').replace("''", '"')


def _is_alike(span: str, text: str) -> bool:
    """Whether a stretch of the text is at least 90 % the span."""
    match = SequenceMatcher(None, text, span, autojunk=False)
    longest = match.find_longest_match()
    start = max(0, longest.a - longest.b - 20)
    window = text[start : start + len(span) + 40]
    near = SequenceMatcher(None, window, span, autojunk=False)
    same = sum(block.size for block in near.get_matching_blocks())
    return same >= _FUZZY * len(span)


def print_cuad(console: Console, folder: Path) -> None:
    table = Grid("contract", "spans", "exact", "fuzzy", title="CUAD's evidence in the PDFs")
    rows = [json.loads(line) for line in (folder / "spans.jsonl").open(encoding="utf-8")]
    totals = [0, 0, 0]
    lost = []
    for path in sorted((folder / "pdf").glob("*.pdf")):
        text = _plain(read_document(path, path.name).text)
        mine = [row for row in rows if Path(row["doc"]).stem == path.stem]
        spans = [_plain(one["text"]) for row in mine for one in row["evidence"]]
        exact = [span in text for span in spans]
        fuzzy = [was or _is_alike(span, text) for span, was in zip(spans, exact, strict=True)]
        lost += [span for span, was in zip(spans, fuzzy, strict=True) if not was]
        counts = (len(spans), sum(exact), sum(fuzzy))
        totals = [a + b for a, b in zip(totals, counts, strict=True)]
        table.add_row(path.stem[:40], *map(str, counts))
    shares = [f" ({100 * n / totals[0]:.1f} %)" if totals[0] else "" for n in totals]
    table.add_row(
        "all", str(totals[0]), *(f"{n}{s}" for n, s in zip(totals[1:], shares[1:], strict=True))
    )
    console.print(table)
    for span in lost:
        console.print(f"not found: {span[:120]}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--documents", type=int, default=1_000)
    given = parser.parse_args()
    console = Console(markup=False, highlight=False, width=160)
    print_kept(console)
    data = os.environ.get("CHUNKBOARD_DATA", "")
    if data and Path(data).is_dir():
        print_cuad(console, Path(data) / "cuad_20_contracts")
    print_speed(console, given.documents)


if __name__ == "__main__":
    main()
