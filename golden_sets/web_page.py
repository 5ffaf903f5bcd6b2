"""Read HTML: headings, lists, tables, captions, footnotes, code, images by their alternative text.

The parser hands over tags as they come and builds no tree, so no depth of nesting is too deep.
Scripts, styles, hidden parts and navigation are left out, and what was left out is said.
"""

import re

from golden_sets.encodings import NotTextError, decoded
from golden_sets.extracted import document_of
from golden_sets.file_report import Extraction, UnreadableError
from golden_sets.language import joined, of_error, worded
from golden_sets.web_blocks import WebBlocks

_DECLARED = re.compile(
    rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?([\w-]+)|<\?xml[^>]{0,100}?encoding=[\"']([\w-]+)",
    re.IGNORECASE,
)


def read_html(data: bytes, document_id: str, document_class: str = "") -> Extraction:
    """A document of a web page's text.

    Its title is its first heading of level 1, else what its `title` says.

    Raises:
        UnreadableError: It is no text, or nothing in it is read.
    """
    from lxml import etree

    found = _DECLARED.search(data[:4096])
    declared = (found[1] or found[2]).decode("ascii", "replace") if found else ""
    try:
        text, encoding, notes = decoded(data, declared)
    except NotTextError as error:
        raise UnreadableError(of_error(error)) from None
    blocks = WebBlocks()
    parser = etree.HTMLParser(target=blocks, encoding="utf-8", huge_tree=True)
    if text.strip():
        etree.fromstring(text.encode("utf-8"), parser)
    blocks.finish()
    said = (*notes, *blocks.notes())
    if not any(piece.text.strip() for piece in blocks.pieces):
        if not said:
            raise UnreadableError(worded("no text in the page"))
        raise UnreadableError(worded("no text in the page ({left})", left=joined(said, "; ")))
    document = document_of(document_id, blocks.pieces, document_class, blocks.title)
    return Extraction(document, said, encoding)
