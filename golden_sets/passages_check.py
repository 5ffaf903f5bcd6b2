"""For every passage of a golden set: does it still stand, did it move, or is it lost?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from golden_sets.document import Document, Span
from golden_sets.language import worded
from golden_sets.lock import AROUND, Lock, Mark, quote_digest
from golden_sets.near import nearest
from golden_sets.quotes import listed, places_of, shown, standing_at

Status = Literal["stands", "moved", "changed", "ambiguous", "lost"]
STATUSES: tuple[Status, ...] = ("stands", "moved", "changed", "ambiguous", "lost")
# Of the text around a place that is meant, at least so many characters are as they were, and
# so many more than around any other: templates tie, a chance letter is not enough.
_ENOUGH, _CLEARLY = 16, 4


@dataclass(frozen=True, slots=True)
class Finding:
    """What became of one passage.

    Attributes:
        status: `stands` where it stood, or nothing says where it stood; `moved` to one place
            that is certain; `changed` to something similar, for a person to judge; `ambiguous`:
            in several places, and nothing says which; `lost`.
        document: Where it stands now; another than it names if that was renamed or parted.
        place: None unless it stands or moved.
        note: For a person: what to write, or why it cannot be settled.
        repeats: Its quote stands more than once, so that it needs a `start`.
    """

    status: Status
    document: str
    place: Span | None = None
    note: str = ""
    repeats: bool = False


class Around(NamedTuple):
    """What a passage is looked for in."""

    documents: Mapping[str, Document]
    lock: Lock | None


def examine(around: Around, name: str, quote: str, start: int | None) -> Finding:
    """What became of the passage that is written as this document, quote and start."""
    mark = around.lock.mark(name, quote, start) if around.lock else None
    document = around.documents.get(name) or _renamed(around, name)
    places = places_of(document.text, quote) if document and quote.strip() else []
    if document is None or not places:
        return _not_there(around, name, document, quote)
    was = start if start is not None else mark.span.start if mark else None
    here = standing_at(document.text, places, was) if was is not None else None
    place = _settled(document.text, places, here, mark)
    if place is None:
        starts = listed(p.start for p in sorted(places, key=lambda p: abs(p.start - (was or 0))))
        told = worded(
            'it stands at {starts}; write which is meant beside it: "start": ...', starts=starts
        )
        return Finding("ambiguous", document.id, note=told)
    repeats = len(places) > 1
    if document.id != name:
        return Finding(
            "moved",
            document.id,
            place,
            worded("{name} is {id} now", name=name, id=document.id),
            repeats,
        )
    if place == here or was is None:
        return Finding("stands", name, place, repeats=repeats)
    return Finding(
        "moved", name, place, worded("from {was} to {start}", was=was, start=place.start), repeats
    )


def _settled(
    text: str, places: Sequence[Span], here: Span | None, mark: Mark | None
) -> Span | None:
    """The place that is meant: by the text around it, by its number among as many, or where it
    stood."""
    if mark is None or mark.of == len(places) == 1:
        return places[0] if len(places) == 1 else here
    alike = sorted(((mark.alike(text, place), place) for place in places), reverse=True)
    (most, best), (next_most, _) = alike[0], (alike[1] if len(alike) > 1 else (-1, None))
    enough = min(_ENOUGH, len(mark.before) + len(mark.after))
    # Where the right place was edited, its twin may look more like it than it does itself.
    if most >= max(enough, mark.twin + _CLEARLY) and most - next_most >= _CLEARLY:
        return best
    # As many as there were, and nothing around tells them apart: none came or went.
    if len(places) == mark.of and mark.alike(text, places[mark.nth]) >= enough:
        return places[mark.nth]
    return here


def _renamed(around: Around, name: str) -> Document | None:
    """The one document that has the text the missing one had."""
    revision = around.lock.revisions.get(name) if around.lock else None
    same = [d for d in around.documents.values() if d.revision == revision]
    return same[0] if len(same) == 1 else None


def _not_there(around: Around, name: str, document: Document | None, quote: str) -> Finding:
    """What became of a quote that its document does not hold, or whose document is gone."""
    near = nearest(document.text, quote) if document else None
    others = _elsewhere(around, name, quote)
    if near is None and len(others) == 1:
        other, place = others[0]
        if _came_since(around.lock, other, quote, is_gone=document is None):
            return Finding(
                "moved", other.id, place, worded("from {name} to {id}", name=name, id=other.id)
            )
    # A twin in another document is for a person: it says the same of something else.
    hint = worded("; {id} holds the words as quoted", id=others[0][0].id) if others else ""
    if document is None:
        return Finding("lost", name, note=worded("no such document{hint}", hint=hint))
    if near is None:
        return Finding(
            "lost", document.id, note=worded("nothing near it is in the document{hint}", hint=hint)
        )
    text = document.text[slice(*near.span)]
    told = worded(
        "{similarity:.0f} % the same at {start}: {shown}{hint}",
        similarity=near.similarity,
        start=near.span.start,
        shown=shown(text, 200),
        hint=hint,
    )
    return Finding("changed", document.id, note=told)


def _elsewhere(around: Around, name: str, quote: str) -> list[tuple[Document, Span]]:
    """The places in all other documents of a quote that is long enough to be sure."""
    if len(quote.strip()) < AROUND:
        return []
    return [
        (document, place)
        for document in around.documents.values()
        if document.id != name and quote in document.text
        for place in places_of(document.text, quote)
    ]


def _came_since(lock: Lock | None, other: Document, quote: str, is_gone: bool) -> bool:
    """Whether a quote can have come into another document since the lock was written.

    Without a lock only a document that is gone says that anything moved.
    """
    if lock is None:
        return is_gone
    held = any(mark.quote == quote_digest(quote) for mark in lock.marks.get(other.id, ()))
    return not held and lock.revisions.get(other.id) != other.revision
