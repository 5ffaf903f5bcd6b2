"""Changing a golden set: one question at a time, nothing of anybody's lost.

Every change is made under the set's lock, by rename, and put on record before it. An edit of a
question names the digest of the line it was based on; where that line is another by now, nothing
is written.
"""

import json
import tomllib
from pathlib import Path
from typing import Any

from golden_sets.document import Document
from golden_sets.files import locked, write_atomically
from golden_sets.history import record
from golden_sets.language import worded
from golden_sets.question_lines import (
    QuestionLine,
    digest_of,
    ended,
    free_id,
    raw_lines,
    read_lines,
    written,
)
from golden_sets.questions_file import QUESTIONS, question_of
from golden_sets.reading import GoldenSetError, read_file
from golden_sets.set_documents import DOCUMENTS, document_ids, documents_of
from golden_sets.shelf import SETTINGS

ABSENT = ""
# One question with its evidence, as its line.
MOST_CHARACTERS = 1_000_000


class ConflictError(GoldenSetError):
    """The question was changed by someone else meanwhile.

    Attributes:
        mine: What was to be written; None where it was to be removed.
        theirs: The line as it is now; None where it is gone.
    """

    def __init__(self, mine: dict[str, Any] | None, theirs: QuestionLine | None) -> None:
        done = "removed" if theirs is None else "changed"
        super().__init__(f"the question was {done} by someone else meanwhile; nothing was written")
        self.mine, self.theirs = mine, theirs


def put_question(
    folder: Path, row: dict[str, Any], based_on: str, who: str, action: str = ""
) -> QuestionLine:
    """The line as written: a new one at the end, or in the place of the one it was based on.

    Args:
        row: The question as its line's object; without an id it gets the next free one.
        based_on: The digest of the line it replaces, `ABSENT` for a new question.

    Raises:
        ConflictError: That line is not there any more, or a new id is.
        GoldenSetError: The question is unusable, or another line has its id.
    """
    with locked(folder):
        lines = read_lines(folder)
        if not str(row.get("id", "")).strip():
            row = {"id": free_id(lines), **{k: v for k, v in row.items() if k != "id"}}
        old = _based(lines, based_on, row)
        question_of(row, _referenced(folder, row), has_whole_evidence(folder))
        same = (line for line in lines if line.id == str(row["id"]) and line is not old)
        if (other := next(same, None)) is not None:
            raise GoldenSetError(
                worded(
                    "the id {id!r} stands on line {number} too", id=row["id"], number=other.number
                )
            )
        raw = written(row)
        if len(raw) > MOST_CHARACTERS:
            raise GoldenSetError(
                worded(
                    "{n:,} characters in one question with its evidence; allowed are {most:,}",
                    n=len(raw),
                    most=MOST_CHARACTERS,
                )
            )
        _write(folder, old, raw, who, action or ("change" if old else "add"), str(row["id"]))
        return next(line for line in read_lines(folder) if line.digest == digest_of(raw))


def remove_question(folder: Path, based_on: str, who: str, question: str = "") -> None:
    """Takes a line out; its history keeps it.

    Raises:
        ConflictError: The line is not there any more.
    """
    with locked(folder):
        lines = read_lines(folder)
        old = next((line for line in lines if line.digest == based_on), None)
        if old is None:
            now = next((line for line in lines if question and line.id == question), None)
            raise ConflictError(None, now)
        _write(folder, old, "", who, "remove", old.id or question)


def restore(folder: Path, line: str, based_on: str, who: str) -> QuestionLine:
    """An earlier version of a question as the present one; see `history.versions`.

    Raises:
        ConflictError: The present line is not the one named.
        GoldenSetError: That version is unusable with the documents as they are.
    """
    try:
        row = json.loads(line)
    except ValueError:
        raise GoldenSetError(
            worded("this version is no JSON, so it cannot be brought back")
        ) from None
    return put_question(folder, row, based_on, who, "restore")


def has_whole_evidence(folder: Path) -> bool:
    """Whether the set's evidence is whole documents, which have no quotes."""
    try:
        settings = tomllib.loads((folder / SETTINGS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return settings.get("evidence") == "document"


def _based(
    lines: tuple[QuestionLine, ...], based_on: str, row: dict[str, Any]
) -> QuestionLine | None:
    """The line the edit was based on, None for a new question."""
    now = next((line for line in lines if line.id == str(row["id"])), None)
    if based_on == ABSENT:
        if now is not None:
            raise ConflictError(row, now)
        return None
    old = next((line for line in lines if line.digest == based_on), None)
    if old is None:
        raise ConflictError(row, now)
    return old


def _write(
    folder: Path, old: QuestionLine | None, raw: str, who: str, action: str, question: str
) -> None:
    """Puts the line where the old one stood, or at the end; every other byte stays."""
    record(folder, who, action, question, before=old.raw if old else "", after=raw)
    lines = raw_lines(folder)
    if old is None:
        if lines and ended(lines[-1]) == lines[-1]:
            lines[-1] += "\n"
        lines.append(f"{raw}\n")
    else:
        end = lines[old.number - 1][len(old.raw) :]
        lines[old.number - 1] = raw + (end or "\n") if raw else ""
    write_atomically(folder / QUESTIONS, "".join(lines).encode("utf-8", "surrogateescape"))


def _referenced(folder: Path, row: dict[str, Any]) -> dict[str, Document]:
    """The documents that the row's evidence needs, as they are now."""
    root = folder / DOCUMENTS
    there = documents_of(row) & set(document_ids(folder))
    found = {name: read_file(root / name, name, "", root).document for name in there}
    return {name: document for name, document in found.items() if document is not None}
