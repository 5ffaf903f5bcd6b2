"""Headings known by rule: which numbers are headings, where they end, and their levels."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from golden_sets.document import Block, Span
from golden_sets.heading_lines import is_capitalised, is_row, is_title, refers, run_in_title
from golden_sets.list_lines import continues_list, marker_end
from golden_sets.numbering import Opening, opening

Numbers = frozenset[tuple[str, tuple[int, ...]]]
Kind = tuple[int, str, int]
DEEPEST = 6
_SHORT = 50
_WEAK = ("ordinal", "bare", "roman", "decimal", "括号")


def numbers_of(openings: Iterable[Opening | None]) -> Numbers:
    """Every number that opens a line of the document, by family."""
    return frozenset((found.family, found.number) for found in openings if found)


def is_supported(found: Opening, numbers: Numbers) -> bool:
    """Whether the document counts with this number: it is a first one, or a neighbour is there.

    It tells a clause 3.11 from a sentence that happens to begin with `3.11 Python`.
    """
    *above, last = found.number or (0,)
    if last <= 1 and found.pattern.name not in ("bare", "roman"):
        return True
    if ("decimal", (*found.number, 1)) in numbers:
        return True
    near = [(*above, last - 1), (*above, last + 1), tuple(above)]
    return any((found.family, number) in numbers for number in near)


def heading_end(text: str, found: Opening, end: int, alone: bool, numbers: Numbers) -> int:
    """Where the heading that a number opens ends; 0 where it is none.

    Args:
        end: Of the paragraph the number opens.
        alone: The paragraph may be cut behind its first line; it is cut behind a short title too.
    """
    newline = text.find("\n", found.end, end)
    line_end = found.end + len(text[found.end : end if newline < 0 else newline].rstrip())
    name, opens_text = found.pattern.name, found.pattern.opens_text
    rest = text[found.end : line_end].lstrip(" \t\u00a0\u3000*_:：.")
    at = line_end - len(rest)
    supported = is_supported(found, numbers)
    if not rest:
        return line_end if name not in _WEAK or (supported and name == "decimal") else 0
    if is_row(rest) or refers(found, rest, glued=at == found.end):
        return 0
    titled = run_in_title(rest) if opens_text or name == "ordinal" else 0
    if titled:
        return at + titled
    alone = alone or (len(rest) <= _SHORT and is_capitalised(rest))
    if alone and is_title(rest) and (supported or name not in _WEAK):
        return line_end
    opens_text = opens_text and (supported or (name == "条" and at > found.end))
    return _behind_stars(text, found.end, line_end) if opens_text else 0


def _behind_stars(text: str, start: int, end: int) -> int:
    return start + len(text[start:end]) - len(text[start:end].lstrip("*_"))


def levels_of(kinds: Sequence[Kind]) -> dict[Kind, int]:
    """The level of each kind of numbering from 1, as they nest in this document.

    Ranks order them; kinds of one rank nest in the order of their first heading. What stands at
    the end of a document on its own, an appendix, is on the outermost level.
    """
    first: dict[tuple[int, str], int] = {}
    for index, (rank, family, _) in enumerate(kinds):
        first.setdefault((rank, family), index)
    nested = sorted({k for k in kinds if k[0]}, key=lambda k: (k[0], first[k[:2]], k[2]))
    outermost = 1 + sum(rank < 0 for rank, _, _ in nested)
    return dict.fromkeys(kinds, outermost) | {kind: i + 1 for i, kind in enumerate(nested)}


def is_run_in(text: str, heading: Block, after: Block | None) -> bool:
    """Whether the paragraph after a heading goes on in the heading's own line."""
    return (
        heading.kind == "heading"
        and heading.known_by == "rule"
        and after is not None
        and after.kind == "paragraph"
        and "\n" not in text[heading.span.end : after.span.start]
    )


def parted(text: str, block: Block, end: int, level: int) -> list[Block]:
    """The block as a heading up to `end`, and a paragraph of what follows."""
    start, stop = block.span
    heading = replace(
        block,
        kind="heading",
        span=Span(start, end),
        markup=(),
        level=min(level, DEEPEST),
        known_by="rule",
    )
    rest = stop - len(text[end:stop].lstrip())
    return [heading, replace(block, span=Span(rest, stop))] if rest < stop else [heading]


def numbered_headings(text: str, blocks: Sequence[Block]) -> list[Block]:
    """Markdown's blocks, with clauses that open a paragraph as headings below the marked-up one.

    Enumerated paragraphs under a lead that ends in a colon become list items. A heading of the
    deepest level takes none below it.
    """
    openings = [_opening_of(text, block) for block in blocks]
    numbers = numbers_of(openings)
    ends = [_end_of(text, b, o, numbers) for b, o in zip(blocks, openings, strict=True)]
    levels = levels_of([o.kind for o, end in zip(openings, ends, strict=True) if o and end])
    made: list[Block] = []
    above = 0
    for block, found, end in zip(blocks, openings, ends, strict=True):
        if block.kind == "heading":
            above = block.level
        if found and end and above < DEEPEST:
            made += parted(text, block, end, above + levels[found.kind])
        elif block.kind == "paragraph" and _is_item(text, block, made):
            made.append(replace(block, kind="list_item", level=1, known_by="rule"))
        else:
            made.append(block)
    return made


def _opening_of(text: str, block: Block) -> Opening | None:
    if block.kind not in ("heading", "paragraph"):
        return None
    marked = block.kind == "heading" and block.markup and block.markup[0].start == block.span.start
    found = opening(text, block.markup[0].end if marked else block.span.start, block.span.end)
    return found if found and (block.kind == "heading" or found.pattern.strong) else None


def _end_of(text: str, block: Block, found: Opening | None, numbers: Numbers) -> int:
    if found is None or block.kind != "paragraph":
        return 0
    alone = "\n" not in text[slice(*block.span)]
    return heading_end(text, found, block.span.end, alone, numbers)


def _is_item(text: str, block: Block, before: Sequence[Block]) -> bool:
    if not before or not marker_end(text, *block.span):
        return False
    last = before[-1]
    by_rule = last.kind == "list_item" and last.known_by == "rule"
    return by_rule or continues_list(text[slice(*last.span)])
