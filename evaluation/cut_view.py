"""A document as cut, for a person at a terminal or a line a chunk for a program."""

import json
from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from golden_sets.document import Document
from strategies.chunk import Chunk


def chunk_row(chunk: Chunk) -> dict[str, object]:
    """The chunk as a value for JSON, spans as `[start, end]`."""
    return {
        "id": chunk.id,
        "document": chunk.document,
        "matched": chunk.matched,
        "read": chunk.read,
        "header": chunk.header,
        "title": chunk.title,
        "heading_path": chunk.heading_path,
        "kind": chunk.kind,
        "page": chunk.page,
        "previous": chunk.previous,
        "next": chunk.next,
        "key": chunk.key,
    }


def chunk_lines(chunks: tuple[Chunk, ...]) -> Iterator[str]:
    for chunk in chunks:
        yield json.dumps(chunk_row(chunk), ensure_ascii=False)


def print_cut(document: Document, chunks: tuple[Chunk, ...], console: Console) -> None:
    """Each chunk under a rule with its number and size; overlap dimmed, headers marked."""
    seen = document.body_start
    for number, chunk in enumerate(chunks, 1):
        own = chunk.matched[-1]
        size = len(chunk.matched_text(document))
        console.rule(f"{number} of {len(chunks)} · {size:,} characters · {chunk.kind}", style="dim")
        if header := chunk.header_text(document):
            console.print(Text(header, style="italic cyan"))
        for span in chunk.matched[:-1]:
            console.print(Text(document.text[slice(*span)], style="yellow"))
        overlap_end = min(max(own.start, seen), own.end)
        text = Text(document.text[own.start : overlap_end], style="dim")
        text.append(document.text[overlap_end : own.end], style="not dim")
        console.print(text)
        seen = max(seen, own.end)
    console.rule(style="dim")
