"""From a PDF's lines and tables to pieces: headings, lists, notes, code, rows, paragraphs."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from golden_sets.extracted import Piece, item_of, words_of
from golden_sets.list_lines import bullet_end
from golden_sets.pdf_lines import Line, Page
from golden_sets.pdf_paragraphs import (
    Setting,
    joined,
    paragraphs_of,
    setting_of,
    vocabulary_of,
)
from golden_sets.pdf_tables import PdfTable
from golden_sets.tables import Cell, Table

_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
_SYMBOLS = str.maketrans({**_LIGATURES, "\uf0b7": "•", "\uf0a7": "▪", "\uf0d8": "▪"})
_ORDINAL = re.compile(r"(\d{1,3}[.)])\s+(?=\S)")
_NOTE = re.compile(r"(?:[*†‡¹²³⁴⁵⁶⁷⁸⁹]|\[?\d{1,3}[\].)]?\s)")
_LONGEST_HEADING = 160


def pieces_of(pages: Sequence[Page], furniture: set[Line]) -> Iterator[Piece]:
    """The pieces in order; `furniture` and what stands in a table are not in paragraphs."""
    lines = [line for page in pages for line in page.lines if line not in furniture]
    setting = setting_of(lines)
    vocabulary = vocabulary_of(lines)
    levels = _levels(lines, setting)
    run: list[Line] = []
    notes: list[Line] = []
    shown: set[int] = set()
    rows = _TableRows()
    for page in pages:
        body, below = _parted([line for line in page.lines if line not in furniture], page, setting)
        for line in body:
            held = next((t for t in page.tables if t.holds(line.middle)), None)
            if held is None:
                run.append(line)
                rows.end()
            elif id(held) not in shown:
                yield from _text(run, notes, setting, vocabulary, levels)
                run, notes = [], []
                shown.add(id(held))
                yield from rows.of(held, page.number)
        notes += below
    yield from _text(run, notes, setting, vocabulary, levels)


def _parted(lines: list[Line], page: Page, setting: Setting) -> tuple[list[Line], list[Line]]:
    """The page's text, and the small print at its foot that opens with a note's mark."""
    at = len(lines)
    while at and lines[at - 1].size <= 0.88 * setting.size:
        at -= 1
    foot = lines[at:]
    noted = bool(foot) and bool(_NOTE.match(foot[0].text)) and foot[0].top < 0.4 * page.height
    return (lines[:at], foot) if noted else (lines, [])


def _levels(lines: Sequence[Line], setting: Setting) -> dict[tuple[float, bool], int]:
    """The level of each type that headings are set in: larger sizes, then bold."""
    larger = sorted({x.size for x in lines if x.size >= 1.12 * setting.size}, reverse=True)
    levels = {}
    for rank, size in enumerate(larger, 1):
        levels[size, True] = levels[size, False] = min(rank, 6)
    if not setting.bold:
        for size in {x.size for x in lines if x.bold and 0.95 < x.size / setting.size < 1.12}:
            levels.setdefault((size, True), min(len(larger) + 1, 6))
    return levels


def _text(
    run: Sequence[Line],
    notes: Sequence[Line],
    setting: Setting,
    vocabulary: set[str],
    levels: dict[tuple[float, bool], int],
) -> Iterator[Piece]:
    """Paragraphs, each note behind the last paragraph that begins on its page."""
    waiting = _notes(notes, vocabulary)
    in_list = False
    for lines in paragraphs_of(run, setting):
        page = lines[0].page
        while waiting and waiting[0].page is not None and waiting[0].page < page:
            yield waiting.pop(0)
        piece = _piece(lines, setting, vocabulary, levels, in_list)
        in_list = piece.kind == "list_item" or piece.text.endswith((":", "："))
        yield piece
    yield from waiting


def _notes(lines: Sequence[Line], vocabulary: set[str]) -> list[Piece]:
    groups: list[list[Line]] = []
    for line in lines:
        if not groups or groups[-1][-1].page != line.page or _NOTE.match(line.text):
            groups.append([line])
        else:
            groups[-1].append(line)
    return [
        Piece("footnote", _clean(joined(g, vocabulary)), page=g[0].page, known_by="style")
        for g in groups
    ]


def _piece(
    lines: Sequence[Line],
    setting: Setting,
    vocabulary: set[str],
    levels: dict[tuple[float, bool], int],
    in_list: bool,
) -> Piece:
    first = lines[0]
    if first.fixed and not setting.fixed:
        return Piece("code", _code(lines), page=first.page, known_by="style")
    text = _clean(joined(lines, vocabulary))
    level = levels.get((first.size, first.bold), 0)
    if level and len(text) <= _LONGEST_HEADING and any(c.isalpha() for c in text):
        bold_only = first.size < 1.12 * setting.size
        if not (bold_only and (text.endswith((".", "。", ":", "：", ",")) or len(lines) > 2)):
            return Piece("heading", text, level, first.page, known_by="style")
    if end := bullet_end(text, 0, len(text)):
        item = item_of(text[:end].strip(), text[end:], 1, first.page)
        return replace(item, known_by="rule")
    if in_list and (ordinal := _ORDINAL.match(text)):
        item = item_of(ordinal[1], text[ordinal.end() :], 1, first.page)
        return replace(item, known_by="rule")
    return Piece("paragraph", text, page=first.page, known_by="rule")


def _code(lines: Sequence[Line]) -> str:
    """Lines as they are indented, as far as their places tell."""
    margin = min(line.left for line in lines)
    made = []
    for line in lines:
        width = (line.right - line.left) / max(1, len(line.text)) or 1.0
        made.append(" " * round((line.left - margin) / width) + line.text.rstrip())
    return "\n".join(made)


def _clean(text: str) -> str:
    return words_of(text.translate(_SYMBOLS))


class _TableRows:
    """Tables as pieces; one that goes on at the top of the next page stays the same table."""

    def __init__(self) -> None:
        self._number = 0
        self._columns = 0
        self._page = 0
        self._header: tuple[str, ...] = ()

    def end(self) -> None:
        """Text stands behind the last table: another one is another."""
        self._columns = 0

    def of(self, table: PdfTable, page: int) -> Iterator[Piece]:
        rows = list(table.rows)
        columns = max(map(len, rows))
        goes_on = columns == self._columns and page == self._page + 1
        if goes_on and rows[0] == self._header:
            rows = rows[1:]
        self._number += not goes_on
        if not goes_on:
            self._header = rows[0]
        self._columns, self._page = columns, page
        made = Table([[Cell(text) for text in row] for row in rows], pages=[page] * len(rows))
        if goes_on:
            made.marked = 0
        yield from made.pieces(self._number)
