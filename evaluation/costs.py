"""What an index costs, by stated prices."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from evaluation.protocol_parts import Costs
from evaluation.reuse import reuse
from golden_sets.document import Document
from strategies.tools import Tools
from strategies.variant import Variant


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


def price(index: Mapping[str, Any], costs: Costs, reembedded: float | None) -> Price:
    """The price of an index of the corpus that the golden set is a sample of.

    With `scale` the corpus's tokens over the golden set's:
    `embedding = embedded tokens x scale x changed a month x reembedded x price of a token`;
    `storage = (chunks x bytes a vector + bytes of text) x scale x price of a byte and month`.

    Args:
        index: A variant's index figures.
        reembedded: As measured; None where it was not, and everything is taken to be made again.
    """
    corpus = index["tokens"] - index["added_tokens"]
    scale = costs.corpus_tokens / corpus if corpus > 0 else 0.0
    share = 1.0 if reembedded is None else reembedded
    token = costs.embedding_per_million_tokens / 1e6
    first = index["embedded_tokens"] * scale * token
    embedding = first * costs.changed_per_month * share
    stored = (index["chunks"] * costs.bytes_per_vector + index["bytes"]) * scale
    storage = stored / 1e9 * costs.storage_per_gb_month
    measured = reembedded is not None
    return Price(first, embedding + storage, embedding, storage, share, measured)


def measured_shares(
    variants: Sequence[Variant], documents: Sequence[Document], tools: Tools
) -> dict[str, float]:
    """By variant id, the share of its embedded tokens that an edit makes again."""
    found = {variant.id: reuse(variant, documents, tools) for variant in variants}
    return {name: one.share for name, one in found.items() if one is not None}
