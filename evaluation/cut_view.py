"""A document as cut: for a person at a terminal, a line a chunk for a program, or a page."""

import json
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from rich.console import Console
from rich.text import Text

from golden_sets.document import Document, Span
from golden_sets.language import Spoken, marked, tr
from strategies.chunk import Chunk

Role = Literal["header", "repeated", "overlap", "own", "added"]
STYLES: dict[Role, str] = {
    "header": "italic cyan",
    "repeated": "yellow",
    "overlap": "dim",
    "own": "not dim",
    "added": "magenta",
}

# Control characters of a document are shown, not sent to the terminal.
_VISIBLE = {code: chr(0x2400 + code) for code in range(32) if chr(code) not in "\n\t"}


class Part(NamedTuple):
    """A stretch of what a chunk holds, and why it is there."""

    role: Role
    text: str
    span: Span | None


def cut_parts(document: Document, chunks: Sequence[Chunk]) -> Iterator[list[Part]]:
    """Each chunk's parts, the header first and the others in the order of the text: what it
    repeats from before, what it shares with the chunk before it, what is its own, and what
    expansion adds."""
    seen = document.body_start
    for chunk in chunks:
        parts: list[Part] = []
        if header := chunk.header_text(document):
            parts.append(Part("header", header, None))
        *repeated, own = chunk.matched
        shared = min(max(own.start, seen), own.end)
        # A splitter from elsewhere may glue text that no chunk has held before.
        spans: list[tuple[Role, Span]] = [
            ("repeated" if span.end <= seen else "own", span) for span in repeated
        ]
        spans += [("overlap", Span(own.start, shared)), ("own", Span(shared, own.end))]
        spans += [("added", span) for span in chunk.added]
        parts += [
            Part(role, document.text[slice(*span)], span)
            for role, span in sorted(spans, key=lambda one: one[1])
            if span[0] < span[1]
        ]
        yield parts
        seen = max(seen, own.end)


KINDS = Spoken(
    {
        "text": marked("text"),
        "table": marked("table"),
        "list": marked("list"),
        "code": marked("code"),
    }
)


def described(chunk: Chunk, number: int, count: int, document: Document) -> str:
    """One line above a chunk: its place, size and kind."""
    said = [
        tr("{number} of {count}", number=number, count=count),
        tr("{n:,} characters", n=len(chunk.matched_text(document))),
        KINDS.get(chunk.kind, chunk.kind),
    ]
    if chunk.part:
        said.append(tr("part {part} of {of}", part=chunk.part[0], of=chunk.part[1]))
    return " · ".join(said)


def chunk_rows(chunks: Sequence[Chunk]) -> Iterator[dict[str, object]]:
    """The chunks of one document as values for JSON, spans as `[start, end]`."""
    ids = [chunk.id for chunk in chunks]
    neighbours = [None, *ids, None]
    for at, (chunk, own) in enumerate(zip(chunks, ids, strict=True)):
        before, after = neighbours[at], neighbours[at + 2]
        yield {"id": own, **chunk._asdict(), "previous": before, "next": after}


def chunk_lines(chunks: Sequence[Chunk]) -> Iterator[str]:
    for row in chunk_rows(chunks):
        yield json.dumps(row, ensure_ascii=False)


def print_cut(document: Document, chunks: Sequence[Chunk], console: Console) -> None:
    """Each chunk under a rule with its number and size; overlap dimmed, headers marked.

    Without colours what is not the chunk's own stands in brackets with its name.
    """
    plain = console.color_system is None or console.no_color
    for number, (chunk, parts) in enumerate(
        zip(chunks, cut_parts(document, chunks), strict=True), 1
    ):
        console.rule(described(chunk, number, len(chunks), document), style="dim")
        shown = Text()
        for part in parts:
            words = part.text.translate(_VISIBLE)
            if plain and part.role != "own":
                words = f"[{part.role}: {words}]"
            if shown and part.role != "own" and not shown.plain.endswith("\n"):
                shown.append("\n")
            shown.append(words, style=STYLES[part.role])
            if part.role in ("header", "repeated", "added") and part is not parts[-1]:
                shown.append("\n")
        console.print(shown)
    console.rule(style="dim")
