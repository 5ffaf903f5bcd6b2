"""Blocks that belong together: a table with its caption and footnotes, a list with its lead."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from golden_sets.document import Block, Span
from strategies.bonds import is_open_ended
from strategies.measure import Measure
from strategies.pieces import Piece

_TABLE = ("table_header", "table_row", "caption", "footnote")


@dataclass(frozen=True, slots=True)
class Group:
    """Blocks that are cut as one.

    Attributes:
        parts: What an oversize group may be cut between, in order.
        lead: What each later piece says again: the table's header row, the list's lead sentence.
    """

    kind: Literal["text", "table", "list", "code"]
    parts: tuple[Span, ...]
    lead: Span | None = None

    @property
    def span(self) -> Span:
        return Span(self.parts[0].start, self.parts[-1].end)


def groups(text: str, blocks: Sequence[Block], sentences: Sequence[Span]) -> Iterator[Group]:
    """The blocks in groups, in order. A lead sentence leaves its paragraph and joins its list."""
    at = 0
    while at < len(blocks):
        block = blocks[at]
        stop = _stop(blocks, at)
        run = blocks[at:stop]
        if any(b.kind == "table_header" for b in run):
            yield _table(run)
        elif block.kind == "list_item":
            yield Group("list", tuple(b.span for b in run))
        elif block.kind == "code":
            yield Group("code", (block.span,))
        elif stop < len(blocks) and blocks[stop].kind == "list_item" and _is_lead(text, block):
            items = blocks[stop : _stop(blocks, stop)]
            yield from _led(block, items, sentences)
            stop += len(items)
        else:
            yield Group("text", (Span(block.span.start, run[-1].span.end),))
        at = stop


def _stop(blocks: Sequence[Block], at: int) -> int:
    """Behind the last block of the group that opens at `at`."""
    kind = blocks[at].kind
    stop = at + 1
    if kind == "list_item":
        same: tuple[str, ...] = ("list_item",)
    elif kind == "table_header" or (
        kind == "caption" and stop < len(blocks) and blocks[stop].kind == "table_header"
    ):
        same = _TABLE
    elif kind == "image":
        same = ("caption",)
    else:
        return stop
    while stop < len(blocks) and blocks[stop].kind in same:
        if kind == "caption" and blocks[stop].kind == "table_header" and stop > at + 1:
            break
        if kind == "table_header" and blocks[stop].kind == "table_header":
            break
        stop += 1
        if kind == "image":
            break
    # A caption directly before the next table is that table's.
    if same is _TABLE and stop < len(blocks) and blocks[stop].kind == "table_header":
        while stop - 1 > at and blocks[stop - 1].kind == "caption":
            stop -= 1
    return stop


def _table(run: Sequence[Block]) -> Group:
    """Caption, header row and first row are one part; each other row and footnote its own."""
    header = next(i for i, block in enumerate(run) if block.kind == "table_header")
    first = min(header + 1, len(run) - 1)
    parts = [Span(run[0].span.start, run[first].span.end)]
    parts += [block.span for block in run[first + 1 :]]
    return Group("table", tuple(parts), run[header].span)


def _is_lead(text: str, block: Block) -> bool:
    return block.kind == "paragraph" and is_open_ended(text[slice(*block.span)])


def _led(lead: Block, items: Sequence[Block], sentences: Sequence[Span]) -> Iterator[Group]:
    """The paragraph without its last sentence, and the list led by that sentence."""
    inside = [s for s in sentences if lead.span.start <= s.start and s.end <= lead.span.end]
    last = inside[-1] if inside else lead.span
    if len(inside) > 1:
        yield Group("text", (Span(lead.span.start, inside[-2].end),))
    first = Span(last.start, items[0].span.end)
    yield Group("list", (first, *(item.span for item in items[1:])), last)


def split_group(
    group: Group, size: int, measured: Measure, cut_text: Callable[[Span], list[Span]]
) -> Iterator[Piece]:
    """An oversize group in pieces of at most `size`, the lead in each.

    A header row with one row, and a code fence, stay whole however large they are. A list item
    that does not fit with its lead goes without it; alone too large, it is cut as text.
    """
    if group.kind == "code":
        yield Piece(group.span)
        return
    lead = group.lead
    cost = measured.size(*lead) + 1 if lead else 0
    current: Span | None = None
    for part in group.parts:
        repeated = (lead,) if lead and current and current.start > lead.end else ()
        room = size - (cost if repeated else 0)
        if current and measured.size(current.start, part.end) <= room:
            current = Span(current.start, part.end)
            continue
        if current:
            yield from _finished(current, lead, size, cost, measured, group.kind, cut_text)
        current = part
    if current:
        yield from _finished(current, lead, size, cost, measured, group.kind, cut_text)


def _finished(
    span: Span,
    lead: Span | None,
    size: int,
    cost: int,
    measured: Measure,
    kind: str,
    cut_text: Callable[[Span], list[Span]],
) -> Iterator[Piece]:
    repeats = lead is not None and span.start >= lead.end
    own = measured.size(*span)
    if repeats and lead and (own + cost <= size or kind == "table"):
        yield Piece(span, repeated=(lead,))
    elif own <= size or (kind == "table" and lead and span.start <= lead.start):
        yield Piece(span)
    else:
        yield from map(Piece, cut_text(span))
