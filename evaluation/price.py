"""What embedding tokens are taken to cost."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

ASSUMED = "assumed: text-embedding-3-small as listed in July 2026; --price takes another"
_GIVEN = re.compile(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*([A-Za-z]{3})?\s*")


@dataclass(frozen=True, slots=True)
class Price:
    """A price per million embedding tokens.

    Attributes:
        basis: Where the price is from, for whoever reads a bill.
    """

    per_million: float = 0.02
    currency: str = "USD"
    basis: str = ASSUMED

    def __post_init__(self) -> None:
        if not (math.isfinite(self.per_million) and self.per_million >= 0):
            raise ValueError(f"price {self.per_million!r}; allowed is 0 or more")

    def of(self, tokens: int) -> float:
        """What that many tokens cost, in the currency."""
        return tokens * self.per_million / 1_000_000


DEFAULT = Price()


def parse_price(given: str) -> Price:
    """A price as people write it: `0.13`, which is USD, or `0.13 EUR`.

    Raises:
        ValueError: It is neither.
    """
    found = _GIVEN.fullmatch(given)
    if found is None:
        raise ValueError(f"price {given!r}; allowed is 0 or more a million tokens: 0.13 or 0.13EUR")
    return Price(float(found[1]), (found[2] or "USD").upper(), "as given")


def embedded_tokens(index: Mapping[str, Any], retriever: str) -> int:
    """Tokens that an index embeds for a retriever: for BM25 what cutting itself embeds.

    Args:
        index: A variant's index figures.
    """
    tokens: int = index["embedded_tokens"] - (index["tokens"] if retriever == "bm25" else 0)
    return tokens
