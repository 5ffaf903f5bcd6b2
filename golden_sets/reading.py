"""From a file on disk to a document."""

from collections.abc import Callable
from pathlib import Path

from golden_sets.document import Document
from golden_sets.markdown import read_markdown
from golden_sets.plain_text import read_plain_text

READERS: dict[str, Callable[[str, str, str], Document]] = {
    ".md": read_markdown,
    ".markdown": read_markdown,
    ".txt": read_plain_text,
}


class GoldenSetError(ValueError):
    """Input that cannot be used; its message is one line for a person."""


def normalise_newlines(text: str) -> str:
    """The text with `\\r\\n` and `\\r` as `\\n`, without a byte-order mark at its start."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def read_document(path: Path, document_id: str, document_class: str = "") -> Document:
    """The document in a file.

    Raises:
        GoldenSetError: Its ending has no reader, it cannot be opened, or is not UTF-8.
    """
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        raise GoldenSetError(
            f"{path}: no reader for {path.suffix or 'a file without an ending'!r}; "
            f"allowed are {', '.join(READERS)}"
        )
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise GoldenSetError(
            f"{path}: not UTF-8 (byte {error.start} is {error.object[error.start]:#04x}); "
            "save it as UTF-8"
        ) from None
    except OSError as error:
        raise GoldenSetError(f"{path}: cannot be read: {error.strerror}") from None
    return reader(document_id, normalise_newlines(text), document_class)
