"""`questions.jsonl`: from its lines to questions, with all its errors told together."""

import json
from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from golden_sets.document import Document, Span
from golden_sets.error_words import in_words, kind_of
from golden_sets.language import joined, lines_of, of_error, worded
from golden_sets.question import Passage, Question
from golden_sets.quotes import resolve_quote
from golden_sets.reading import GoldenSetError, normalise_newlines

QUESTIONS = "questions.jsonl"
MOST_ERRORS = 20
# Above it one question is all that counts, and sums of weights lose the others' digits.
MOST_WEIGHT = 1_000_000_000


def read_questions(
    path: Path,
    documents: Iterable[Document],
    whole: bool = False,
    apart: Container[int] = (),
) -> tuple[Question, ...]:
    """The questions of a JSON Lines file, in order.

    Args:
        whole: Whether the evidence is whole documents; then no passage has a quote.
        apart: Numbers of lines whose evidence is told of elsewhere and not looked at.

    Raises:
        GoldenSetError: Lines are unusable; one line each, opening with `questions.jsonl:LINE`.
    """
    by_id = {document.id: document for document in documents}
    questions: dict[str, Question] = {}
    errors: list[str] = []
    for number, line in numbered_lines(path):
        where = f"{path.name}:{number}"
        try:
            row = row_of(line)
            if number in apart:
                row = {**row, "evidence": [], "kind": "unanswerable"}
            question = _question(row, by_id, whole)
            if question.id in questions:
                raise GoldenSetError(
                    worded("the id {id!r} stands on an earlier line", id=question.id)
                )
            questions[question.id] = question
        except GoldenSetError as error:
            errors += [worded("{path}: {note}", path=where, note=told) for told in lines_of(error)]
        except (ValueError, TypeError, KeyError) as error:
            errors.append(
                worded("{where}: not a question: {reason}", where=where, reason=in_words(error))
            )
        if len(errors) >= MOST_ERRORS:
            errors = [
                *errors[:MOST_ERRORS],
                worded("{where}: reading stopped; more may be wrong below", where=where),
            ]
            break
    if errors:
        raise GoldenSetError(joined(errors, "\n"))
    return tuple(questions.values())


def numbered_lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, with their numbers from 1.

    Raises:
        GoldenSetError: The file cannot be read, or is not UTF-8.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise GoldenSetError(
            worded(
                "{path}: not UTF-8 (byte {start}); save it as UTF-8", path=path, start=error.start
            )
        ) from None
    except OSError as error:
        raise GoldenSetError(
            worded("{path}: cannot be read: {strerror}", path=path, strerror=error.strerror)
        ) from None
    # Not splitlines: JSON strings may hold U+2028 and the like as they are.
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield number, line


