"""What a text names of its own document: a clause, an article, a table, the paragraph before."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from golden_sets.document import Block, Document, Span
from golden_sets.numbering import clause_number
from strategies.sections import Section, section_tree

_NUMBER = r"\d+(?:\.\d+)*"
_REFERENCE = re.compile(
    r"(?P<clause>(?:\b(?:see(?:\s+also)?|sections?|clauses?|paragraphs?|subsections?)|§)\s*"
    rf"(?P<number>{_NUMBER}))"
    r"|(?P<named>\b(?:Article|Chapter|Part|Appendix|Annex|Exhibit|Schedule)\s+"
    r"(?:\d+|[IVX]+|[A-Z])\b)"
    r"|(?P<label>(?:\b(?:Table|Figure)\s*|[表图]\s*)\d+)"
    r"|(?P<chinese>第[〇零一二三四五六七八九十百千\d]+(?:编|分编|章|节|条))"
    r"|(?P<appendix>附[录件]\s*[A-Z一二三四五六七八九十\d])"
    r"|(?P<before>前[一二两三]?款)"
    r"|(?P<article>(?:前|上一)条)",
    re.IGNORECASE,
)
_LABEL = re.compile(r"[*_]{0,2}((?:Table|Figure|表|图)\s*\d+)", re.IGNORECASE)
_COUNTS = {"两": 2, "三": 3}


class Targets:
    """Where the sections, tables and figures of one document stand."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._starts = [block.span.start for block in document.blocks]
        self._sections: dict[str, Span] = {}
        self._order: list[Span] = []
        self._labels = dict(_labelled(document))
        for section in _walk(section_tree(document.blocks)):
            words = document.text[slice(*section.blocks[0].span)].lstrip("# \t")
            if number := clause_number(words):
                self._sections.setdefault(_key(number), section.span)
                self._order.append(section.span)

    def named_by(self, span: Span) -> Iterator[Span]:
        """The spans that the text of a span names, in the order it names them."""
        for found in _REFERENCE.finditer(self.document.text, *span):
            target = self._target(found)
            if target is not None and not (span.start <= target.start and target.end <= span.end):
                yield target

    def _target(self, found: re.Match[str]) -> Span | None:
        said = found[0]
        if found["before"]:
            return self._paragraphs_before(found.start(), _COUNTS.get(said[1], 1))
        if found["article"]:
            at = bisect_right(self._order, found.start(), key=lambda span: span.start) - 2
            return self._order[at] if at >= 0 else None
        if found["label"]:
            return self._labels.get(_key(said))
        number = found["number"] or clause_number(said) or said
        return self._sections.get(_key(number))

    def _paragraphs_before(self, offset: int, count: int) -> Span | None:
        """The paragraphs of the same section that stand before the one at an offset."""
        blocks = self.document.blocks
        at = bisect_right(self._starts, offset) - 1
        first = at
        while first > 0 and count and blocks[first].heading_path == blocks[first - 1].heading_path:
            first -= 1
            count -= blocks[first].kind != "list_item"
        return Span(blocks[first].span.start, blocks[at - 1].span.end) if first < at else None


def _walk(section: Section) -> Iterator[Section]:
    for child in section.children:
        yield child
        yield from _walk(child)


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
