"""A golden set: documents, and questions whose evidence is marked to the character."""

import hashlib
import tomllib
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from golden_sets import shelf
from golden_sets.document import Document
from golden_sets.file_report import FileReport
from golden_sets.language import worded
from golden_sets.question import Question
from golden_sets.questions_file import QUESTIONS, read_questions
from golden_sets.reading import READERS, GoldenSetError, printable
from golden_sets.reading_folder import read_folder, with_reason
from golden_sets.text_lock import with_lock_notes
from golden_sets.toml_words import toml_words

SHIPPED = Path(__file__).parent
MAX_NAME = 200  # what a database of runs keeps


@dataclass(frozen=True, slots=True)
class GoldenSet:
    """Documents and questions that belong together.

    Attributes:
        documents: In order of their ids.
        questions: In the order of `questions.jsonl`.
        key: Patterns of headings whose sections matter most: `*fees*`, in any case.
        reading: What was and was not read of each file; no part of the digest.
        digest: sha256 over the documents' ids and revisions and the questions.
        whole: Whether the evidence is whole documents, so that a hit means the document.
        split: "tune" or "decide" where the questions are only those; see `of_split`.
    """

    name: str
    description: str
    documents: tuple[Document, ...]
    questions: tuple[Question, ...]
    key: tuple[str, ...] = ()
    digest: str = ""
    reading: tuple[FileReport, ...] = ()
    whole: bool = False
    split: str = ""

    def __post_init__(self) -> None:
        parts: list[object] = [(d.id, d.revision, d.document_class) for d in self.documents]
        if self.whole:
            parts.append("whole")
        digest = hashlib.sha256(repr((parts, self.questions)).encode("utf-8", "surrogatepass"))
        object.__setattr__(self, "digest", digest.hexdigest())

    def by_id(self) -> dict[str, Document]:
        return {document.id: document for document in self.documents}

    @property
    def answerable(self) -> tuple[Question, ...]:
        return tuple(q for q in self.questions if q.answerable)

    def of_split(self, split: str) -> "GoldenSet":
        """The same set, its digest too, with only the questions of a split.

        Raises:
            ValueError: No question has that split.
        """
        questions = tuple(q for q in self.questions if q.split == split)
        if not questions:
            raise ValueError(f"{self.name}: no question has the split {split!r}")
        made = replace(self, questions=questions, split=split)
        object.__setattr__(made, "digest", self.digest)
        return made

    @property
    def unconfirmed(self) -> int:
        """Passages that a person has yet to confirm."""
        return sum(not p.confirmed for q in self.questions for way in q.evidence for p in way)


def find_golden_set(name: str) -> Path:
    """The folder of a golden set: by its path, its name among the team's own, or a shipped one's.

    Raises:
        GoldenSetError: There is no such folder, or it holds no `golden_set.toml`.
    """
    if (Path(name) / "golden_set.toml").is_file():
        return Path(name)
    if shelf.by_name(name, SHIPPED) is None and Path(name).is_dir():
        raise GoldenSetError(worded("{name}: no golden_set.toml in this folder", name=name))
    return shelf_folder(name)


def shelf_folder(name: str) -> Path:
    """The folder of a golden set by its name among the team's own, or a shipped one's.

    Raises:
        GoldenSetError: There is none of that name; a path is no name.
    """
    if (found := shelf.by_name(name, SHIPPED)) is not None:
        return found.folder
    known = ", ".join(one.name for one in shelf.listing(SHIPPED))
    raise GoldenSetError(
        worded("no golden set {name!r}; give a folder, or one of: {known}", name=name, known=known)
    )


def load_golden_set(folder: Path) -> GoldenSet:
    """The golden set in a folder, its quotes resolved to spans.

    A file that cannot be used is told in `reading`, and is an error only where a question needs it.

    Raises:
        GoldenSetError: What is wrong, where, and what is allowed: a line an error.
    """
    golden = load_documents(folder)
    try:
        questions = read_questions(folder / QUESTIONS, golden.documents, golden.whole)
    except GoldenSetError as error:
        raise with_reason(error, golden.reading) from None
    return replace(golden, questions=questions)


def load_documents(folder: Path) -> GoldenSet:
    """The golden set in a folder without its questions.

    Raises:
        GoldenSetError: One line that says what is wrong, where, and what is allowed.
    """
    path = folder / "golden_set.toml"
    settings = _settings(path)
    _text(settings, "language", path)
    classes = _classes(settings, path)
    root = folder / "documents"

    def class_of(name: str) -> str:
        found = (c for c, patterns in classes.items() if any(fnmatch(name, p) for p in patterns))
        return next(found, "")

    documents, reports = read_folder(root, class_of)
    if not documents:
        if reports:
            raise GoldenSetError(
                worded("{root}: no documents; {why}", root=root, why=reports[0].line)
            )
        allowed = ", ".join(READERS)
        raise GoldenSetError(
            worded("{root}: no documents; allowed are {names}", root=root, names=allowed)
        )
    return GoldenSet(
        _name(settings.get("name", folder.name), path),
        _text(settings, "description", path),
        documents,
        (),
        _key(settings, path),
        reading=with_lock_notes(folder, reports),
        whole=_whole(settings, path),
    )


def _name(name: object, path: Path) -> str:
    if not isinstance(name, str) or len(name) > MAX_NAME or printable(name) != name:
        shown = f"{name[:40]!r}…" if isinstance(name, str) and len(name) > MAX_NAME else repr(name)
        raise GoldenSetError(
            worded(
                "{path}: name {shown}; allowed are up to {most} characters without control "
                "characters",
                path=path,
                shown=shown,
                most=MAX_NAME,
            )
        )
    return name


def _text(settings: dict[str, Any], key: str, path: Path) -> str:
    if not isinstance(found := settings.get(key, ""), str):
        raise GoldenSetError(
            worded("{path}: {key} {found!r}; allowed is text", path=path, key=key, found=found)
        )
    return found


def _classes(settings: dict[str, Any], path: Path) -> dict[str, list[str]]:
    classes = settings.get("classes", {})
    if not isinstance(classes, dict):
        raise GoldenSetError(
            worded(
                "{path}: classes {classes!r}; allowed is [classes], a line a class",
                path=path,
                classes=classes,
            )
        )
    for name, found in classes.items():
        # Read character by character, a text would put every document into a class by its "*".
        if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
            told = worded(
                '[classes] {name} {found!r}; allowed is a list: ["manuals/*"]',
                name=name,
                found=found,
            )
            raise GoldenSetError(worded("{path}: {note}", path=path, note=told))
    return classes


def _whole(settings: dict[str, Any], path: Path) -> bool:
    if (evidence := settings.get("evidence", "passage")) not in ("passage", "document"):
        raise GoldenSetError(
            worded(
                "{path}: evidence {evidence!r}; allowed are passage, document",
                path=path,
                evidence=evidence,
            )
        )
    return bool(evidence == "document")


def _key(settings: dict[str, Any], path: Path) -> tuple[str, ...]:
    table = settings.get("key", {})
    found = table.get("headings", []) if isinstance(table, dict) else table
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise GoldenSetError(
            worded(
                '{path}: [key] headings {found!r}; allowed is a list: ["*fees*"]',
                path=path,
                found=found,
            )
        )
    return tuple(found)


def _settings(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise GoldenSetError(
            worded("{path}: cannot be read: {strerror}", path=path, strerror=error.strerror)
        ) from None
    except ValueError as error:
        raise GoldenSetError(
            worded("{path}: not TOML: {error}", path=path, error=toml_words(error))
        ) from None
