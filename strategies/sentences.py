"""The one sentence segmenter, for every strategy and every figure about sentences."""

import re
from collections.abc import Iterator

from golden_sets.document import Block, Document, Span

# sentencex can panic on white space other than space and newline; the replacement keeps lengths.
_ODD_SPACE = re.compile(r"[^\S \n]")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_NUMBER_ONLY = re.compile(r"[\s(（]*(?:[\dIVXivx]{1,4}|[a-zA-Z])(?:\.\d+)*[.)）、]?\s*")
_WHOLE = frozenset({"heading", "table_header", "table_row", "image", "code"})


def _boundaries(text: str) -> list[tuple[int, int]]:
    from sentencex import get_sentence_boundaries

    language = "zh" if 5 * len(_CJK.findall(text)) > len(text) else "en"
    found = get_sentence_boundaries(language, _ODD_SPACE.sub(" ", text))
    return [(row["start_index"], row["end_index"]) for row in found]


def block_sentences(text: str, block: Block) -> Iterator[Span]:
    """The sentences of one block, without the blanks between them.

    Headings, table rows, images and code are one sentence each. A number by itself ("4.") goes
    with the sentence it opens.
    """
    start, end = block.span
    if block.kind in _WHOLE:
        yield block.span
        return
    open_at: int | None = None
    for left, right in _boundaries(text[start:end]):
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
    """Every sentence of the document's blocks, in order; together they hold all its words."""
    found: list[Span] = []
    for block in document.blocks:
        found.extend(block_sentences(document.text, block))
    return tuple(found)
