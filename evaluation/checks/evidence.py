"""Evidence that stands elsewhere too, that nobody confirmed, or that is missing."""

from collections.abc import Iterator
from functools import lru_cache

from evaluation.checks.finding import counted
from evaluation.checks.registry import Told, check
from evaluation.checks.subject import Subject
from golden_sets.language import marked, wordedn

MOST = 0.5


@check(
    "repeated_evidence",
    marked(
        "A passage that answers as well may be handed over and scored as a miss; give it as an "
        "alternative."
    ),
)
def repeated_evidence(subject: Subject) -> Iterator[Told]:
    texts = {name: _plain(document.text) for name, document in subject.documents.items()}
    places: dict[str, list[str]] = {}
    for question, answers in subject.answers.items():
        marked = [(p.document, _plain(subject.quote(p))) for p in answers]
        for _, quote in marked:
            for document, text in texts.items():
                if not (times := _times(quote, text)):
                    continue
                if times > sum(_times(quote, other) for at, other in marked if at == document):
                    places.setdefault(question, []).append(document)
    if places:
        first = next(iter(places))
        yield Told(
            "warning",
            wordedn(
                "{n:,} of {of} has an answer whose words stand in other places of the documents "
                "too, {first} in {document}.",
                "{n:,} of {of} have an answer whose words stand in other places of the documents "
                "too, {first} in {document}.",
                len(places),
                of=counted(len(subject.answers), "answerable question"),
                first=first,
                document=places[first][0],
            ),
            tuple(places),
        )


@lru_cache(4096)
def _plain(text: str) -> str:
    """In one case, every run of white space a blank."""
    return " ".join(text.split()).casefold()


def _times(quote: str, text: str) -> int:
    """How often the quote stands in the text, not inside a longer word or number."""
    found, at = 0, text.find(quote)
    while at >= 0:
        end = at + len(quote)
        found += not (_runs_on(text, at) or _runs_on(text, end))
        at = text.find(quote, end)
    return found


def _runs_on(text: str, at: int) -> bool:
    """Whether a word of Latin letters or digits goes on across a place."""
    around = text[at - 1 : at + 1] if at else ""
    return len(around) == 2 and around.isascii() and around.isalnum()


@check(
    "unconfirmed_evidence",
    marked("Nobody has looked whether it answers the question, so a miss may be the mark's fault."),
)
def unconfirmed_evidence(subject: Subject) -> Iterator[Told]:
    asked = subject.golden.answerable
    open_ = [q.id for q in asked if not all(p.confirmed for way in q.evidence for p in way)]
    if open_:
        yield Told(
            "warning",
            wordedn(
                "{n:,} of {of} has evidence that is marked as not confirmed.",
                "{n:,} of {of} have evidence that is marked as not confirmed.",
                len(open_),
                of=counted(len(asked), "answerable question"),
            ),
            tuple(open_),
        )


@check(
    "documents_without_question",
    marked("They are in the way of other answers, but how they are cut is not measured."),
)
def documents_without_question(subject: Subject) -> Iterator[Told]:
    asked = {p.document for q in subject.golden.answerable for way in q.evidence for p in way}
    unasked = tuple(name for name in subject.documents if name not in asked)
    if unasked:
        total = len(subject.documents)
        yield Told(
            "warning" if len(unasked) > MOST * total else "info",
            wordedn(
                "{n:,} of {of} holds no question's evidence.",
                "{n:,} of {of} hold no question's evidence.",
                len(unasked),
                of=counted(total, "document"),
            ),
            unasked,
        )
