"""A document as the reader of the writing page gets it: its blocks in pieces that know their place.

The pieces are plain text, which the browser puts in as text and never as markup.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from golden_sets.document import Block, Document, Span

# A part of a long document, in characters; what a browser lays out without a pause.
PART = 40_000


class Mark(NamedTuple):
    """Text that is evidence of the question at hand."""

    span: Span
    role: str


def parts(document: Document) -> list[Sequence[Block]]:
    """The blocks in parts of about `PART` characters; one empty part for an empty document."""
    found: list[list[Block]] = [[]]
    size = 0
    for block in document.blocks:
        length = block.span.end - block.span.start
        if found[-1] and size + length > PART:
            found.append([])
            size = 0
        found[-1].append(block)
        size += length
    return list(found)


def part_of(document: Document, start: int) -> int:
    """Which part a place stands in, from 0."""
    for number, blocks in enumerate(parts(document)):
        if blocks and start < blocks[-1].span.end:
            return number
    return 0


def block_rows(
    document: Document,
    blocks: Sequence[Block],
    sentences: Sequence[Span],
    marks: Sequence[Mark],
) -> list[dict[str, Any]]:
    """The blocks for the component: kind, level, and groups of pieces.

    A group is a sentence (`s` is true) or what stands between two; a piece is its start in
    characters, its text, and what it is: `m` markup, `a` answer, `c` context.
    """
    rows, at = [], 0
    for block in blocks:
        while at < len(sentences) and sentences[at].end <= block.span.start:
            at += 1
        own = []
        look = at
        while look < len(sentences) and sentences[look].start < block.span.end:
            own.append(sentences[look])
            look += 1
        groups = [
            {"s": is_sentence, "p": list(_pieces(document, span, block, marks))}
            for span, is_sentence in _groups(block.span, own)
        ]
        rows.append({"kind": block.kind, "level": block.level, "groups": groups})
    return rows


def _groups(whole: Span, sentences: Sequence[Span]) -> Iterator[tuple[Span, bool]]:
    at = whole.start
    for sentence in sentences:
        start, end = max(at, sentence.start), min(sentence.end, whole.end)
        if at < start:
            yield Span(at, start), False
        if start < end:
            yield Span(start, end), True
            at = end
    if at < whole.end:
        yield Span(at, whole.end), False


def _pieces(
    document: Document, span: Span, block: Block, marks: Sequence[Mark]
) -> Iterator[tuple[int, str, str]]:
    """The span's text, cut wherever what it is changes."""
    own = [mark for mark in marks if mark.span.start < span.end and span.start < mark.span.end]
    edges = {span.start, span.end}
    for start, end in (*block.markup, *(mark.span for mark in own)):
        edges |= {at for at in (start, end) if span.start < at < span.end}
    ordered = sorted(edges)
    for start, end in pairwise(ordered):
        roles = {m.role for m in own if m.span.start <= start and end <= m.span.end}
        markup = any(s <= start and end <= e for s, e in block.markup)
        what = "m" if markup else ""
        what += "a" if "answer" in roles else "c" if "context" in roles else ""
        yield start, document.text[start:end], what
