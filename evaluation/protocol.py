"""The rules of a decision, fixed before anybody sees a result."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields
from math import isfinite
from typing import Any

from evaluation.packing import FILLS
from evaluation.settings import DEFAULT_BUDGET, RETRIEVERS

# The report's name of each rate a decision can be about, the question's value behind it, and
# what a person calls one.
METRICS: dict[str, tuple[str, str]] = {
    "hit_rate": ("hit", "hits"),
    "complete_rate": ("complete", "complete answers"),
    "document_hit_rate": ("document_hit", "document hits"),
}
VERDICTS = ("reject", "cannot tell", "pilot", "adopt")
POINTS = 100


class ProtocolError(ValueError):
    """A protocol with faults; its message is a line a fault, each for a person."""


def _number(name: str, value: Any, low: float, high: float = float("inf")) -> Iterator[str]:
    allowed = f"at least {low:g}" if high == float("inf") else f"{low:g} to {high:g}"
    real = isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
    if not (real and low <= value <= high):
        yield f"{name} {value!r}; allowed is {allowed}"


def _whole(name: str, value: Any, low: int) -> Iterator[str]:
    if not isinstance(value, int) or isinstance(value, bool) or value < low:
        yield f"{name} {value!r}; allowed is a whole number of at least {low}"


def _one_of(name: str, value: Any, allowed: tuple[str, ...]) -> Iterator[str]:
    if value not in allowed:
        yield f"{name} {value!r}; allowed are {', '.join(one for one in allowed if one)}"


def _names(name: str, values: Any, least: int = 0) -> Iterator[str]:
    if not isinstance(values, tuple) or not all(isinstance(one, str) for one in values):
        yield f'{name} {values!r}; allowed is a list of names: ["..."]'
    elif len(values) < least:
        yield f"{name}: none is named; give at least {least}"
    elif len(set(values)) < len(values):
        yield f"{name} {list(values)!r}; one is named twice"


def _text(name: str, value: Any) -> Iterator[str]:
    if not isinstance(value, str):
        yield f"{name} {value!r}; allowed is a text"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a candidate's index of the golden set may not exceed; None is no limit.

    Attributes:
        duplication: The share of indexed characters that repeat, 0 to 1.
        indexing_seconds: To cut and to embed, as measured in the run; vectors kept from earlier
            runs take no time.
        monthly_cost: In the currency of the costs.
    """

    index_tokens: int | None = None
    duplication: float | None = None
    indexing_seconds: float | None = None
    query_ms: float | None = None
    monthly_cost: float | None = None

    def faults(self) -> Iterator[str]:
        for one in fields(self):
            value = getattr(self, one.name)
            if value is not None:
                most = 1 if one.name == "duplication" else float("inf")
                yield from _number(f"limits.{one.name}", value, 0, most)


@dataclass(frozen=True, slots=True)
class Costs:
    """What an index costs a month, by prices that are assumptions until they are edited.

    Attributes:
        bytes_per_vector: 4 bytes a dimension: 1,536 for 384 dimensions.
        corpus_tokens: Of the corpus that is priced, of which the golden set is a sample.
        changed_per_month: The share of its documents that are edited once a month, 0 to 1; more
            than 1 for several edits.
        reembedding: By variant, the share of its embedded tokens to make again after an edit, 0
            to 1, in the place of what is measured.
    """

    currency: str = "USD"
    embedding_per_million_tokens: float = 0.02
    storage_per_gb_month: float = 0.25
    bytes_per_vector: int = 1536
    corpus_tokens: int = 100_000_000
    changed_per_month: float = 0.1
    reembedding: tuple[tuple[str, float], ...] = ()

    def faults(self) -> Iterator[str]:
        yield from _text("costs.currency", self.currency)
        for name in ("embedding_per_million_tokens", "storage_per_gb_month", "changed_per_month"):
            yield from _number(f"costs.{name}", getattr(self, name), 0)
        for name in ("bytes_per_vector", "corpus_tokens"):
            yield from _whole(f"costs.{name}", getattr(self, name), 1)
        for variant, share in self.reembedding:
            yield from _number(f"costs.reembedding.{variant}", share, 0, 1)


@dataclass(frozen=True, slots=True)
class Robustness:
    """Under what else the verdicts are asked again.

    Attributes:
        budgets: Context tokens; half and twice the protocol's where None.
        retrievers: Beside the protocol's; hybrid where None and the protocol has what it joins.
        fill: Another fill rule; none where empty.
        model: A second embedding model, as `--model` takes it; none where empty.
    """

    budgets: tuple[int, ...] | None = None
    retrievers: tuple[str, ...] | None = None
    fill: str = "cut"
    model: str = ""

    def faults(self) -> Iterator[str]:
        for budget in self.budgets or ():
            yield from _whole("robustness.budgets", budget, 1)
        for retriever in self.retrievers or ():
            yield from _one_of("robustness.retrievers", retriever, RETRIEVERS)
        yield from _one_of("robustness.fill", self.fill, ("", *FILLS))
        yield from _text("robustness.model", self.model)


