"""Read Markdown into blocks, with exact offsets from the parser's own line map."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.front_matter import front_matter_plugin

from golden_sets.document import Block, BlockKind, Document, Span
from golden_sets.headings import numbered_headings

_HEADING = re.compile(r"[ \t]{0,3}(#{1,6})(?:[ \t]+|$)")
_HEADING_CLOSE = re.compile(r"[ \t]+#+[ \t]*$")
_UNDERLINE = re.compile(r"\n[ \t]{0,3}(?:=+|-+)[ \t]*$")
_MARKER = re.compile(r"[ \t]*(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|$)")
_QUOTE = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)
_FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,}).*")
CAPTION = re.compile(r"[*_]{0,2}(?:Table|Figure|表|图)\s*[\dIVX]+", re.IGNORECASE)
FOOTNOTE = re.compile(r"(?:\\?\*+\s?|\[\^?\d+\]|[¹²³⁴⁵⁶⁷⁸⁹†‡]|注[:：])")
_IMAGE = re.compile(r"!\[([^\]]*)\]\([^)]*\)")
_TITLE = re.compile(r"^title:[ \t]*(.+?)[ \t]*$", re.MULTILINE)
_TABLE_RULE = re.compile(r"[ \t|:\-]*")


class _Lines:
    """Character offsets of line ranges."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0, *(m.end() for m in re.finditer("\n", text))]

    def span(self, first: int, last: int) -> Span:
        """Of lines `first` to before `last`, without the blanks around them."""
        start = self.starts[min(first, len(self.starts) - 1)]
        end = self.starts[last] if last < len(self.starts) else len(self.text)
        return trim(self.text, start, end)

    def at(self, offset: int) -> int:
        return bisect_right(self.starts, offset) - 1


def trim(text: str, start: int, end: int) -> Span:
    """The range without white space at either end; empty at `start` if it is all white."""
    piece = text[start:end]
    left = len(piece) - len(piece.lstrip())
    return Span(start + left, start + max(left, len(piece.rstrip())))


def _leaves(tokens: list[Token], lines: _Lines) -> Iterator[Block]:
    """The innermost blocks that hold text. Their lines may leave gaps, but never overlap."""
    depth = 0
    in_quote = 0
    in_head = False
    for token in tokens:
        kind: BlockKind | None = None
        if token.type in ("bullet_list_open", "ordered_list_open"):
            depth += 1
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            depth -= 1
        elif token.type == "blockquote_open":
            in_quote += 1
        elif token.type == "blockquote_close":
            in_quote -= 1
        elif token.type == "thead_open":
            in_head = True
        elif token.type == "thead_close":
            in_head = False
        elif token.type == "heading_open":
            kind = "heading"
        elif token.type == "tr_open":
            kind = "table_header" if in_head else "table_row"
        elif token.type in ("fence", "code_block"):
            kind = "code"
        elif token.type in ("paragraph_open", "html_block"):
            kind = "quote" if in_quote else "list_item" if depth else "paragraph"
        if kind is None or token.map is None:
            continue
        span = lines.span(*token.map)
        if span.start < span.end:
            level = int(token.tag[1]) if kind == "heading" else depth if kind == "list_item" else 0
            yield Block(kind, span, level=level)


def _filled(blocks: list[Block], lines: _Lines, body_start: int) -> list[Block]:
    """The blocks, and a paragraph for each run of lines the parser gave to none.

    The parser drops what lies deeper than its nesting limit, link definitions and rules; their
    characters are still the document's.
    """
    filled: list[Block] = []
    end = body_start
    for block in [*blocks, None]:
        start = block.span.start if block else len(lines.text)
        if block and start < end:
            continue
        for found in re.finditer(r"\S(?:.*\S)?(?:\n[^\S\n]*\S(?:.*\S)?)*", lines.text[end:start]):
            gap = Span(end + found.start(), end + found.end())
            filled.append(_gap_block(lines.text, gap, filled))
        if block:
            filled.append(block)
            end = block.span.end
    return filled


def _gap_block(text: str, gap: Span, before: list[Block]) -> Block:
    """A table's rule line joins its header row; anything else is a paragraph."""
    if before and before[-1].kind == "table_header" and _TABLE_RULE.fullmatch(text[slice(*gap)]):
        header = before.pop()
        return replace(header, span=Span(header.span.start, gap.end), markup=(gap,))
    return Block("paragraph", gap, known_by="rule")


