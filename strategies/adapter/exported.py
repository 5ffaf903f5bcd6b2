"""An index exported from production as a strategy: a JSONL of its chunks."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from golden_sets.document import Document
from strategies.adapter.adapted import TEXT_NAMES, Adapted, ExportError, is_offset, value_of
from strategies.registry import Strategy

_DOCUMENT_NAMES = ("document", "source", "doc_id", "file")


class _Row(NamedTuple):
    line: int
    text: str
    start: int | None


@dataclass(frozen=True, slots=True)
class _Export:
    """The chunks of a file, by the document named there, in the file's order."""

    path: str
    rows: dict[str, list[_Row]]

    def __call__(self, document: Document) -> list[tuple[int, str] | str]:
        shift = document.body_start
        return [
            row.text if row.start is None else (row.start - shift, row.text)
            for row in self.rows[self.named(document.id)]
        ]

    def named(self, document_id: str) -> str:
        """How the file names the document: by its id, or by a path that ends with it.

        Raises:
            ValueError: It names none so, or several.
        """
        if document_id in self.rows:
            return document_id
        names = [name for name in self.rows if _is_path_of(name, document_id)]
        if len(names) != 1:
            found = f"several: {', '.join(names)}" if names else "no chunks"
            raise ExportError(f"{self.path}: {found} for the document {document_id!r}")
        return names[0]


def _is_path_of(name: str, document_id: str) -> bool:
    return f"/{name}".replace("\\", "/").endswith(f"/{document_id}")


def is_exported(made: Strategy) -> bool:
    """Whether a strategy's chunks are a file's rows, which no change of a document moves."""
    return isinstance(made, Adapted) and isinstance(made.pieces, _Export)


def check_documents(adapted: Adapted, documents: Iterable[Document]) -> None:
    """Refuses an exported file whose documents are not those of the golden set.

    Raises:
        ValueError: A document without chunks, or chunks of an unknown document with their line.
    """
    if not isinstance(export := adapted.pieces, _Export):
        return
    known = {export.named(document.id) for document in documents}
    for name, rows in export.rows.items():
        if name not in known:
            raise ValueError(
                f"{export.path}:{rows[0].line}: the golden set has no document {name!r}"
            )


def adapt_jsonl(path: str | Path, name: str = "") -> Adapted:
    """A strategy whose chunks are the rows of a file, in order: `{"document": …, "text": …}`.

    "start" is a hint for where the text stands in the document; other names that exports use
    are understood too.

    Raises:
        ValueError: The file cannot be read, or a line is no chunk; it opens with `FILE:LINE`.
    """
    path = Path(path)
    try:
        data = path.read_bytes()
        lines = data.decode("utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: cannot be read: {error}") from None
    rows: dict[str, list[_Row]] = {}
    for number, line in enumerate(lines, 1):
        if line.strip():
            document, row = _row(line, f"{path}:{number}", number)
            rows.setdefault(document, []).append(row)
    if not rows:
        raise ValueError(f"{path}: no chunks")
    version = hashlib.sha256(data).hexdigest()[:12]
    return Adapted(name or path.stem, "", version, f"file={path.name!r}", _Export(str(path), rows))


def _row(line: str, where: str, number: int) -> tuple[str, _Row]:
    try:
        read = json.loads(line)
    except ValueError as error:
        raise ValueError(f"{where}: not JSON: {error}") from None
    if not isinstance(read, dict):
        raise ValueError(f"{where}: {line.strip()[:40]!r}; allowed is an object")
    inner = read.get("metadata")
    inner = inner if isinstance(inner, dict) else {}
    text = value_of(read, TEXT_NAMES)
    document = value_of(read, _DOCUMENT_NAMES) or value_of(inner, _DOCUMENT_NAMES)
    for value, names in ((text, TEXT_NAMES), (document, _DOCUMENT_NAMES)):
        if not isinstance(value, str):
            raise ValueError(f"{where}: no text under any of {', '.join(names)}")
    start = value_of(read, ("start", "start_index"))
    start = inner.get("start_index") if start is None else start
    return document, _Row(number, text, start if is_offset(start) else None)
