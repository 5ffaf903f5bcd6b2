"""A text without what copying changes: white space, forms of quotation marks, dashes, widths."""

import unicodedata
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from golden_sets.document import Span

_QUOTES = frozenset("\"'`´‘’‚‛“”„‟«»‹›「」『』〝〞〟′″‵‶❛❜❝❞＂＇｀｢｣﹁﹂﹃﹄")
_DASHES = frozenset("-‐‑‒–—―−⁃﹘﹣－")
# Other compatibility forms mean something else: x² is not x2, ① is not 1.
_FORMS = "wide narrow compat small vertical noBreak initial medial final isolated"
_SAME_LETTER = tuple(f"<{form}>" for form in _FORMS.split())


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text, and for each of its characters the span of the source it came from."""

    text: str
    starts: "array[int]"
    ends: "array[int]"

    def places(self, wanted: "Folded") -> Iterator[Span]:
        """Spans of the source that fold to the wanted text, in order; they may overlap.

        None of them begins or ends inside a character of the source, or before its accent.
        """
        size = len(wanted.text)
        at = self.text.find(wanted.text) if size else -1
        while at >= 0:
            if not self._inside(at) and not self._inside(at + size):
                yield Span(self.starts[at], self.ends[at + size - 1])
            at = self.text.find(wanted.text, at + 1)

    def _inside(self, at: int) -> bool:
        if not 0 < at < len(self.text):
            return False
        return self.starts[at] == self.starts[at - 1] or bool(unicodedata.combining(self.text[at]))


@lru_cache(maxsize=32)
def fold(text: str) -> Folded:
    """The text without white space and format characters; quotation marks and runs of dashes as
    one mark each; widths, ligatures and accents in one form."""
    letters: list[str] = []
    starts, ends = array("q"), array("q")
    for at, character in enumerate(text):
        piece = _letters(character)
        if piece == "-" and letters and letters[-1] == "-":
            ends[-1] = at + 1
            continue
        for letter in piece:
            letters.append(letter)
            starts.append(at)
            ends.append(at + 1)
    return Folded("".join(letters), starts, ends)


@lru_cache(maxsize=65536)
def _letters(character: str) -> str:
    if character.isspace() or unicodedata.category(character) in ("Cf", "Cc"):
        return ""
    if character in _QUOTES:
        return "'"
    if character in _DASHES:
        return "-"
    form = unicodedata.decomposition(character)
    if form.startswith("<") and not form.startswith(_SAME_LETTER):
        return character
    plain = unicodedata.normalize("NFKD", character)
    return plain if plain == character else "".join(_letters(part) for part in plain)
