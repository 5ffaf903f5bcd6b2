"""Ruled tables of a PDF's pages, by pdfplumber, on those pages alone that have rules."""

import io
import logging
from collections.abc import Sequence
from dataclasses import dataclass

from golden_sets.extracted import words_of


@dataclass(frozen=True, slots=True)
class PdfTable:
    """A table's rows of cells and its place, in points from the page's lower left corner."""

    rows: tuple[tuple[str, ...], ...]
    left: float
    bottom: float
    right: float
    top: float

    def holds(self, point: tuple[float, float]) -> bool:
        x, y = point
        return self.left <= x <= self.right and self.bottom <= y <= self.top


def tables_of(data: bytes, pages: Sequence[int]) -> dict[int, list[PdfTable]]:
    """The tables of two columns and two rows or more, by page, from the top down.

    Args:
        pages: From 1.
    """
    if not pages:
        return {}
    import pdfplumber

    # Its parser warns of every oddity of a font; the text is not taken from there.
    logging.getLogger("pdfminer").setLevel(logging.ERROR)
    found: dict[int, list[PdfTable]] = {}
    with pdfplumber.open(io.BytesIO(data), pages=list(pages)) as document:
        for page in document.pages:
            x0, y0 = page.bbox[0], page.bbox[1]
            tables = []
            for table in page.find_tables():
                rows = [tuple(words_of(cell or "") for cell in row) for row in table.extract()]
                rows = [row for row in rows if any(row)]
                if len(rows) >= 2 and max(map(len, rows)) >= 2:
                    left, top, right, bottom = table.bbox
                    high = float(page.height)
                    tables.append(
                        PdfTable(
                            tuple(rows),
                            left - x0,
                            high - (bottom - y0),
                            right - x0,
                            high - (top - y0),
                        )
                    )
            found[page.page_number] = sorted(tables, key=lambda table: -table.top)
            page.close()
    return found
