"""What each strategy does to documents, before any question is asked of them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from evaluation.index_figures import Corpus, index_figures
from evaluation.spans import Blanks
from golden_sets.document import Document
from golden_sets.golden_set import GoldenSet
from strategies.registry import make_strategy
from strategies.tools import Tools
from strategies.variant import Variant

# Semantic cuts by sentence vectors, which nobody has made of new documents.
STRATEGIES = ("fixed", "recursive", "sentence", "structure", "parent_child")
MOST_CHARACTERS = 2_000_000


class Look(NamedTuple):
    """One strategy's cut of the documents.

    Attributes:
        figures: The report's `index` object but for times and what only an embedder can tell.
        sizes: Of each chunk, in characters, in the order of documents.
    """

    strategy: str
    figures: dict[str, Any]
    sizes: tuple[int, ...]


def some_of(documents: Sequence[Document], most: int = MOST_CHARACTERS) -> list[Document]:
    """Documents of at most that many characters together, at equal distances over all of them;
    at least one."""
    every = sum(len(document.text) for document in documents)
    step = max(1, -(-every // most))
    found: list[Document] = []
    left = most
    for document in documents[::step]:
        if not found or len(document.text) <= left:
            found.append(document)
            left -= len(document.text)
    return found


def first_look(documents: Sequence[Document], size: int) -> list[Look]:
    """A look a strategy, at `size` characters a chunk, without overlap and headers."""
    tools = Tools()
    blanks = {document.id: Blanks(document.text) for document in documents}
    corpus = Corpus(GoldenSet("", "", tuple(documents), ()), tools, blanks)
    return [_look(name, size, corpus, tools) for name in STRATEGIES]


def _look(name: str, size: int, corpus: Corpus, tools: Tools) -> Look:
    variant = Variant(make_strategy(name, size=size))
    chunks = variant.cut(list(corpus.documents.values()), tools)
    texts = [chunk.index_text(corpus.documents[chunk.document]) for chunk in chunks]
    sizes = [len(chunk.matched_text(corpus.documents[chunk.document])) for chunk in chunks]
    return Look(name, index_figures(variant, chunks, texts, corpus), tuple(sizes))
