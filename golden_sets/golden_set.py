"""A golden set: documents, and questions whose evidence is marked to the character."""

import hashlib
import json
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from golden_sets import shelf
from golden_sets.document import Document, Span
from golden_sets.question import Passage, Question
from golden_sets.reading import READERS, GoldenSetError, normalise_newlines, read_document

SHIPPED = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class GoldenSet:
    """Documents and questions that belong together.

    Attributes:
        documents: In order of their ids.
        questions: In the order of `questions.jsonl`.
        key: Patterns of headings whose sections matter most: `*fees*`, in any case.
        digest: sha256 over the documents' ids and revisions and the questions.
    """

    name: str
    description: str
    documents: tuple[Document, ...]
    questions: tuple[Question, ...]
    key: tuple[str, ...] = ()
    digest: str = ""

    def __post_init__(self) -> None:
        parts = [(d.id, d.revision, d.document_class) for d in self.documents]
        digest = hashlib.sha256(repr((parts, self.questions)).encode("utf-8", "surrogatepass"))
        object.__setattr__(self, "digest", digest.hexdigest())

    def by_id(self) -> dict[str, Document]:
        return {document.id: document for document in self.documents}

    @property
    def answerable(self) -> tuple[Question, ...]:
        return tuple(q for q in self.questions if q.answerable)


def find_golden_set(name: str) -> Path:
    """The folder of a golden set: by its path, its name among the team's own, or a shipped one's.

    Raises:
        GoldenSetError: There is no such folder, or it holds no `golden_set.toml`.
    """
    if (Path(name) / "golden_set.toml").is_file():
        return Path(name)
    if (found := shelf.by_name(name, SHIPPED)) is not None:
        return found.folder
    if Path(name).is_dir():
        raise GoldenSetError(f"{name}: no golden_set.toml in this folder")
    known = ", ".join(one.name for one in shelf.listing(SHIPPED))
    raise GoldenSetError(f"no golden set {name!r}; give a folder, or one of: {known}")


def load_golden_set(folder: Path) -> GoldenSet:
    """The golden set in a folder, its quotes resolved to spans.

    Raises:
        GoldenSetError: One line that says what is wrong, where, and what is allowed.
    """
    settings = _settings(folder / "golden_set.toml")
    classes: dict[str, list[str]] = settings.get("classes", {})
    root = folder / "documents"
    paths = sorted(p for p in root.rglob("*") if p.is_file() and p.suffix.lower() in READERS)
    if not paths:
        raise GoldenSetError(f"{root}: no documents; allowed are {', '.join(READERS)}")
    documents = []
    for path in paths:
        name = path.relative_to(root).as_posix()
        found = (c for c, patterns in classes.items() if any(fnmatch(name, p) for p in patterns))
        documents.append(read_document(path, name, next(found, "")))
    documents.sort(key=lambda document: document.id)
    questions = tuple(read_questions(folder / "questions.jsonl", documents))
    return GoldenSet(
        settings.get("name", folder.name),
        settings.get("description", ""),
        tuple(documents),
        questions,
        _key(settings, folder / "golden_set.toml"),
    )


def _key(settings: dict[str, Any], path: Path) -> tuple[str, ...]:
    found = settings.get("key", {}).get("headings", [])
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise GoldenSetError(f'{path}: [key] headings {found!r}; allowed is a list: ["*fees*"]')
    return tuple(found)


def _settings(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise GoldenSetError(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise GoldenSetError(f"{path}: not TOML: {error}") from None


def read_questions(path: Path, documents: Iterable[Document]) -> Iterator[Question]:
    """The questions of a JSON Lines file, in order.

    Raises:
        GoldenSetError: A line is unusable; the message opens with `questions.jsonl:LINE`.
    """
    by_id = {document.id: document for document in documents}
    try:
        lines = path.read_bytes().decode("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise GoldenSetError(f"{path}: cannot be read: {error}") from None
    seen: set[str] = set()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        where = f"{path.name}:{number}"
        try:
            question = _question(json.loads(line), by_id)
        except GoldenSetError as error:
            raise GoldenSetError(f"{where}: {error}") from None
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            reason = f"no {error}" if isinstance(error, KeyError) else str(error)
            raise GoldenSetError(f"{where}: not a question: {reason}") from None
        if question.id in seen:
            raise GoldenSetError(f"{where}: the id {question.id!r} stands on an earlier line")
        seen.add(question.id)
        yield question


def question_of(row: dict[str, Any], documents: dict[str, Document]) -> Question:
    """The question that a line's object says, without the others of its set.

    Raises:
        GoldenSetError: It is unusable; one line that says why.
    """
    try:
        return _question(row, documents)
    except GoldenSetError:
        raise
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        reason = f"no {error}" if isinstance(error, KeyError) else str(error)
        raise GoldenSetError(f"not a question: {reason}") from None


def _question(row: dict[str, Any], documents: dict[str, Document]) -> Question:
    kind = row.get("kind", "single" if row["evidence"] else "unanswerable")
    if kind not in ("single", "multi_hop", "unanswerable"):
        raise GoldenSetError(f"kind {kind!r}; allowed are single, multi_hop, unanswerable")
    if (split := row.get("split")) not in (None, "tune", "decide"):
        raise GoldenSetError(f"split {split!r}; allowed are tune, decide")
    evidence = tuple(
        tuple(_passage(passage, documents) for passage in alternative)
        for alternative in row["evidence"]
    )
    answer_classes = {
        documents[passage.document].document_class
        for alternative in evidence
        for passage in alternative
        if passage.role == "answer"
    }
    return Question(
        id=str(row["id"]),
        text=str(row["question"]),
        kind=kind,
        evidence=evidence,
        tags=tuple(row.get("tags", ())),
        weight=float(row.get("weight", 1.0)),
        split=split,
        author=row.get("author", ""),
        checked_by=row.get("checked_by", ""),
        question_class="mixed" if len(answer_classes) > 1 else next(iter(answer_classes), ""),
    )


def _passage(row: dict[str, Any], documents: dict[str, Document]) -> Passage:
    role = row.get("role", "answer")
    if role not in ("answer", "context"):
        raise GoldenSetError(f"role {role!r}; allowed are answer, context")
    document = documents.get(row["document"])
    if document is None:
        raise GoldenSetError(f"no document {row['document']!r} in the documents folder")
    span = resolve_quote(document, normalise_newlines(row["quote"]), row.get("start"))
    if span.start < document.body_start:
        raise GoldenSetError(f"{document.id}: a quote stands in the front matter")
    return Passage(document.id, span, role)


def resolve_quote(document: Document, quote: str, start: int | None = None) -> Span:
    """The one place where a quote stands in a document.

    Raises:
        GoldenSetError: It is blank, stands nowhere, or in several places with no `start`.
    """
    shown = quote if len(quote) <= 60 else quote[:57] + "..."
    if not quote.strip():
        raise GoldenSetError(f"{document.id}: a blank quote")
    if start is not None:
        if document.text[start : start + len(quote)] == quote:
            return Span(start, start + len(quote))
        raise GoldenSetError(f"{document.id}: {shown!r} does not stand at start {start}")
    first = document.text.find(quote)
    if first < 0:
        raise GoldenSetError(f"{document.id}: does not hold the quote {shown!r}")
    second = document.text.find(quote, first + 1)
    if second >= 0:
        raise GoldenSetError(
            f"{document.id}: holds the quote {shown!r} at {first} and {second}; "
            'quote more of it, or give "start"'
        )
    return Span(first, first + len(quote))
