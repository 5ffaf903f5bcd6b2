"""The one tokenizer that sizes and budgets are counted with."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

NAME = "o200k_base"
# Characters of the longest token of the vocabulary.
LONGEST_TOKEN = 128
# bpe-openai refuses 200,000 tokens and 1,000,000 characters at once. No token of o200k_base
# reaches over a blank from what stands before it, nor from a line to the next.
_SLICE = 50_000
_SLICES = re.compile(
    rf"(?s:.{{1,{_SLICE}}})(?:(?<=\S)(?=[^\S\r\n])|(?<=\n)(?=[^\s/])|\Z)|(?s:.{{1,{_SLICE}}})"
)


@cache
def _encoding() -> Any:
    from bpe_openai import get_encoding

    return get_encoding(NAME)


def count_tokens(text: str) -> int:
    """Tokens of the text; special-token spellings count as ordinary text."""
    return sum(len(_encoding().encode_ordinary(piece)) for _, piece in _slices(text))


def token_starts(text: str) -> list[int]:
    """For each token of the text, the character its first byte belongs to; never falls."""
    encoding = _encoding()
    starts: list[int] = []
    for at, piece in _slices(text):
        found = encoding.decode_with_offsets(encoding.encode_ordinary(piece))[1]
        starts.extend(at + start for start in found)
    return starts


def _slices(text: str) -> Iterator[tuple[int, str]]:
    """The text in pieces that encode as they do in it, each with its place.

    Only a run of more than 50,000 characters without a blank or a new line is cut inside one.
    """
    if len(text) <= _SLICE:
        yield 0, text
        return
    for found in _SLICES.finditer(text):
        yield found.start(), found[0]
