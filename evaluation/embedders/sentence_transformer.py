"""Any sentence-transformers model: a folder on this machine, or a name on the model hub."""

import hashlib
import os
from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from threading import RLock
from typing import Any

import numpy as np

from evaluation.embedders.own_tokens import OwnTokens
from evaluation.embedding import BATCH, EmbedderError, Vectors, encodable
from golden_sets.language import joined, marked, worded

# The first of these prompts that is not empty is put before documents. `encode_document` left to
# itself takes "document" of any model, empty where the model has none, and so never "passage".
_DOCUMENT_PROMPTS = ("document", "passage", "corpus")
# Larger "limits" are a tokenizer's way to say that it has none.
_NO_LIMIT = 10_000_000
# A folder without the first is read as a plain transformers model.
_MODEL_FILES = ("modules.json", "config.json")
_NEEDED = marked(
    "allowed is a folder as SentenceTransformer.save writes it, with modules.json, config.json, "
    "model.safetensors and a tokenizer"
)


class SentenceTransformerEmbedder:
    """A sentence-transformers model with the prompts, the limit and the tokenizer it comes with.

    The model is loaded when the first text is encoded or counted, or when its dimensions or limit
    are asked for; a hub name is downloaded then, at one commit, unless it was before. Code inside
    a model's folder is never run.
    """

    limit_known = True

    def __init__(self, folder_or_name: str) -> None:
        """
        Raises:
            EmbedderError: What looks like a folder is none, or none of a model.
        """
        self._given = folder_or_name
        path = _expanded(folder_or_name)
        if path.is_dir():
            if not any((path / name).is_file() for name in _MODEL_FILES):
                raise EmbedderError(
                    worded(
                        "st:{name}: no model in this folder; {needed}",
                        name=folder_or_name,
                        needed=worded(_NEEDED),
                    )
                )
            self._folder: Path | None = path.resolve()
            self.name = self._folder.name
        elif path.is_absolute() or folder_or_name.startswith((".", "~")):
            raise EmbedderError(worded("st:{name}: there is no such folder", name=folder_or_name))
        else:
            self._folder = None
            self.name = folder_or_name
        self._lock = RLock()

    def __reduce__(self) -> tuple[type["SentenceTransformerEmbedder"], tuple[str]]:
        """Another process makes its own, of the same folder or name."""
        return SentenceTransformerEmbedder, (str(self._folder or self.name),)

    @property
    def revision(self) -> str:
        """sha256 of the folder's files and their names, or the commit on the hub."""
        with self._lock:
            return self._revision

    @property
    def dimensions(self) -> int:
        with self._lock:
            return int(self._model.get_embedding_dimension())

    @property
    def max_tokens(self) -> int | None:
        with self._lock:
            limit = self._model.max_seq_length
        return None if limit is None or limit > _NO_LIMIT else int(limit)

    def encode_documents(self, texts: list[str]) -> Vectors:
        """Unit vectors, shape (texts, dimensions)."""
        with self._lock:
            method = partial(self._model.encode_document, prompt_name=self._document_prompt)
            return encode(lambda: method, texts, self.dimensions)

    def encode_questions(self, texts: list[str]) -> Vectors:
        """Unit vectors, shape (texts, dimensions)."""
        with self._lock:
            return encode(lambda: self._model.encode_query, texts, self.dimensions)

    def count_tokens(self, text: str) -> int:
        """The model's own tokens of its document prompt, the whole text and the marks around."""
        with self._lock:
            return self._tokens.count(self._model.prompts.get(self._document_prompt, "") + text)

    def count_unknown(self, text: str) -> tuple[int, int]:
        """Tokens that stand for any unknown word, and all tokens."""
        with self._lock:
            return self._tokens.unknown(text)

    @cached_property
    def _revision(self) -> str:
        return _commit(self.name) if self._folder is None else _folder_digest(self._folder)

    @cached_property
    def _model(self) -> Any:
        revision = self._revision
        if self._folder is not None:
            # Read when the libraries are imported; without it they ask the hub for updates.
            os.environ.setdefault("HF_HUB_OFFLINE", "1")
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging

        logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        try:
            if self._folder is not None:
                return SentenceTransformer(str(self._folder), local_files_only=True)
            return SentenceTransformer(self.name, revision=revision)
        except Exception as error:  # whatever the libraries make of files that are no model
            told = worded(
                "st:{name}: cannot be loaded: {error}", name=self._given, error=_line(error)
            )
            needed = worded(_NEEDED) if self._folder else ""
            raise EmbedderError(joined((told, needed), "; ")) from error

    @property
    def _document_prompt(self) -> str | None:
        prompts = self._model.prompts
        return next((name for name in _DOCUMENT_PROMPTS if prompts.get(name)), None)

    @cached_property
    def _tokens(self) -> OwnTokens:
        from tokenizers import Tokenizer

        own = self._model.tokenizer
        inner = getattr(own, "backend_tokenizer", own)
        if not isinstance(inner, Tokenizer):
            raise EmbedderError(
                worded("st:{name}: its tokenizer counts no whole texts", name=self.name)
            )
        return OwnTokens(Tokenizer.from_str(inner.to_str()), getattr(own, "unk_token_id", None))


def encode(method: Callable[[], Any], texts: list[str], dimensions: int) -> Vectors:
    """Unit vectors by a model's method, which is asked for only if there is a text."""
    if not texts:
        return np.zeros((0, dimensions), np.float32)
    found = method()(
        [encodable(text) for text in texts],
        batch_size=BATCH,
        normalize_embeddings=True,
        show_progress_bar=False,
    )
    return np.asarray(found, np.float32)


def _expanded(given: str) -> Path:
    try:
        return Path(given).expanduser()
    except RuntimeError:  # `~nobody`: no such user
        return Path(given)


def _folder_digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.is_file() and not any(part.startswith(".") for part in inside.parts):
            with path.open("rb") as file:
                content = hashlib.file_digest(file, "sha256").hexdigest()
            digest.update(f"{inside.as_posix()}\0{content}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def _commit(name: str) -> str:
    """The commit that the name stands for now, or stood for when it was last downloaded."""
    from huggingface_hub import hf_hub_download

    try:
        return Path(hf_hub_download(name, "modules.json")).parent.name
    except Exception as error:  # a name that is none, no network, no such model
        raise EmbedderError(
            worded(
                "st:{name}: no folder here, and not to be had from the model hub: {error}",
                name=name,
                error=_line(error),
            )
        ) from error


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:300] or type(error).__name__
