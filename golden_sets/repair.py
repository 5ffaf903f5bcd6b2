"""Examines a golden set's passages after its documents changed, and writes what moved."""

import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from golden_sets.golden_set import GoldenSet, load_documents
from golden_sets.language import worded
from golden_sets.lock import LOCK, Lock, lock_of, lock_text, read_lock
from golden_sets.passages_check import Around, Finding, examine
from golden_sets.questions_file import QUESTIONS, numbered_lines, quote_of, row_of
from golden_sets.reading import GoldenSetError

BACKUP = QUESTIONS + ".bak"


@dataclass(frozen=True, slots=True)
class Examined:
    """One passage as it is written, and what became of it.

    Attributes:
        at: Its line, alternative and passage; the line from 1, the others from 0.
        row: As written.
    """

    at: tuple[int, int, int]
    question: str
    row: dict[str, Any]
    finding: Finding

    @property
    def repaired(self) -> dict[str, Any] | None:
        """The passage as it must be written; None if it is right, or cannot be settled."""
        place = self.finding.place
        if place is None:
            return None
        changed: dict[str, Any] = {**self.row, "document": self.finding.document}
        if self.finding.repeats or (self.finding.status == "moved" and "start" in self.row):
            changed["start"] = place.start
        return None if changed == self.row else changed


@dataclass(frozen=True, slots=True)
class Examination:
    """A golden set's passages in the order of its lines.

    Attributes:
        golden: Its documents, without questions.
        lock: What it remembered of where they stood, None if nothing.
    """

    folder: Path
    golden: GoldenSet
    lock: Lock | None
    passages: tuple[Examined, ...]

    @property
    def unsettled(self) -> tuple[Examined, ...]:
        """Those that only a person can settle."""
        return tuple(one for one in self.passages if one.finding.place is None)

    @property
    def repairable(self) -> tuple[Examined, ...]:
        return tuple(one for one in self.passages if one.repaired)


def examine_folder(folder: Path) -> Examination:
    """What became of every passage; unusable lines are left to `load_golden_set` to tell.

    Raises:
        GoldenSetError: The documents, the lock or the file as a whole cannot be read.
    """
    golden, lock = load_documents(folder), read_lock(folder)
    around = Around(golden.by_id(), lock)
    passages = tuple(_examined(folder / QUESTIONS, around))
    return Examination(folder, golden, lock, passages)


def _examined(path: Path, around: Around) -> Iterator[Examined]:
    for number, line in numbered_lines(path):
        try:
            row = row_of(line)
            for way, alternative in enumerate(row["evidence"]):
                for position, passage in enumerate(alternative):
                    if "quote" in passage:
                        found = examine(around, str(passage["document"]), *quote_of(passage))
                        at = (number, way, position)
                        yield Examined(at, str(row.get("id", "")), passage, found)
        except (ValueError, TypeError, KeyError):
            continue


def repair(examination: Examination) -> int:
    """Writes every passage that moved, and the lock; the number of passages written.

    Lines without such a passage keep every byte. The file before is kept as
    `questions.jsonl.bak`. What only a person can settle stays as it is, and so does what the
    lock knows of it.

    Raises:
        GoldenSetError: A file cannot be written.
    """
    folder, todo = examination.folder, examination.repairable
    try:
        if todo:
            path = (folder / QUESTIONS).resolve()
            shutil.copy2(path, path.with_name(BACKUP))
            _replace(path, _repaired(path.read_bytes().decode("utf-8"), todo))
        _replace((folder / LOCK).resolve(), lock_text(_new_lock(examination)))
    except OSError as error:
        raise GoldenSetError(
            worded(
                "{filename}: cannot be written: {strerror}",
                filename=error.filename,
                strerror=error.strerror,
            )
        ) from None
    return len(todo)


def _repaired(text: str, todo: tuple[Examined, ...]) -> str:
    lines = text.split("\n")
    for one in todo:
        number, way, position = one.at
        line = lines[number - 1]
        body = line.strip("\ufeff \t\r")
        row = json.loads(body)
        row["evidence"][way][position] = one.repaired
        lines[number - 1] = line.replace(body, _dumped_like(body, row))
    return "\n".join(lines)


def _dumped_like(line: str, row: dict[str, Any]) -> str:
    """The row in the line's own style: its separators, and escapes if it has nothing else."""
    spaced = (", " if '", "' in line else ",", ": " if '": ' in line else ":")
    return json.dumps(row, ensure_ascii=line.isascii(), separators=spaced)


def _new_lock(examination: Examination) -> Lock:
    settled = (one.finding for one in examination.passages if one.finding.place is not None)
    places = [(found.document, found.place) for found in settled if found.place is not None]
    lock = examination.lock
    kept = []
    for one in examination.unsettled:
        name, (quote, start) = str(one.row["document"]), quote_of(one.row)
        if lock and (mark := lock.mark(name, quote, start)):
            kept.append((name, mark))
    return lock_of(examination.golden.documents, places, kept, lock)


def _replace(path: Path, text: str) -> None:
    """Writes a file whole or not at all, with the rights it had."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        draft.write_bytes(text.encode("utf-8"))
        if path.exists():
            shutil.copymode(path, draft)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
