"""One setting to look at while tuning: a variant, a retriever and a budget, by one name."""

from dataclasses import dataclass, field, replace

from evaluation.offer import NOTHING, STEP, Offer, may_snap, percent_of
from evaluation.settings import DEFAULT_BUDGET, DEFAULT_SIZE, RunSettings
from strategies.adapter import known
from strategies.expansion import ExpansionMode
from strategies.measure import Unit
from strategies.variant import EXPANSION_TOKENS, Variant

STRATEGIES = ("fixed", "recursive", "structure", "parent_child", "semantic", "sentence")
# Chroma's index lives in a process that has its package loaded.
RETRIEVERS = ("bm25", "vector", "hybrid")
SIZES: dict[str, tuple[int, int, int, int]] = {
    "characters": (100, 2000, 50, DEFAULT_SIZE),
    "tokens": (25, 1000, 25, 100),
}
OVERLAPS = (0, 50, STEP)
# Tokens that expansion may add to a chunk: the least, the most, the step.
ADDED = (25, 1000, 25)
_SMALL = (100, 150, 200, 300, 400, 500, DEFAULT_BUDGET, 800)
BUDGETS = (*_SMALL, 1000, 1200, 1500, 2000, 3000, 4000, 6000, 8000)
_BETWEEN = "~"


@dataclass(frozen=True, slots=True)
class Setting:
    """What one side of the comparison is.

    Attributes:
        budget: Context tokens.
        offer: What it was made from, to be made again at another overlap.
    """

    variant: Variant
    retriever: str = "bm25"
    budget: int = DEFAULT_BUDGET
    offer: Offer = field(default=NOTHING, compare=False, repr=False)

    @property
    def name(self) -> str:
        """`structure-400c-o80~vector~600`, for an address; `setting_named` reads it."""
        return _BETWEEN.join((self.variant.id, self.retriever, str(self.budget)))

    @property
    def settings(self) -> RunSettings:
        """The run of this alone."""
        return RunSettings((self.variant,), (self.retriever,), (self.budget,))

    @property
    def needs_vectors(self) -> bool:
        return self.settings.needs_vectors

    @property
    def searches_vectors(self) -> bool:
        """Whether the chunks themselves are found by vectors, not only cut by them."""
        return self.retriever != "bm25"

    @property
    def strategy(self) -> str:
        """The strategy's name; of a splitter from elsewhere, the one it is offered by."""
        foreign = known.parts(self.variant.strategy_name)
        return foreign[0] if foreign else self.variant.strategy_name

    @property
    def foreign(self) -> bool:
        """Whether a splitter from elsewhere cuts."""
        return self.strategy in known.KNOWN

    @property
    def size(self) -> int:
        foreign = known.parts(self.variant.strategy_name)
        return foreign[1] if foreign else int(self.variant.parameters["size"])

    @property
    def overlap(self) -> int:
        """In units."""
        foreign = known.parts(self.variant.strategy_name)
        return foreign[2] if foreign else self.variant.overlap

    @property
    def snap(self) -> bool:
        """Whether the overlap was asked to start at a sentence."""
        return bool(self.variant.parameters.get("snap"))

    @property
    def overlap_percent(self) -> int:
        """Of the size; the slider's own step where that comes to the same units."""
        return percent_of(self.overlap, self.size)

    def at_overlap(self, percent: int) -> "Setting":
        """The same at that overlap, a percentage of the size."""
        snap = self.snap and may_snap(self.strategy)
        made = self.offer.strategy(self.strategy, self.size, self.variant.unit, percent, snap)
        return replace(self, variant=replace(self.variant, strategy=made))


def setting(
    strategy: str,
    size: int = DEFAULT_SIZE,
    unit: Unit = "characters",
    overlap_percent: int = 0,
    headers: bool = False,
    retriever: str = "bm25",
    budget: int = DEFAULT_BUDGET,
    snap: bool = False,
    expansion: ExpansionMode = "none",
    expansion_tokens: int = EXPANSION_TOKENS,
    offer: Offer = NOTHING,
) -> Setting:
    """The setting that the controls describe.

    Raises:
        ValueError: A value is not allowed, or a splitter from elsewhere does not load.
    """
    made = offer.strategy(strategy, size, unit, overlap_percent, snap)
    variant = Variant(made, "path" if headers else "none", expansion, expansion_tokens)
    return Setting(variant, retriever, budget, offer)


def setting_named(name: str, offer: Offer = NOTHING) -> Setting | None:
    """The setting of that name; None for one that no control could describe."""
    parts = name.split(_BETWEEN)
    if len(parts) != 3 or parts[1] not in RETRIEVERS:
        return None
    variant = offer.variant(parts[0])
    budget = int(parts[2]) if parts[2].isascii() and parts[2].isdigit() else 0
    if variant is None or budget not in BUDGETS:
        return None
    found = Setting(variant, parts[1], budget, offer)
    return found if _can_be_made(found) else None


def _can_be_made(found: Setting) -> bool:
    """Whether there are controls for all of it."""
    variant = found.variant
    low, high = SIZES[variant.unit][:2]
    sized = low <= found.size <= high and found.overlap_percent <= OVERLAPS[1]
    least, most, _ = ADDED
    expanded = variant.expansion == "none" or least <= variant.expansion_tokens <= most
    return sized and expanded and not variant.parameters.get("without")


def differences(one: Setting, other: Setting) -> tuple[str, ...]:
    """What the two differ in: of `strategy`, `size`, `overlap`, `snap`, `headers`, `expansion`,
    `retriever`, `budget`.

    An overlap that is the same share of another size is the same.
    """

    def parts(given: Setting) -> dict[str, object]:
        variant = given.variant
        return {
            "strategy": given.strategy,
            "size": (given.size, variant.unit),
            "overlap": given.overlap_percent,
            "snap": given.snap,
            "headers": variant.headers,
            "expansion": variant.expansion_given,
            "retriever": given.retriever,
            "budget": given.budget,
        }

    first, second = parts(one), parts(other)
    return tuple(name for name, value in first.items() if value != second[name])
