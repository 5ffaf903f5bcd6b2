"""The lines of a PDF's pages with their places and type, as PDFium finds them."""

import ctypes
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from golden_sets.pdf_tables import PdfTable, tables_of

HYPHEN = "\ufffe"  # PDFium's mark where a word was parted at a line's end.
_BREAK = re.compile(f"\r\n|\r|\n|{HYPHEN}")
_BOLD = re.compile(r"bold|black|heavy|semibold|demi", re.IGNORECASE)
_FIXED = re.compile(r"courier|mono|consolas|menlo|typewriter", re.IGNORECASE)
_FIXED_FLAG, _BOLD_FLAG, _BOLD_WEIGHT = 1, 1 << 18, 600


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a page; places are in points, from the page's lower left corner.

    Attributes:
        text: As it stands; `HYPHEN` at its end where a word goes on in the next line.
        page: From 1.
        size: Of the type.
    """

    text: str
    page: int
    left: float
    right: float
    bottom: float
    top: float
    size: float
    bold: bool = False
    fixed: bool = False

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2


@dataclass(frozen=True, slots=True)
class Page:
    """A page's lines in the order they are stored, and what else it shows.

    Attributes:
        number: From 1.
        segments: Places of the runs of text, in the order they are stored.
        images: How many it shows, counted only where it has no text.
        tables: Those with rules, from the top down.
        unmapped: Characters that the file maps to no letter.
    """

    number: int
    width: float
    height: float
    lines: tuple[Line, ...] = ()
    segments: tuple[tuple[float, float, float, float], ...] = ()
    images: int = 0
    tables: tuple[PdfTable, ...] = ()
    unmapped: int = 0


def page_of(page: Any, number: int) -> Page:
    """A page as PDFium reads it."""
    import pypdfium2.raw as raw

    width, height = page.get_size()
    texts = page.get_textpage()
    try:
        text = texts.get_text_range() if texts.count_chars() else ""
        lines = tuple(_lines(texts, text, number))
        if not lines:
            shown = page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=3)
            return Page(number, width, height, images=sum(1 for _ in shown))
        segments = tuple(_segments(texts))
        unmapped = sum(c == "\ufffd" or "\ue000" <= c <= "\uf8ff" for c in text)
        tables = tuple(tables_of(page, texts))
        return Page(number, width, height, lines, segments, 0, tables, unmapped)
    finally:
        texts.close()


def _lines(texts: Any, text: str, number: int) -> Iterator[Line]:
    at, last = 0, texts.count_chars() - 1
    for found in [*_BREAK.finditer(text), None]:
        end = found.start() if found else len(text)
        piece = text[at:end]
        if body := piece.strip():
            first = at + len(piece) - len(piece.lstrip())
            hyphen = HYPHEN if found and found[0] == HYPHEN else ""
            final = min(first + len(body) - 1, last)
            yield _line(texts, body + hyphen, number, min(first, last), final)
        at = found.end() if found else end


def _line(texts: Any, text: str, number: int, first: int, last: int) -> Line:
    import pypdfium2.raw as raw

    left, bottom, _, top = texts.get_charbox(first, loose=True)
    _, other_bottom, right, other_top = texts.get_charbox(last, loose=True)
    name, flags = ctypes.create_string_buffer(128), ctypes.c_int()
    # A middle character speaks for the line: the first may be a bullet in a font of its own.
    at = (first + last) // 2
    ends = _is_bold(texts, first, name, flags) and _is_bold(texts, last, name, flags)
    bold = _is_bold(texts, at, name, flags) and ends
    matrix = raw.FS_MATRIX()
    raw.FPDFText_GetMatrix(texts, at, matrix)
    scale = abs(matrix.d) or abs(matrix.b) or 1.0
    font = name.value.decode("latin-1")
    return Line(
        text,
        number,
        min(left, right),
        max(left, right),
        min(bottom, other_bottom),
        max(top, other_top),
        round(raw.FPDFText_GetFontSize(texts, at) * scale, 1),
        bold,
        bool(flags.value & _FIXED_FLAG) or bool(_FIXED.search(font)),
    )


def _is_bold(texts: Any, index: int, name: Any, flags: Any) -> bool:
    """Whether a character is bold; leaves its font's name and flags in the buffers."""
    import pypdfium2.raw as raw

    name.value = b""
    raw.FPDFText_GetFontInfo(texts, index, name, 128, flags)
    named = _BOLD.search(name.value.decode("latin-1"))
    return bool(
        named
        or flags.value & _BOLD_FLAG
        or raw.FPDFText_GetFontWeight(texts, index) >= _BOLD_WEIGHT
    )


def _segments(texts: Any) -> Iterator[tuple[float, float, float, float]]:
    """Runs of text on one line with no wide gap in them: left, bottom, right, top."""
    current: tuple[float, float, float, float] | None = None
    for index in range(texts.count_rects()):
        left, bottom, right, top = texts.get_rect(index)
        if current:
            height = max(current[3] - current[1], top - bottom, 1.0)
            level = abs(current[1] - bottom) < 0.5 * height
            if level and -height < left - current[2] < 1.5 * height:
                current = (
                    min(current[0], left),
                    min(current[1], bottom),
                    max(current[2], right),
                    max(current[3], top),
                )
                continue
            yield current
        current = (left, bottom, right, top)
    if current:
        yield current
