"""What a reader makes of a file: one canonical text, and blocks that point into it."""

import hashlib
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

BlockKind = Literal[
    "heading",
    "paragraph",
    "list_item",
    "table_header",
    "table_row",
    "caption",
    "footnote",
    "image",
    "code",
    "quote",
]
Evidence = Literal["markup", "style", "rule"]


class Span(NamedTuple):
    """A half-open range of characters, `text[start:end]`."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Block:
    """One piece of a document's structure.

    Attributes:
        kind: What it is; see `BlockKind`.
        span: Its place in the document's text, markup included, without outer blanks.
        markup: Spans inside `span` that are marks rather than words (`#`, `|`, list markers).
        heading_path: Spans of the words of the headings it stands under, outermost first; a
            heading's own words are last in its own path.
        level: Of a heading, 1 to 6; of a list item, its nesting from 1; else 0.
        page: From 1 where the source has pages, else None.
        known_by: How its structure was known.
    """

    kind: BlockKind
    span: Span
    markup: tuple[Span, ...] = ()
    heading_path: tuple[Span, ...] = ()
    level: int = 0
    page: int | None = None
    known_by: Evidence = "markup"


@dataclass(frozen=True, slots=True)
class Document:
    """A text every offset of the program refers to.

    Attributes:
        id: Its path inside the golden set, with forward slashes.
        text: Line endings are `\\n`, and no byte-order mark stands at its start.
        title: From the front matter, else the first heading of level 1, else the file's name.
        title_span: Where the title stands as a heading of the text, None where it does not.
        document_class: `manual`, `policy`, ...; "" where the golden set names none.
        blocks: Disjoint, in order; every non-blank character outside the front matter is in one.
        body_start: Where the text after the front matter begins.
        revision: sha256 of the text.
    """

    id: str
    text: str
    title: str
    title_span: Span | None = None
    document_class: str = ""
    blocks: tuple[Block, ...] = ()
    body_start: int = 0
    revision: str = field(default="")

    def __post_init__(self) -> None:
        digest = hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()
        object.__setattr__(self, "revision", digest)
        end = self.body_start
        for block in self.blocks:
            if not end <= block.span.start < block.span.end <= len(self.text):
                raise ValueError(f"{self.id}: block {block.span!r} is out of order or outside")
            end = block.span.end
