"""Whether a page's text is stored in an order that nobody reads it in, as far as that shows."""

from collections.abc import Sequence
from itertools import pairwise

from golden_sets.language import worded
from golden_sets.pdf_lines import Page

_FEWEST = 6
# Both sides of a gutter are at least this share of the page's width.
_WIDE = 0.2


def order_note(pages: Sequence[Page]) -> tuple[str, ...]:
    """A note that names the pages whose columns seem to be mixed, or their order disturbed."""
    mixed = [page.number for page in pages if not page.tables and _is_mixed(page)]
    jumping = [page.number for page in pages if page.number not in mixed and _jumps(page)]
    told = {*mixed, *jumping}
    backward = [
        page.number
        for page in pages
        if page.number not in told and not page.tables and _is_backward(page)
    ]
    notes: list[str] = []
    if mixed:
        notes.append(
            worded(
                "{pages}: two columns seem to be stored line by line across; their sentences may "
                "be mixed",
                pages=_pages(mixed),
            )
        )
    if jumping:
        notes.append(
            worded("{pages}: text seems to be stored out of reading order", pages=_pages(jumping))
        )
    if backward:
        notes.append(
            worded(
                "{pages}: a right column seems to be stored before the left one; columns may be in "
                "the wrong order",
                pages=_pages(backward),
            )
        )
    return tuple(notes)


def _pages(numbers: Sequence[int]) -> str:
    shown = ", ".join(map(str, numbers[:10])) + (", ..." if len(numbers) > 10 else "")
    if len(numbers) == 1:
        return worded("page {number}", number=shown)
    return worded("pages {numbers}", numbers=shown)


def _is_mixed(page: Page) -> bool:
    """Whether line after line steps over one gutter between two wide columns."""
    left, right, steps = 0.0, page.width, 0
    wide = _WIDE * page.width
    for one, other in pairwise(page.segments):
        height = max(one[3] - one[1], 1.0)
        if abs(one[1] - other[1]) > 0.5 * height or other[0] <= one[2]:
            continue
        if one[2] - one[0] < wide or other[2] - other[0] < wide:
            continue
        steps += 1
        left, right = max(left, one[2]), min(right, other[0])
    return steps >= _FEWEST and left < right


def _jumps(page: Page) -> bool:
    """Whether the text jumps up again and again other than to a next column on the right."""
    ups = 0
    for one, other in pairwise(page.segments):
        height = max(one[3] - one[1], other[3] - other[1], 1.0)
        if other[1] > one[3] + 2 * height and other[0] < one[0] + 0.25 * page.width:
            ups += 1
    return ups >= 4


def _is_backward(page: Page) -> bool:
    """Whether a wide column's text is followed by that of one beside it on the left.

    In scripts that run from the right, columns do as well.
    """
    if any("\u0590" <= c <= "\u08ff" for line in page.lines for c in line.text):
        return False
    wide = _WIDE * page.width
    for at in range(_FEWEST, len(page.segments) - _FEWEST + 1):
        before, after = page.segments[at - _FEWEST : at], page.segments[at : at + _FEWEST]
        height = max(before[-1][3] - before[-1][1], 1.0)
        left = min(one[0] for one in before)
        if after[0][1] <= before[-1][3] + 2 * height or max(one[2] for one in after) >= left:
            continue
        if all(max(one[2] - one[0] for one in side) >= wide for side in (before, after)):
            return True
    return False
