"""Amounts of money, shares, durations, dates, sizes and counts, in English and Chinese."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from golden_sets.document import Span
from golden_sets.language import marked
from golden_sets.numerals import ENGLISH, value

# How much each is worth asking for: more is asked about money than about dates.
WORTH = {
    "a date or time": 0.6,
    "an amount of money": 1.0,
    "a share": 0.9,
    "a duration": 0.9,
    "a size": 0.8,
    "a count": 0.5,
}
_HAN = "零〇一二三四五六七八九十百千两"
_FEW = f"(?i:{'|'.join([*list(ENGLISH)[:1:-1], 'hundred', 'thousand'])})"
_MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_CODE = "(?:EUR|USD|GBP|CHF|JPY|CNY|RMB|SEK|HKD)"
_S = r"[ \u00a0\n]?"
_DIGITS = r"(?<![A-Za-z0-9_.,])\d{1,15}(?:,\d{3})*+(?:\.\d{1,9})?"
_EN = rf"(?:{_DIGITS}|\b{_FEW}(?:-{_FEW}|-one)?)(?: (?:hundred|thousand|million|billion))?"
_ZH = rf"(?:(?<!第){_DIGITS}|(?<![第{_HAN}\d])[{_HAN}万亿]{{1,12}}){_S}[十百千万亿]{{0,3}}"
_FORMS = {
    marked("a date or time"): (
        rf"\b\d{{1,2}} {_MONTH}\b(?: \d{{4}})?|\b{_MONTH} \d{{1,2}}\b(?:, \d{{4}})?"
        r"|(?<![\d-])\d{4}-\d\d-\d\d(?![\d-])|(?<![\d:])\d{1,2}:\d\d(?![\d:])"
        rf"|(?<!\d)\d{{4}}{_S}年(?:{_S}\d{{1,2}}{_S}月(?:{_S}\d{{1,2}}{_S}[日号])?)?"
        rf"|[〇零一二三四五六七八九]{{4}}年(?:[{_HAN}]{{1,3}}月(?:[{_HAN}]{{1,3}}日)?)?"
        rf"|(?:(?<!\d)\d{{1,2}}|(?<![{_HAN}])[{_HAN}]{{1,3}}){_S}月{_S}"
        rf"(?:\d{{1,2}}|[{_HAN}]{{1,3}}){_S}[日号]"
    ),
    marked("an amount of money"): (
        rf"(?:\b{_CODE} ?|[$€£¥￥] ?)\d{{1,15}}(?:,\d{{3}})*+(?:\.\d+)?"
        r"(?: (?:million|billion|thousand)\b|[万亿])?"
        rf"|{_EN} ?(?:(?:{_CODE}|euros?|dollars?|pounds?|cents?|yuan)\b|[€£])"
        rf"|{_ZH}(?:元|美元|欧元|港元|日元)"
    ),
    marked("a share"): (
        rf"{_EN}(?:{_S}[%‰％]|[ -](?:percent|per cent|percentage points?)\b)"
        rf"|[{_HAN}\d]{{1,6}}分之[{_HAN}\d]{{1,6}}|{_ZH}个百分点"
    ),
    marked("a duration"): (
        rf"(?:{_EN}|\b[Oo]ne)(?:[ \u00a0\n-]|(?<=\d))"
        r"(?:(?:working|business|calendar|full|further|more|consecutive|successive) )?"
        r"(?:second|minute|hour|day|week|month|quarter|year)s?\b"
        rf"|{_ZH}(?:个?(?:工作日|交易日|自然日|季度|星期|小时)|个月|日|天|周(?!岁)|年|分钟|秒)"
    ),
    marked("a size"): (
        rf"{_EN}(?:[ \u00a0-]?(?:[kKMGTP]i?[Bb]|[kKMGT]?bit/s|[kMG]bps|km|cm|mm|kg|kWh|[kMG]Hz|dpi)"
        r"|[ -](?:(?:kilo|mega|giga|tera)?bytes?|pixels?|characters?|met(?:er|re)s?"
        r"|kilomet(?:er|re)s?|lit(?:er|re)s?|tons?|tonnes?))\b"
        rf"|{_ZH}(?:平方米|公里|千米|米|公斤|千克|吨|升|字节|兆|字(?!号)|页)"
    ),
    marked("a count"): (
        rf"{_EN} (?:[a-z]{{3,14}} ){{0,2}}(?!has\b|was\b|its\b|does\b|this\b)[A-Za-z]{{2,14}}s\b"
        rf"|{_ZH}(?:[名人次倍份个台项岁件]|周岁)?(?:以上|以下|以内)"
        rf"|{_ZH}(?:周岁|岁|名(?!义)|次|倍|份|台)"
    ),
}
_GROUPS = {f"k{index}": name for index, name in enumerate(_FORMS)}
# In ASCII mode an edge of a word is also between a letter and a Chinese character.
_QUANTITY = re.compile(
    "|".join(f"(?P<{group}>{_FORMS[name]})" for group, name in _GROUPS.items()), re.ASCII
)
_MAY_OPEN = re.compile(rf"[\d{_HAN}$€£¥￥]|\b(?:{_FEW}|[Oo]ne|{_MONTH}|{_CODE})\b", re.ASCII)
_WRITTEN = re.compile(rf"(?<!\d)[{_HAN}万亿]{{1,12}}")
_SPELT = re.compile(rf"\b(?:{'|'.join(ENGLISH)})\b", re.ASCII | re.IGNORECASE)
_LIMITS = re.compile(
    r"\b(?:at most|at least|up to|no (?:more|fewer|less|later) than|not more than|more than"
    r"|fewer than|less than|older than|longer than|maximum|minimum|limited to|limit|exceeds?|within"
    r"|only|above|after)\b|不得?(?:超过|少于|低于|高于)|至[少多]|最[多少]|以[上下内]|内|前",
    re.IGNORECASE,
)


class Quantity(NamedTuple):
    """A number with what it counts: its kind (of `WORTH`) and its place in the text."""

    kind: str
    span: Span


def quantities(text: str, start: int = 0, end: int | None = None) -> Iterator[Quantity]:
    """The quantities in a range of a text, in order, disjoint."""
    end = len(text) if end is None else end
    done = start
    for opened in _MAY_OPEN.finditer(text, start, end):
        if opened.start() < done:
            continue
        found = _QUANTITY.match(text, opened.start(), end)
        if found and found.lastgroup and _counts(found[0], _GROUPS[found.lastgroup]):
            done = found.end()
            yield Quantity(_GROUPS[found.lastgroup], Span(*found.span()))


def _counts(written: str, kind: str) -> bool:
    """Whether a Chinese numeral is a number: 万 or 零 alone is none, and 一名 says only "a"."""
    found = _WRITTEN.match(written)
    if found is None or "分之" in written or kind == "a date or time":
        return True
    return value(found[0]) > (kind == "a count" and "以" not in written)


def limits(text: str) -> bool:
    """Whether the text says that a quantity is a limit, or what happens from it on."""
    return bool(_LIMITS.search(text))


def in_figures(written: str) -> str:
    """The text with numbers in figures where they are in words: 三十日 and 30日 are equal then."""
    written = _WRITTEN.sub(lambda found: str(value(found[0]) or found[0]), written)
    return _SPELT.sub(lambda found: str(ENGLISH[found[0].lower()]), written)
