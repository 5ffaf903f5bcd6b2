"""What a text names of its own document: a clause, an article, a table, the paragraph before."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from golden_sets.document import Block, Document, Span
from golden_sets.numbering import clause_number
from golden_sets.numerals import to_chinese, value
from strategies.sections import Section, section_tree

_NUMBER = r"\d{1,4}(?:\.\d{1,4})*+(?!\d)"
_CHINESE = r"[〇零一二三四五六七八九十百千\d]{1,12}"
# A number by itself is a clause's only behind one of these words, and is no amount.
_BEFORE_NUMBER = r"\b(?:see|also|to|in|of|under|with|by|from|per|than|notwithstanding|and|or)\s+"
_NO_AMOUNT = (
    r"(?!\.?\d)(?!\s*(?:%|‰|°|percent|per cent|(?:[KMGT]i?B|EUR|USD|GBP|SEK|CHF|kg|km|cm|mm|ms"
    r"|m|s|h|hours?|days?|weeks?|months?|years?|minutes?|seconds?|million|billion|times)\b))"
)
_MORE = rf"(?:\s*(?:,\s*(?:and|or)?|and|or|&|to|through|–|-)\s*{_NUMBER})*+"
_REFERENCE = re.compile(
    rf"(?:(?:\b(?:sections?|clauses?|paragraphs?|subsections?)|§)\s*(?P<number>{_NUMBER})(?P<more>{_MORE}))"
    rf"|(?:{_BEFORE_NUMBER}(?P<bare>\d{{1,4}}(?:\.\d{{1,4}})++){_NO_AMOUNT}(?P<rest>{_MORE}))"
    r"|(?P<named>\b(?:Article|Chapter|Part|Appendix|Annex|Exhibit|Schedule)\s+"
    r"(?:\d+|[IVX]+|[A-Z])\b)"
    r"|(?P<label>(?:\b(?:Table|Figure)\s*|[表图]\s*)\d+)"
    rf"|(?:第(?P<chinese>{_CHINESE})(?P<unit>编|分编|章|节|条)(?:[至到—–-]第(?P<last>{_CHINESE})(?P=unit))?)"
    r"|(?P<appendix>附[录件]\s*[A-Z一二三四五六七八九十\d])"
    r"|(?:前(?P<paragraphs>[一二两三]?)款)"
    r"|(?:(?:前(?P<articles>[一二两三]?)|上一)条)",
    re.IGNORECASE,
)
# Behind a number: the law or treaty it belongs to, which is another document.
_OF_ANOTHER = re.compile(
    r"(?:\s*\([^()]{0,20}\))*\s+of\s+(?:the\s+)?(?!(?:this|these|our)\b)(?:[A-Z][\w’'-]*\s+){0,6}"
    r"(?:Act|Regulation|Directive|Code|Law|Treaty|Convention|Constitution|[A-Z]{3,})\b"
)
_OWN_LAW = ("本法", "本条例", "本规定", "本办法")
_LAW = ("》", "法", "条例", "规定", "办法")
_LABEL = re.compile(r"[*_]{0,2}((?:Table|Figure|表|图)\s*\d+)", re.IGNORECASE)
_COUNTS = {"两": 2, "二": 2, "三": 3}
_LONGEST_RANGE = 50


class Targets:
    """Where the sections, tables and figures of one document stand."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._starts = [block.span.start for block in document.blocks]
        self._sections: dict[str, Span] = {}
        self._order: list[Span] = []
        self._headings: dict[Span, Span] = {}
        self._labels = dict(_labelled(document))
        for section in _walk(section_tree(document.blocks)):
            words = document.text[slice(*section.blocks[0].span)].lstrip("# \t")
            if number := clause_number(words):
                self._sections.setdefault(_key(number), section.span)
                self._order.append(section.span)
                self._headings[section.span] = section.blocks[0].span

    def named_by(self, span: Span) -> Iterator[Span]:
        """The spans that the text of a span names, in the order it names them.

        Neither what is in the span already, nor a clause by its own heading.
        """
        for found in _REFERENCE.finditer(self.document.text, *span):
            for target in self._targets(found):
                within = span.start <= target.start and target.end <= span.end
                if not within and not self._is_heading_of(target, found.start()):
                    yield target

    def _is_heading_of(self, target: Span, offset: int) -> bool:
        heading = self._headings.get(target)
        return heading is not None and heading.start <= offset < heading.end

    def _targets(self, found: re.Match[str]) -> Iterator[Span]:
        if found["paragraphs"] is not None:
            yield from self._paragraphs_before(found.start(), _COUNTS.get(found["paragraphs"], 1))
        elif found["label"]:
            yield from self._known(self._labels, [found["label"]])
        elif found["chinese"]:
            if not self._of_another_law(found.start()):
                yield from self._known(self._sections, _chinese_range(found))
        elif found["number"] or found["bare"]:
            if not _OF_ANOTHER.match(self.document.text, found.end()):
                numbers = _listed(
                    found["number"] or found["bare"], found["more"] or found["rest"] or ""
                )
                yield from self._known(self._sections, numbers)
        elif found["named"] or found["appendix"]:
            if not _OF_ANOTHER.match(self.document.text, found.end()):
                yield from self._known(self._sections, [clause_number(found[0]) or found[0]])
        else:
            yield from self._articles_before(found.start(), _COUNTS.get(found["articles"] or "", 1))

    def _known(self, places: dict[str, Span], names: Sequence[str]) -> Iterator[Span]:
        for name in names:
            if (target := places.get(_key(name))) is not None:
                yield target

    def _of_another_law(self, offset: int) -> bool:
        before = self.document.text[max(0, offset - 4) : offset]
        return before.endswith(_LAW) and not before.endswith(_OWN_LAW)

    def _articles_before(self, offset: int, count: int) -> Sequence[Span]:
        at = bisect_right(self._order, offset, key=lambda span: span.start) - 1
        return self._order[max(0, at - count) : max(0, at)]

    def _paragraphs_before(self, offset: int, count: int) -> Iterator[Span]:
        """The paragraphs of the same section that stand before the one at an offset."""
        blocks = self.document.blocks
        at = bisect_right(self._starts, offset) - 1
        first = at
        while first > 0 and count and blocks[first].heading_path == blocks[first - 1].heading_path:
            first -= 1
            count -= blocks[first].kind != "list_item"
        if first < at:
            yield Span(blocks[first].span.start, blocks[at - 1].span.end)


