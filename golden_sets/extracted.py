"""One canonical text from the pieces a reader found in a file that is not text itself.

Markdown's and plain text's offsets are those of the file. Of HTML, PDF, DOCX and CSV the text is
what stands here: pieces in order, their blanks collapsed, a blank line between two of them, but a
line end between the rows of one table, the items of a list and the lines of code. It depends on
nothing but the bytes and the versions of the readers.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from golden_sets.document import Block, BlockKind, Document, Evidence, Span
from golden_sets.headings import numbered_headings
from golden_sets.markdown import CAPTION, FOOTNOTE, heading_words, with_heading_paths
from golden_sets.plain_text import headings_by_rule

CELL_MARK = " | "
_INVISIBLE = re.compile("[\x00-\x08\x0b-\x1f\x7f\u00ad\u200b\u2060\ufeff\ufffe\uffff\ud800-\udfff]")
_ROWS = ("table_header", "table_row")


@dataclass(frozen=True, slots=True)
class Piece:
    """A block before its place in the text is known.

    Attributes:
        text: As `words_of` makes it; lines only where they mean something.
        marks: Spans inside `text` that are marks rather than words.
        table: The number of the table whose row it is; rows of one stand on lines of their own.
    """

    kind: BlockKind
    text: str
    level: int = 0
    page: int | None = None
    marks: tuple[Span, ...] = ()
    known_by: Evidence = "markup"
    table: int = 0


def words_of(text: str) -> str:
    """The words with one space between them, without characters that nobody sees."""
    return " ".join(_INVISIBLE.sub("", text).split())


def lines_of(text: str) -> str:
    """The lines, each as `words_of` makes it, without blank ones."""
    lines = (words_of(line) for line in text.replace("\r", "\n").split("\n"))
    return "\n".join(line for line in lines if line)


def code_of(text: str) -> str:
    """Lines as they are indented, tabs as four spaces, without blank lines around them."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(4).split("\n")
    return "\n".join(_INVISIBLE.sub("", line).rstrip() for line in lines).strip("\n")


def row_of(cells: Sequence[str], header: bool, table: int, page: int | None = None) -> Piece | None:
    """A table's row, a bar between its cells; None where all of them are empty."""
    words = [words_of(cell) for cell in cells]
    while words and not words[-1]:
        words.pop()
    if not words:
        return None
    text = CELL_MARK.join(words)
    # A bar before the first cell with words stays: columns are told by counting bars.
    lead = len(text) - len(text.lstrip())
    marks, at = [], -lead
    for cell in words[:-1]:
        at += len(cell)
        marks.append(Span(max(0, at), at + len(CELL_MARK)))
        at += len(CELL_MARK)
    kind: BlockKind = "table_header" if header else "table_row"
    return Piece(kind, text[lead:], 0, page, tuple(marks), "markup", table)


def item_of(marker: str, text: str, level: int, page: int | None = None) -> Piece:
    """A list's item behind its marker; blank where it has no words."""
    if not (marker and text):
        return Piece("list_item", text, level, page)
    return Piece("list_item", f"{marker} {text}", level, page, (Span(0, len(marker) + 1),))


def refined(pieces: Iterable[Piece]) -> list[Piece]:
    """The pieces, paragraphs that read as a table's caption or footnote being told as such."""
    found = list(pieces)
    made: list[Piece] = []
    for at, piece in enumerate(found):
        before = made[-1].kind if made else ""
        after = found[at + 1].kind if at + 1 < len(found) else ""
        by_rule = piece.kind == "list_item" and piece.known_by == "rule"
        noted = before in ("table_row", "footnote") and FOOTNOTE.match(piece.text)
        if noted and (by_rule or piece.kind == "paragraph"):
            piece = replace(piece, kind="footnote", level=0, marks=(), known_by="rule")
        near = {before, after} & {*_ROWS, "image"}
        if near and piece.kind == "paragraph" and CAPTION.match(piece.text):
            piece = replace(piece, kind="caption", known_by="rule")
        made.append(piece)
    return made


def document_of(
    document_id: str, pieces: Iterable[Piece], document_class: str = "", title: str = ""
) -> Document:
    """The document of the pieces, without those that are blank.

    Args:
        title: Used where no heading of level 1 stands in the text; the file's name without either.
    """
    kept = refined(piece for piece in pieces if piece.text.strip())
    texts, blocks, at = [], [], 0
    for before, piece in pairwise([None, *kept]):
        assert piece is not None
        between = _between(before, piece)
        start = at + len(between)
        texts += [between, piece.text]
        at = start + len(piece.text)
        blocks.append(_block(piece, start))
    text = "".join(texts)
    marked = any(block.kind == "heading" for block in blocks)
    ruled = numbered_headings(text, blocks) if marked else headings_by_rule(text, blocks)
    placed = with_heading_paths(text, ruled)
    first = next((b for b in placed if b.kind == "heading" and b.level == 1), None)
    span = heading_words(text, first) if first else None
    name = document_id.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    return Document(
        id=document_id,
        text=text,
        title=text[slice(*span)] if span else words_of(title) or name,
        title_span=span,
        document_class=document_class,
        blocks=placed,
    )


def _between(before: Piece | None, piece: Piece) -> str:
    if before is None:
        return ""
    same_table = before.table and before.table == piece.table
    same_list = before.kind == piece.kind == "list_item"
    return "\n" if same_table or same_list else "\n\n"


def _block(piece: Piece, start: int) -> Block:
    """The piece in its place, without blanks around it."""
    text = piece.text
    left = len(text) - len(text.lstrip())
    right = len(text.rstrip())
    marks = (Span(max(s, left), min(e, right)) for s, e in piece.marks)
    return Block(
        piece.kind,
        Span(start + left, start + right),
        tuple(Span(start + s, start + e) for s, e in marks if s < e),
        level=piece.level,
        page=piece.page,
        known_by=piece.known_by,
    )
