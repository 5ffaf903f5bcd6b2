"""The parts of a protocol: limits, prices, what else is asked, and the gate.

Each tells its faults, a line each, and leaves it to the protocol to refuse them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from evaluation.packing import FILLS
from evaluation.settings import RETRIEVERS
from golden_sets.language import worded

VERDICTS = ("reject", "cannot tell", "pilot", "adopt")
# The fill rules that fill a budget of tokens.
BY_TOKENS = tuple(rule for rule in FILLS if rule != "top_k")
# Far beyond anything real, and near enough that no sum of prices leaves the numbers.
MOST_BUDGET = 10_000_000
MOST_UNITS = 10_000
MOST_TOKENS = 10**15
MOST_PRICE = 1_000_000.0
MOST_LIMIT = 1e15
MOST_QUESTIONS = 1_000_000_000
MOST_EDITS = 1_000.0
_SHOWN = 60


def shown(value: Any) -> str:
    """The value on one line, whatever it is."""
    try:
        told = repr(value)
    except ValueError:
        return "of too many digits"
    except RecursionError:
        return "nested too deep"
    return told if len(told) <= _SHOWN else f"{told[:_SHOWN]}..."


def number(name: str, value: Any, low: float, high: float) -> Iterator[str]:
    real = isinstance(value, int | float) and not isinstance(value, bool)
    if not (real and low <= value <= high):
        yield worded(
            "{name} {given}; allowed is {low:g} to {high:g}",
            name=name,
            given=shown(value),
            low=low,
            high=high,
        )


def whole(name: str, value: Any, low: int, high: int) -> Iterator[str]:
    real = isinstance(value, int) and not isinstance(value, bool)
    if not (real and low <= value <= high):
        yield worded(
            "{name} {given}; allowed is a whole number of {low} to {high:,}",
            name=name,
            given=shown(value),
            low=low,
            high=high,
        )


def one_of(name: str, value: Any, allowed: tuple[str, ...]) -> Iterator[str]:
    if value not in allowed:
        yield worded(
            "{name} {given}; allowed are {names}",
            name=name,
            given=shown(value),
            names=", ".join(one for one in allowed if one),
        )


def names(name: str, values: Any, least: int = 0) -> Iterator[str]:
    if not isinstance(values, tuple) or not all(isinstance(one, str) for one in values):
        yield worded(
            '{name} {given}; allowed is a list of names: ["..."]', name=name, given=shown(values)
        )
    elif len(values) < least:
        yield worded("{name}: none is named; give at least {least}", name=name, least=least)
    elif len(set(values)) < len(values):
        yield worded("{name} {given}; one is named twice", name=name, given=shown(list(values)))


def text(name: str, value: Any) -> Iterator[str]:
    if not isinstance(value, str):
        yield worded("{name} {given}; allowed is a text", name=name, given=shown(value))


@dataclass(frozen=True, slots=True)
class Limits:
    """What a candidate's index of the golden set may not exceed; None is no limit.

    Attributes:
        duplication: The share of indexed characters that repeat, 0 to 1.
        indexing_seconds: To cut and to embed, as measured in the run; not measured where vectors
            were kept from earlier runs.
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
                most = 1 if one.name == "duplication" else MOST_LIMIT
                yield from number(f"limits.{one.name}", value, 0, most)


@dataclass(frozen=True, slots=True)
class Costs:
    """What an index costs a month, by prices that are assumptions until they are edited.

    Attributes:
        bytes_per_vector: 4 a dimension of the run's model where None: 1,536 for 384 dimensions.
        corpus_tokens: Of the corpus that is priced, of which the golden set is a sample.
        changed_per_month: The share of its documents that are edited once a month, 0 to 1; more
            than 1 for several edits.
        reembedding: By variant, the share of its embedded tokens to make again after an edit, 0
            to 1, in the place of what is measured.
    """

    currency: str = "USD"
    embedding_per_million_tokens: float = 0.02
    storage_per_gb_month: float = 0.25
    bytes_per_vector: int | None = None
    corpus_tokens: int = 100_000_000
    changed_per_month: float = 0.1
    reembedding: tuple[tuple[str, float], ...] = ()

    def faults(self) -> Iterator[str]:
        yield from text("costs.currency", self.currency)
        for name in ("embedding_per_million_tokens", "storage_per_gb_month"):
            yield from number(f"costs.{name}", getattr(self, name), 0, MOST_PRICE)
        yield from number("costs.changed_per_month", self.changed_per_month, 0, MOST_EDITS)
        yield from whole("costs.corpus_tokens", self.corpus_tokens, 1, MOST_TOKENS)
        if self.bytes_per_vector is not None:
            yield from whole("costs.bytes_per_vector", self.bytes_per_vector, 1, 10**9)
        for variant, share in self.reembedding:
            yield from number(f"costs.reembedding.{variant}", share, 0, 1)


@dataclass(frozen=True, slots=True)
class Robustness:
    """Under what else the verdicts are asked again.

    Attributes:
        budgets: Context tokens; half and twice the protocol's where None.
        retrievers: Beside the protocol's; hybrid where None and the protocol has what it joins.
        fill: Another fill rule; none where empty.
        model: A second embedding model, as `--model` takes it; none where empty. Where None,
            `use`, or `auto` for a run that is by `use` itself.
    """

    budgets: tuple[int, ...] | None = None
    retrievers: tuple[str, ...] | None = None
    fill: str = "cut"
    model: str | None = None

    def faults(self) -> Iterator[str]:
        for budget in self.budgets or ():
            yield from whole("robustness.budgets", budget, 1, 2 * MOST_BUDGET)
        for retriever in self.retrievers or ():
            yield from one_of("robustness.retrievers", retriever, RETRIEVERS)
        if self.fill == "top_k":
            yield worded(
                "robustness.fill 'top_k' counts units, and a protocol decides at equal tokens; "
                "allowed are {names}",
                names=", ".join(BY_TOKENS),
            )
        else:
            yield from one_of("robustness.fill", self.fill, ("", *BY_TOKENS))
        if self.model is not None:
            yield from text("robustness.model", self.model)


@dataclass(frozen=True, slots=True)
class Gate:
    """What a run must meet, else its exit status is 3.

    Attributes:
        max_lost: The most questions of all, those to decide on and the others, that `variant`
            may have lost against a stored run, under any of the protocol's retrievers.
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
            yield from whole("gate.max_lost", self.max_lost, 0, MOST_QUESTIONS)
        for name in ("variant", "candidate"):
            yield from text(f"gate.{name}", getattr(self, name))
        yield from one_of("gate.require", self.require, ("", *VERDICTS))
