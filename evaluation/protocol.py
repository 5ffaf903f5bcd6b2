"""The rules of a decision, fixed before anybody sees a result."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from evaluation.protocol_parts import (
    MOST_BUDGET,
    MOST_UNITS,
    Costs,
    Gate,
    Limits,
    Robustness,
    names,
    number,
    one_of,
    text,
    whole,
)
from evaluation.settings import DEFAULT_BUDGET, RETRIEVERS
from golden_sets.language import Worded, joined, marked, worded

# The report's name of each rate a decision can be about, the question's value behind it, and
# what a person calls one.
METRICS: dict[str, tuple[str, str]] = {
    "hit_rate": ("hit", marked("hits")),
    "complete_rate": ("complete", marked("complete answers")),
    "document_hit_rate": ("document_hit", marked("document hits")),
}
POINTS = 100


class ProtocolError(ValueError):
    """A protocol with faults; its message is a line a fault, each for a person."""


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
            raise ProtocolError(joined(found, "\n"))
        given = self.robustness
        budgets, others = given.budgets, given.retrievers
        if budgets is None:
            budgets = (max(1, self.budget_tokens // 2), 2 * self.budget_tokens)
        if others is None:
            others = ("hybrid",) if {"bm25", "vector"} <= set(self.retrievers) else ()
        made = Robustness(budgets, others, given.fill, given.model)
        object.__setattr__(self, "robustness", made)

    def _faults(self) -> Iterator[str]:
        yield from text("baseline", self.baseline)
        yield from names("candidates", self.candidates, 1)
        yield from names("retrievers", self.retrievers, 1)
        for retriever in self.retrievers if isinstance(self.retrievers, tuple) else ():
            yield from one_of("retriever", retriever, RETRIEVERS)
        yield from one_of("metric", self.metric, tuple(METRICS))
        yield from whole("budget_tokens", self.budget_tokens, 1, MOST_BUDGET)
        yield from number("reject_below", self.reject_below, 0, POINTS)
        yield from number("adopt_at", self.adopt_at, 0, POINTS)
        yield from number("level", self.level, 0.5, 0.9999)
        yield from text("pilot_class", self.pilot_class)
        if self.baseline_top_k is not None:
            yield from whole("baseline_top_k", self.baseline_top_k, 1, MOST_UNITS)
        for part in (self.limits, self.costs, self.robustness, self.gate):
            yield from part.faults()

    def _contradictions(self) -> Iterator[str]:
        if self.baseline in self.candidates:
            yield worded(
                "baseline {name!r} is among the candidates; take it out of them", name=self.baseline
            )
        if self.reject_below > self.adopt_at:
            yield worded(
                "reject_below {low:g} is over adopt_at {high:g}",
                low=self.reject_below,
                high=self.adopt_at,
            )
        if self.adopt_at == 0:
            yield worded("adopt_at 0; allowed is above 0 to 100 points")
        named = self.gate.candidate
        if named and named not in self.candidates:
            yield _of("gate.candidate", named, self.candidates)
        if self.gate.require and not named and len(self.candidates) > 1:
            yield worded("gate.require: which of the candidates must have it? name gate.candidate")
        variants = (self.baseline, *self.candidates)
        for name, _ in self.costs.reembedding:
            if name not in variants:
                yield _of("costs.reembedding", name, variants)
        if self.gate.variant and self.gate.variant not in variants:
            yield _of("gate.variant", self.gate.variant, variants)

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


def _of(name: str, given: str, allowed: tuple[str, ...]) -> Worded:
    return worded(
        "{name} {given}; allowed are {names}",
        name=name,
        given=repr(given),
        names=", ".join(allowed),
    )
