"""Read DOCX: headings by style, counted lists, tables in place, captions, notes, text boxes.

A footnote or endnote stands right after the paragraph or table that refers to it. Tracked
insertions are read, deletions are not; running headers and footers are left out. Pages are those
Word stored when it last laid the document out; without them, hard page breaks are counted.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from golden_sets.document import Span
from golden_sets.extracted import Piece, code_of, document_of, item_of, lines_of
from golden_sets.file_report import Extraction, UnreadableError
from golden_sets.language import joined, marked, worded
from golden_sets.tables import Cell, Table
from golden_sets.word_lists import WordLists, lists_of
from golden_sets.word_package import WordPackage
from golden_sets.word_styles import (
    Style,
    attribute,
    child,
    is_on,
    local,
    number_of,
    outline_level,
    styles_of,
)
from golden_sets.word_text import Leavings, tokens_of

_CLAUSE = re.compile(r"\d+(?:\.\d+)+\.?|第.+|(?:article|section|chapter|part)\b.*", re.IGNORECASE)
_TRANSPARENT = frozenset(
    {"sdt", "sdtContent", "ins", "moveTo", "customXml", "AlternateContent", "Choice"}
)
# A cell that goes on from the one above is given its words again, up to this many.
_REPEATED = 200


def read_docx(data: bytes, document_id: str, document_class: str = "") -> Extraction:
    """A document of a Word file's text.

    Raises:
        UnreadableError: It is none, is damaged or encrypted, unpacks to too much, or has no text.
    """
    package = WordPackage(data)
    root = package.part("officeDocument")
    body = child(root, "body")
    if body is None:
        raise UnreadableError(worded("a damaged .docx: its document has no body"))
    reader = _Body(
        styles_of(package.part("styles")),
        lists_of(package.part("numbering")),
        {
            "footnote": _notes(package.part("footnotes")),
            "endnote": _notes(package.part("endnotes")),
        },
        stored_pages=any(local(e) == "lastRenderedPageBreak" for e in body.iter()),
    )
    pieces = _joined_code(list(reader.blocks(body)))
    notes = reader.left.notes()
    if furniture := package.count("header", "footer"):
        notes.append(
            worded("{furniture} running headers and footers left out", furniture=furniture)
        )
    if not any(piece.text.strip() for piece in pieces):
        if not notes:
            raise UnreadableError(worded("no text in the document"))
        raise UnreadableError(worded("no text in the document ({left})", left=joined(notes, "; ")))
    if reader.page > 1 and not reader.stored_pages:
        notes.append(worded("Word stored no pages; hard page breaks are counted instead"))
    pages = reader.page if reader.page > 1 or reader.stored_pages else None
    if pages is None:
        pieces = [replace(piece, page=None) for piece in pieces]
    return Extraction(document_of(document_id, pieces, document_class), tuple(notes), pages=pages)


def _notes(root: Any) -> dict[str, Any]:
    """Footnotes by id; separators, which have a type, are none."""
    found = () if root is None else root
    return {attribute(e, "id") or "": e for e in found if not attribute(e, "type")}


def _in_a_cell(piece: Piece) -> str:
    """A piece's text inside a table; the bars of a table within it would be the outer one's."""
    if piece.kind not in ("table_header", "table_row"):
        return piece.text
    ends = (0, *(mark.end for mark in piece.marks))
    starts = (*(mark.start for mark in piece.marks), len(piece.text))
    return " ".join(piece.text[end:start] for end, start in zip(ends, starts, strict=True))


def _joined_code(pieces: list[Piece]) -> list[Piece]:
    """Word's code is a paragraph a line; one block is made of neighbours."""
    made: list[Piece] = []
    for piece in pieces:
        if piece.kind == "code" and made and made[-1].kind == "code":
            made[-1] = replace(made[-1], text=f"{made[-1].text}\n{piece.text}")
        else:
            made.append(piece)
    return made


