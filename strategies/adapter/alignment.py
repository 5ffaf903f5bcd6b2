"""Where the pieces that a foreign splitter returns stand in the text they were cut from.

Splitters return text, and most change it: blanks are stripped or collapsed, headings move into
metadata, quotes and accents are normalised. Text is therefore compared by a key without blanks,
and of all places that keep the pieces in order a narrow beam keeps the cheapest series, so that
neither a repeated paragraph nor an invented piece misplaces what comes after it.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import log2
from typing import NamedTuple

from golden_sets.document import Span
from strategies.adapter.changed_text import HEADER_LINES, left_open, whole_places
from strategies.adapter.text_key import GRAM, REACH, SHORT, Key

_ELLIPSIS = re.compile(r"\s*(?:\.{2,}|…+)\s*$")
_BEAM = 8
_SKIP = 40.0  # What leaving a piece out costs, on top of its length.
_INEXACT = 6.0  # What a place costs where the blanks or marks differ.
_INSIDE = 12.0  # What a place inside the piece before it costs.


class Unaligned(NamedTuple):
    """A piece that is no part of the document, by its number in the splitter's output."""

    index: int  # type: ignore[assignment]  # hides tuple.index, which nothing here calls
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Alignment:
    """One entry a piece: its spans in order, disjoint; None where it could not be placed.

    Several spans are a piece whose parts stand apart in the text.
    """

    spans: tuple[tuple[Span, ...] | None, ...]
    unaligned: tuple[Unaligned, ...]


class _State(NamedTuple):
    """A series of placements: its cost, the last placed piece, and what was left out since."""

    cost: float
    start: int
    end: int
    left_out: int
    chain: "_Chain | None"


class _Chain(NamedTuple):
    before: "_Chain | None"
    place: Span | None


