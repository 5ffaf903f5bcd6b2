"""Where the pieces that a foreign splitter returns stand in the text they were cut from.

Splitters return text, and most change it: blanks are stripped or collapsed, headings move into
metadata, quotes and accents are normalised. Text is therefore compared by a key without blanks,
and of all places that keep the pieces in order a narrow beam keeps the cheapest series, so that
neither a repeated paragraph nor an invented piece misplaces what comes after it.
"""

import re
import unicodedata
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from math import log2
from typing import NamedTuple

from golden_sets.document import Span

_ALIKE = str.maketrans("“”„‟«»‘’‚‛‹›‐‑‒–—―−", "\"\"\"\"\"\"''''''-------")
_RUN = re.compile(r"[!-~]+|\S")
_ELLIPSIS = re.compile(r"\s*(?:\.{2,}|…+)\s*$")
_HEADER_LINES = 3
_BEAM = 8
_SKIP = 40.0  # What leaving a piece out costs, on top of its length.
_INEXACT = 6.0  # What a place costs where the blanks or marks differ.
_INSIDE = 12.0  # What a place inside the piece before it costs.
_SEED = 8  # Characters that must agree for a changed piece to be picked up again.
_REACH = 1000  # How far ahead of its neighbour a changed or short piece is looked for.
_GRAM = 16  # Every 16th place of the key is known by its next 16 characters.
_SHORT = 2 * _GRAM  # A piece of fewer characters is looked for within reach only.
_ENOUGH = 0.6  # The share of a changed piece that must stand in the text.


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


@cache
def _folded(character: str) -> str:
    """Its letters in lower case, without accents, blanks and what is not printed."""
    if not character.isprintable():
        return ""
    plain = unicodedata.normalize("NFKD", character.translate(_ALIKE)).translate(_ALIKE)
    parts = unicodedata.normalize("NFKD", plain.casefold())
    return "".join(
        c for c in parts if not c.isspace() and c.isprintable() and not unicodedata.combining(c)
    )


class Key:
    """A text as it is compared, `key`, and for each of its characters the offset `at`."""

    def __init__(self, text: str) -> None:
        self.text = text
        parts: list[str] = []
        self.at = array("l")
        for run in _RUN.finditer(text):
            found = run.group()
            if found.isascii():
                parts.append(found.lower())
                self.at.extend(range(run.start(), run.end()))
            else:
                folded = _folded(found)
                parts.append(folded)
                self.at.extend([run.start()] * len(folded))
        self.key = "".join(parts)
        self._grams: dict[str, list[int]] = {}

    def find(self, wanted: str, start: int, end: int) -> int:
        """The first place of a key in `start` to `end`, -1 without one; any distance is cheap."""
        if len(wanted) < _SHORT or end - start < 4 * _REACH:
            return self.key.find(wanted, start, end)
        found = end + 1
        for shift in range(_GRAM):
            places = self._places(wanted[shift : shift + _GRAM])
            for index in range(bisect_left(places, start + shift), len(places)):
                place = places[index] - shift
                if place >= found or place + len(wanted) > end:
                    break
                if self.key.startswith(wanted, place):
                    found = place
                    break
        return found if found <= end else -1

    def _places(self, gram: str) -> list[int]:
        if not self._grams:
            for place in range(0, len(self.key), _GRAM):
                self._grams.setdefault(self.key[place : place + _GRAM], []).append(place)
        return self._grams.get(gram, [])

    def find_part(self, wanted: str, start: int, end: int) -> tuple[int, int] | None:
        """A part of a key that stands in `start` to `end`: where in the key, and where there."""
        for shift in range(len(wanted) - _GRAM + 1):
            places = self._places(wanted[shift : shift + _GRAM])
            index = bisect_left(places, start)
            if index < len(places) and places[index] + _GRAM <= end:
                return shift, places[index]
        return None

    def span(self, start: int, end: int) -> Span:
        """Of the key's characters `start` to before `end`."""
        return Span(self.at[start], self.at[end - 1] + 1)

    def index(self, offset: int) -> int:
        """Of the first character of the key at or after an offset of the text."""
        return bisect_left(self.at, offset)


