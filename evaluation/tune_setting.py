"""One setting to look at while tuning: a variant, a retriever and a budget, by one name."""

from dataclasses import dataclass, replace

from evaluation.settings import DEFAULT_BUDGET, DEFAULT_SIZE, Cutting, RunSettings
from strategies.measure import Unit
from strategies.sizes import parse_overlap
from strategies.variant import Variant, variant_named

# `mixed` is left out: its name does not say how it cuts.
STRATEGIES = ("fixed", "recursive", "structure", "parent_child", "semantic", "sentence")
# Chroma's index lives in a process that has its package loaded.
RETRIEVERS = ("bm25", "vector", "hybrid")
SIZES: dict[str, tuple[int, int, int, int]] = {
    "characters": (100, 2000, 50, DEFAULT_SIZE),
    "tokens": (25, 1000, 25, 100),
}
OVERLAPS = (0, 50, 5)
_SMALL = (100, 150, 200, 300, 400, 500, DEFAULT_BUDGET, 800)
BUDGETS = (*_SMALL, 1000, 1200, 1500, 2000, 3000, 4000, 6000, 8000)
_BETWEEN = "~"


@dataclass(frozen=True, slots=True)
class Setting:
    """What one side of the comparison is.

    Attributes:
        budget: Context tokens.
    """

    variant: Variant
    retriever: str = "bm25"
    budget: int = DEFAULT_BUDGET

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
    def size(self) -> int:
        return int(self.variant.parameters["size"])

    @property
    def overlap_percent(self) -> int:
        """Of the size; the slider's own step where that comes to the same units."""
        step = OVERLAPS[2]
        exact = 100 * self.variant.overlap / self.size
        near = step * round(exact / step)
        return (
            near if parse_overlap(f"{near}%", self.size) == self.variant.overlap else round(exact)
        )

    def at_overlap(self, percent: int) -> "Setting":
        """The same at that overlap, a percentage of the size."""
        made = setting(
            self.variant.strategy_name,
            self.size,
            self.variant.unit,
            percent,
            self.variant.headers == "path",
        )
        return replace(self, variant=made.variant)


def setting(
    strategy: str,
    size: int = DEFAULT_SIZE,
    unit: Unit = "characters",
    overlap_percent: int = 0,
    headers: bool = False,
    retriever: str = "bm25",
    budget: int = DEFAULT_BUDGET,
) -> Setting:
    """The setting that the controls describe.

    Raises:
        ValueError: A value is not allowed.
    """
    cutting = Cutting(size, unit, f"{overlap_percent}%")
    variant = Variant(cutting.strategy(strategy), "path" if headers else "none")
    return Setting(variant, retriever, budget)


def setting_named(name: str) -> Setting | None:
    """The setting of that name; None for one that no control could describe."""
    parts = name.split(_BETWEEN)
    if len(parts) != 3 or parts[1] not in RETRIEVERS:
        return None
    variant = variant_named(parts[0])
    budget = int(parts[2]) if parts[2].isascii() and parts[2].isdigit() else 0
    if variant is None or budget not in BUDGETS:
        return None
    low, high = SIZES[variant.unit][:2]
    found = Setting(variant, parts[1], budget)
    allowed = low <= found.size <= high and found.overlap_percent <= OVERLAPS[1]
    plain = variant.expansion == "none" and not {"snap", "without"} & _used(variant)
    return found if allowed and plain else None


def _used(variant: Variant) -> set[str]:
    return {name for name, value in variant.parameters.items() if value}


def differences(one: Setting, other: Setting) -> tuple[str, ...]:
    """What the two differ in: of `strategy`, `size`, `overlap`, `headers`, `retriever`, `budget`.

    An overlap that is the same share of another size is the same.
    """

    def parts(given: Setting) -> dict[str, object]:
        variant = given.variant
        return {
            "strategy": variant.strategy_name,
            "size": (given.size, variant.unit),
            "overlap": given.overlap_percent,
            "headers": variant.headers,
            "retriever": given.retriever,
            "budget": given.budget,
        }

    first, second = parts(one), parts(other)
    return tuple(name for name, value in first.items() if value != second[name])
