"""Where the parts of a piece stand that a splitter has changed."""

from difflib import SequenceMatcher
from typing import NamedTuple

from golden_sets.document import Span
from strategies.adapter.text_key import GRAM, REACH, Key

HEADER_LINES = 3
_SEED = 8  # Characters that must agree for a changed piece to be picked up again.
ENOUGH = 0.6  # The share of a changed piece that must stand in the text.


def whole_places(source: Key, piece: Key, last: Span, place: Span) -> list[Span]:
    """The place; where only a part of the piece stands there, with what is changed of the rest."""
    missing = len(piece.key) - (place.end - place.start)
    if missing:
        places = _changed(source, piece, last, place.end)
        size = sum(end - start for start, end in places)
        if abs(len(piece.key) - size) <= (1 - ENOUGH) * missing:
            return places
    return [place]


def left_open(source: Key, piece: Key, last: Span, limit: Span) -> list[Span]:
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
    if _matched(blocks) < ENOUGH * (len(piece.key) - header):
        return []
    return _joined(source, _to_the_ends(source.key, piece.key, blocks, Span(last.start, limit)))


def _header(piece: Key, first: int) -> int:
    """How much of the piece, up to where it was first found, is whole lines before it."""
    before = piece.text[: piece.at[first]]
    lines = before.strip().count("\n") + 1
    return first if before.rstrip(" \t").endswith("\n") and lines <= HEADER_LINES else 0


class _Block(NamedTuple):
    """A run of characters that stands in the piece and in the text."""

    wanted: int
    at: int
    size: int


def _matched(blocks: list[_Block]) -> int:
    return sum(block.size for block in blocks)


def _stray(block: _Block, neighbour: _Block) -> bool:
    return block.size < 2 * _SEED and abs(neighbour.at - block.at) > REACH // 5


def _blocks(source: Key, wanted: str, last: Span, limit: int) -> list[_Block]:
    """Runs that a changed piece shares with the text, in the order of both."""
    key = source.key
    blocks: list[_Block] = []
    read, at = 0, last.start
    while read + _SEED <= len(wanted):
        found = (
            _next_seed(key, wanted, read, at, min(limit, max(at, last.end) + REACH))
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
    ahead = min(len(wanted), 4 * REACH)
    near = min(limit, last.end + ahead + REACH)
    for size in (GRAM, _SEED):
        found = _seed(source.key, wanted, Span(0, ahead), Span(last.start, near), size)
        if found:
            return found
    return source.find_part(wanted, last.start, limit)


def _next_seed(key: str, wanted: str, read: int, at: int, limit: int) -> tuple[int, int] | None:
    """Where the piece is recognised again after `read`; nearby before far away."""
    for reach in (64, 256, max(4 * REACH, limit - at)):
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
    if 0 < len(head) <= GRAM:
        low = max(within.start, first.at - 2 * GRAM)
        found = key.rfind(head, low, first.at)
        if found < 0 and _alike(head, key[max(low, first.at - len(head)) : first.at]):
            found = first.at - len(head)
        if found >= within.start:
            blocks = [_Block(0, found, len(head)), *blocks]
    if 0 < len(tail) <= GRAM:
        start = last.at + last.size
        high = min(within.end, start + 2 * GRAM)
        found = key.find(tail, start, high)
        if found < 0 and _alike(tail, key[start : min(high, start + len(tail))]):
            found = start
        if found >= 0:
            size = min(len(tail), high - found)
            blocks = [*blocks, _Block(last.wanted + last.size, found, size)]
    return blocks


def _alike(one: str, other: str) -> bool:
    return SequenceMatcher(None, one, other, autojunk=False).ratio() >= ENOUGH


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
    return "\n" not in source.text[start - 1 : end + 1] and size <= REACH // 5


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
