"""What strategies share about a document, made once: measures, sentences, sentence vectors."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from golden_sets.document import Document, Span
from strategies.measure import Measure, Unit, measure
from strategies.sentences import sentences

Embed = Callable[[Sequence[str]], NDArray[np.float32]]


class NoEmbedderError(RuntimeError):
    """A strategy that needs sentence vectors was run without a model; it is not replaced."""


class Tools:
    """A cache by document, shared by the variants of a run.

    Args:
        embed: Vectors of texts, shape (texts, dimensions); None where no model is at hand.
    """

    def __init__(self, embed: Embed | None = None) -> None:
        self.embed = embed
        self._cache: dict[tuple[str, str, str], Any] = {}

    def _once(self, what: str, document: Document, make: Callable[[], Any]) -> Any:
        key = (what, document.id, document.revision)
        if key not in self._cache:
            self._cache[key] = make()
        return self._cache[key]

    def measure(self, document: Document, unit: Unit) -> Measure:
        made: Measure = self._once(unit, document, lambda: measure(document.text, unit))
        return made

    def sentences(self, document: Document) -> tuple[Span, ...]:
        made: tuple[Span, ...] = self._once("sentences", document, lambda: sentences(document))
        return made

    def sentence_vectors(self, document: Document) -> NDArray[np.float32]:
        """Shape (sentences, dimensions).

        Raises:
            NoEmbedderError: There is no model.
        """
        if self.embed is None:
            raise NoEmbedderError("sentence vectors need an embedding model; this run has none")
        embed = self.embed
        texts = [document.text[start:end] for start, end in self.sentences(document)]
        made: NDArray[np.float32] = self._once("vectors", document, lambda: embed(texts))
        return made
