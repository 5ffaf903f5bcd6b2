"""What a run is asked to do, from a matrix of settings or a preset people know."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from evaluation.packing import FILLS, REPEATS
from strategies.headers import HEADER_MODES
from strategies.measure import Unit
from strategies.mixed import read_mixed
from strategies.registry import Strategy, make_strategy, parameter_names
from strategies.sizes import parse_overlap
from strategies.variant import EXPANSION_TOKENS, Variant

Retriever = Literal["bm25", "vector", "hybrid", "chroma"]
RETRIEVERS: tuple[Retriever, ...] = ("bm25", "vector", "hybrid", "chroma")

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
        diverse: Units are chosen by maximal marginal relevance before they are packed.
        key_boost: What the scores of the golden set's key sections are multiplied by.
        baseline: Id of the variant others are compared with; plain recursive where empty.
        chroma_server: `HOST:PORT` of a Chroma server for the retriever `chroma`; embedded where
            empty.
        repeats: What is done about text that is there already; see `packing.pack`.
    """

    variants: tuple[Variant, ...]
    retrievers: tuple[str, ...] = ("bm25", "vector")
    budgets: tuple[int, ...] = (DEFAULT_BUDGET,)
    fill: str = "whole"
    depth: int = 200
    seed: int = 0
    diverse: bool = False
    repeats: str = "keep"
    chroma_server: str = ""
    key_boost: float = 1.0
    baseline: str = ""

    def __post_init__(self) -> None:
        if not self.variants:
            raise ValueError("no variants; give at least one strategy")
        for what, listed in (("budget", self.budgets), ("retriever", self.retrievers)):
            if not listed:
                raise ValueError(f"no {what}s; allowed is one or more")
            if twice := [one for n, one in enumerate(listed) if one in listed[:n]]:
                raise ValueError(f"{what} {twice[0]!r} is listed twice; allowed is once")
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
        ids = [variant.id for variant in self.variants]
        if self.baseline and self.baseline not in ids:
            raise ValueError(f"no variant {self.baseline!r}; allowed are {', '.join(ids)}")
        if not 1 <= self.key_boost < math.inf:
            raise ValueError(
                f"key boost {self.key_boost!r}; allowed is a finite number of at least 1"
            )
        if self.repeats not in REPEATS:
            raise ValueError(f"unknown rule {self.repeats!r}; allowed are {', '.join(REPEATS)}")
        if len({variant.id for variant in self.variants}) < len(self.variants):
            raise ValueError("a variant is listed twice")

    @property
    def needs_vectors(self) -> bool:
        """Whether anything in the run is made of vectors, and so needs a model."""
        searched = set(self.retrievers) - {"bm25"}
        return bool(searched) or self.diverse or any(v.embeds_sentences() for v in self.variants)


@dataclass(frozen=True, slots=True)
class Cutting:
    """How documents are cut, beyond the choice of a strategy. A strategy without a part of it
    goes without.

    Attributes:
        overlap: A count of units, or a percentage of the size: `20%`.
        without: Rules that are switched off.
        separators: None for the usual ones; none at all cuts hard.
        mixed: The table of the strategy `mixed`.
    """

    size: int = DEFAULT_SIZE
    unit: Unit = "characters"
    overlap: str = "0"
    snap: bool = False
    without: tuple[str, ...] = ()
    separators: tuple[str, ...] | None = None
    mixed: Path | None = None

    def strategy(self, name: str) -> Strategy:
        """The strategy of that name, cutting like this.

        Raises:
            ValueError: A name or a value that is not allowed, or no table for `mixed`.
        """
        if name == "mixed":
            if self.mixed is None:
                raise ValueError("mixed needs a table of document classes; give --mixed FILE")
            return read_mixed(self.mixed, self.size, self.unit, self.overlap)
        overlap = parse_overlap(self.overlap, self.size)
        given: dict[str, Any] = {"size": self.size, "unit": self.unit, "overlap": overlap}
        own: dict[str, Any] = {"snap": self.snap and overlap > 0, "without": self.without}
        if self.separators is not None:
            own["separators"] = self.separators
        allowed = parameter_names(name)
        return make_strategy(name, **given, **{k: v for k, v in own.items() if k in allowed})


def matrix(
    strategies: Sequence[str] = DEFAULT_STRATEGIES,
    cutting: Cutting = Cutting(),
    overlaps: Iterable[str] = DEFAULT_OVERLAPS,
    headers: Iterable[str] = HEADER_MODES,
    sweep: Iterable[str] = (),
    withouts: Sequence[tuple[str, ...]] = ((),),
    expansions: Sequence[str] = ("none",),
    expansion_tokens: int = EXPANSION_TOKENS,
    splitters: Iterable[Strategy] = (),
) -> tuple[Variant, ...]:
    """Every strategy at every overlap and header mode, then the sweep's overlaps without headers.

    Args:
        withouts: Sets of rules to switch off, a variant each where a strategy has rules.
        splitters: Strategies from elsewhere, which take no overlap of ours.

    Raises:
        ValueError: A name or a value that is not allowed.
    """
    headers = list(headers)
    pairs = [(overlap, header) for header in headers for overlap in overlaps]
    pairs += [(overlap, "none") for overlap in sweep]
    cuts = [
        (replace(cutting, overlap=overlap, without=without).strategy(name), header)
        for name in strategies
        for overlap, header in pairs
        for without in withouts
    ]
    cuts += [(splitter, header) for splitter in splitters for header in headers]
    made: dict[str, Variant] = {}
    for strategy, header in cuts:
        for expansion in expansions:
            variant = Variant(strategy, header, expansion, expansion_tokens)  # type: ignore[arg-type]
            made.setdefault(variant.id, variant)
    return tuple(made.values())


def default_settings() -> RunSettings:
    """What is run where nothing else is asked for."""
    return RunSettings(matrix(sweep=SWEEP))


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


def contracts_preset() -> RunSettings:
    """Settings common for contracts: 1,024 tokens, an overlap of 100 that starts at a sentence.

    The budget holds four such chunks.
    """
    cutting = Cutting(1024, "tokens", snap=True)
    return RunSettings(matrix(DEFAULT_STRATEGIES, cutting, ["100"], ["none"]), budgets=(4 * 1024,))


def manual_preset() -> RunSettings:
    """Settings common for manuals: 700 characters, 15 % overlap, six units chosen by maximal
    marginal relevance."""
    variants = matrix(DEFAULT_STRATEGIES, Cutting(700), ["15%"], ["none"])
    return RunSettings(variants, budgets=(6,), fill="top_k", diverse=True)


PRESETS = {"lab": lab_preset, "contracts": contracts_preset, "manual": manual_preset}
