"""A document as candidates are looked for in it: sentences, their neighbours, their sections."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from golden_sets.document import Block, Document, Span
from golden_sets.headings import is_run_in
from golden_sets.list_lines import continues_list, marker_end
from golden_sets.numbering import opening
from golden_sets.sentences import block_sentences

PROSE = frozenset({"paragraph", "list_item", "quote", "footnote"})
_WORD = re.compile(r"[^\W\d_]{2,}")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_SHORTEST = 10
# What a sentence before it left over: the end of emphasis or of a tag.
_LEFT_OVER = re.compile(r"(?:</?[A-Za-z][^<>\n]{0,200}>|[*_]{1,3}(?=\s)|\s)+")
_LONGEST = 600


class Sentence(NamedTuple):
    """A sentence of running text; `block` is the index of the block it stands in."""

    span: Span
    block: int


@dataclass(frozen=True, slots=True)
class Layout:
    """A document, its sentences in order, and where each block's section starts.

    Attributes:
        first: The index in `sentences` of each block's first one; as many as blocks, and one.
        sections: Of each block, where its section starts. A clause whose heading opens its own
            line (`7.2 The fee is due`) is no section but a part of one.
        leads: Of each block, the sentence that leads in the list it is an item of.
    """

    document: Document
    sentences: tuple[Sentence, ...]
    first: tuple[int, ...]
    sections: tuple[int, ...]
    leads: tuple[Span | None, ...]

    def text(self, span: Span) -> str:
        return self.document.text[slice(*span)]

    def block_at(self, offset: int) -> int:
        """The index of the block an offset stands in."""
        blocks = self.document.blocks
        return bisect_right(blocks, offset, key=lambda block: block.span.start) - 1

    def words_start(self, sentence: Sentence) -> int:
        """Where a sentence's words begin, behind the marker or number of an item."""
        start, end = sentence.span
        block = self.document.blocks[sentence.block]
        marked = next((m.end for m in block.markup if m.start == start), start)
        found = marker_end(self.document.text, marked, end) or marked
        opened = opening(self.document.text, found, end)
        return opened.end if opened and found == block.span.start else found

    def of_block(self, block: int) -> Sequence[Sentence]:
        return self.sentences[self.first[block] : self.first[block + 1]]

    def before(self, index: int) -> Sentence | None:
        """The sentence before one in its section; a clause counts as a neighbour of the next."""
        if index == 0:
            return None
        here, before = self.sentences[index], self.sentences[index - 1]
        same = self.sections[here.block] == self.sections[before.block]
        return before if same else None


def layout_of(document: Document) -> Layout:
    """The layout; sentences too short to state a fact or too long to be evidence are left out."""
    text, blocks = document.text, document.blocks
    found: list[Sentence] = []
    first: list[int] = []
    for index, block in enumerate(blocks):
        first.append(len(found))
        if block.kind in PROSE:
            found.extend(Sentence(span, index) for span in _usable(text, block))
    first.append(len(found))
    leads = tuple(_leads(document, found, first))
    return Layout(document, tuple(found), tuple(first), tuple(_sections(text, blocks)), leads)


def _leads(
    document: Document, found: Sequence[Sentence], first: Sequence[int]
) -> Iterator[Span | None]:
    lead: Span | None = None
    for index, block in enumerate(document.blocks):
        if block.kind == "list_item":
            yield lead
            continue
        last = found[first[index + 1] - 1].span if first[index] < first[index + 1] else None
        lead = last if last and continues_list(document.text[slice(*last)]) else None
        yield None


def _usable(text: str, block: Block) -> Iterator[Span]:
    for start, end in block_sentences(text, block):
        left_over = _LEFT_OVER.match(text, start, end)
        start = left_over.end() if left_over and start > block.span.start else start
        if _SHORTEST <= end - start <= _LONGEST:
            yield Span(start, end)


def _sections(text: str, blocks: Sequence[Block]) -> Iterator[int]:
    start = 0
    for block, after in zip_longest(blocks, blocks[1:]):
        if block.kind == "heading" and not is_run_in(text, block, after):
            start = block.span.start
        yield start


def word_count(text: str) -> float:
    """How many words a text has; two Chinese characters are one."""
    cjk = len(_CJK.findall(text))
    return cjk / 2 + len(_WORD.findall(_CJK.sub(" ", text) if cjk else text))
