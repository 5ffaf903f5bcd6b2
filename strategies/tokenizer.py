"""The one tokenizer that sizes and budgets are counted with."""

from functools import cache
from typing import Any

NAME = "o200k_base"


@cache
def _encoding() -> Any:
    from bpe_openai import get_encoding

    return get_encoding(NAME)


def count_tokens(text: str) -> int:
    """Tokens of the text; special-token spellings count as ordinary text."""
    return len(_encoding().encode_ordinary(text))


def token_starts(text: str) -> list[int]:
    """For each token of the text, the character its first byte belongs to; never falls."""
    if not text:
        return []
    encoding = _encoding()
    starts: list[int] = encoding.decode_with_offsets(encoding.encode_ordinary(text))[1]
    return starts
