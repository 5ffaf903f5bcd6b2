"""From a place in a document to the evidence that a question's line keeps, and back."""

from collections.abc import Iterator
from typing import Any

from golden_sets.document import Document, Span
from golden_sets.language import worded
from golden_sets.markdown import trim
from golden_sets.reading import GoldenSetError


def passage_row(document: Document, span: Span, role: str = "answer") -> dict[str, Any]:
    """The evidence as a line keeps it: the quote, and where it starts if it stands twice.

    Raises:
        GoldenSetError: There is no text between the blanks of the span, or it is front matter.
    """
    start = max(span.start, document.body_start)
    found = trim(document.text, start, max(start, min(span.end, len(document.text))))
    quote = document.text[found.start : found.end]
    if not quote:
        raise GoldenSetError(
            worded("{id}: no text is selected outside the front matter", id=document.id)
        )
    row: dict[str, Any] = {"document": document.id, "quote": quote, "role": role}
    first = document.text.find(quote)
    if first != found.start or document.text.find(quote, first + 1) >= 0:
        row["start"] = found.start
    return row


def places(document: Document, quote: str) -> Iterator[Span]:
    """Where the words stand, whatever blanks are between them, in the document's order."""
    import re

    words = [re.escape(word) for word in quote.split()]
    if not words:
        return
    pattern = re.compile(r"\s+".join(words))
    at = document.body_start
    while (found := pattern.search(document.text, at)) is not None:
        yield Span(*found.span())
        at = found.start() + 1
