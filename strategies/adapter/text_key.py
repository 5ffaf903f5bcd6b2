"""A text as it is compared: without blanks, accents, case and typography."""

import re
import unicodedata
from array import array
from bisect import bisect_left
from functools import cache

from golden_sets.document import Span

_ALIKE = str.maketrans("“”„‟«»‘’‚‛‹›‐‑‒–—―−", "\"\"\"\"\"\"''''''-------")
_RUN = re.compile(r"[!-~]+|\S")
REACH = 1000  # How far ahead of its neighbour a changed or short piece is looked for.
GRAM = 16  # Every 16th place of the key is known by its next 16 characters.
SHORT = 2 * GRAM  # A piece of fewer characters is looked for within reach only.


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
        if len(wanted) < SHORT or end - start < 4 * REACH:
            return self.key.find(wanted, start, end)
        found = end + 1
        for shift in range(GRAM):
            places = self._places(wanted[shift : shift + GRAM])
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
            for place in range(0, len(self.key), GRAM):
                self._grams.setdefault(self.key[place : place + GRAM], []).append(place)
        return self._grams.get(gram, [])

    def find_part(self, wanted: str, start: int, end: int) -> tuple[int, int] | None:
        """A part of a key that stands in `start` to `end`: where in the key, and where there."""
        for shift in range(len(wanted) - GRAM + 1):
            places = self._places(wanted[shift : shift + GRAM])
            index = bisect_left(places, start)
            if index < len(places) and places[index] + GRAM <= end:
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
