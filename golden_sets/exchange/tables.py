"""Tables and JSON from outside, and cells that no spreadsheet takes for a formula."""

import csv
import json
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from golden_sets.archives import SafeZip, UnsafeZipError
from golden_sets.encodings import NotTextError, decoded
from golden_sets.error_words import kind_of
from golden_sets.exchange.draft import clean
from golden_sets.limits import MAX_ROWS, MAX_UNPACKED
from golden_sets.reading import GoldenSetError

# A spreadsheet takes a cell that begins so for a formula; one set to Chinese or Japanese
# takes the wide signs likewise.
FORMULA = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
_LONGEST_CELL = 16_000_000
_LARGEST = 1_000_000_000
_CELL_OF_EXCEL = 32_767


def guarded(cell: str) -> str:
    """The cell with an apostrophe before it if a spreadsheet would take it for a formula."""
    quoted = cell.startswith("'") and cell[1:].startswith((*FORMULA, "'"))
    return f"'{cell}" if quoted or cell.startswith(FORMULA) else cell


def unguarded(cell: str) -> str:
    """The cell as it was before `guarded`."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith((*FORMULA, "'")) else cell


def read_text(path: Path) -> str:
    """A file's text as it is.

    Raises:
        GoldenSetError: It cannot be read, is too large, or is not UTF-8.
    """
    try:
        return _bytes(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise GoldenSetError(f"{path}: not UTF-8 (byte {error.start}); save it as UTF-8") from None


def _bytes(path: Path) -> bytes:
    try:
        if path.stat().st_size > _LARGEST:
            raise GoldenSetError(f"{path}: larger than {_LARGEST:,} bytes; split it")
        return path.read_bytes()
    except OSError as error:
        raise GoldenSetError(f"{path}: cannot be read: {error.strerror}") from None


def _any_text(path: Path, told: list[str]) -> str:
    """A file's text in whatever encoding it is in, a guess being told."""
    data = _bytes(path)
    try:
        # Cells may hold control characters, which elsewhere are a sign of no text.
        if b"\0" not in data:
            return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    try:
        text, _, notes = decoded(data)
    except NotTextError as error:
        raise GoldenSetError(f"{path}: {error}") from None
    told += [f"{path.name}: {note}" for note in notes]
    return text


def read_json(path: Path) -> Any:
    """What a JSON file holds.

    Raises:
        GoldenSetError: It cannot be read or is no JSON.
    """
    return _parsed(read_text(path).removeprefix("\ufeff"), str(path))


def read_json_lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Line numbers from 1, and the object on each line that is not blank.

    Raises:
        GoldenSetError: The file cannot be read, or a line is no JSON object.
    """
    for number, line in enumerate(read_text(path).removeprefix("\ufeff").split("\n"), 1):
        if line.strip():
            row = _parsed(line, f"{path}:{number}")
            if not isinstance(row, dict):
                raise GoldenSetError(f"{path}:{number}: {kind_of(row)}, allowed is {{...}}")
            yield number, row


def _parsed(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except RecursionError:
        raise GoldenSetError(f"{where}: nested too deeply") from None
    except ValueError as error:
        raise GoldenSetError(f"{where}: not JSON: {error}") from None


def read_questions(
    path: Path, told: list[str], *wanted: Sequence[str]
) -> list[tuple[int, dict[str, Any]]]:
    """The rows of a table of a question a row, of which there is at least one.

    Args:
        told: Takes what had to be guessed.
        wanted: The names that a column may have, for each column that there must be.

    Raises:
        GoldenSetError: It cannot be read, has no row, or has not these columns.
    """
    rows = list(read_table(path, told))
    if not rows:
        place = {".json": "[0]", ".jsonl": "line 1"}.get(path.suffix.lower(), "row 2")
        columns = ", ".join(" or ".join(names) for names in wanted)
        raise GoldenSetError(
            f"{path}: {place}: no row; allowed is a row a question, with {columns}"
        )
    for names in wanted:
        if not any(name in rows[0][1] for name in names):
            raise GoldenSetError(f"{path}: no column {' or '.join(names)}")
    return rows


def read_table(path: Path, told: list[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Row numbers as a spreadsheet counts them, and each row by its column's name in lower case.

    Cells of CSV and XLSX are text; JSON Lines and JSON lists keep what they hold.

    Args:
        told: Takes what had to be guessed: an encoding, which of two columns of one name.

    Raises:
        GoldenSetError: The file cannot be read, or its ending is not known.
    """
    readers: dict[str, Callable[[Path], Iterable[tuple[int, Mapping[str, Any]]]]] = {
        ".csv": lambda path: _csv_rows(path, told),
        ".tsv": lambda path: _csv_rows(path, told),
        ".xlsx": lambda path: _xlsx_rows(path, told),
        ".jsonl": read_json_lines,
        ".json": _json_rows,
    }
    if path.suffix.lower() not in readers:
        raise GoldenSetError(f"{path}: no table; allowed are {', '.join(readers)}")
    for number, row in readers[path.suffix.lower()](path):
        yield number, {str(name).strip().lower(): cell for name, cell in row.items()}


def _json_rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    rows = read_json(path)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise GoldenSetError(f"{path}: allowed is a list of rows: [{{...}}]")
    yield from enumerate(rows, 1)


