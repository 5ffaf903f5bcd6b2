"""Read CSV: each row with the names of its columns, so that a chunk of one row is understood.

A row becomes one `table_row` block that reads `Plan: Solo | Size (GB): 200`. A header row above
bare values would be shorter, but only `structure` repeats a table's header; whatever else cuts, the
second chunk of a sheet would be numbers without names. With the names in the row every strategy
gives a reader what he needs, the tokens are charged to all of them alike, and no row is repeated.
Empty cells are left out, with their names: they say nothing. The header row itself is in the text
only where there is no other row.
"""

import csv
import io
import re
from collections.abc import Iterator, Sequence

from golden_sets.document import Span
from golden_sets.encodings import NotTextError, decoded
from golden_sets.extracted import CELL_MARK, Piece, document_of, row_of, words_of
from golden_sets.file_report import Extraction, UnreadableError
from golden_sets.language import joined, of_error, worded
from golden_sets.limits import MAX_CELL, MAX_ROWS

_SEPARATORS = ",;\t|"
# What Excel reads, and writes for itself, above the header row.
_NAMED = re.compile(r'"?sep=([^\w\s"]|\t)"?(?=\n|\Z)', re.IGNORECASE)
_VALUE = re.compile(r"[-+]?[\d.,:/ %€$£¥-]*\d[\d.,:/ %€$£¥-]*")
_YEAR = re.compile(r"(?:19|20)\d\d")
_SHOWN = 5


def read_csv(data: bytes, document_id: str, document_class: str = "") -> Extraction:
    """A document of a table's rows.

    Raises:
        UnreadableError: It is no text, or holds no cell with anything in it.
    """
    try:
        text, encoding, notes = decoded(data)
    except NotTextError as error:
        raise UnreadableError(of_error(error)) from None
    if not text.strip():
        raise UnreadableError(worded("no text: every character is blank"))
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    said = list(notes)
    if named := _NAMED.match(text):
        said.append(
            worded("the first line, {named!r}, names the separator and is left out", named=named[0])
        )
        text = text[named.end() :]  # Its line end stays, so that lines are counted from the file's.
    separator = named[1] if named else _separator(text)
    if text.count('"') % 2:
        said.append(worded("a quotation mark is not closed: a cell may hold several rows"))
    if separator != ",":
        said.append(worded("columns are separated by {separator!r}", separator=separator))
    rows = list(_rows(text, separator, said))
    if not rows:
        raise UnreadableError(worded("no cell with anything in it"))
    pieces = _pieces(rows, said)
    return Extraction(document_of(document_id, pieces, document_class), tuple(said), encoding)


def _pieces(rows: Sequence[tuple[int, list[str]]], notes: list[str]) -> list[Piece]:
    """A piece a row, or the header row where there is no other."""
    first = rows[0][1]
    names = _names(first, rows[1][1] if len(rows) > 1 else ())
    if names is None:
        names = [f"Column {n}" for n in range(1, 1 + max(len(row) for _, row in rows))]
        notes.append(worded("the first row looks like values, not names; columns are numbered"))
    else:
        rows = rows[1:]
        if not rows:
            notes.append(worded("only a header row, no other"))
            header = row_of(first, True, 1)
            return [header] if header else []
    notes += _ragged(rows, len(names))
    return [_record(names, row) for _, row in rows]


def _separator(text: str) -> str:
    """The separator that gives the most cells in the most rows; a comma where none does."""
    sample = text[:20_000].splitlines()[:50]

    def score(separator: str) -> tuple[int, int]:
        counts = [len(row) for row in csv.reader(sample, delimiter=separator)]
        usual = max(set(counts), key=counts.count, default=0)
        return (counts.count(usual) if usual > 1 else 0, usual)

    try:
        return max(_SEPARATORS, key=score)
    except csv.Error:
        return ","


def _rows(text: str, separator: str, notes: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Line number and cells of each row that has any; what stops the reading goes to the notes."""
    reader = csv.reader(io.StringIO(text), delimiter=separator)
    count = 0
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            notes.append(
                worded(
                    "line {line}: {error}; nothing from here on was read (allowed are {most:,} "
                    "characters a cell)",
                    line=reader.line_num,
                    error=error,
                    most=MAX_CELL,
                )
            )
            return
        cells = [words_of(cell) for cell in row]
        if not any(cells):
            continue
        count += 1
        if count > MAX_ROWS:
            notes.append(
                worded(
                    "more than {most:,} rows; those from line {line} on left out",
                    most=MAX_ROWS,
                    line=reader.line_num,
                )
            )
            return
        yield reader.line_num, cells


def _names(first: Sequence[str], second: Sequence[str]) -> list[str] | None:
    """The columns' names; None where the first row is one of values.

    Names are words, no two alike, or years over cells that are none. A column without a name is
    numbered.
    """
    named = [cell for cell in first if cell]
    years = {
        at
        for at, cell in enumerate(first)
        if _YEAR.fullmatch(cell) and not (at < len(second) and _YEAR.fullmatch(second[at]))
    }
    values = any(_VALUE.fullmatch(cell) for at, cell in enumerate(first) if at not in years)
    if values or len(set(named)) < len(named):
        return None
    return [cell or f"Column {n}" for n, cell in enumerate(first, 1)]


def _ragged(rows: Sequence[tuple[int, list[str]]], width: int) -> list[str]:
    """A note on rows of another length than the header's."""
    odd = [(line, len(row)) for line, row in rows if len(row) != width]
    if not odd:
        return []
    lines = [worded("line {line} has {count}", line=line, count=count) for line, count in odd]
    shown = joined(lines[:_SHOWN], ", ")
    if len(odd) > _SHOWN:
        shown = worded("{lines} and {n} more", lines=shown, n=len(odd) - _SHOWN)
    return [
        worded(
            "{n} rows have not {width} cells ({lines}); extra cells are numbered",
            n=len(odd),
            width=width,
            lines=shown,
        )
    ]


def _record(names: Sequence[str], row: Sequence[str]) -> Piece:
    """A row as `name: value | name: value`, the bars being marks."""
    cells = [
        f"{names[at] if at < len(names) else f'Column {at + 1}'}: {cell}"
        for at, cell in enumerate(row)
        if cell
    ]
    marks, at = [], 0
    for cell in cells[:-1]:
        at += len(cell)
        marks.append(Span(at, at + len(CELL_MARK)))
        at += len(CELL_MARK)
    return Piece("table_row", CELL_MARK.join(cells), marks=tuple(marks), table=1)
