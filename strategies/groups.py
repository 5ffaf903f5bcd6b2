"""Blocks that belong together: a table with its caption and footnotes, a list with its lead."""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

from golden_sets.document import Block, Span
from golden_sets.headings import is_run_in
from strategies.bonds import is_open_ended
from strategies.measure import Measure
from strategies.pieces import Piece

_NOWHERE = Span(0, 0)
_TABLE = ("table_header", "table_row", "caption", "footnote")
_ALONE = frozenset({"paragraph", "heading", "quote", "footnote", "table_row"})


class Group(NamedTuple):
    """Blocks that are cut as one.

    Attributes:
        parts: What an oversize group may be cut between, in order.
        lead: What each later piece says again: the table's header row, the list's lead sentence.
        atoms: Where the parts that are never cut lie, however large: a table's rows, or code.
    """

    kind: Literal["text", "table", "list", "code"]
    parts: tuple[Span, ...]
    lead: Span | None = None
    atoms: Span = _NOWHERE

    @property
    def span(self) -> Span:
        return Span(self.parts[0].start, self.parts[-1].end)


def groups(
    text: str, blocks: Sequence[Block], inside: Callable[[int, int], Sequence[Span]]
) -> Iterator[Group]:
    """The blocks in groups, in order. A lead sentence leaves its paragraph and joins its list.

    Args:
        inside: The sentences of a range of characters.
    """
    at = 0
    while at < len(blocks):
        start = blocks[at].span.start
        following = blocks[at + 1] if at + 1 < len(blocks) else None
        if blocks[at].kind == "heading" and is_run_in(text, blocks[at], following):
            at += 1
        if blocks[at].kind not in _ALONE:
            stop = _stop(blocks, at)
            yield _grouped(blocks[at:stop])
        elif _leads(text, blocks, at):
            stop = _stop(blocks, at + 1)
            yield from _led(Span(start, blocks[at].span.end), blocks[at + 1 : stop], inside)
        else:
            stop = at + 1
            yield Group("text", (Span(start, blocks[at].span.end),))
        at = stop


def _grouped(run: Sequence[Block]) -> Group:
    """A table, a list, code, or an image with its caption."""
    kind = run[0].kind
    if kind == "list_item":
        return Group("list", tuple(block.span for block in run))
    if kind == "code":
        return Group("code", (run[0].span,), atoms=run[0].span)
    if any(block.kind == "table_header" for block in run):
        return _table(run)
    return Group("text", (Span(run[0].span.start, run[-1].span.end),))


def _leads(text: str, blocks: Sequence[Block], at: int) -> bool:
    """Whether a block is the paragraph whose last sentence leads the list behind it."""
    return (
        at + 1 < len(blocks)
        and blocks[at + 1].kind == "list_item"
        and blocks[at].kind == "paragraph"
        and is_open_ended(text[slice(*blocks[at].span)])
    )


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
    """Header row and first row are one part; each other row, caption and footnote its own."""
    at = next(i for i, block in enumerate(run) if block.kind == "table_header")
    header = run[at].span
    has_row = at + 1 < len(run) and run[at + 1].kind == "table_row"
    first = run[at + 1].span if has_row else header
    parts = [block.span for block in run[:at]]
    parts.append(Span(header.start, first.end))
    parts += [block.span for block in run[at + 1 + has_row :]]
    rows = [block.span for block in run if block.kind in ("table_header", "table_row")]
    return Group("table", tuple(parts), header, Span(header.start, rows[-1].end))


def _led(
    lead: Span, items: Sequence[Block], inside: Callable[[int, int], Sequence[Span]]
) -> Iterator[Group]:
    """The paragraph without its last sentence, and the list led by that sentence."""
    found = inside(*lead)
    last = found[-1] if found else lead
    if len(found) > 1:
        yield Group("text", (Span(lead.start, found[-2].end),))
    first = Span(last.start, items[0].span.end)
    yield Group("list", (first, *(item.span for item in items[1:])), last)


def split_group(
    group: Group, size: int, measured: Measure, cut_text: Callable[[Span], list[Span]]
) -> list[Piece]:
    """An oversize group in numbered pieces of at most `size`, the lead in each.

    A header row with one row, and a code fence, stay whole however large they are. A list item
    or footnote that does not fit with its lead goes without it; alone too large, it is cut as
    text.
    """
    cost = measured.size(*group.lead) + 1 if group.lead else 0
    pieces: list[Piece] = []
    current: Span | None = None
    for part in group.parts:
        room = size - (cost if current and _repeats(group, current) else 0)
        if current and measured.size(current.start, part.end) <= room:
            current = Span(current.start, part.end)
            continue
        if current:
            pieces.extend(_finished(group, current, size, cost, measured, cut_text))
        current = part
    if current:
        pieces.extend(_finished(group, current, size, cost, measured, cut_text))
    if len(pieces) == 1:
        return pieces
    return [piece._replace(part=(at, len(pieces))) for at, piece in enumerate(pieces, 1)]


def numbered(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces with their parts counted anew, as some were joined with their neighbours."""
    runs: list[list[Piece]] = []
    for piece in pieces:
        before = runs[-1][-1].part if runs else None
        if before and piece.part and before < piece.part and before[1] == piece.part[1]:
            runs[-1].append(piece)
        else:
            runs.append([piece])
    return [
        piece._replace(part=(at, len(run)) if len(run) > 1 else None)
        for run in runs
        for at, piece in enumerate(run, 1)
    ]


def _repeats(group: Group, span: Span) -> bool:
    return group.lead is not None and span.start >= group.lead.end


def _finished(
    group: Group,
    span: Span,
    size: int,
    cost: int,
    measured: Measure,
    cut_text: Callable[[Span], list[Span]],
) -> Iterator[Piece]:
    own = measured.size(*span)
    atomic = group.atoms.start <= span.start < group.atoms.end
    if group.lead and _repeats(group, span) and (own + cost <= size or atomic):
        yield Piece(span, repeated=(group.lead,))
    elif own <= size or atomic:
        yield Piece(span)
    else:
        yield from map(Piece, cut_text(span))