class _Wanted:
    """A piece, or what is left of it without a header or an ellipsis, to be found in a source."""

    def __init__(self, source: Key, piece: Key, raw: str, extra: float = 0.0) -> None:
        self.source = source
        self.key = piece.key
        self.raw = raw.strip()
        self.extra = extra
        self.known: list[tuple[int, int, int]] = []

    def first(self, start: int) -> int:
        """The first place at or after `start`; what was scanned is not scanned again."""
        end = len(self.source.key)
        if len(self.key) < SHORT:
            end = min(end, start + 4 * REACH)
        for low, high, found in self.known:
            if low <= start and (start <= found or (found < 0 and end <= high)):
                return found
        found = self.source.find(self.key, start, end)
        self.known.append((start, end, found))
        return found

    def first_exact(self, start: int) -> int:
        """The first place within reach where the text is the same with its blanks."""
        if start >= len(self.source.at):
            return -1
        offset = self.source.at[start]
        found = self.source.text.find(self.raw, offset, offset + len(self.raw) + REACH)
        return self.source.index(found) if found >= 0 else -1

    def places(self, state: _State, hint: int | None) -> Iterator[tuple[float, int]]:
        """Costs and starts of the places that may follow the state."""
        size = len(self.key)
        if self.extra and size < SHORT:
            if self.source.key.startswith(self.key, state.end):
                yield self._cost(state, state.end), state.end
            return
        beyond = max(state.start, state.end - size + 1)
        starts = set()
        for low in {state.start, beyond, state.end, state.end + state.left_out * 3 // 4}:
            starts |= {self.first(low), self.first_exact(low)}
        starts.add(self.source.key.rfind(self.key, state.start, state.end + size - 1))
        if hint is not None and self.source.key.startswith(self.key, hint):
            starts.add(hint)
        for start in starts:
            far = start - state.end > REACH + 2 * state.left_out and size < SHORT
            if start < state.start or (far and start != hint):
                continue
            cost = self._cost(state, start)
            if start == hint and start > state.start:
                cost = 1.0 if start + size <= state.end else -1.0
            yield cost, start

    def _cost(self, state: _State, start: int) -> float:
        gap = start - state.end
        cost = self.extra
        if gap > 0:  # What was left out in between may well stand there.
            cost += 1 + log2(1 + min(gap, 4 * abs(gap - state.left_out)))
        elif gap:  # Splitters repeat text rather than lose it: likelier than a gap.
            cost += 1 + log2(1 - gap) / 2
        if start + len(self.key) <= state.end:
            cost += _INSIDE
        exact = self.source.text.startswith(self.raw, self.source.at[start])
        return cost if exact else cost + _INEXACT


def _variants(source: Key, piece: Key) -> Iterator[_Wanted]:
    """The piece; without its ellipsis; without its first lines, which may be a header."""
    yield _Wanted(source, piece, piece.text)
    texts = [_ELLIPSIS.sub("", piece.text)]
    lines = piece.text.strip().split("\n")
    texts += ["\n".join(lines[n:]) for n in range(1, min(HEADER_LINES + 1, len(lines)))]
    for text in texts:
        part = Key(text)
        if 0 < len(part.key) < len(piece.key):
            yield _Wanted(source, part, text, 4 + (len(piece.key) - len(part.key)) / 8)


def _followed(
    source: Key, piece: Key, hint: int | None, new: int, states: list[_State]
) -> list[_State]:
    """The cheapest states after one more piece, with `new` new characters, placed or left out."""
    size = len(piece.key)
    after: dict[tuple[int, int], _State] = {}

    def offer(state: _State) -> None:
        known = after.get(state[1:3])
        if known is None or state.cost < known.cost:
            after[state[1:3]] = state

    for wanted in _variants(source, piece):
        for state in states:
            for cost, start in wanted.places(state, hint):
                place = Span(start, start + len(wanted.key))
                chain = _Chain(state.chain, place)
                offer(_State(state.cost + cost, start, max(place.end, state.end), 0, chain))
        if after:
            break
    for state in states:
        cost = state.cost + _SKIP + size
        chain = _Chain(state.chain, None)
        offer(_State(cost, state.start, state.end, state.left_out + new, chain))
    return sorted(after.values(), key=lambda state: state[:3])[:_BEAM]


def _new(piece: str, before: str) -> int:
    """How many characters of a piece are not the end of the piece before it."""
    start = before.rfind(piece[:GRAM])
    repeats = start >= 0 and piece.startswith(before[start:])
    return len(piece) - (len(before) - start if repeats else 0)


def _in_order(source: Key, keys: Sequence[Key], hints: Sequence[int | None]) -> list[Span | None]:
    """Places in the source's key of the pieces that stand in it, by a beam search."""
    states = [_State(0.0, 0, 0, 0, None)]
    before = ""
    for piece, hint in zip(keys, hints, strict=True):
        if piece.key:
            at = None if hint is None else source.index(hint)
            states = _followed(source, piece, at, _new(piece.key, before), states)
            before = piece.key
        else:
            states = [s._replace(chain=_Chain(s.chain, None)) for s in states]
    places: list[Span | None] = []
    chain = states[0].chain
    while chain:
        places.append(chain.place)
        chain = chain.before
    return places[::-1]


def align(text: str, pieces: Sequence[str], hints: Sequence[int | None] = ()) -> Alignment:
    """The pieces' spans in the text.

    Pieces are in document order and may overlap. `hints` are the splitter's own offsets, one a
    piece; a hint decides only where the piece stands at it.
    """
    source = Key(text)
    keys = [Key(piece) for piece in pieces]
    hints = hints or [None] * len(pieces)
    places = _in_order(source, keys, hints)
    # Where a piece left open starts and ends at the latest: as the next one that is placed.
    end = len(source.key)
    limits = [Span(end, end)]
    for place in reversed(places):
        limits.append(place or limits[-1])
    limits.reverse()
    spans: list[tuple[Span, ...] | None] = []
    last, floor = Span(0, 0), 0
    aside: Span | None = None  # The place of the piece before, where that is out of order.
    for piece, place, hint, limit in zip(keys, places, hints, limits, strict=False):
        blocks = whole_places(source, piece, last, place) if place else []
        blocks = blocks or left_open(source, piece, last, limit)
        if blocks:
            placed = _spans(source, piece, blocks, floor)
            last = Span(blocks[0].start, max(last.end, blocks[-1].end))
            floor = placed[0].start
            aside = None
            spans.append(placed)
        elif piece.key:
            aside = _anywhere(source, piece, hint, aside)
            spans.append(_spans(source, piece, [aside], 0) if aside else None)
        else:
            spans.append(_unprinted(source, piece, last))
    unaligned = (
        Unaligned(index, piece.text, _reason(source, piece))
        for index, (piece, found) in enumerate(zip(keys, spans, strict=True))
        if found is None
    )
    return Alignment(tuple(spans), tuple(unaligned))


def _reason(source: Key, piece: Key) -> str:
    if not piece.text.strip():
        return "it is blank"
    if piece.key and source.find(piece.key, 0, len(source.key)) >= 0:
        return "it is out of order and stands in several places of the document"
    return "it stands nowhere in the document"


def _anywhere(source: Key, piece: Key, hint: int | None, before: Span | None) -> Span | None:
    """The place of a piece out of order: at its hint, the only one, or the next after `before`.

    Parsers that return parents and then their children go back to the start so.
    """
    size, end = len(piece.key), len(source.key)
    if hint is not None and source.text.startswith(piece.text, hint):
        start = source.index(hint)
        return Span(start, start + size)
    found = source.find(piece.key, 0, end)
    if found >= 0 and source.find(piece.key, found + 1, end) >= 0:
        found = source.find(piece.key, before.end, end) if before else -1
    return Span(found, found + size) if found >= 0 else None


def _unprinted(source: Key, piece: Key, last: Span) -> tuple[Span, ...] | None:
    """The place after the piece before it of one that has no key, as it stands."""
    raw = piece.text.strip()
    found = source.text.find(raw, source.at[last.end - 1] + 1 if last.end else 0) if raw else -1
    return (Span(found, found + len(raw)),) if found >= 0 else None


def _spans(source: Key, piece: Key, places: Iterable[Span], floor: int) -> tuple[Span, ...]:
    """The places in the text; a single one with the blanks the piece has, from `floor` on."""
    spans: list[Span] = []
    for place in places:
        span = source.span(*place)
        if spans and span.start < spans[-1].end:  # Two parts of one folded character.
            span = Span(spans.pop().start, span.end)
        spans.append(span)
    return (_with_edges(source.text, piece, spans[0], floor),) if len(spans) == 1 else tuple(spans)


def _with_edges(text: str, piece: Key, span: Span, floor: int) -> Span:
    """The span with the blanks around it that the piece has too."""
    start, end = span
    first, last = piece.at[0], piece.at[-1] + 1
    while first and start > floor and text[start - 1] == piece.text[first - 1]:
        start, first = start - 1, first - 1
    while last < len(piece.text) and end < len(text) and text[end] == piece.text[last]:
        end, last = end + 1, last + 1
    if len(unicodedata.normalize("NFD", piece.text[-1])) > 1:
        while end < len(text) and unicodedata.combining(text[end]):
            end += 1
    return Span(start, end)


def covered_share(text: str, spans: Iterable[Span]) -> float | None:
    """The share of the text's non-blank characters inside the spans; None for a blank text."""
    covered = bytearray(len(text))
    for start, end in spans:
        covered[start:end] = b"\1" * (end - start)
    counted = [covered[found.start()] for found in re.finditer(r"\S", text)]
    return sum(counted) / len(counted) if counted else None
