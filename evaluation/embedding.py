"""What a model that turns texts into vectors is, to the rest of the evaluation."""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]

BATCH = 32


class EmbedderError(ValueError):
    """A model cannot be had or does not answer; its message is one line for a person."""


class Embedder(Protocol):
    """A model that gives each text a vector.

    Making one loads nothing, and its methods may be called from several threads.

    Attributes:
        name: What the run records, and part of the key a vector is kept under.
        revision: Changes whenever the vectors could change: with the model's files, and so with
            the prompts that stand in them.
        dimensions: Length of a vector.
        max_tokens: What the model reads of a text, the marks and the prompt that are added
            included; the rest is cut off in silence. None for a model without a limit.
        limit_known: False where `max_tokens` is None only because nobody says what it is.
    """

    @property
    def name(self) -> str: ...
    @property
    def revision(self) -> str: ...
    @property
    def dimensions(self) -> int: ...
    @property
    def max_tokens(self) -> int | None: ...
    @property
    def limit_known(self) -> bool: ...

    def encode_documents(self, texts: list[str]) -> Vectors:
        """Vectors of texts to be found, shape (texts, dimensions), (0, dimensions) for none."""

    def encode_questions(self, texts: list[str]) -> Vectors:
        """Vectors of texts to search with, shape (texts, dimensions)."""

    def count_tokens(self, text: str) -> int:
        """The model's own tokens of the whole text, to be held against `max_tokens`."""


@runtime_checkable
class CountsUnknown(Protocol):
    """A model that tells which tokens are unknown to it."""

    def count_unknown(self, text: str) -> tuple[int, int]:
        """Tokens that all unknown words share, and all tokens, without marks and prompt."""


def share_unknown(embedder: Embedder, texts: Sequence[str]) -> float | None:
    """Share of the texts' tokens that the model does not know, 0 to 1.

    None where the model does not tell, or where the texts have no token.
    """
    if not isinstance(embedder, CountsUnknown):
        return None
    counts = [embedder.count_unknown(text) for text in texts]
    tokens = sum(all_of_them for _, all_of_them in counts)
    return sum(unknown for unknown, _ in counts) / tokens if tokens else None


def truncated(embedder: Embedder, texts: Sequence[str], counted: dict[str, int]) -> int | None:
    """How many of the texts are longer than the model reads; None where its limit is not known.

    Args:
        counted: Tokens of texts that were counted before, and of those counted now.
    """
    limit = embedder.max_tokens
    if limit is None:
        return 0 if embedder.limit_known else None
    marks = embedder.count_tokens("") + 1  # some tokenizers begin every text with a blank
    found = 0
    for text in texts:
        # ASCII has no more tokens than characters; other characters may be spelled out as many.
        if text.isascii() and len(text) + marks <= limit:
            continue
        if text not in counted:
            counted[text] = embedder.count_tokens(text)
        found += counted[text] > limit
    return found


def check_file(path: Path, sha256: str) -> None:
    """Returns if the file's sha256 is the one given.

    Raises:
        ValueError: It is another file than the one results were measured with.
    """
    with path.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != sha256:
        raise ValueError(f"{str(path)!r} has sha256 {found}; expected is {sha256}")


def encodable(text: str) -> str:
    """The text with lone surrogates, which no tokenizer takes, as question marks."""
    return text.encode("utf-8", "replace").decode("utf-8")
