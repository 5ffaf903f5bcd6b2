"""Which lines of a PDF say the same on their pages, but for the number of the page."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from golden_sets.pdf_lines import HYPHEN, Line

_DIGITS = re.compile(r"\d+")
# A whole number, alone or of how many; not a part of a decimal, a time, an amount or a share.
_NUMBER = re.compile(
    r"(?<!\d[.,:])(?<![\d$€£¥])(\d{1,4})(?:\s*(?:of|/|von)\s*(\d{1,4}))?"
    r"(?![\d%‰]|[.,:]\d|\s?[%‰€$£¥])",
    re.IGNORECASE,
)
_LABEL = re.compile(r"(?:\b(?:page|p\.|seite)|第)\s*$", re.IGNORECASE)
# Alone on its line, the page of a chapter or an appendix: 3-12, A-4.
_CHAPTERED = re.compile(r"(?:\d{1,2}|[A-Z]|\0)\s?[-–—]\s?\0")
_SENTENCE = re.compile(r"[.!?。！？][\"'”’」)）]*$")
_WORD = re.compile(r"[^\W\d_]+")
_HAN = re.compile(r"[\u4e00-\u9fff]")
# The fewest words, or Chinese characters, of a line that can be a sentence of its own.
_WORDS, _CHARACTERS = 5, 8


def words_of(line: Line) -> str:
    """The line's text as a person reads it."""
    return " ".join(line.text.replace(HYPHEN, "-").split())


def alike(lines: Iterable[Line]) -> list[list[Line]]:
    """Groups of lines whose text is equal but for a number that counts with the pages.

    A number counts where it differs from the page's by as much as on the page before or after
    that has such a line. In a full sentence only a number that is called a page's may: any other
    is something that the sentence says.
    """
    roughly: dict[str, list[Line]] = defaultdict(list)
    for line in lines:
        roughly[_DIGITS.sub("#", words_of(line))].append(line)
    groups: dict[str, list[Line]] = defaultdict(list)
    for similar in roughly.values():
        for line, key in zip(similar, _keys(similar), strict=True):
            groups[key].append(line)
    return list(groups.values())


def _keys(lines: Sequence[Line]) -> list[str]:
    """Each line's text with a NUL for each number that counts with the pages."""
    offsets = [_offsets(line) for line in lines]
    standing: dict[int, set[tuple[int, int, str]]] = defaultdict(set)
    for line, found in zip(lines, offsets, strict=True):
        standing[line.page].update(found.values())
    order = sorted(standing)
    beside = {
        page: set[tuple[int, int, str]]().union(
            *(standing[other] for other in (*order[max(at - 1, 0) : at], *order[at + 1 : at + 2]))
        )
        for at, page in enumerate(order)
    }
    return [
        _without(line, [span for span, offset in found.items() if offset in beside[line.page]])
        for line, found in zip(lines, offsets, strict=True)
    ]


def _offsets(line: Line) -> dict[tuple[int, int], tuple[int, int, str]]:
    """By place in the text, each number's position, its distance to the page's, and of how many."""
    text = words_of(line)
    sentence = _is_sentence(text)
    return {
        found.span(): (position, int(found[1]) - line.page, found[2] or "")
        for position, found in enumerate(_NUMBER.finditer(text))
        if not sentence or _LABEL.search(text[: found.start()])
    }


def _is_sentence(text: str) -> bool:
    long = len(_WORD.findall(text)) >= _WORDS or len(_HAN.findall(text)) >= _CHARACTERS
    return long and bool(_SENTENCE.search(text))


def _without(line: Line, spans: Sequence[tuple[int, int]]) -> str:
    text = words_of(line)
    for start, end in sorted(spans, reverse=True):
        text = text[:start] + "\0" + text[end:]
    return "\0" if _CHAPTERED.fullmatch(text) else text
