"""Numbers that open a chapter, an article or a clause: the patterns, and what each one says."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from golden_sets.numerals import to_chinese, value


def _words(*words: str) -> str:
    return "(?:" + "|".join(f"{word}|{word.upper()}" for word in words) + r")[ \t\u00a0]{1,3}"


_HAN = "一二三四五六七八九十"
_ZH = rf"[ \t]?(?:[{_HAN}零〇百千两]{{1,9}}|\d{{1,4}})[ \t]?"
_LATIN = r"(?:\d{1,3}(?:\.\d{1,3}){0,4}|[IVXLC]{1,7}|[A-Z])"
_LETTERS = r"(?:\((?:[a-z]{1,4}|\d{1,2})\)){0,3}"
_WORD = re.compile(r"(?:[A-Za-z]{2,}[ \t\u00a0]+|§[ \t]?)(?=\S)")
_END = r"[.:]?(?!\S)"
_OPEN = r"(?=[\s\u3400-\u9fff]|$)"


@dataclass(frozen=True, slots=True)
class Pattern:
    """One way of numbering.

    Attributes:
        name: A regular expression's group, so an identifier.
        regex: The number with its own punctuation, where a line begins; it captures nothing.
        rank: Its place in nesting, outermost first; equal ranks nest as the document has them.
        family: Patterns whose numbers count on: `Section 2` is followed by `2.1`.
        opens_text: The clause itself may follow on the same line.
        strong: It is a heading in a Markdown paragraph too.
    """

    name: str
    regex: str
    rank: int
    family: str = ""
    opens_text: bool = False
    strong: bool = False


PATTERNS = (
    Pattern("附录", rf"附(?:录|件|表)(?:[ \t]?[A-Z](?![A-Za-z])|{_ZH})", 0),
    Pattern(
        "appendix",
        _words("Appendix", "Exhibit", "Schedule", "Annex", "Attachment")
        + rf"{_LATIN}(?:\([A-Z]{{1,3}}\))?{_END}",
        0,
    ),
    Pattern("编", rf"第{_ZH}(?:编|部分|篇)", 1, strong=True),
    Pattern("part", rf"{_words('Part')}{_LATIN}{_END}", 1),
    Pattern("分编", rf"第{_ZH}分编", 2, strong=True),
    Pattern("章", rf"第{_ZH}章", 3, strong=True),
    Pattern("chapter", rf"{_words('Chapter')}{_LATIN}{_END}", 3),
    Pattern("节", rf"第{_ZH}节", 4, strong=True),
    Pattern("article", rf"{_words('Article')}{_LATIN}{_LETTERS}{_END}", 5, "", True, True),
    Pattern(
        "section",
        rf"(?:{_words('Section', 'Clause')}|§[ \t]?){_LATIN}{_LETTERS}{_END}",
        5,
        "decimal",
        True,
        True,
    ),
    Pattern("roman", r"[IVX]{1,6}\.(?=\s)", 5),
    Pattern("条", rf"第{_ZH}条(?:之[{_HAN}]{{1,2}})?", 6, "", True, True),
    Pattern("顿号", rf"[{_HAN}]{{1,3}}、", 7, opens_text=True),
    Pattern("括号", rf"[（(][{_HAN}]{{1,3}}[）)]", 8, opens_text=True),
    Pattern(
        "decimal",
        rf"\d{{1,3}}(?:\.\d{{1,3}}){{1,5}}{_LETTERS}[.:：]?{_OPEN}",
        10,
        opens_text=True,
        strong=True,
    ),
    Pattern("ordinal", rf"\d{{1,2}}[.．、]{_OPEN}", 10, "decimal"),
    Pattern("bare", r"\d{1,2}(?=[ \t]{1,4}\S)", 10, "decimal"),
)
_NAMED = {pattern.name: pattern for pattern in PATTERNS}
_NUMBER = re.compile(
    r"[ \t\u3000]{0,80}[*_]{0,2}(?:" + "|".join(f"(?P<{p.name}>{p.regex})" for p in PATTERNS) + ")"
)
_DIGITS = re.compile(
    rf"\d+|[{_HAN}零〇百千两]+|[IVXLC]+(?![A-Za-z])|[A-Z](?![A-Za-z])|(?<=\()[a-z]+"
)
_ENGLISH = ("appendix", "part", "chapter", "article")


class Opening(NamedTuple):
    """A number at the start of a line.

    Attributes:
        pattern: The way of numbering.
        start: Of the number in the text.
        end: Behind the number and its own punctuation.
        number: Its parts, outermost first: `8.1(b)` is (8, 1, 2).
    """

    pattern: Pattern
    start: int
    end: int
    number: tuple[int, ...]

    @property
    def family(self) -> str:
        return self.pattern.family or self.pattern.name

    @property
    def kind(self) -> tuple[int, str, int]:
        """Headings of one kind have one level."""
        return self.pattern.rank, self.family, len(self.number)


def opening(text: str, start: int, end: int) -> Opening | None:
    """The number that a line opens with, whatever follows it."""
    found = _NUMBER.match(text, start, end)
    if found is None or found.lastgroup is None:
        return None
    name = found.lastgroup
    number = tuple(value(part) for part in _DIGITS.findall(_WORD.sub("", found[name], count=1)))
    if len(number) == 2 and number[1] == 0:
        number = number[:1]  # Some contracts count 1.0, 1.1, 1.2, 2.0.
    return Opening(_NAMED[name], found.start(name), found.end(name), number)


def clause_number(heading: str) -> str | None:
    """The number of a heading as other clauses would refer to it, None where it has none.

    `Section 7.2.` and `7.2 Fees` are "7.2", `第7条 定义` and `第七条` are "第七条", `ARTICLE V` is
    "Article 5", `Exhibit A` is "Exhibit A".
    """
    found = opening(heading, 0, len(heading))
    if found is None:
        return None
    written = heading[found.start : found.end].rstrip(" \t.:：．、")
    if found.family == "decimal":
        return _WORD.sub("", written, count=1)
    if found.pattern.name in _ENGLISH:
        word, number = written.split(maxsplit=1)
        roman = number.isalpha() and value(number) and found.pattern.name != "appendix"
        return f"{word.capitalize()} {value(number) if roman else number}"
    if found.pattern.name == "附录":
        return re.sub(r"\s", "", written)
    return re.sub(r"\d+", lambda m: to_chinese(int(m[0])), re.sub(r"\s", "", written))
