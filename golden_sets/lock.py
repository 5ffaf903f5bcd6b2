"""`golden_set.lock.json`: where every quote stood, so that a later change can be told.

`questions.jsonl` is for people and holds no more than a quote, and a `start` where the quote
repeats. What a program must remember to tell "moved" from "stands", and to know which of several
equal quotes was meant after the text around them changed, is kept beside it: a line a passage, by
document, so that a review shows exactly which documents changed and which places moved.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from golden_sets.document import Document, Span
from golden_sets.error_words import in_words
from golden_sets.folding import fold
from golden_sets.golden_set import GoldenSet
from golden_sets.language import worded
from golden_sets.quotes import places_of
from golden_sets.reading import GoldenSetError

LOCK = "golden_set.lock.json"
AROUND, _MOST_AROUND = 32, 512
_SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Mark:
    """Where one quote stood, and the text right before and after it.

    Attributes:
        quote: The first 12 hex digits of sha256 over the folded quote.
        before: As much text as tells it from every other place of the quote, within limits.
        twin: The most characters of that text that any other place shared; -1 if there was none.
        nth: Which of all places of the quote it was, from 0.
        of: How many there were.
    """

    span: Span
    quote: str
    before: str
    after: str
    twin: int = -1
    nth: int = 0
    of: int = 1

    def alike(self, text: str, place: Span) -> int:
        """Characters right before and right after a place that are as they were."""
        before = text[max(0, place.start - len(self.before)) : place.start]
        after = text[place.end : place.end + len(self.after)]
        return _shared(self.before[::-1], before[::-1]) + _shared(self.after, after)


def _shared(one: str, other: str) -> int:
    """Characters at the start of both."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


@dataclass(frozen=True, slots=True)
class Lock:
    """By document id, its revision and its marks."""

    revisions: Mapping[str, str]
    marks: Mapping[str, tuple[Mark, ...]]

    def mark(self, document: str, quote: str, start: int | None) -> Mark | None:
        """Where a quote stood; of several places the one at `start`, None if there are several."""
        wanted = quote_digest(quote)
        found = [m for m in self.marks.get(document, ()) if m.quote == wanted]
        if start is not None:
            found = [mark for mark in found if mark.span.start == start]
        return found[0] if len(found) == 1 else None


def quote_digest(quote: str) -> str:
    """Equal for quotes that differ only in what copying changes."""
    return hashlib.sha256(fold(quote).text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def mark_of(text: str, span: Span) -> Mark:
    """The mark of a place as it stands now."""
    quote = text[slice(*span)]
    others = [place for place in places_of(text, quote) if place.start != span.start]
    nth = sum(place.start < span.start for place in others)
    size, digest = AROUND, quote_digest(quote)
    while True:
        before, after = (
            text[max(0, span.start - size) : span.start],
            text[span.end : span.end + size],
        )
        mark = Mark(span, digest, before, after)
        twin = max((mark.alike(text, place) for place in others), default=-1)
        if twin + AROUND <= len(before) + len(after) or size >= _MOST_AROUND:
            return replace(mark, twin=twin, nth=nth, of=len(others) + 1)
        size *= 2


def lock_of(
    documents: Iterable[Document],
    places: Iterable[tuple[str, Span]],
    kept: Iterable[tuple[str, Mark]] = (),
    before: Lock | None = None,
) -> Lock:
    """The lock of places as they stand.

    Args:
        places: Document ids and where their quotes stand.
        kept: Document ids and older marks of quotes whose place is not known now.
        before: The lock the older marks are of; it knows the documents that are gone.
    """
    by_id = {document.id: document for document in documents}
    marks: dict[str, set[Mark]] = {name: set() for name in by_id}
    for name, span in places:
        marks[name].add(mark_of(by_id[name].text, span))
    for name, mark in kept:
        marks.setdefault(name, set()).add(mark)
    gone = {name: before.revisions[name] for name in set(marks) - set(by_id)} if before else {}
    ordered = {name: tuple(sorted(found, key=_order)) for name, found in marks.items()}
    return Lock({**gone, **{d.id: d.revision for d in by_id.values()}}, ordered)


def places_of_questions(golden: GoldenSet) -> Iterator[tuple[str, Span]]:
    """Document ids and spans of every passage that has a quote."""
    for question in golden.questions:
        for passage in (p for way in question.evidence for p in way if not p.whole):
            yield passage.document, passage.span


def _order(mark: Mark) -> tuple[Span, str, str]:
    return mark.span, mark.quote, mark.before


def read_lock(folder: Path) -> Lock | None:
    """The lock of a golden set's folder, None where it has none.

    Raises:
        GoldenSetError: It cannot be read or was not written by this program.
    """
    path = folder / LOCK
    if not path.exists():
        return None
    try:
        rows = json.loads(path.read_bytes().decode("utf-8"))
        if rows["schema"] != _SCHEMA:
            raise ValueError(
                worded("schema {schema!r}, known is {known}", schema=rows["schema"], known=_SCHEMA)
            )
        documents = rows["documents"]
        return Lock(
            {name: str(row["revision"]) for name, row in documents.items()},
            {name: tuple(map(_mark, row["passages"])) for name, row in documents.items()},
        )
    except OSError as error:
        raise GoldenSetError(
            worded("{path}: cannot be read: {strerror}", path=path, strerror=error.strerror)
        ) from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise GoldenSetError(
            worded(
                "{path}: no lock file ({reason}); delete it, and check --repair writes it anew",
                path=path,
                reason=in_words(error),
            )
        ) from None


def _mark(row: list[Any]) -> Mark:
    start, end, quote, before, after, *repeated = row
    twin, nth, of = repeated or (-1, 0, 1)
    # int() would round what a file says, and raise OverflowError for 1e999.
    if (wrong := [n for n in (start, end, twin, nth, of) if type(n) is not int]) != []:
        raise ValueError(worded("{wrong!r} where a whole number belongs", wrong=wrong[0]))
    if not (0 <= start <= end and 0 <= nth < of):
        raise ValueError(f"from {start!r} to {end!r}, place {nth!r} of {of!r}")
    return Mark(Span(start, end), str(quote), str(before), str(after), twin, nth, of)


def lock_text(lock: Lock) -> str:
    """The lock as JSON, a line a passage."""
    lines = ["{", f'"schema": {_SCHEMA},', '"documents": {']
    names = sorted(set(lock.revisions) | set(lock.marks))
    for name in names:
        revision = json.dumps(lock.revisions.get(name, ""))
        lines.append(f'{_dumped(name)}: {{"revision": {revision}, "passages": [')
        rows = [_row(mark) for mark in lock.marks.get(name, ())]
        lines += [f"  {_dumped(row)}{',' * (row is not rows[-1])}" for row in rows]
        lines.append("]}" + "," * (name != names[-1]))
    return "\n".join([*lines, "}}", ""])


def _row(mark: Mark) -> list[Any]:
    repeated = [mark.twin, mark.nth, mark.of] if mark.of > 1 else []
    return [*mark.span, mark.quote, mark.before, mark.after, *repeated]


def _dumped(value: object) -> str:
    # A line separator that stands as it is would show as the end of a line in a review.
    text = json.dumps(value, ensure_ascii=False)
    return text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029").replace("\x85", "\\u0085")


def changed_documents(lock: Lock, documents: Iterable[Document]) -> list[str]:
    """The ids of documents whose text is not what it was, or that were not there."""
    return [d.id for d in documents if lock.revisions.get(d.id) != d.revision]
