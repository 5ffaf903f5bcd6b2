"""What a PDF repeats on its pages: running headers and footers, page numbers."""

import re
from collections import defaultdict
from collections.abc import Sequence

from golden_sets.language import worded
from golden_sets.pdf_lines import Line, Page
from golden_sets.pdf_paragraphs import setting_of
from golden_sets.pdf_repeats import alike, words_of

_NUMBER = re.compile(
    r"(?:page|p\.|seite|第)?\s*[-–—|·]?\s*(\d{1,4}|[ivxlc]{1,7})\s*[-–—|·]?\s*"
    r"(?:页|頁|(?:of|/|von)\s*\d{1,4})?",
    re.IGNORECASE,
)
# How far into a page a header or footer reaches, and how many of its lines are looked at.
_ZONE = 0.15
_LINES = 4
# The share of pages, and the least number of them, that a line must stand on.
_SHARE, _LEAST = 0.4, 3
_SHOWN = 3


def furniture_of(pages: Sequence[Page]) -> tuple[set[Line], tuple[str, ...]]:
    """The lines that are furniture, and a note on each kind that was left out.

    A line in larger type than the text is none: it is a heading that each page or chapter has.
    """
    body = setting_of([line for page in pages for line in page.lines]).size
    standing: dict[str, list[Line]] = defaultdict(list)
    for page in pages:
        for zone, line in _outer(page):
            if line.size <= 1.05 * body:
                standing[zone].append(line)
    with_text = sum(bool(page.lines) for page in pages)
    found: set[Line] = set()
    notes: list[str] = []
    for lines in (group for zone in standing.values() for group in alike(zone)):
        count = len({line.page for line in lines})
        often = count >= _LEAST and count >= _SHARE * with_text
        numbered = any(character.isdecimal() for character in lines[0].text)
        if often or (count >= 2 and count >= 0.6 * with_text and numbered):
            found.update(lines)
            notes.append(
                worded(
                    "running header or footer {words} left out on {count} pages",
                    words=_shown(lines),
                    count=count,
                )
            )
    numbers = _page_numbers(pages, found)
    found.update(numbers)
    if numbers:
        notes.append(worded("page numbers left out on {n} pages", n=len(numbers)))
    return found, tuple(notes)


def _shown(lines: Sequence[Line]) -> str:
    """The first of the different texts, and how many more there are."""
    texts = list(dict.fromkeys(words_of(line) for line in lines))
    words = ", ".join(repr(text[:60]) for text in texts[:_SHOWN])
    if len(texts) <= _SHOWN:
        return words
    return worded("{words} and {n} more like it", words=words, n=len(texts) - _SHOWN)


def _outer(page: Page) -> list[tuple[str, Line]]:
    """The outermost lines of a page, from either edge."""
    ordered = sorted(page.lines, key=lambda line: -line.top)
    head = [line for line in ordered[:_LINES] if line.bottom > (1 - _ZONE) * page.height]
    foot = [line for line in ordered[-_LINES:] if line.top < _ZONE * page.height]
    return [("head", line) for line in head] + [("foot", line) for line in foot]


def _page_numbers(pages: Sequence[Page], known: set[Line]) -> list[Line]:
    """Lone numbers above or below all other text that count up over the pages."""
    found = []
    for page in pages:
        ordered = sorted((x for x in page.lines if x not in known), key=lambda line: -line.top)
        alone = (
            (line, number)
            for line in (*ordered[-1:], *ordered[:1])
            if (number := _NUMBER.fullmatch(line.text.strip()))
        )
        first = next(alone, None)
        if first:
            found.append(first)
    values = [int(number[1]) if number[1].isdigit() else 0 for _, number in found]
    pages_apart = [line.page for line, _ in found]
    steps = [
        b - a == q - p
        for a, b, p, q in zip(values, values[1:], pages_apart, pages_apart[1:], strict=False)
    ]
    counts_up = len(found) >= 2 and sum(steps) >= 0.5 * len(steps)
    return [line for line, _ in found] if counts_up else []
