"""What each strategy does to documents, before any question is asked of them."""

from collections.abc import Iterator, Sequence
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
    """Documents of at most that many characters together, in their order, from all over them.

    Where they are more than that, every second is tried, then those between, and so on, and each
    that fits is taken; of none that fits the smallest stands for all.
    """
    if sum(len(document.text) for document in documents) <= most:
        return list(documents)
    taken: set[int] = set()
    left = most
    for at in _spread(len(documents)):
        if len(documents[at].text) <= left:
            taken.add(at)
            left -= len(documents[at].text)
    if not taken:
        return [min(documents, key=lambda document: len(document.text))]
    return [documents[at] for at in sorted(taken)]


def _spread(count: int) -> Iterator[int]:
    """Every position once, those of a wide grid first."""
    step = 1 << max(0, count.bit_length() - 1)
    seen: set[int] = set()
    while step:
        for at in range(0, count, step):
            if at not in seen:
                seen.add(at)
                yield at
        step //= 2


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
