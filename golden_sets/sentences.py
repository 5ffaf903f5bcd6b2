"""The one sentence segmenter, for every strategy and every figure about sentences."""

import re
from collections.abc import Iterator
from itertools import zip_longest

from golden_sets.document import Block, Document, Span
from golden_sets.headings import is_run_in

# sentencex can panic on white space other than space and newline; the replacement keeps lengths.
_ODD_SPACE = re.compile(r"[^\S \n]")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_NUMBER_ONLY = re.compile(r"[\s(（]*(?:[\dIVXivx]{1,4}|[a-zA-Z])(?:\.\d+)*[.)）、]?\s*")
_WHOLE = frozenset({"heading", "table_header", "table_row", "image", "code"})
# In ASCII nothing else ends a sentence for sentencex.
_ASCII_END = re.compile(r"[.!?](?=.)|\n\s*\n", re.DOTALL)


def _boundaries(text: str) -> list[tuple[int, int]]:
    """Where sentencex parts the text of a block."""
    ascii_only = text.isascii()
    if ascii_only and not _ASCII_END.search(text):
        return [(0, len(text))]
    from sentencex import get_sentence_boundaries

    chinese = not ascii_only and 5 * sum(map(len, _CJK.findall(text))) > len(text)
    found = get_sentence_boundaries("zh" if chinese else "en", _ODD_SPACE.sub(" ", text))
    return [(row["start_index"], row["end_index"]) for row in found]


def block_sentences(text: str, block: Block, open_at: int | None = None) -> Iterator[Span]:
    """The sentences of one block, without the blanks between them.

    Headings, table rows, images and code are one sentence each. A number by itself ("4.") goes
    with the sentence it opens.

    Args:
        open_at: Where the first sentence starts, if that is before the block.
    """
    start, end = block.span
    found = [(0, end - start)] if block.kind in _WHOLE else _boundaries(text[start:end])
    if len(found) == 1:
        yield Span(start if open_at is None else open_at, end)
        return
    for left, right in found:
        piece = text[start + left : start + right]
        if not piece.strip():
            continue
        first = start + left + len(piece) - len(piece.lstrip()) if open_at is None else open_at
        last = start + left + len(piece.rstrip())
        if _NUMBER_ONLY.fullmatch(piece) and last < end:
            open_at = first
            continue
        open_at = None
        yield Span(first, last)
    if open_at is not None:
        yield Span(open_at, end)


def sentences(document: Document) -> tuple[Span, ...]:
    """Every sentence of the document's blocks, in order; together they hold all its words.

    A heading that opens the line of a paragraph is part of the paragraph's first sentence.
    """
    found: list[Span] = []
    text = document.text
    open_at: int | None = None
    for block, following in zip_longest(document.blocks, document.blocks[1:]):
        if block.kind in _WHOLE:
            if is_run_in(text, block, following):
                open_at = block.span.start
            else:
                found.append(block.span)
            continue
        found.extend(block_sentences(text, block, open_at))
        open_at = None
    return tuple(found)
