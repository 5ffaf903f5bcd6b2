"""The passage of a text that is nearest to a quote it does not hold."""

from typing import NamedTuple

from golden_sets.document import Span

# Under this, what is found is by chance; measured in tests/benchmarks/bench_import.py.
LEAST_SIMILAR = 70.0
_ANCHOR = 3


class Near(NamedTuple):
    """A passage, and how similar it is to the quote: 100 is equal.

    The similarity is 200 times the longest common subsequence over the two lengths' sum.
    """

    span: Span
    similarity: float


def nearest(text: str, quote: str, least: float = LEAST_SIMILAR) -> Near | None:
    """The most similar passage, from word to word; None if none is `least` similar."""
    # 30 ms to import, and needed only where something is wrong.
    from rapidfuzz import fuzz

    quote = quote.strip()
    if not quote or not text.strip():
        return None
    found = fuzz.partial_ratio_alignment(quote, text, score_cutoff=max(0.0, least - 20))
    if found is None:
        return None
    if len(quote) > len(text):
        start, end = 0, len(text)
    else:
        start, end = found.dest_start, found.dest_end
    span = _from_word_to_word(text, _ends_found(text, quote, start, end))
    similarity = fuzz.ratio(quote, text[slice(*span)])
    return Near(span, round(similarity, 1)) if similarity >= least else None


def _ends_found(text: str, quote: str, start: int, end: int) -> Span:
    """Where the quote begins and ends near a window that is only as long as the quote."""
    from rapidfuzz.distance import Indel

    room = len(quote) // 4 + _ANCHOR
    low = max(0, start - room)
    window = text[low : end + room]
    same = [block for block in Indel.opcodes(quote, window) if block.tag == "equal"]
    anchors = [b for b in same if b.dest_end - b.dest_start >= _ANCHOR] or same
    if not anchors:
        return Span(start, end)
    # What of the quote stands before the first anchor was changed, but stood there.
    first = low + max(0, anchors[0].dest_start - anchors[0].src_start)
    last = low + min(len(window), anchors[-1].dest_end + len(quote) - anchors[-1].src_end)
    return Span(first, last)


def _from_word_to_word(text: str, span: Span) -> Span:
    start, end = span
    while 0 < start < end and _in_word(text, start):
        start -= 1
    while start < end < len(text) and _in_word(text, end):
        end += 1
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return Span(start, end)


def _in_word(text: str, at: int) -> bool:
    """Whether a word of an alphabet goes on across a place; Chinese has no such marks."""
    return all(c.isalnum() and c < "\u2e80" for c in text[at - 1 : at + 1])
