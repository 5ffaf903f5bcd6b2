"""Read plain text: each paragraph between blank lines is a block."""

import re

from golden_sets.document import Block, Document, Span

_PARAGRAPH = re.compile(r"\S(?:.*\S)?(?:\n[^\S\n]*\S(?:.*\S)?)*")


def read_plain_text(document_id: str, text: str, document_class: str = "") -> Document:
    """A document from text whose line endings are already `\\n`; its title is the file's name."""
    blocks = tuple(
        Block("paragraph", Span(*found.span()), known_by="rule")
        for found in _PARAGRAPH.finditer(text)
    )
    name = document_id.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    return Document(
        id=document_id, text=text, title=name, document_class=document_class, blocks=blocks
    )
