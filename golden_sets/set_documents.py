"""The documents of a golden set that is being written: put in, taken out, listed."""

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from golden_sets.file_names import folded, safe_document_name
from golden_sets.file_report import UnreadableError
from golden_sets.files import locked, write_atomically
from golden_sets.history import record
from golden_sets.language import of_error, worded
from golden_sets.pdf_trial import try_pdf
from golden_sets.question_lines import read_lines
from golden_sets.reading import READERS, GoldenSetError, read_file
from golden_sets.reading_folder import documents_in

DOCUMENTS = "documents"


def add_document(folder: Path, name: str, data: bytes, who: str) -> str:
    """The id under which the document was put into the set; one that is there already stays.

    Raises:
        GoldenSetError: It cannot be read, or another document has its name.
    """
    path = safe_document_name(name)
    _check_readable(path, data)
    with locked(folder):
        there = {folded(one): one for one in document_ids(folder)}
        if (same := there.get(folded(path))) is not None:
            if (folder / DOCUMENTS / same).read_bytes() == data:
                return same
            raise GoldenSetError(
                worded(
                    "{path}: another document is called {same!r}; rename this one",
                    path=path,
                    same=same,
                )
            )
        if any(folded(one).startswith(f"{folded(path)}/") for one in there.values()):
            raise GoldenSetError(
                worded("{path}: a folder is called so; rename this document", path=path)
            )
        target = folder / DOCUMENTS / path
        if not target.resolve().is_relative_to((folder / DOCUMENTS).resolve()):
            raise GoldenSetError(worded("{path}: leads out of the documents folder", path=path))
        record(folder, who, "add document", path)
        try:
            write_atomically(target, data)
        except (FileExistsError, NotADirectoryError):
            raise GoldenSetError(
                worded("{path}: a document is called like one of its folders", path=path)
            ) from None
    return path


def remove_document(folder: Path, document: str, who: str) -> None:
    """Takes a document out, unless a question's evidence stands in it.

    Raises:
        GoldenSetError: There is no such document, or questions need it; they are named.
    """
    with locked(folder):
        if document not in document_ids(folder):
            raise GoldenSetError(worded("no document {document!r} in this set", document=document))
        needed = [line.id for line in read_lines(folder) if document in documents_of(line.row)]
        if needed:
            raise GoldenSetError(
                worded(
                    "{document}: holds the evidence of {names}; change or remove those first",
                    document=document,
                    names=", ".join(needed),
                )
                if len(needed) <= 8
                else worded(
                    "{document}: holds the evidence of {names} and others; change or remove those "
                    "first",
                    document=document,
                    names=", ".join(needed[:8]),
                )
            )
        record(folder, who, "remove document", document)
        (folder / DOCUMENTS / document).unlink()


def document_ids(folder: Path) -> list[str]:
    """The ids of the documents that have a reader, whether it can read them or not."""
    root = folder / DOCUMENTS
    found = (p for p in documents_in(root) if p.is_file() and p.suffix.lower() in READERS)
    return sorted(path.relative_to(root).as_posix() for path in found)


def documents_of(row: Mapping[str, Any] | None) -> set[str]:
    """The documents that a row's evidence names, as far as it has the form."""
    ways = row.get("evidence") if row else None
    whole = ways if isinstance(ways, list) else []
    passages = [p for way in whole if isinstance(way, list) for p in way]
    return {str(p.get("document", "")) for p in passages if isinstance(p, dict)}


def _try_pdf(path: str, trial: Path) -> None:
    try:
        try_pdf(trial)
    except UnreadableError as error:
        raise GoldenSetError(worded("{path}: {note}", path=path, note=of_error(error))) from None


def _check_readable(path: str, data: bytes) -> None:
    """Refuses a file that no reader takes, before it is in the set."""
    with tempfile.TemporaryDirectory() as folder:
        trial = Path(folder) / path.rsplit("/", 1)[-1]
        trial.write_bytes(data)
        if trial.suffix.lower() == ".pdf":
            _try_pdf(path, trial)
        document, report = read_file(trial, path)
    if document is None:
        raise GoldenSetError(report.line)
    if not document.text.strip():
        raise GoldenSetError(worded("{path}: holds no text", path=path))
