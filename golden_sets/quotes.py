"""Where a quote stands in a document: exactly first, and else but for what copying changes."""

from collections.abc import Iterator
from itertools import islice

from golden_sets.document import Document, Span
from golden_sets.folding import fold
from golden_sets.language import joined, worded
from golden_sets.near import nearest
from golden_sets.reading import GoldenSetError

_SHOWN = 60
_LISTED = 5
_MOST_PLACES = 10_000


def resolve_quote(document: Document, quote: str, start: int | None = None) -> Span:
    """The one place where a quote stands in a document.

    A quote that is not there to the character is also found where white space, the form of
    quotation marks and dashes, or the width of letters differ; the span is the text's own.

    Args:
        start: Which of several places is meant, by its first character.

    Raises:
        GoldenSetError: It is blank, stands nowhere, or in several places with no `start`; with
            the nearest passage or the starts to write.
    """
    text = document.text
    if not quote.strip():
        raise GoldenSetError(
            worded("{id}: a blank quote; quote the words that answer", id=document.id)
        )
    if start is None:
        first = text.find(quote)
        if first >= 0 and text.find(quote, first + 1) < 0:
            return Span(first, first + len(quote))
    elif start >= 0 and text.startswith(quote, start):
        return Span(start, start + len(quote))
    places = places_of(text, quote)
    if not places:
        raise GoldenSetError(_missing(document, quote))
    if start is not None:
        if found := standing_at(text, places, start):
            return found
        raise GoldenSetError(
            worded(
                "{id}: {words} does not stand at start {start} but at {starts}; write that, or let "
                "check --repair do it",
                id=document.id,
                words=shown(quote),
                start=start,
                starts=listed(p.start for p in places),
            )
        )
    if len(places) > 1:
        starts = listed(place.start for place in places)
        raise GoldenSetError(
            worded(
                "{id}: holds the quote {words} at {starts}; quote more of it, or write which is "
                'meant beside it: "start": {start}',
                id=document.id,
                words=shown(quote),
                starts=starts,
                start=places[0].start,
            )
        )
    return places[0]


def places_of(text: str, quote: str) -> list[Span]:
    """Where a quote stands to the character, else where it does but for what copying changes."""
    exact = list(islice(_exact(text, quote), _MOST_PLACES))
    return exact or list(islice(fold(text).places(fold(quote)), _MOST_PLACES))


def standing_at(text: str, places: list[Span], start: int) -> Span | None:
    """The place that starts there, or with the first character after blanks there."""
    while (
        0 <= start < len(text) and text[start].isspace() and all(p.start != start for p in places)
    ):
        start += 1
    return next((place for place in places if place.start == start), None)


def _exact(text: str, quote: str) -> Iterator[Span]:
    at = text.find(quote) if quote else -1
    while at >= 0:
        yield Span(at, at + len(quote))
        at = text.find(quote, at + 1)


def _missing(document: Document, quote: str) -> str:
    said = worded("{id}: does not hold the quote {words}", id=document.id, words=shown(quote))
    near = nearest(document.text, quote)
    if near is None:
        return worded("{said}, nor anything near it; is it of another document?", said=said)
    return worded(
        "{said}; nearest ({similarity:.0f} % the same) at {start} is {words}: quote that if it is "
        "meant",
        said=said,
        similarity=near.similarity,
        start=near.span.start,
        words=shown(document.text[slice(*near.span)], 3 * _SHOWN),
    )


def shown(text: str, most: int = _SHOWN) -> str:
    """A text in one short printable line."""
    return repr(text if len(text) <= most else text[: most - 3] + "...")


def listed(numbers: Iterator[int]) -> str:
    """`13 and 31`; of many the first few."""
    names = [str(number) for number in numbers]
    if len(names) > _LISTED:
        return worded(
            "{names} and {n} more places",
            names=", ".join(names[:_LISTED]),
            n=len(names) - _LISTED,
        )
    if len(names) < 2:
        return names[-1]
    return worded("{names} and {last}", names=joined(names[:-1], ", "), last=names[-1])