def same_text(one: str, other: str) -> bool:
    """Whether two texts differ in nothing but what an alignment tolerates."""
    return Key(one).key == Key(other).key


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
        if len(self.key) < _SHORT:
            end = min(end, start + 4 * _REACH)
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
        found = self.source.text.find(self.raw, offset, offset + len(self.raw) + _REACH)
        return self.source.index(found) if found >= 0 else -1

    def places(self, state: _State, hint: int | None) -> Iterator[tuple[float, int]]:
        """Costs and starts of the places that may follow the state."""
        size = len(self.key)
        if self.extra and size < _SHORT:
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
            far = start - state.end > _REACH + 2 * state.left_out and size < _SHORT
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
    texts += ["\n".join(lines[n:]) for n in range(1, min(_HEADER_LINES + 1, len(lines)))]
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
    start = before.rfind(piece[:_GRAM])
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
        blocks = _whole(source, piece, last, place) if place else []
        blocks = blocks or _left_open(source, piece, last, limit)
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


def _whole(source: Key, piece: Key, last: Span, place: Span) -> list[Span]:
    """The place; where only a part of the piece stands there, with what is changed of the rest."""
    missing = len(piece.key) - (place.end - place.start)
    if missing:
        places = _changed(source, piece, last, place.end)
        size = sum(end - start for start, end in places)
        if abs(len(piece.key) - size) <= (1 - _ENOUGH) * missing:
            return places
    return [place]


def _left_open(source: Key, piece: Key, last: Span, limit: Span) -> list[Span]:
    """Places of a changed or short piece between its neighbours, [] where there are none."""
    if not piece.key:
        return []
    for start in (last.end, last.start):
        found = source.find(piece.key, start, min(limit.end, limit.start + len(piece.key)))
        if found >= 0:
            return [Span(found, found + len(piece.key))]
    places = _changed(source, piece, last, limit.end)
    return places if places and places[0].start <= limit.start else []


def _changed(source: Key, piece: Key, last: Span, limit: int) -> list[Span]:
    """The parts of a piece that are still the text's, [] where they are too few."""
    after, overlapping = (
        _blocks(source, piece.key, before, limit) for before in (Span(last.end, last.end), last)
    )
    blocks = max(after, overlapping, key=_matched)
    while len(blocks) > 1 and _stray(blocks[0], blocks[1]):
        del blocks[0]
    while len(blocks) > 1 and _stray(blocks[-1], blocks[-2]):
        del blocks[-1]
    if not blocks:
        return []
    header = _header(piece, blocks[0].wanted)
    if _matched(blocks) < _ENOUGH * (len(piece.key) - header):
        return []
    return _joined(source, _to_the_ends(source.key, piece.key, blocks, Span(last.start, limit)))


def _header(piece: Key, first: int) -> int:
    """How much of the piece, up to where it was first found, is whole lines before it."""
    before = piece.text[: piece.at[first]]
    lines = before.strip().count("\n") + 1
    return first if before.rstrip(" \t").endswith("\n") and lines <= _HEADER_LINES else 0


class _Block(NamedTuple):
    """A run of characters that stands in the piece and in the text."""

    wanted: int
    at: int
    size: int


def _matched(blocks: list[_Block]) -> int:
    return sum(block.size for block in blocks)


def _stray(block: _Block, neighbour: _Block) -> bool:
    return block.size < 2 * _SEED and abs(neighbour.at - block.at) > _REACH // 5


def _blocks(source: Key, wanted: str, last: Span, limit: int) -> list[_Block]:
    """Runs that a changed piece shares with the text, in the order of both."""
    key = source.key
    blocks: list[_Block] = []
    read, at = 0, last.start
    while read + _SEED <= len(wanted):
        found = (
            _next_seed(key, wanted, read, at, min(limit, max(at, last.end) + _REACH))
            if blocks
            else _first_seed(source, wanted, last, limit)
        )
        if found is None:
            break
        new_read, new_at = found
        while new_read > read and new_at > at and wanted[new_read - 1] == key[new_at - 1]:
            new_read, new_at = new_read - 1, new_at - 1
        size = _agreement(wanted, new_read, key, new_at)
        blocks.append(_Block(new_read, new_at, size))
        read, at = new_read + size, new_at + size
    return blocks


