"""A golden set as it stands while it is being written: what is wrong in it is said, not refused."""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from golden_sets.document import Document
from golden_sets.file_report import Reading, noted
from golden_sets.language import of_error, worded
from golden_sets.question import Question
from golden_sets.question_lines import QuestionLine, read_lines
from golden_sets.questions_file import question_of
from golden_sets.reading import GoldenSetError, read_file
from golden_sets.set_documents import DOCUMENTS, document_ids
from golden_sets.shelf import SETTINGS
from golden_sets.toml_words import toml_words

Read = Callable[[Path, str, str, Path], Reading]


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A line of the questions, and what it says or why it says nothing."""

    line: QuestionLine
    question: Question | None
    error: str = ""


@dataclass(frozen=True, slots=True)
class OpenSet:
    """What can be read of a golden set.

    Attributes:
        documents: By id, in their order.
        unread: Why a document cannot be read, a line each.
        notes: What was guessed or left out of those that were, a line each.
        whole: Whether the evidence is whole documents, which have no quotes.
        error: What is wrong with `golden_set.toml`; "" where nothing is.
    """

    folder: Path
    description: str
    documents: dict[str, Document]
    unread: dict[str, str]
    notes: tuple[str, ...]
    questions: tuple[OpenQuestion, ...]
    whole: bool = False
    error: str = ""


def open_set(folder: Path, read: Read = read_file) -> OpenSet:
    """The set in a folder, as far as it can be read.

    Args:
        read: How a document is read: a page keeps those it has read before.
    """
    settings, error = _settings(folder)
    found: Any = settings.get("classes", {})
    classes = found if isinstance(found, dict) else {}
    documents: dict[str, Document] = {}
    unread: dict[str, str] = {}
    notes: list[str] = []
    for name in document_ids(folder):
        root = folder / DOCUMENTS
        document, report = read(root / name, name, _class_of(name, classes), root)
        if document is None:
            unread[name] = report.line
            continue
        documents[name] = document
        notes += [noted(name, note) for note in report.notes]
    whole = settings.get("evidence") == "document"
    questions = tuple(_opened(read_lines(folder), documents, whole))
    description = str(settings.get("description", ""))
    return OpenSet(folder, description, documents, unread, tuple(notes), questions, whole, error)


def _opened(
    lines: tuple[QuestionLine, ...], documents: dict[str, Document], whole: bool
) -> list[OpenQuestion]:
    opened: list[OpenQuestion] = []
    seen: set[str] = set()
    for line in lines:
        question, error = None, line.error
        if line.row is not None:
            try:
                question = question_of(line.row, documents, whole)
            except GoldenSetError as problem:
                error = of_error(problem)
            if line.id in seen:
                question = None
                error = worded("the id {id!r} stands on an earlier line", id=line.id)
            seen.add(line.id)
        opened.append(OpenQuestion(line, question, error))
    return opened


def _class_of(name: str, classes: dict[str, Any]) -> str:
    for found, patterns in classes.items():
        if isinstance(patterns, list) and any(fnmatch(name, str(one)) for one in patterns):
            return str(found)
    return ""


def _settings(folder: Path) -> tuple[dict[str, Any], str]:
    try:
        return tomllib.loads((folder / SETTINGS).read_text(encoding="utf-8")), ""
    except OSError as error:
        return {}, worded(
            "{file}: cannot be read: {strerror}", file=SETTINGS, strerror=error.strerror
        )
    except ValueError as error:
        return {}, worded("{file}: not TOML: {error}", file=SETTINGS, error=toml_words(error))
