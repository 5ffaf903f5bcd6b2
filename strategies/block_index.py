"""Which of a document's blocks a span opens in, found by bisection."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from golden_sets.document import Block, Span

_GROUPS = {
    "table_header": "table",
    "table_row": "table",
    "list_item": "list",
    "code": "code",
    "image": "image",
}


class BlockIndex:
    """Kind, heading path and page of any span of one document."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.blocks = blocks
        self._starts = [block.span.start for block in blocks]
        self._ends = [block.span.end for block in blocks]
        # For each block: of what kind is the first block from there on that is no heading, where
        # does it stand, and where is the first of another kind behind it.
        count = len(blocks)
        self._kinds, self._first, self._until = [""] * count, [count] * count, [count] * count
        kind, first, until = "", count, count
        for at in range(count - 1, -1, -1):
            if blocks[at].kind != "heading":
                own = _GROUPS.get(blocks[at].kind, "text")
                if kind and own != kind:
                    until = first
                kind, first = own, at
            self._kinds[at], self._first[at], self._until[at] = kind, first, until

    def first(self, start: int) -> int:
        """The position of the block that holds or follows a character."""
        at = bisect_right(self._starts, start) - 1
        return at if at >= 0 and start < self._ends[at] else at + 1

    def of(self, span: Span) -> tuple[str, tuple[Span, ...], int | None]:
        """What a span is (`text` where kinds meet), the headings it starts under, its page."""
        at = self.first(span.start)
        if at >= len(self.blocks):
            return "text", (), None
        stop = bisect_left(self._starts, span.end, at)
        alone = self._first[at] < stop <= self._until[at]
        block = self.blocks[at]
        return self._kinds[at] if alone else "text", block.heading_path, block.page
