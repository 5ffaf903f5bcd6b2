"""Separators as they are searched for; one of somebody's own is held to its time."""

import re
import time
from collections.abc import Iterator, Sequence
from typing import Any

# An expression may take time that doubles with each letter, and one may come in a run from
# elsewhere: it may be so long, and look through one document for so many seconds.
OWN_CHARACTERS = 1_000
OWN_SECONDS = 10.0


class OwnTime:
    """What is left of the seconds that expressions of one's own may take in one document."""

    def __init__(self) -> None:
        self.left = OWN_SECONDS


class Separator:
    """Where the text before it ends: after each match of a pattern."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self._pattern = pattern

    def ends(self, text: str, start: int, end: int, left: OwnTime) -> Sequence[int]:
        """Ends of its matches between two places of a text, in order."""
        return [found.end() for found in self._pattern.finditer(text, start, end)]


class OwnSeparator(Separator):
    """One that somebody wrote. `re` cannot be stopped; `regex`, which finds the same, can."""

    def ends(self, text: str, start: int, end: int, left: OwnTime) -> Sequence[int]:
        """Likewise.

        Raises:
            ValueError: The document's time is used up.
        """
        before = time.monotonic()
        try:
            return list(self._ends(text, start, end, left.left))
        except TimeoutError:
            raise ValueError(
                f"separator {self._pattern.pattern!r} takes more than {OWN_SECONDS:g} seconds in "
                "one document; simplify it"
            ) from None
        finally:
            left.left -= time.monotonic() - before

    def _ends(self, text: str, start: int, end: int, seconds: float) -> Iterator[int]:
        import regex

        if seconds <= 0:
            raise TimeoutError
        # Cached by the library.
        made: Any = regex.compile(self._pattern.pattern, regex.MULTILINE)
        for found in made.finditer(text, start, end, timeout=seconds, concurrent=True):
            yield found.end()
