"""The numbers that Word counts but does not write: `8.1`, `(a)`, a bullet."""

import re
from dataclasses import dataclass, field
from typing import Any

from golden_sets.numerals import to_chinese
from golden_sets.word_styles import attribute, child, is_on, local

_PLACE = re.compile(r"%([1-9])")
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"))
_SMALL_ROMAN = ((40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
_CHINESE = re.compile(r"chinese|taiwanese|japanese|ideograph", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Level:
    form: str = "decimal"
    text: str = "%1."
    start: int = 1
    legal: bool = False


@dataclass(slots=True)
class WordLists:
    """Counts the lists of a document; ask for each paragraph once, in order."""

    levels: dict[str, list[_Level]] = field(default_factory=dict)
    lists: dict[str, str] = field(default_factory=dict)
    restarts: dict[str, dict[int, int]] = field(default_factory=dict)
    counts: dict[str, list[int | None]] = field(default_factory=dict)

    def marker(self, number: str, level: int) -> str:
        """The marker of the next paragraph of a list: `-` for a bullet, "" for none."""
        abstract = self.lists.get(number, "")
        levels = self.levels.get(abstract, [])
        if level >= len(levels):
            return ""
        own = levels[level]
        if own.form == "bullet":
            return "-"
        counts = self.counts.setdefault(abstract, [None] * 9)
        for at, start in self.restarts.pop(number, {}).items():
            if at < 9:
                counts[at] = start - 1
        before = counts[level]
        counts[level] = own.start if before is None else before + 1
        counts[level + 1 :] = [None] * (8 - level)
        if own.form == "none":
            return ""

        def written(place: re.Match[str]) -> str:
            at = int(place[1]) - 1
            of = levels[at] if at < len(levels) else own
            value = counts[at] if counts[at] is not None else of.start
            return _written(value or 0, "decimal" if own.legal else of.form)

        return _PLACE.sub(written, own.text).strip()


def lists_of(root: Any) -> WordLists:
    """The lists of `numbering.xml`."""
    made = WordLists()
    for element in () if root is None else root:
        if local(element) == "abstractNum":
            levels = [_level(one) for one in element if local(one) == "lvl"]
            made.levels[attribute(element, "abstractNumId") or ""] = levels[:9]
        elif local(element) == "num":
            number = attribute(element, "numId") or ""
            made.lists[number] = attribute(child(element, "abstractNumId"), "val") or ""
            for one in element:
                start = attribute(child(one, "startOverride"), "val")
                if local(one) == "lvlOverride" and start and start.isdigit():
                    at = int(attribute(one, "ilvl") or 0)
                    made.restarts.setdefault(number, {})[at] = int(start)
    return made


def _level(element: Any) -> _Level:
    start = attribute(child(element, "start"), "val") or "1"
    return _Level(
        attribute(child(element, "numFmt"), "val") or "decimal",
        attribute(child(element, "lvlText"), "val") or "",
        int(start) if start.isdigit() else 1,
        is_on(child(element, "isLgl")),
    )


def _written(value: int, form: str) -> str:
    value = max(0, min(value, 99_999))
    if form in ("lowerLetter", "upperLetter") and value:
        letter = chr(ord("a") + (value - 1) % 26) * min((value - 1) // 26 + 1, 20)
        return letter if form == "lowerLetter" else letter.upper()
    if form in ("lowerRoman", "upperRoman"):
        roman = _roman(value)
        return roman if form == "lowerRoman" else roman.upper()
    if form == "decimalZero":
        return f"{value:02}"
    return to_chinese(value) if _CHINESE.search(form) and 0 < value < 10_000 else str(value)


def _roman(value: int) -> str:
    made = ""
    for size, letters in (*_ROMAN, *_SMALL_ROMAN):
        made += letters * (value // size)
        value %= size
    return made
