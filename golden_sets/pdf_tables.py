"""Ruled tables of a PDF's page: PDFium's rules and text, pdfplumber's way from rules to cells.

pdfplumber would read a page's text again, glyph by glyph in Python, which is most of what it costs
(0.2 s a page). Here it is given the rules alone, on pages that have enough of them.
"""

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from golden_sets.extracted import words_of

_TOLERANCE = 3.0
_SHORTEST = 4.0
# More rules than this are a drawing, not a table.
_MOST_RULES, _MOST_CROSSINGS, _MOST_SEGMENTS = 5_000, 1_000_000, 2_000


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


def tables_of(page: Any, texts: Any) -> list[PdfTable]:
    """The tables of two columns and two rows or more, from the top of the page down."""
    rules = []
    for rule in _rules(page):
        rules.append(rule)
        if len(rules) > _MOST_RULES:
            return []
    across = sum(rule["orientation"] == "h" for rule in rules)
    if across < 2 or len(rules) - across < 2:
        return []
    made = [table for cells in _grids(rules) if (table := _table(cells, texts))]
    return sorted(made, key=lambda table: -table.top)


def _rules(page: Any) -> Iterator[dict[str, Any]]:
    """Straight lines across and down, as pdfplumber describes an edge; y grows downwards."""
    import pypdfium2.raw as raw

    for shape in page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH], max_depth=1):
        count = raw.FPDFPath_CountSegments(shape.raw)
        if 2 <= count <= _MOST_SEGMENTS:
            for (x0, y0), (x1, y1) in _lines(shape, count):
                rule = {
                    "x0": min(x0, x1),
                    "x1": max(x0, x1),
                    "top": -max(y0, y1),
                    "bottom": -min(y0, y1),
                    "width": abs(x1 - x0),
                    "height": abs(y1 - y0),
                }
                if abs(y0 - y1) < 1 and abs(x0 - x1) > _SHORTEST:
                    yield {**rule, "orientation": "h", "bottom": rule["top"]}
                elif abs(x0 - x1) < 1 and abs(y0 - y1) > _SHORTEST:
                    yield {**rule, "orientation": "v", "x1": rule["x0"]}


def _lines(shape: Any, count: int) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """The straight lines of a path, on the page."""
    import pypdfium2.raw as raw

    matrix = shape.get_matrix()
    x, y = ctypes.c_float(), ctypes.c_float()
    points: list[tuple[float, float]] = []
    for index in range(count):
        segment = raw.FPDFPath_GetPathSegment(shape.raw, index)
        kind = raw.FPDFPathSegment_GetType(segment)
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        if kind == raw.FPDF_SEGMENT_MOVETO:
            yield from pairwise(points)
            points = []
        point = matrix.on_point(x.value, y.value)
        if kind == raw.FPDF_SEGMENT_BEZIERTO:
            yield from pairwise(points)
            points = []
        points.append(point)
        if raw.FPDFPathSegment_GetClose(segment) and points:
            points.append(points[0])
    yield from pairwise(points)


def _grids(rules: list[dict[str, Any]]) -> list[list[tuple[float, float, float, float]]]:
    """The cells of each table: x0, top, x1, bottom."""
    from pdfplumber.table import (
        cells_to_tables,
        edges_to_intersections,
        intersections_to_cells,
        merge_edges,
    )

    merged = merge_edges(rules, *[_TOLERANCE] * 4)
    across = sum(rule["orientation"] == "h" for rule in merged)
    if across * (len(merged) - across) > _MOST_CROSSINGS:
        return []
    crossings = edges_to_intersections(merged, _TOLERANCE, _TOLERANCE)
    return list(cells_to_tables(intersections_to_cells(crossings)))


def _table(cells: list[tuple[float, float, float, float]], texts: Any) -> PdfTable | None:
    """The table of these cells; None where it has less than two rows or two columns."""
    from pdfplumber.table import Table

    grid = Table(None, cells)
    rows = []
    for row in grid.rows:
        words = tuple("" if cell is None else _words(cell, texts) for cell in row.cells)
        if any(words):
            rows.append(words)
    if len(rows) < 2 or max(sum(map(bool, row)) for row in rows) < 2:
        return None
    left, top, right, bottom = grid.bbox
    return PdfTable(tuple(rows), left, -bottom, right, -top)


def _words(cell: tuple[float, float, float, float], texts: Any) -> str:
    left, top, right, bottom = cell
    return words_of(texts.get_text_bounded(left, -bottom, right, -top))