def _csv_rows(path: Path, told: list[str]) -> Iterator[tuple[int, dict[str, str]]]:
    text = _any_text(path, told).removeprefix("\ufeff")
    text = text if "\n" in text else text.replace("\r", "\n")
    first = text.split("\n", 1)[0]
    delimiter = "\t" if path.suffix.lower() == ".tsv" else max(",;\t", key=first.count)
    # The limit is the whole process's: the reader of CSV documents has one of its own.
    before = csv.field_size_limit(_LONGEST_CELL)
    try:
        yield from _named(_cells(text, delimiter, path), path, told)
    finally:
        csv.field_size_limit(before)


def _cells(text: str, delimiter: str, path: Path) -> Iterator[list[str]]:
    rows = csv.reader(_lines(text), delimiter=delimiter, strict=True)
    number = line = 0
    try:
        for cells in rows:
            number, line = number + 1, rows.line_num
            yield cells
    except csv.Error as error:
        what = str(error)
        if what == "unexpected end of data":
            what = 'a quote (") opens here that nothing closes; write one inside a cell as ""'
        where = f"row {number + 1} (line {line + 1})"
        raise GoldenSetError(f"{path}: {where}: not CSV: {what}") from None


def _lines(text: str) -> Iterator[str]:
    # Not splitlines: cells may hold U+2028 and the like. The reader wants the ends kept.
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        yield text[start:end]
        start = end


def _named(
    rows: Iterable[Sequence[str]], path: Path, told: list[str]
) -> Iterator[tuple[int, dict[str, str]]]:
    names: list[str] = []
    for number, cells in enumerate(rows, 1):
        if not any(cell.strip() for cell in cells):
            continue
        if not names:
            names = [clean(cell).strip().lower() for cell in cells]
            told += _twice(names, f"{path.name}: row {number}")
            continue
        if len(cells) > len(names):
            raise GoldenSetError(f"{path}: row {number} has {len(cells)} cells of {len(names)}")
        padded = [*cells, *[""] * (len(names) - len(cells))]
        # Of columns of one name the first counts: what comes last stands in a dictionary.
        pairs = reversed([*zip(names, padded, strict=True)])
        yield number, {name: unguarded(cell) for name, cell in pairs}
    if not names:
        raise GoldenSetError(f"{path}: row 1: empty; allowed is a row of column names, then rows")


def _twice(names: Sequence[str], where: str) -> list[str]:
    """A line for each name that several columns have."""
    return [
        f"{where}: {names.count(name)} columns are named {name!r}: the first is taken"
        for name in dict.fromkeys(names)
        if name and names.count(name) > 1
    ]


def _xlsx_rows(path: Path, told: list[str]) -> Iterator[tuple[int, dict[str, str]]]:
    from openpyxl import load_workbook

    data = _bytes(path)
    try:
        check_workbook(data)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = load_workbook(BytesIO(data), read_only=True, data_only=True)
            cells = list(_cells_of(book, path))
            book.close()
    except GoldenSetError:
        raise
    except Exception as error:  # What a damaged workbook raises is nowhere said.
        raise GoldenSetError(f"{path}: no XLSX workbook: {error}") from None
    width = max((n for row in cells[:1] for n, cell in enumerate(row, 1) if cell), default=0)
    yield from _named([row[:width] for row in cells], path, told)


def check_workbook(data: bytes) -> None:
    """Refuses a workbook that is not as large as it says, or would unpack to more than is read.

    Raises:
        ValueError: How much it would be, and what is allowed.
    """
    try:
        opened = SafeZip(data)
        unpacked = opened.sizes().unpacked
        if unpacked > MAX_UNPACKED:
            raise UnsafeZipError(f"{unpacked:,} bytes unpacked; allowed are {MAX_UNPACKED:,}")
        for entry in opened.entries:
            opened.read(entry, MAX_UNPACKED)
    except UnsafeZipError as error:
        raise ValueError(str(error)) from None


def _cells_of(book: Any, path: Path) -> Iterator[list[str]]:
    """The first sheet's rows, without the empty cells at their ends.

    A workbook says how wide and long it is, and openpyxl would make as many cells: 3 KB were 6 GB.
    """
    sheet = book.worksheets[0]
    sheet.reset_dimensions()
    for number, row in enumerate(sheet.iter_rows(values_only=True), 1):
        if number > MAX_ROWS:
            raise GoldenSetError(f"{path}: more than {MAX_ROWS:,} rows; split it")
        cells = ["" if cell is None else str(cell) for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        yield cells


def write_table(path: Path, names: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Writes a CSV or, by its ending, an XLSX file whose cells are all plain text.

    Raises:
        GoldenSetError: A cell is longer than an XLSX cell may be.
    """
    safe = [[guarded(cell) for cell in row] for row in rows]
    if path.suffix.lower() != ".xlsx":
        with path.open("w", encoding="utf-8-sig", newline="") as file:
            csv.writer(file).writerows([names, *safe])
        return
    from openpyxl import Workbook
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    if any(len(cell) > _CELL_OF_EXCEL for row in safe for cell in row):
        raise GoldenSetError(f"a cell is longer than {_CELL_OF_EXCEL} characters; write .csv")
    book = Workbook(write_only=True)
    sheet = book.create_sheet("questions")
    for row in [list(names), *safe]:
        sheet.append([ILLEGAL_CHARACTERS_RE.sub("\ufffd", cell) for cell in row])
    book.save(path)
