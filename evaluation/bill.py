"""What a bill is made of: points on a curve, under one retriever and budget."""

from dataclasses import asdict, dataclass
from typing import Any

from evaluation.price import Price

SCHEMA = "chunking-bills/1"
Rate = dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Ranks:
    """Mean ranks over the n questions ranked at both points, and how far they moved.

    Attributes:
        difference: After minus before, so that a fall is below 0; None where n is 0.
    """

    n: int
    before: float | None
    after: float | None
    difference: Rate


@dataclass(frozen=True, slots=True)
class Point:
    """One variant on a curve. What is added, gained or moved is against the point before it.

    Attributes:
        step: `20 %` of overlap, or `none` or `path` of headers.
        cost: Of the tokens that this retriever's index embeds, once, in the price's currency:
            all of them for vectors; for BM25 none but what cutting itself embeds.
        duplication: Of the index, 0 to 1.
        context_duplication: Mean over questions, 0 to 1; None where no context holds anything.
        blurred_citations: The share of answer passages that stand whole in two chunks or more.
        gain: In the share of hits, -1 to 1; None at the first point.
        total: The same against the first point.
        intervals: How those of the gain and of the total were made; the gain of identical chunks
            has none to show.
        detectable: The smallest true gain these questions would have shown; None where nothing
            varies.
        gained, lost: Ids of questions.
        ranks: By metric, `rank` and `document_rank`; empty at the first point.
        identical: The chunks are those of the point before, so there is nothing to compare.
    """

    variant: str
    step: str
    index_tokens: int
    added_tokens: int
    cost: float
    added_cost: float
    duplication: float | None
    context_duplication: float | None
    blurred_citations: float | None
    hit_rate: Rate
    gain: Rate
    total: Rate
    intervals: tuple[str, ...]
    detectable: float | None
    gained: tuple[str, ...]
    lost: tuple[str, ...]
    ranks: dict[str, Ranks]
    identical: bool


@dataclass(frozen=True, slots=True)
class Bill:
    """A curve under one retriever and budget, from the variant without to the one with the most.

    Attributes:
        name: The id of the variant that the curve starts with.
        headers: The header mode of an overlap's bill; `none` of one for headers.
        knee: The id of the variant at the knee, None where there is none; see `knee.knee`.
        why: Why there is a knee or none, in words; empty for headers, which are one step.
    """

    name: str
    headers: str
    retriever: str
    budget_tokens: int
    points: tuple[Point, ...]
    knee: str | None
    why: str


@dataclass(frozen=True, slots=True)
class Bills:
    """All bills of one run.

    Attributes:
        interval: How the intervals of gains and totals were made, for a caption.
        overlap: In the order of strategies, headers, retrievers and budgets.
        headers: Likewise, one for each overlap that was run with and without.
    """

    run: str
    golden_set: str
    digest: str
    interval: str
    price: Price
    overlap: tuple[Bill, ...]
    headers: tuple[Bill, ...]

    def stored(self) -> dict[str, Any]:
        """The bills as values for JSON."""
        return {"schema": SCHEMA, **asdict(self)}
