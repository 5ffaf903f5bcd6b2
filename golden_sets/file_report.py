"""What was and was not read of each file, for a person to see before any figure is believed."""

import hashlib
from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from golden_sets.document import BlockKind, Document
from golden_sets.language import Worded, worded


class UnreadableError(ValueError):
    """Nothing of a file can be used; its message is one line without the file's name."""


class NoTextError(UnreadableError):
    """A file that is as it should be, but holds no character of text."""


@dataclass(frozen=True, slots=True)
class Extraction:
    """What a reader made of one file's bytes.

    Attributes:
        notes: A line for each thing that was guessed, changed or not read.
        encoding: Of the bytes; "" where the format settles it.
        pages: How many the file has; None where it has none, or does not store them.
        pages_without_text: From 1.
    """

    document: Document
    notes: tuple[str, ...] = ()
    encoding: str = ""
    pages: int | None = None
    pages_without_text: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FileReport:
    """One file of a golden set, read or not.

    Attributes:
        path: Inside the documents folder, with forward slashes; the document's id.
        format: `pdf`, `docx`, ...; "" where no reader takes it.
        problem: Why nothing of it is used; "" where it is.
        notes: A line for each thing that was guessed, changed or not read.
        encoding: Of a text file, as it was found.
        characters: Of the document's text.
        blocks: How many of each kind.
        pages: How many the file has; None where it has none, or does not store them.
        pages_without_text: From 1.
        source: sha256 of the file's bytes; "" where it was not read.
        revision: The document's.
    """

    path: str
    format: str = ""
    problem: str = ""
    notes: tuple[str, ...] = ()
    encoding: str = ""
    characters: int = 0
    blocks: tuple[tuple[BlockKind, int], ...] = ()
    pages: int | None = None
    pages_without_text: tuple[int, ...] = ()
    source: str = ""
    revision: str = ""

    @property
    def line(self) -> str:
        """One line: what was read, or why nothing was."""
        if self.problem:
            return worded("{path}: not read: {problem}", path=self.path, problem=self.problem)
        pages = "" if self.pages is None else f", {self.pages} pages"
        encoding = f", {self.encoding}" if self.encoding else ""
        kinds = ", ".join(f"{count} {kind}" for kind, count in self.blocks) or "no blocks"
        return (
            f"{self.path}: {self.format}{encoding}{pages}, {self.characters:,} characters: {kinds}"
        )

    @property
    def lines(self) -> tuple[str, ...]:
        """The line, and one for each note."""
        return (self.line, *(noted(self.path, note) for note in self.notes))


def noted(path: str, note: str) -> Worded:
    """A note on a file, to be shown among those on others."""
    return worded("{path}: {note}", path=path, note=note)


class Reading(NamedTuple):
    """A file's document, None where nothing of it can be used, and the report on it."""

    document: Document | None
    report: FileReport


def reading_of(path: str, format_name: str, data: bytes, made: Extraction) -> Reading:
    """A file that was read."""
    kinds = Counter(block.kind for block in made.document.blocks)
    report = FileReport(
        path,
        format_name,
        notes=made.notes,
        encoding=made.encoding,
        characters=len(made.document.text),
        blocks=tuple(sorted(kinds.items())),
        pages=made.pages,
        pages_without_text=made.pages_without_text,
        source=hashlib.sha256(data).hexdigest(),
        revision=made.document.revision,
    )
    return Reading(made.document, report)
