"""The header modifier: title and headings before a chunk's text."""

from typing import Literal

from golden_sets.document import Document
from strategies.chunk import Chunk

HeaderMode = Literal["none", "path"]
HEADER_MODES: tuple[HeaderMode, ...] = ("none", "path")


def with_headers(document: Document, chunks: tuple[Chunk, ...]) -> tuple[Chunk, ...]:
    """The document's chunks with their path of headings before the text.

    A heading that the chunk's read text already holds is left out. A title that stands nowhere in
    the text is put first.
    """
    headed = []
    for chunk in chunks:
        path = chunk.heading_path
        if document.title_span and document.title_span not in path:
            path = (document.title_span, *path)
        header = tuple(
            span
            for span in path
            if not any(start <= span.start and span.end <= end for start, end in chunk.read)
        )
        title = "" if document.title_span else document.title
        headed.append(chunk._replace(header=header, title=title))
    return tuple(headed)
