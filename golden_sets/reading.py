"""From a file on disk to a document, or to one clear line on why there is none."""

import stat
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from golden_sets.csv_table import read_csv
from golden_sets.document import Document
from golden_sets.error_words import in_words
from golden_sets.file_report import (
    Extraction,
    FileReport,
    NoTextError,
    Reading,
    UnreadableError,
    reading_of,
)
from golden_sets.language import of_error, worded
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
    """The document in a file; an empty one of a file without text.

    Raises:
        GoldenSetError: Nothing of it can be used; the line says why.
    """
    try:
        return _extraction(path, document_id, document_class, None)[1].document
    except NoTextError:
        return Document(document_id, "", path.stem, document_class=document_class)
    except UnreadableError as error:
        raise GoldenSetError(worded("{path}: {note}", path=path, note=of_error(error))) from None


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
        data, made = _extraction(path, document_id, document_class, root)
    except UnreadableError as error:
        return Reading(None, FileReport(printable(document_id), name, of_error(error)))
    return reading_of(document_id, name, data, made)


def _extraction(
    path: Path, document_id: str, document_class: str, root: Path | None
) -> tuple[bytes, Extraction]:
    """A file's bytes and what its reader makes of them.

    Raises:
        UnreadableError: Whatever the reason.
    """
    try:
        _check_name(document_id)
        reader = READERS.get(path.suffix.lower())
        if reader is None:
            ending = path.suffix or worded("a file without an ending")
            raise UnreadableError(
                worded(
                    "no reader for {ending!r}; allowed are {names}",
                    ending=ending,
                    names=", ".join(READERS),
                )
            )
        data = _bytes_of(path, root)
        made = reader.read(data, document_id, document_class)
    except UnreadableError:
        raise
    except OSError as error:
        raise UnreadableError(
            worded("cannot be read: {reason}", reason=error.strerror or error)
        ) from None
    except RecursionError:
        raise UnreadableError(worded("too deeply nested to be read")) from None
    except MemoryError:
        raise UnreadableError(worded("too large to be read")) from None
    except Exception as error:  # One file from anywhere must not take the others with it.
        what = " ".join(f"{in_words(error)}".split())[:200]
        raise UnreadableError(worded("its reader failed: {what}", what=what)) from error
    if (length := len(made.document.text)) > MAX_CHARACTERS:
        raise UnreadableError(
            worded(
                "{n:,} characters; allowed are {most:,}",
                n=length,
                most=MAX_CHARACTERS,
            )
        )
    return data, made


def _bytes_of(path: Path, root: Path | None) -> bytes:
    """The file's bytes, if it is a regular file of an allowed size inside the folder."""
    if root is not None and not path.resolve().is_relative_to(root.resolve()):
        raise UnreadableError(
            worded("a link that leads out of the documents folder; copy the file in")
        )
    found = path.stat()
    if stat.S_ISDIR(found.st_mode):
        raise UnreadableError(worded("a folder, not a file"))
    if not stat.S_ISREG(found.st_mode):
        raise UnreadableError(worded("no regular file"))
    if found.st_size > MAX_BYTES:
        raise UnreadableError(
            worded(
                "{n:,} bytes; allowed are {most:,}",
                n=found.st_size,
                most=MAX_BYTES,
            )
        )
    data = path.read_bytes()
    if not data:
        raise NoTextError(worded("the file is empty"))
    return data


def _check_name(document_id: str) -> None:
    if any(unicodedata.category(c) in ("Cc", "Cs") for c in document_id):
        raise UnreadableError(worded("its name holds characters that cannot be shown; rename it"))


def printable(document_id: str) -> str:
    """The name, characters that cannot be shown being escaped."""
    shown = (
        c if unicodedata.category(c) not in ("Cc", "Cs") else ascii(c)[1:-1] for c in document_id
    )
    return "".join(shown)