@dataclass(slots=True)
class _Body:
    """Walks a document once, counting pages, lists and notes as they come."""

    styles: dict[str, Style]
    lists: WordLists
    notes: dict[str, dict[str, Any]]
    stored_pages: bool
    left: Leavings = field(default_factory=Leavings)
    page: int = 1
    tables: int = 0
    noted: int = 0
    waiting: list[Piece] = field(default_factory=list)

    def blocks(self, parent: Any) -> Iterator[Piece]:
        """The pieces of a body, a cell or a text box, each with its notes behind it."""
        for element in parent:
            name = local(element)
            if name == "p":
                yield from self._paragraph(element)
            elif name == "tbl":
                yield from self._table(element)
            elif name in _TRANSPARENT:
                yield from self.blocks(element)
            elif name in ("altChunk", "del", "moveFrom"):
                self.left.counts[marked("embedded files or tracked deletions")] += 1
            if self.waiting and parent.tag.endswith("body"):
                yield from self.waiting
                self.waiting.clear()

    def _paragraph(self, paragraph: Any) -> Iterator[Piece]:
        properties = child(paragraph, "pPr")
        if not self.stored_pages and is_on(child(properties, "pageBreakBefore")):
            self.page += 1
        text, images, boxes, page = "", [], [], 0
        for token in tokens_of(paragraph, self.left):
            if token.kind == "box":
                boxes.append(token.element)
            elif token.kind == "image":
                images.append(token.text)
                text += f" {token.text} "
            elif token.kind in ("footnote", "endnote"):
                text += self._note(token.kind, token.text)
            elif token.kind in ("page", "rendered_page"):
                self.page += (token.kind == "rendered_page") == self.stored_pages
            else:
                text += token.text
            if not page and text.strip():
                page = self.page
        if text.strip():
            alone = bool(images) and "".join(text.split()) == "".join("".join(images).split())
            yield self._piece(properties, text, page, alone)
        for box in boxes:
            yield from self.blocks(box)
        if not self.stored_pages and child(properties, "sectPr") is not None:
            kind = attribute(child(properties, "sectPr", "type"), "val")
            self.page += kind not in ("continuous", "nextColumn")

    def _piece(self, properties: Any, text: str, page: int, only_images: bool) -> Piece:
        style = self.styles.get(attribute(child(properties, "pStyle"), "val") or "", Style())
        number = number_of(properties) or style.number
        marker = self.lists.marker(*number) if number and number[0] != "0" else ""
        words = lines_of(text)
        level = outline_level(properties)
        if level or style.kind == "heading":
            title = words.replace("\n", " ")
            title = f"{marker} {title}" if marker.strip("-") else title
            return Piece("heading", title, level or style.level, page, known_by="style")
        if only_images:
            return Piece("image", words.replace("\n", " "), page=page)
        if style.kind == "code":
            return Piece("code", code_of(text), page=page, known_by="style")
        if marker and not _CLAUSE.fullmatch(marker):
            depth = max(number[1] + 1 if number else 1, style.level)
            return item_of(marker, words, depth, page)
        if marker:
            words = f"{marker} {words}"
        known = "markup" if style.kind == "paragraph" else "style"
        kind = "paragraph" if style.kind == "list_item" else style.kind
        return Piece(kind, words, page=page, known_by="style" if known == "style" else "markup")

    def _note(self, kind: str, number: str) -> str:
        """The mark of a note in the text; the note itself waits for the end of the block."""
        note = self.notes[kind].get(number)
        if note is None:
            return ""
        self.noted += 1
        mark = f"[{self.noted}]"
        paragraphs = (e for e in note.iter() if local(e) == "p")
        words = (
            "".join(t.text for t in tokens_of(p, self.left) if t.kind in ("text", "image"))
            for p in paragraphs
        )
        text = lines_of("\n".join(words))
        marks = (Span(0, len(mark) + 1),)
        if text:
            self.waiting.append(Piece("footnote", f"{mark} {text}", page=self.page, marks=marks))
        return mark

    def _table(self, table: Any) -> Iterator[Piece]:
        made = Table(marked=0)
        above: dict[int, str] = {}
        headers = True
        for row in _all(table, "tr"):
            headers = headers and is_on(child(row, "trPr", "tblHeader"))
            made.marked = (made.marked or 0) + headers
            made.pages.append(self.page)
            cells: list[Cell] = []
            column = 0
            for cell in _all(row, "tc"):
                text = " ".join(map(_in_a_cell, self.blocks(cell)))
                merge = child(cell, "tcPr", "vMerge")
                if merge is not None and attribute(merge, "val") != "restart":
                    text = above.get(column, "")
                span = attribute(child(cell, "tcPr", "gridSpan"), "val") or "1"
                width = int(span) if span.isdigit() else 1
                above[column] = text if len(text) <= _REPEATED else ""
                cells.append(Cell(text, columns=width))
                column += width
            made.rows.append(cells)
        made.marked = made.marked or None
        self.tables += 1
        yield from made.pieces(self.tables)


def _all(parent: Any, name: str) -> Iterator[Any]:
    """Children of that name, those inside content controls too."""
    for element in parent:
        if local(element) == name:
            yield element
        elif local(element) in ("sdt", "sdtContent", "customXml", "ins"):
            yield from _all(element, name)
