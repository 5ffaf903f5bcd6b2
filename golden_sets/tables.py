"""A table as HTML and DOCX give it: rows of cells that may span others, and its header rows."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from golden_sets.extracted import Piece, row_of, words_of
from golden_sets.limits import MAX_ROWS

_VALUE = re.compile(r"[-+]?[\d.,:/ %€$£¥()-]*\d[\d.,:/ %€$£¥()-]*")
_WIDEST_SPAN = 100
# A longer cell is not repeated in the rows it spans.
_REPEATED = 200


@dataclass(slots=True)
class Cell:
    """A cell's words and how far it reaches."""

    text: str = ""
    is_header: bool = False
    columns: int = 1
    rows: int = 1


@dataclass(slots=True)
class Table:
    """Rows of cells in order.

    Attributes:
        marked: How many rows at the top are marked as header rows; None where nothing marks any.
        presentation: The table is said to be one for layout alone.
        pages: Of each row, where the source has pages.
    """

    rows: list[list[Cell]] = field(default_factory=list)
    marked: int | None = None
    presentation: bool = False
    pages: list[int | None] = field(default_factory=list)

    def pieces(self, number: int) -> Iterator[Piece]:
        """A piece a row; a table of one column, or for layout, is the paragraphs of its cells."""
        rows = _spanned(self.rows[:MAX_ROWS])
        pages = self.pages or [None] * len(rows)
        if self.presentation or max(map(len, rows), default=0) < 2:
            for row, page in zip(rows, pages, strict=False):
                yield from (Piece("paragraph", words_of(cell), page=page) for cell in row)
            return
        headers, by_rule = self._headers(rows)
        for at, row in enumerate(rows):
            if piece := row_of(row, at < headers, number, pages[at]):
                yield replace(piece, known_by="rule") if by_rule and at < headers else piece

    def _headers(self, rows: Sequence[Sequence[str]]) -> tuple[int, bool]:
        """How many rows are header rows, and whether that is known by rule alone."""
        if self.marked is not None:
            return self.marked, False
        by_cells = 0
        for row in self.rows:
            if not row or not all(cell.is_header for cell in row):
                break
            by_cells += 1
        if 0 < by_cells < len(self.rows):
            return by_cells, False
        values = any(_VALUE.fullmatch(cell) for cell in rows[0])
        return int(len(rows) > 1 and not values), True


def _spanned(rows: Sequence[Sequence[Cell]]) -> list[list[str]]:
    """The cells' words in their columns; a cell over several rows stands in each of them."""
    made: list[list[str]] = []
    hanging: dict[int, tuple[int, str]] = {}
    for row in rows:
        cells: list[str] = []
        later: dict[int, tuple[int, str]] = {}
        for cell in [*row, None]:
            _hang(cells, hanging, later)
            if cell is None:
                break
            text = words_of(cell.text)
            for n in range(min(max(cell.columns, 1), _WIDEST_SPAN)):
                if cell.rows > 1:
                    kept = text if n == 0 and len(text) <= _REPEATED else ""
                    later[len(cells)] = (cell.rows - 1, kept)
                cells.append("" if n else text)
        hanging = later
        made.append(cells)
    return made


def _hang(
    cells: list[str], hanging: dict[int, tuple[int, str]], later: dict[int, tuple[int, str]]
) -> None:
    """Puts the cells that hang down from rows above at the end of the row so far."""
    while len(cells) in hanging:
        left, text = hanging[len(cells)]
        if left > 1:
            later[len(cells)] = (left - 1, text)
        cells.append(text)
