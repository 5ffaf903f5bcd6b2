"""Counting a model's own tokens apart from the model."""

from typing import Any

from evaluation.embedding import encodable


class OwnTokens:
    """Counts with a copy of a model's tokenizer that neither cuts nor pads.

    The model's own cuts at its limit, and shared between threads it miscounts.
    """

    def __init__(self, tokenizer: Any, unknown: int | None) -> None:
        """
        Args:
            tokenizer: Of the library `tokenizers`; kept, and set to neither cut nor pad.
            unknown: The id that all unknown words share, if there is one.
        """
        tokenizer.no_truncation()
        tokenizer.no_padding()
        self._tokenizer, self._unknown = tokenizer, unknown

    def count(self, text: str) -> int:
        """Tokens of the whole text and the marks around it."""
        return len(self._tokenizer.encode(encodable(text)).ids)

    def unknown(self, text: str) -> tuple[int, int]:
        """Unknown tokens and all tokens of the text, without marks."""
        ids = self._tokenizer.encode(encodable(text), add_special_tokens=False).ids
        return ids.count(self._unknown), len(ids)
