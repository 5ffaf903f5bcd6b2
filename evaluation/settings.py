"""What a run is asked to do, from a matrix of settings or a preset people know."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from strategies.headers import HEADER_MODES
from strategies.registry import make_strategy
from strategies.variant import Variant

Retriever = Literal["bm25", "vector", "hybrid", "chroma"]
RETRIEVERS: tuple[Retriever, ...] = ("bm25", "vector", "hybrid", "chroma")
FILLS = ("whole", "cut", "top_k")

DEFAULT_STRATEGIES = ("fixed", "recursive", "structure", "parent_child", "semantic")
DEFAULT_SIZE = 400
DEFAULT_BUDGET = 600
DEFAULT_OVERLAPS = ("0", "20%")
SWEEP = ("0", "10%", "20%", "40%")


@dataclass(frozen=True, slots=True)
class RunSettings:
    """What is compared, and how.

    Attributes:
        budgets: Context tokens, each above 0; with fill rule `top_k` the count of units.
        depth: How many hits a ranking holds.
        seed: Of the bootstrap.
    """

    variants: tuple[Variant, ...]
    retrievers: tuple[str, ...] = ("bm25", "vector")
    budgets: tuple[int, ...] = (DEFAULT_BUDGET,)
    fill: str = "whole"
    depth: int = 200
    seed: int = 0

    def __post_init__(self) -> None:
        if not self.variants:
            raise ValueError("no variants; give at least one strategy")
        for budget in self.budgets:
            if budget < 1:
                raise ValueError(f"budget {budget!r}; allowed is at least 1 token")
        for retriever in self.retrievers:
            if retriever not in RETRIEVERS:
                raise ValueError(
                    f"unknown retriever {retriever!r}; allowed are {', '.join(RETRIEVERS)}"
                )
        if self.fill not in FILLS:
            raise ValueError(f"unknown fill rule {self.fill!r}; allowed are {', '.join(FILLS)}")
        if len({variant.id for variant in self.variants}) < len(self.variants):
            raise ValueError("a variant is listed twice")


def parse_overlap(given: str, size: int) -> int:
    """Units of overlap from `20%` of the size or a plain count.

    Raises:
        ValueError: Neither a count nor a percentage.
    """
    text = given.strip()
    try:
        if text.endswith("%"):
            return round(size * float(text[:-1]) / 100)
        return int(text)
    except (ValueError, OverflowError):
        raise ValueError(f"overlap {given!r}; allowed is a count or a percentage, 20%") from None


def matrix(
    strategies: Sequence[str] = DEFAULT_STRATEGIES,
    size: int = DEFAULT_SIZE,
    unit: str = "characters",
    overlaps: Iterable[str] = DEFAULT_OVERLAPS,
    headers: Iterable[str] = HEADER_MODES,
    sweep: Iterable[str] = (),
) -> tuple[Variant, ...]:
    """Every strategy at every overlap and header mode, then the sweep's overlaps without headers.

    Raises:
        ValueError: A name or a value that is not allowed.
    """
    pairs = [(overlap, header) for header in headers for overlap in overlaps]
    pairs += [(overlap, "none") for overlap in sweep]
    made: dict[str, Variant] = {}
    for name in strategies:
        for overlap, header in pairs:
            units = parse_overlap(overlap, size)
            variant = Variant(
                make_strategy(name, size=size, unit=unit, overlap=units),
                header,  # type: ignore[arg-type]
            )
            made.setdefault(variant.id, variant)
    return tuple(made.values())


def lab_preset() -> RunSettings:
    """The settings of the lab this product grew from: 400 characters, 600 tokens, BM25.

    Its `fixed` has an overlap of 80; 0 and 160, and headers on `fixed`, are run beside it.
    """
    variants = [Variant(make_strategy("fixed", size=400, overlap=units)) for units in (80, 0, 160)]
    variants.append(Variant(make_strategy("fixed", size=400, overlap=80), "path"))
    variants += [
        Variant(make_strategy(name, size=400)) for name in DEFAULT_STRATEGIES if name != "fixed"
    ]
    return RunSettings(tuple(variants), retrievers=("bm25",), budgets=(600,))


PRESETS = {"lab": lab_preset}
