"""Tables and JSON from outside, and cells that no spreadsheet takes for a formula."""

import csv
import json
import warnings
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from golden_sets.error_words import kind_of
from golden_sets.exchange.draft import clean
from golden_sets.reading import GoldenSetError

_FORMULA = tuple("=+-@\t\r")
_LONGEST_CELL = 16_000_000
_LARGEST = 1_000_000_000
_CELL_OF_EXCEL = 32_767


def guarded(cell: str) -> str:
    """The cell with an apostrophe before it if a spreadsheet would take it for a formula."""
    quoted = cell.startswith("'") and cell[1:].startswith((*_FORMULA, "'"))
    return f"'{cell}" if quoted or cell.startswith(_FORMULA) else cell


def unguarded(cell: str) -> str:
    """The cell as it was before `guarded`."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith((*_FORMULA, "'")) else cell


def read_text(path: Path) -> str:
    """A file's text as it is.

    Raises:
        GoldenSetError: It cannot be read, is too large, or is not UTF-8.
    """
    try:
        if path.stat().st_size > _LARGEST:
            raise GoldenSetError(f"{path}: larger than {_LARGEST:,} bytes; split it")
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise GoldenSetError(f"{path}: not UTF-8 (byte {error.start}); save it as UTF-8") from None
    except OSError as error:
        raise GoldenSetError(f"{path}: cannot be read: {error.strerror}") from None


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


def read_table(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Row numbers as a spreadsheet counts them, and each row by its column's name in lower case.

    Cells of CSV and XLSX are text; JSON Lines and JSON lists keep what they hold.

    Raises:
        GoldenSetError: The file cannot be read, or its ending is not known.
    """
    readers: dict[str, Callable[[Path], Iterable[tuple[int, Mapping[str, Any]]]]] = {
        ".csv": _csv_rows,
        ".tsv": _csv_rows,
        ".xlsx": _xlsx_rows,
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


def _csv_rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    csv.field_size_limit(_LONGEST_CELL)
    text = read_text(path).removeprefix("\ufeff").replace("\0", "\ufffd")
    text = text if "\n" in text else text.replace("\r", "\n")
    first = text.split("\n", 1)[0]
    delimiter = "\t" if path.suffix.lower() == ".tsv" else max(",;\t", key=first.count)
    try:
        yield from _named(csv.reader(_lines(text), delimiter=delimiter, strict=True), path)
    except csv.Error as error:
        raise GoldenSetError(f"{path}: not CSV: {error}") from None


def _lines(text: str) -> Iterator[str]:
    # Not splitlines: cells may hold U+2028 and the like. The reader wants the ends kept.
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        yield text[start:end]
        start = end


def _named(rows: Iterable[Sequence[str]], path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    names: list[str] = []
    for number, cells in enumerate(rows, 1):
        if not any(cell.strip() for cell in cells):
            continue
        if not names:
            names = [clean(cell) for cell in cells]
            continue
        if len(cells) > len(names):
            raise GoldenSetError(f"{path}: row {number} has {len(cells)} cells of {len(names)}")
        padded = [*cells, *[""] * (len(names) - len(cells))]
        yield number, {n: unguarded(cell) for n, cell in zip(names, padded, strict=True)}


def _xlsx_rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    from openpyxl import load_workbook

    try:
        with zipfile.ZipFile(path) as archive:
            if sum(part.file_size for part in archive.infolist()) > _LARGEST:
                raise GoldenSetError(f"{path}: larger than {_LARGEST:,} bytes unpacked")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = load_workbook(path, read_only=True, data_only=True)
            cells = [["" if c is None else str(c) for c in r] for r in _sheet(book)]
            book.close()
    except GoldenSetError:
        raise
    except Exception as error:  # What a damaged workbook raises is nowhere said.
        raise GoldenSetError(f"{path}: no XLSX workbook: {error}") from None
    width = max((n for row in cells[:1] for n, cell in enumerate(row, 1) if cell), default=0)
    yield from _named([row[:width] for row in cells], path)


def _sheet(book: Any) -> Iterable[Sequence[Any]]:
    rows: Iterable[Sequence[Any]] = book.worksheets[0].iter_rows(values_only=True)
    return rows


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
