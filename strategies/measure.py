"""Sizes of spans of one document, in characters or tokens."""

from bisect import bisect_left
from typing import Literal, Protocol

from strategies.tokenizer import token_starts

Unit = Literal["characters", "tokens"]


class Measure(Protocol):
    """How large a span is, and how far a size reaches."""

    def size(self, start: int, end: int) -> int:
        """Units in `[start, end)`."""

    def reach(self, start: int, size: int) -> int:
        """The largest end such that `[start, end)` holds at most `size` units."""

    def reach_back(self, end: int, size: int) -> int:
        """The smallest start such that `[start, end)` holds at most `size` units."""

    def surely(self, size: int) -> int:
        """Characters of any text that never are more than `size` units."""


class Characters:
    def __init__(self, length: int) -> None:
        self._length = length

    def size(self, start: int, end: int) -> int:
        return end - start

    def reach(self, start: int, size: int) -> int:
        return min(self._length, start + size)

    def reach_back(self, end: int, size: int) -> int:
        return max(0, end - size)

    def surely(self, size: int) -> int:
        return size


class Tokens:
    """Tokens of one encoding of the whole document.

    A span holds the tokens that have a character in it. A character of several tokens is never
    split: a boundary inside it moves left.
    """

    def __init__(self, text: str) -> None:
        self.starts = token_starts(text)
        self._length = len(text)

    def _first(self, start: int) -> int:
        """The first token with a character at or after `start`."""
        if not self.starts:
            return 0
        index = bisect_left(self.starts, start)
        if index == len(self.starts) or self.starts[index] > start:
            index -= 1
            while index and self.starts[index] == self.starts[index - 1]:
                index -= 1
        return max(0, index)

    def size(self, start: int, end: int) -> int:
        return bisect_left(self.starts, end) - self._first(start) if start < end else 0

    def reach(self, start: int, size: int) -> int:
        after = self._first(start) + size
        return self.starts[after] if after < len(self.starts) else self._length

    def reach_back(self, end: int, size: int) -> int:
        first = bisect_left(self.starts, end) - size
        if first <= 0:
            return 0
        if first >= len(self.starts):
            return end
        start = self.starts[first]
        # Tokens that share one character enter together or not at all.
        return start + 1 if self.starts[first - 1] == start else start

    def surely(self, size: int) -> int:
        # No character is more than four bytes, nor a token less than one. One token may reach
        # into the span from each side.
        return max(0, size - 1) // 4


def measure(text: str, unit: Unit) -> Measure:
    """The measure of a document's text in a unit."""
    return Tokens(text) if unit == "tokens" else Characters(len(text))