def _refined(text: str, blocks: list[Block]) -> list[Block]:
    """Captions, footnotes and images told from other paragraphs, and the markup of each block."""
    refined: list[Block] = []
    for block, after in zip_longest(blocks, blocks[1:]):
        piece = text[slice(*block.span)]
        before = refined[-1].kind if refined else ""
        if block.kind == "paragraph":
            near = {before, after.kind if after else ""}
            image = _IMAGE.match(piece)
            if image and "\n" not in piece and image.end() == len(piece):
                block = replace(block, kind="image")
            elif CAPTION.match(piece) and near & {"table_header", "table_row", "image"}:
                block = replace(block, kind="caption", known_by="rule")
            elif FOOTNOTE.match(piece) and before in ("table_row", "footnote"):
                block = replace(block, kind="footnote", known_by="rule")
        refined.append(replace(block, markup=tuple(markup_of(text, block))))
    return refined


def markup_of(text: str, block: Block) -> Iterator[Span]:
    """Spans inside the block that are marks, in order."""
    start, end = block.span
    piece = text[start:end]
    if block.kind == "heading":
        mark = _HEADING.match(piece)
        close = (_HEADING_CLOSE if mark else _UNDERLINE).search(piece)
        if mark and mark.end():
            yield Span(start, start + mark.end())
        if close and close.end() > close.start() and not (mark and close.start() < mark.end()):
            yield Span(start + close.start(), start + close.end())
    elif block.kind in ("list_item", "quote"):
        pattern = _MARKER if block.kind == "list_item" else _QUOTE
        found = [pattern.match(piece)] if block.kind == "list_item" else pattern.finditer(piece)
        yield from (Span(start + m.start(), start + m.end()) for m in found if m and m.end())
    elif block.kind in ("table_header", "table_row"):
        rule = block.markup[0].start if block.markup else end
        yield from (
            Span(i, i + 1)
            for i in range(start, rule)
            if text[i] == "|" and (i == start or text[i - 1] != "\\")
        )
        yield from block.markup
    elif block.kind == "code":
        rows = piece.split("\n")
        if _FENCE.fullmatch(rows[0]):
            yield Span(start, start + len(rows[0]))
            if len(rows) > 1 and _FENCE.fullmatch(rows[-1]):
                yield Span(end - len(rows[-1]), end)
    elif block.kind == "image" and (image := _IMAGE.match(piece)):
        yield Span(start, start + image.start(1))
        yield Span(start + image.end(1), end)


def heading_words(text: str, block: Block) -> Span:
    """The span of a heading without its marks; the whole heading if nothing else is in it."""
    start, end = block.span
    for mark in block.markup:
        if mark.start == block.span.start:
            start = mark.end
        elif mark.end == block.span.end:
            end = mark.start
    words = trim(text, start, end)
    return words if words.start < words.end else block.span


def with_heading_paths(text: str, blocks: list[Block]) -> tuple[Block, ...]:
    """The blocks with the path of headings each stands under."""
    path: list[tuple[int, Span]] = []
    placed = []
    for block in blocks:
        if block.kind == "heading":
            path = [(level, span) for level, span in path if level < block.level]
            path.append((block.level, heading_words(text, block)))
        placed.append(replace(block, heading_path=tuple(span for _, span in path)))
    return tuple(placed)


def read_markdown(document_id: str, text: str, document_class: str = "") -> Document:
    """A document from Markdown text whose line endings are already `\\n`."""
    parser = MarkdownIt("commonmark").enable("table").use(front_matter_plugin)
    parser.disable("inline")
    tokens = parser.parse(text)
    lines = _Lines(text)
    body_start = 0
    title = ""
    if tokens and tokens[0].type == "front_matter" and tokens[0].map:
        last = tokens[0].map[1]
        body_start = lines.starts[last] if last < len(lines.starts) else len(text)
        if named := _TITLE.search(tokens[0].content):
            title = named.group(1).strip("\"'")
    leaves = sorted(_leaves(tokens, lines), key=lambda block: block.span)
    refined = _refined(text, _filled(leaves, lines, body_start))
    blocks = with_heading_paths(text, numbered_headings(text, refined))
    first = next((b for b in blocks if b.kind == "heading" and b.level == 1), None)
    title_span = heading_words(text, first) if first else None
    if title_span and title in ("", text[slice(*title_span)]):
        title = text[slice(*title_span)]
    else:
        title_span = None
    name = document_id.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    return Document(
        id=document_id,
        text=text,
        title=title or name,
        title_span=title_span,
        document_class=document_class,
        blocks=blocks,
        body_start=body_start,
    )
