"""What strategies share about a document, made once: measures, sentences, bonds, vectors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from golden_sets.document import Document, Span
from golden_sets.language import worded
from golden_sets.sentences import sentences
from strategies.block_index import BlockIndex
from strategies.bonds import bonds
from strategies.measure import Measure, Unit, measure

if TYPE_CHECKING:
    from strategies.adapter.alignment import Unaligned

Embed = Callable[[Sequence[str]], NDArray[np.float32]]


class NoEmbedderError(RuntimeError):
    """A strategy that needs sentence vectors was run without a model; it is not replaced."""


class Tools:
    """A cache by document, shared by the variants of a run.

    Attributes:
        unaligned: By (strategy's name, document's id), the pieces of a foreign splitter that
            stand nowhere in the document.
        changed: By the same, how many of its pieces hold text that the document does not.

    Args:
        embed: Vectors of texts, shape (texts, dimensions); None where no model is at hand.
    """

    def __init__(self, embed: Embed | None = None) -> None:
        self.embed = embed
        self.changed: dict[tuple[str, str], int] = {}
        self.unaligned: dict[tuple[str, str], tuple[Unaligned, ...]] = {}
        self._cache: dict[tuple[str, str, str], Any] = {}

    def _once(self, what: str, document: Document, make: Callable[[], Any]) -> Any:
        key = (what, document.id, document.revision)
        if key not in self._cache:
            self._cache[key] = make()
        return self._cache[key]

    def measure(self, document: Document, unit: Unit) -> Measure:
        made: Measure = self._once(unit, document, lambda: measure(document.text, unit))
        return made

    def block_index(self, document: Document) -> BlockIndex:
        made: BlockIndex = self._once("blocks", document, lambda: BlockIndex(document.blocks))
        return made

    def sentences(self, document: Document) -> tuple[Span, ...]:
        made: tuple[Span, ...] = self._once("sentences", document, lambda: sentences(document))
        return made

    def sentence_starts(self, document: Document) -> Sequence[int]:
        found = self.sentences(document)
        made: list[int] = self._once("starts", document, lambda: [start for start, _ in found])
        return made

    def bonds(self, document: Document) -> tuple[tuple[Span, Span], ...]:
        found = self.sentences(document)
        made: tuple[tuple[Span, Span], ...] = self._once(
            "bonds", document, lambda: bonds(document, found)
        )
        return made

    def sentence_vectors(self, document: Document) -> NDArray[np.float32]:
        """Shape (sentences, dimensions).

        Raises:
            NoEmbedderError: There is no model.
        """
        if self.embed is None:
            raise NoEmbedderError(
                worded("sentence vectors need an embedding model; this run has none")
            )
        embed = self.embed
        texts = [document.text[start:end] for start, end in self.sentences(document)]
        made: NDArray[np.float32] = self._once("vectors", document, lambda: embed(texts))
        return made
