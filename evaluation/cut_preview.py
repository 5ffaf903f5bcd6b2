"""One document as a variant cuts it: its chunks and the figures that need no question."""

from typing import Any, NamedTuple

from evaluation.index_figures import Corpus, index_figures
from evaluation.spans import Blanks
from golden_sets.document import Document
from golden_sets.golden_set import GoldenSet
from strategies.chunk import Chunk
from strategies.tools import Tools
from strategies.variant import Variant


class Preview(NamedTuple):
    """A cut of one document.

    Attributes:
        figures: The report's `index` object but for times and what only the embedder can tell.
    """

    chunks: tuple[Chunk, ...]
    figures: dict[str, Any]


def preview(document: Document, variant: Variant, tools: Tools) -> Preview:
    """The document's chunks under the variant, and their figures.

    Raises:
        NoEmbedderError: The cut takes sentence vectors and the tools have none.
    """
    chunks = variant.cut([document], tools)
    texts = [chunk.index_text(document) for chunk in chunks]
    alone = GoldenSet(document.id, "", (document,), ())
    corpus = Corpus(alone, tools, {document.id: Blanks(document.text)})
    return Preview(chunks, index_figures(variant, chunks, texts, corpus))
