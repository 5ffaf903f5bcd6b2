"""What a report keeps of its golden set, so that a later run can be told apart from it."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from golden_sets.document import Document, Span
from golden_sets.golden_set import GoldenSet
from golden_sets.question import Passage, Question

_DIGITS = 16


def recorded(golden: GoldenSet) -> dict[str, Any]:
    """`revisions` by document id, and `asked`: a row a question.

    A row holds id, text, weight, the documents of its evidence, and two digests. `evidence` is
    over the quoted words, which stay the same where a document changes around them; `places` over
    where they stand, which tells one of two equal quotes from the other.
    """
    documents = golden.by_id()
    return {
        "revisions": {name: document.revision[:_DIGITS] for name, document in documents.items()},
        "asked": [_row(question, documents) for question in golden.questions],
    }


class Unchanged(NamedTuple):
    """What of a golden set is as a report recorded it, by id."""

    documents: dict[str, Document]
    questions: dict[str, Question]


def unchanged(golden: GoldenSet, record: Mapping[str, Any]) -> Unchanged:
    """The documents whose text is the one the run cut, and the questions whose words and evidence
    are what it asked, every document of that evidence among them.

    Args:
        record: The report's `golden_set`. Where it holds no more than a digest, as an earlier
            version wrote it, it is all or nothing.
    """
    if golden.digest == record["digest"]:
        return Unchanged(golden.by_id(), {one.id: one for one in golden.questions})
    revisions = record.get("revisions", {})
    documents = {
        name: document
        for name, document in golden.by_id().items()
        if revisions.get(name) == document.revision[:_DIGITS]
    }
    asked = {row["id"]: row for row in record.get("asked", ())}
    everything = golden.by_id()
    questions = {
        one.id: one
        for one in golden.questions
        if one.id in asked
        and all(p.document in documents for way in one.evidence for p in way)
        and _row(one, everything) == asked[one.id]
    }
    return Unchanged(documents, questions)


def _row(question: Question, documents: Mapping[str, Document]) -> dict[str, Any]:
    quotes = [[_quote(p, documents) for p in way] for way in question.evidence]
    places = [[(p.document, *p.span) for p in way] for way in question.evidence]
    return {
        "id": question.id,
        # A lone surrogate has no place in a JSON file.
        "text": question.text.encode("utf-8", "replace").decode(),
        "weight": question.weight,
        "documents": sorted({p.document for way in question.evidence for p in way}),
        "evidence": _digest(quotes),
        "places": _digest(places),
    }


def _quote(passage: Passage, documents: Mapping[str, Document]) -> tuple[str, ...]:
    quoted = "" if passage.whole else documents[passage.document].text[slice(*passage.span)]
    return passage.document, passage.role, quoted


def _digest(value: object) -> str:
    return hashlib.sha256(repr(value).encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def stand_ins(asked: Iterable[Mapping[str, Any]]) -> tuple[Question, ...]:
    """Answerable questions with the ids, weights and documents of these rows.

    They are enough for the statistics, which need to know what hangs together, and nothing else.
    """
    return tuple(_stand_in(row["id"], row["weight"], row["documents"]) for row in asked)


def _stand_in(name: str, weight: float, documents: Sequence[str]) -> Question:
    ways = tuple((Passage(document, Span(0, 1)),) for document in documents)
    return Question(name, "", "single" if ways else "unanswerable", ways, weight=weight)