def row_of(line: str) -> dict[str, Any]:
    """The object on a line.

    Raises:
        ValueError: It is no JSON object, holds a key twice, NaN or half of a surrogate pair.
    """
    try:
        row = json.loads(line, parse_constant=_refused, object_pairs_hook=_object)
    except RecursionError:
        raise ValueError(worded("nested too deeply")) from None
    if not isinstance(row, dict):
        raise ValueError(worded("{kind} where an object belongs: {{...}}", kind=kind_of(row)))
    if "\\ud" in line or "\\uD" in line:
        try:
            json.dumps(row, ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError:
            raise ValueError(worded("half of a surrogate pair (\\ud800 to \\udfff)")) from None
    return row


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for key, value in pairs:
        if key in row:
            raise ValueError(worded("{key!r} stands twice in an object", key=key))
        row[key] = value
    return row


def _refused(constant: str) -> float:
    raise ValueError(worded("{constant} is no JSON number", constant=constant))


def question_of(
    row: dict[str, Any], documents: Mapping[str, Document], whole: bool = False
) -> Question:
    """The question that a line's object says, without the others of its set.

    Raises:
        GoldenSetError: It is unusable; a line an error.
    """
    try:
        return _question(row, documents, whole)
    except GoldenSetError:
        raise
    except (ValueError, TypeError, KeyError) as error:
        raise GoldenSetError(worded("not a question: {reason}", reason=in_words(error))) from None


def _question(row: dict[str, Any], documents: Mapping[str, Document], whole: bool) -> Question:
    if not isinstance(row["evidence"], list):
        raise GoldenSetError(
            worded(
                "evidence {evidence!r}; allowed is a list of alternatives", evidence=row["evidence"]
            )
        )
    kind = row.get("kind", "single" if row["evidence"] else "unanswerable")
    if kind not in ("single", "multi_hop", "unanswerable"):
        raise GoldenSetError(
            worded("kind {kind!r}; allowed are single, multi_hop, unanswerable", kind=kind)
        )
    if (split := row.get("split")) not in (None, "tune", "decide"):
        raise GoldenSetError(worded("split {split!r}; allowed are tune, decide", split=split))
    weight = row.get("weight", 1.0)
    if type(weight) not in (int, float) or not 0 < weight <= MOST_WEIGHT:
        told = worded("allowed is a number above 0, up to {most:,}", most=MOST_WEIGHT)
        raise GoldenSetError(worded("weight {weight}; {told}", weight=repr(weight)[:40], told=told))
    tags = row.get("tags", [])
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        raise GoldenSetError(worded('tags {tags!r}; allowed is a list: ["fees"]', tags=tags))
    evidence = _evidence(row["evidence"], documents, whole)
    answers = [p for alternative in evidence for p in alternative if p.role == "answer"]
    classes = {documents[passage.document].document_class for passage in answers}
    return Question(
        id=str(row["id"]),
        text=str(row["question"]),
        kind=kind,
        evidence=evidence,
        tags=tuple(tags),
        weight=float(weight),
        split=split,
        author=row.get("author", ""),
        checked_by=row.get("checked_by", ""),
        question_class="mixed" if len(classes) > 1 else next(iter(classes), ""),
    )


def _evidence(
    rows: list[Any], documents: Mapping[str, Document], whole: bool
) -> tuple[tuple[Passage, ...], ...]:
    """Every alternative's passages; what is wrong with any of them is told together."""
    errors: list[str] = []
    evidence = []
    for alternative in rows:
        if not isinstance(alternative, list) or not all(isinstance(p, dict) for p in alternative):
            errors.append(
                worded('an alternative is no list of passages: [{"document": ..., "quote": ...}]')
            )
            continue
        passages = []
        for row in alternative:
            try:
                passages.append(passage_of(row, documents, whole))
            except KeyError as error:
                errors.append(worded("a passage has no {error}", error=error))
            except GoldenSetError as error:
                errors.append(of_error(error))
        evidence.append(tuple(passages))
    if errors:
        raise GoldenSetError(joined(errors, "\n"))
    return tuple(evidence)


def passage_of(row: dict[str, Any], documents: Mapping[str, Document], whole: bool) -> Passage:
    """The place that a passage's object names.

    Raises:
        GoldenSetError: There is no such place.
        KeyError: It lacks a part.
    """
    role = row.get("role", "answer")
    if role not in ("answer", "context"):
        raise GoldenSetError(worded("role {role!r}; allowed are answer, context", role=role))
    if not isinstance(confirmed := row.get("confirmed", True), bool):
        raise GoldenSetError(
            worded("confirmed {confirmed!r}; allowed are true, false", confirmed=confirmed)
        )
    name = row["document"]
    document = documents.get(name) if isinstance(name, str) else None
    if document is None:
        raise GoldenSetError(
            worded(
                "no document {name!r} in the documents folder{like}",
                name=name,
                like=_like(name, documents),
            )
        )
    if whole:
        if "quote" in row:
            raise GoldenSetError(worded('a quote, but evidence = "document" in golden_set.toml'))
        if not document.text[document.body_start :].strip():
            raise GoldenSetError(
                worded("{name}: a document without text is no evidence", name=name)
            )
        span = Span(document.body_start, len(document.text))
        return Passage(name, span, role, confirmed, whole=True)
    quote, start = quote_of(row)
    try:
        span = resolve_quote(document, quote, start)
    except GoldenSetError as error:
        others = [d.id for d in documents.values() if d is not document and quote in d.text]
        told = of_error(error)
        if others and quote.strip():
            told = worded("{told}; {other!r} holds it", told=told, other=others[0])
        raise GoldenSetError(told) from None
    if span.start < document.body_start:
        raise GoldenSetError(worded("{id}: a quote stands in the front matter", id=document.id))
    return Passage(document.id, span, role, confirmed)


def quote_of(row: Mapping[str, Any]) -> tuple[str, int | None]:
    """A passage's quote and its `start`, if it has one.

    Raises:
        GoldenSetError: Either is not what it may be.
    """
    quote, start = row["quote"], row.get("start")
    if not isinstance(quote, str):
        raise GoldenSetError(worded("quote {quote!r}; allowed is text", quote=quote))
    if start is not None and (isinstance(start, bool) or not isinstance(start, int) or start < 0):
        raise GoldenSetError(
            worded("start {start!r}; allowed is a count of characters, 0 or more", start=start)
        )
    return normalise_newlines(quote), start


def _like(name: object, documents: Mapping[str, Document]) -> str:
    """A hint at the document that was meant, by its last part or its case."""
    wanted = str(name).casefold().rsplit("/", 1)[-1]
    found = [one for one in documents if one.casefold().rsplit("/", 1)[-1] == wanted]
    return worded("; is it {found!r}?", found=found[0]) if found else ""
