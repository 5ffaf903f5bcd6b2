"""From a file on disk to a document, or to one clear line on why there is none."""

import stat
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from golden_sets.csv_table import read_csv
from golden_sets.document import Document
from golden_sets.file_report import Extraction, FileReport, Reading, UnreadableError, reading_of
from golden_sets.limits import MAX_BYTES, MAX_CHARACTERS
from golden_sets.text_files import normalise_newlines, read_markdown_file, read_text_file

__all__ = ["READERS", "GoldenSetError", "normalise_newlines", "read_document", "read_file"]


class GoldenSetError(ValueError):
    """Input that cannot be used; its message is one line for a person."""


class Reader(NamedTuple):
    """What reads a format: `read(data, document_id, document_class)`."""

    format: str
    read: Callable[[bytes, str, str], Extraction]


# The libraries of these three take up to a second to import, so only such a file does.
def _html(data: bytes, document_id: str, document_class: str) -> Extraction:
    from golden_sets.web_page import read_html

    return read_html(data, document_id, document_class)


def _docx(data: bytes, document_id: str, document_class: str) -> Extraction:
    from golden_sets.word import read_docx

    return read_docx(data, document_id, document_class)


def _pdf(data: bytes, document_id: str, document_class: str) -> Extraction:
    from golden_sets.pdf import read_pdf

    return read_pdf(data, document_id, document_class)


READERS: dict[str, Reader] = {
    ".md": Reader("markdown", read_markdown_file),
    ".markdown": Reader("markdown", read_markdown_file),
    ".txt": Reader("text", read_text_file),
    ".html": Reader("html", _html),
    ".htm": Reader("html", _html),
    ".xhtml": Reader("html", _html),
    ".docx": Reader("docx", _docx),
    ".pdf": Reader("pdf", _pdf),
    ".csv": Reader("csv", read_csv),
    ".tsv": Reader("csv", read_csv),
}


def read_document(path: Path, document_id: str, document_class: str = "") -> Document:
    """The document in a file.

    Raises:
        GoldenSetError: Nothing of it can be used; the line says why.
    """
    document, report = read_file(path, document_id, document_class)
    if document is None:
        raise GoldenSetError(f"{path}: {report.problem}")
    return document


def read_file(
    path: Path, document_id: str, document_class: str = "", root: Path | None = None
) -> Reading:
    """A file's document, if anything of it can be used, and the report on it.

    Args:
        root: The folder that a link may not lead out of.
    """
    reader = READERS.get(path.suffix.lower())
    name = reader.format if reader else ""
    try:
        _check_name(document_id)
        if reader is None:
            ending = path.suffix or "a file without an ending"
            raise UnreadableError(f"no reader for {ending!r}; allowed are {', '.join(READERS)}")
        made = reader.read(_bytes_of(path, root), document_id, document_class)
        if len(made.document.text) > MAX_CHARACTERS:
            raise UnreadableError(
                f"{len(made.document.text):,} characters; allowed are {MAX_CHARACTERS:,}"
            )
    except UnreadableError as error:
        return Reading(None, FileReport(printable(document_id), name, str(error)))
    except OSError as error:
        problem = f"cannot be read: {error.strerror or error}"
        return Reading(None, FileReport(printable(document_id), name, problem))
    except (RecursionError, MemoryError) as error:
        problem = f"too large or too deeply nested to be read ({type(error).__name__})"
        return Reading(None, FileReport(printable(document_id), name, problem))
    except Exception as error:  # One file from anywhere must not take the others with it.
        problem = f"its reader failed: {type(error).__name__}: {' '.join(str(error).split())[:200]}"
        return Reading(None, FileReport(printable(document_id), name, problem))
    return reading_of(document_id, name, made)


def _bytes_of(path: Path, root: Path | None) -> bytes:
    """The file's bytes, if it is a regular file of an allowed size inside the folder."""
    if root is not None and not path.resolve().is_relative_to(root.resolve()):
        raise UnreadableError("a link that leads out of the documents folder; copy the file in")
    found = path.stat()
    if stat.S_ISDIR(found.st_mode):
        raise UnreadableError("a folder, not a file")
    if not stat.S_ISREG(found.st_mode):
        raise UnreadableError("no regular file")
    if found.st_size > MAX_BYTES:
        raise UnreadableError(f"{found.st_size:,} bytes; allowed are {MAX_BYTES:,}")
    data = path.read_bytes()
    if not data:
        raise UnreadableError("the file is empty")
    return data


def _check_name(document_id: str) -> None:
    if any(unicodedata.category(c) in ("Cc", "Cs") for c in document_id):
        raise UnreadableError("its name holds characters that cannot be shown; rename it")


def printable(document_id: str) -> str:
    """The name, characters that cannot be shown being escaped."""
    shown = (
        c if unicodedata.category(c) not in ("Cc", "Cs") else ascii(c)[1:-1] for c in document_id
    )
    return "".join(shown)
