"""What an index costs, by stated prices."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from evaluation.price import embedded_tokens
from evaluation.protocol_parts import Costs
from evaluation.reuse import reuse
from golden_sets.document import Document
from strategies.tools import Tools
from strategies.variant import Variant

# A model of 384 dimensions, for runs that do not say how many theirs has.
DIMENSIONS = 384
FLOAT_BYTES = 4


class Shares(NamedTuple):
    """What of a variant's embedded tokens an edit makes again, 0 to 1.

    Attributes:
        vectors: Of all of them.
        words: Of those that cutting embeds, which BM25 takes too.
    """

    vectors: float
    words: float

    def of(self, retriever: str) -> float:
        return self.words if retriever == "bm25" else self.vectors


class Price(NamedTuple):
    """In the currency of the costs.

    Attributes:
        first: To embed the whole corpus once.
        monthly: To embed what changes in a month, and to store the index.
        reembedded: The share of embedded tokens made again after an edit.
        measured: False where that share is an assumption: all of it.
    """

    first: float
    monthly: float
    embedding: float
    storage: float
    reembedded: float
    measured: bool


def price(
    index: Mapping[str, Any],
    costs: Costs,
    shares: Shares | None,
    retriever: str,
    dimensions: int | None = None,
) -> Price:
    """The price of an index of the corpus that the golden set is a sample of.

    With `scale` the corpus's tokens over the golden set's:
    `embedding = embedded tokens x scale x changed a month x reembedded x price of a token`;
    `storage = (chunks x bytes a vector + bytes of text) x scale x price of a byte and month`.
    BM25 keeps no vectors, and embeds what cutting itself embeds.

    Args:
        index: A variant's index figures.
        shares: As measured; None where they were not, and everything is taken to be made again.
        dimensions: Of the run's model, of 4 bytes each where the costs say no bytes a vector.
    """
    corpus = index["tokens"] - index["added_tokens"]
    scale = costs.corpus_tokens / corpus if corpus > 0 else 0.0
    share = 1.0 if shares is None else shares.of(retriever)
    token = costs.embedding_per_million_tokens / 1e6
    first = embedded_tokens(index, retriever) * scale * token
    embedding = first * costs.changed_per_month * share
    vector = costs.bytes_per_vector or FLOAT_BYTES * (dimensions or DIMENSIONS)
    vectors = 0 if retriever == "bm25" else index["chunks"] * vector
    stored = (vectors + index["bytes"]) * scale
    storage = stored / 1e9 * costs.storage_per_gb_month
    return Price(first, embedding + storage, embedding, storage, share, shares is not None)


def measured_shares(
    variants: Sequence[Variant], documents: Sequence[Document], tools: Tools
) -> dict[str, Shares]:
    """By variant id, the shares of its embedded tokens that an edit makes again."""
    found = {variant.id: reuse(variant, documents, tools) for variant in variants}
    return {name: Shares(one.share, one.cutting) for name, one in found.items() if one is not None}


def stored_shares(stored: Mapping[str, Any]) -> dict[str, Shares]:
    """Shares as a report holds them; those of earlier versions tell one for both."""
    return {
        name: Shares(**one) if isinstance(one, Mapping) else Shares(one, one)
        for name, one in stored.items()
    }