def _first_seed(source: Key, wanted: str, last: Span, limit: int) -> tuple[int, int] | None:
    """Where the piece is first recognised; a long run that agrees before a short one."""
    ahead = min(len(wanted), 4 * _REACH)
    near = min(limit, last.end + ahead + _REACH)
    for size in (_GRAM, _SEED):
        found = _seed(source.key, wanted, Span(0, ahead), Span(last.start, near), size)
        if found:
            return found
    return source.find_part(wanted, last.start, limit)


def _next_seed(key: str, wanted: str, read: int, at: int, limit: int) -> tuple[int, int] | None:
    """Where the piece is recognised again after `read`; nearby before far away."""
    for reach in (64, 256, max(4 * _REACH, limit - at)):
        piece, text = Span(read, read + reach), Span(at, min(limit, at + reach))
        if found := _seed(key, wanted, piece, text, _SEED):
            return found
    return None


def _seed(key: str, wanted: str, piece: Span, text: Span, size: int) -> tuple[int, int] | None:
    for start in range(piece.start, min(piece.end, len(wanted) - size + 1)):
        found = key.find(wanted[start : start + size], text.start, text.end)
        if found >= 0:
            return start, found
    return None


def _to_the_ends(key: str, wanted: str, blocks: list[_Block], within: Span) -> list[_Block]:
    """The blocks, the outer ones with the few characters of the piece that differ there."""
    first, last = blocks[0], blocks[-1]
    head, tail = wanted[: first.wanted], wanted[last.wanted + last.size :]
    if 0 < len(head) <= _GRAM:
        low = max(within.start, first.at - 2 * _GRAM)
        found = key.rfind(head, low, first.at)
        if found < 0 and _alike(head, key[max(low, first.at - len(head)) : first.at]):
            found = first.at - len(head)
        if found >= within.start:
            blocks = [_Block(0, found, len(head)), *blocks]
    if 0 < len(tail) <= _GRAM:
        start = last.at + last.size
        high = min(within.end, start + 2 * _GRAM)
        found = key.find(tail, start, high)
        if found < 0 and _alike(tail, key[start : min(high, start + len(tail))]):
            found = start
        if found >= 0:
            size = min(len(tail), high - found)
            blocks = [*blocks, _Block(last.wanted + last.size, found, size)]
    return blocks


def _alike(one: str, other: str) -> bool:
    return SequenceMatcher(None, one, other, autojunk=False).ratio() >= _ENOUGH


def _joined(source: Key, blocks: list[_Block]) -> list[Span]:
    """The blocks' places, as one where nothing but marks or changed text is between two."""
    places: list[Span] = []
    read = 0
    for wanted, at, size in blocks:
        if places and _is_joined(source, Span(places[-1].end, at), wanted - read):
            places[-1] = Span(places[-1].start, at + size)
        else:
            places.append(Span(at, at + size))
        read = wanted + size
    return places


def _is_joined(source: Key, gap: Span, instead: int) -> bool:
    """Whether a gap of the text is changed in the piece or has lost marks, not whole lines."""
    size = gap.end - gap.start
    if size <= 2 * instead + _SEED and instead:
        return True
    if not any(c.isalnum() for c in source.key[gap.start : gap.end]):
        return True
    start, end = source.span(*gap)
    return "\n" not in source.text[start - 1 : end + 1] and size <= _REACH // 5


def _agreement(one: str, i: int, other: str, j: int) -> int:
    """How many characters from `i` and from `j` on are the same."""
    low, high = 0, min(len(one) - i, len(other) - j)
    while low < high:
        middle = (low + high + 1) // 2
        if one[i + low : i + middle] == other[j + low : j + middle]:
            low = middle
        else:
            high = middle - 1
    return low


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