@dataclass(frozen=True, slots=True)
class Gate:
    """What a run must meet, else its exit status is 3.

    Attributes:
        max_lost: The most questions that `variant` may have lost against a stored run, under any
            of the protocol's retrievers.
        variant: The protocol's baseline where empty.
        require: The least verdict that `candidate` must have under every retriever.
        candidate: The only candidate where empty.
    """

    max_lost: int | None = None
    variant: str = ""
    require: str = ""
    candidate: str = ""

    def faults(self) -> Iterator[str]:
        if self.max_lost is not None:
            yield from _whole("gate.max_lost", self.max_lost, 0)
        yield from _one_of("gate.require", self.require, ("", *VERDICTS))


@dataclass(frozen=True, slots=True)
class Protocol:
    """What is compared, by what, and what follows from it.

    Attributes:
        baseline: The id of the variant in use, or to beat.
        metric: One of `METRICS`.
        reject_below: Points of the metric under which a difference is not worth having.
        adopt_at: Points from which a candidate is adopted.
        level: Shared over all comparisons; 0.95 is 95 %.
        pilot_class: The class of documents that a candidate worth a trial is tried on.
        baseline_top_k: The baseline gets this many units whatever their size, as production does;
            unequal to the candidates' budget, and marked so. None gives it the budget.
    """

    baseline: str
    candidates: tuple[str, ...]
    retrievers: tuple[str, ...] = ("bm25", "vector")
    metric: str = "hit_rate"
    budget_tokens: int = DEFAULT_BUDGET
    reject_below: float = 3.0
    adopt_at: float = 5.0
    level: float = 0.95
    pilot_class: str = ""
    baseline_top_k: int | None = None
    limits: Limits = field(default_factory=Limits)
    costs: Costs = field(default_factory=Costs)
    robustness: Robustness = field(default_factory=Robustness)
    gate: Gate = field(default_factory=Gate)

    def __post_init__(self) -> None:
        if found := list(self._faults()) or list(self._contradictions()):
            raise ProtocolError("\n".join(found))
        given = self.robustness
        budgets, others = given.budgets, given.retrievers
        if budgets is None:
            budgets = (max(1, self.budget_tokens // 2), 2 * self.budget_tokens)
        if others is None:
            others = ("hybrid",) if {"bm25", "vector"} <= set(self.retrievers) else ()
        made = Robustness(budgets, others, given.fill, given.model)
        object.__setattr__(self, "robustness", made)

    def _faults(self) -> Iterator[str]:
        yield from _text("baseline", self.baseline)
        yield from _names("candidates", self.candidates, 1)
        yield from _names("retrievers", self.retrievers, 1)
        for retriever in self.retrievers if isinstance(self.retrievers, tuple) else ():
            yield from _one_of("retriever", retriever, RETRIEVERS)
        yield from _one_of("metric", self.metric, tuple(METRICS))
        yield from _whole("budget_tokens", self.budget_tokens, 1)
        yield from _number("reject_below", self.reject_below, 0, POINTS)
        yield from _number("adopt_at", self.adopt_at, 0, POINTS)
        yield from _number("level", self.level, 0.5, 0.9999)
        yield from _text("pilot_class", self.pilot_class)
        if self.baseline_top_k is not None:
            yield from _whole("baseline_top_k", self.baseline_top_k, 1)
        for part in (self.limits, self.costs, self.robustness, self.gate):
            yield from part.faults()

    def _contradictions(self) -> Iterator[str]:
        if self.baseline in self.candidates:
            yield f"baseline {self.baseline!r} is among the candidates; take it out of them"
        if self.reject_below > self.adopt_at:
            yield f"reject_below {self.reject_below:g} is over adopt_at {self.adopt_at:g}"
        if self.adopt_at == 0:
            yield "adopt_at 0; allowed is above 0 to 100 points"
        named = self.gate.candidate
        if named and named not in self.candidates:
            yield f"gate.candidate {named!r}; allowed are {', '.join(self.candidates)}"
        if self.gate.require and not named and len(self.candidates) > 1:
            yield "gate.require: which of the candidates must have it? name gate.candidate"
        variants = (self.baseline, *self.candidates)
        if self.gate.variant and self.gate.variant not in variants:
            yield f"gate.variant {self.gate.variant!r}; allowed are {', '.join(variants)}"

    @property
    def comparisons(self) -> int:
        """How many the level is shared over."""
        return len(self.candidates) * len(self.retrievers)

    @property
    def shared_level(self) -> float:
        """The level of each interval: `1 - (1 - level) / comparisons`."""
        return 1 - (1 - self.level) / self.comparisons

    def stored(self) -> dict[str, Any]:
        """Every rule, as values for JSON; `protocol_of` makes it a protocol again."""
        made = asdict(self)
        made["costs"]["reembedding"] = dict(self.costs.reembedding)
        return made
