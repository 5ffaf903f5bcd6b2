"""Every file of a documents folder: read, or told why not."""

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from golden_sets.document import Document
from golden_sets.file_report import FileReport
from golden_sets.language import of_error, worded
from golden_sets.reading import READERS, GoldenSetError, read_file


class FolderReading(NamedTuple):
    """The documents of a folder in order of their ids, and a report on each of its files."""

    documents: tuple[Document, ...]
    reports: tuple[FileReport, ...]


def read_folder(root: Path, class_of: Callable[[str], str]) -> FolderReading:
    """Reads every file below a folder; one that cannot be used is told and left out.

    Args:
        class_of: The class of a document by its id.
    """
    documents, reports = [], []
    names = {path.relative_to(root).as_posix(): path for path in documents_in(root)}
    clashes = name_clashes(names)
    for name, path in names.items():
        document, report = read_file(path, name, class_of(name), root)
        if document:
            documents.append(document)
        if other := clashes.get(name):
            note = worded(
                "its name differs from {other!r} only in case or in the form of its accents",
                other=other,
            )
            report = replace(report, notes=(*report.notes, note))
        reports.append(report)
    documents.sort(key=lambda document: document.id)
    return FolderReading(tuple(documents), tuple(reports))


def with_reason(error: GoldenSetError, reports: Iterable[FileReport]) -> GoldenSetError:
    """The error with the reason why the document that it misses was not read."""
    for report in reports:
        if report.problem and f"no document {report.path!r}" in str(error):
            return GoldenSetError(
                worded(
                    "{error}: not read: {problem}", error=of_error(error), problem=report.problem
                )
            )
    return error


def documents_in(root: Path) -> Iterator[Path]:
    """Every file below the folder, and folders whose name ends like a document's, in order.

    Hidden ones and Word's lock files (`~$x.docx`) are none.
    """
    for path in sorted(root.rglob("*")):
        parts = path.relative_to(root).parts
        if any(part.startswith((".", "~$")) for part in parts):
            continue
        if not path.is_dir() or path.is_symlink() or path.suffix.lower() in READERS:
            yield path


def name_clashes(names: Iterable[str]) -> dict[str, str]:
    """For each name that another has but for case or the form of its accents: that other."""
    first: dict[str, str] = {}
    found = {}
    for name in names:
        same = unicodedata.normalize("NFC", name).casefold()
        if same in first:
            found[name] = first[same]
        else:
            first[same] = name
    return found
