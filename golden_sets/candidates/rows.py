"""Rows of tables, which say nothing without their header row."""

import re
from collections.abc import Iterator
from itertools import islice
from math import sqrt

from golden_sets.candidates.candidate import Candidate, shown
from golden_sets.candidates.layout import Layout
from golden_sets.candidates.numbers import context_of
from golden_sets.document import Block, Span
from golden_sets.language import worded

_CELL = re.compile(r"(?<!\\)\|")
_MARK = re.compile(r"(?:\\?\*){1,3}|\[\^?\d{1,2}\]|[†‡①-⑳]")
_MARKED = re.compile(rf"(?:{_MARK.pattern})\s*$")
_MAY_NOTE = ("footnote", "paragraph")
_BASE = 1.9
_NUMERIC = 0.2
_NOTED = 0.5
_SPREAD = 0.1
_GOLDEN = (sqrt(5) - 1) / 2
_LONGEST = 1_200


def cells(text: str) -> list[str]:
    """What stands between the bars of a row."""
    return [cell.strip() for cell in _CELL.split(text.strip().strip("|"))]


def rows(layout: Layout) -> Iterator[Candidate]:
    """A candidate for each row of two cells or more, with its header and the footnotes it names.

    Rows of equal worth come in an order that spreads over the table.
    """
    header: Block | None = None
    notes: dict[str, Span] = {}
    count = 0
    for index, block in enumerate(layout.document.blocks):
        if block.kind == "table_header":
            header, count, notes = block, 0, _footnotes(layout, index + 1)
        elif block.kind == "table_row" and header:
            count += 1
            spread = _SPREAD * (count * _GOLDEN % 1)
            yield from _row(layout, block.span, header_words(header), notes, spread)


def header_words(header: Block) -> Span:
    """The header row without the rule line below it."""
    rule = header.markup[-1] if header.markup else None
    below = rule is not None and rule.end - rule.start > 1 and rule.end == header.span.end
    return Span(header.span.start, rule.start - 1) if below and rule else header.span


def _row(
    layout: Layout, span: Span, header: Span, notes: dict[str, Span], spread: float
) -> Iterator[Candidate]:
    text = layout.text(span)
    named = cells(text) if len(text) <= _LONGEST else []
    if len([cell for cell in named if cell]) < 2:
        return
    marks = dict.fromkeys(m[0].strip() for cell in named if (m := _MARKED.search(cell)))
    noted = [notes[mark] for mark in marks if mark in notes]
    numeric = any(c.isdecimal() for cell in named[1:] for c in cell)
    yield Candidate(
        "table_row",
        layout.document.id,
        span,
        context_of(header, *noted),
        worded(
            "The row {row} says nothing without its header row and its footnote.",
            row=shown(named[0]),
        )
        if noted
        else worded("The row {row} says nothing without its header row.", row=shown(named[0])),
        _BASE + _NUMERIC * numeric + _NOTED * bool(noted) + spread,
    )


def _footnotes(layout: Layout, index: int) -> dict[str, Span]:
    """The footnotes of a table by their marks; `index` is the block behind its header."""
    notes: dict[str, Span] = {}
    blocks = layout.document.blocks
    for block in islice(blocks, index, None):
        if block.kind in ("table_row", "caption"):
            continue
        mark = _MARK.match(layout.text(block.span)) if block.kind in _MAY_NOTE else None
        if mark is None:
            break
        notes.setdefault(mark[0].strip(), block.span)
    return notes