def _listed(first: str, more: str) -> list[str]:
    """`7.1` and ` to 7.3` as 7.1, 7.2, 7.3; `7.1` and `, 7.4 and 8` as those three."""
    numbers = [first]
    for link, number in re.findall(
        rf"(,\s*and|,\s*or|,|and|or|&|to|through|–|-)\s*({_NUMBER})", more
    ):
        *above, last = number.split(".")
        *before, start = numbers[-1].split(".")
        if link in ("to", "through", "–", "-") and above == before:
            between = range(int(start) + 1, min(int(last), int(start) + _LONGEST_RANGE))
            numbers += [".".join([*above, str(one)]) for one in between]
        numbers.append(number)
    return numbers


def _chinese_range(found: re.Match[str]) -> list[str]:
    """第三条, and with 至第五条 behind it the articles up to that one."""
    first, unit = found["chinese"], found["unit"]
    start = value(first)
    stop = min(value(found["last"]), start + _LONGEST_RANGE) if found["last"] else start
    numbers = range(start, max(start, stop) + 1) if start else ()
    return [f"第{to_chinese(number)}{unit}" for number in numbers]


def _walk(section: Section) -> Iterator[Section]:
    stack = [*reversed(section.children)]
    while stack:
        found = stack.pop()
        yield found
        stack.extend(reversed(found.children))


def _key(name: str) -> str:
    return re.sub(r"\s+", "", name).casefold()


def _labelled(document: Document) -> Iterator[tuple[str, Span]]:
    """Captions' labels, and the table or image that each belongs to, caption included."""
    blocks: Sequence[Block] = document.blocks
    for at, block in enumerate(blocks):
        label = _LABEL.match(document.text, *block.span) if block.kind == "caption" else None
        if label is None:
            continue
        first = last = at
        parts = ("table_header", "table_row", "footnote", "image")
        while last + 1 < len(blocks) and blocks[last + 1].kind in parts:
            last += 1
        while first == last == at and first and blocks[first - 1].kind in parts:
            first -= 1
            while first and blocks[first - 1].kind in parts:
                first -= 1
        yield _key(label[1]), Span(blocks[first].span.start, blocks[last].span.end)
