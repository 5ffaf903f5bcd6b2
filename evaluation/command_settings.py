"""What the options of a command ask for, as settings of a run."""

import argparse
from collections.abc import Sequence
from dataclasses import replace

from evaluation.chroma import check_address
from evaluation.settings import (
    DEFAULT_BUDGET,
    DEFAULT_OVERLAPS,
    DEFAULT_SIZE,
    DEFAULT_STRATEGIES,
    PRESETS,
    SWEEP,
    Cutting,
    RunSettings,
    matrix,
)
from evaluation.usage import UsageError
from strategies.adapter.loading import load_splitter
from strategies.headers import HEADER_MODES
from strategies.registry import STRATEGIES, parameter_names
from strategies.rules import RULES
from strategies.variant import EXPANSION_TOKENS


def check_options(given: argparse.Namespace, strategies: Sequence[str]) -> None:
    """Refuses an option that none of the strategies has.

    Raises:
        UsageError: The option, and what it is for.
        ValueError: An unknown strategy.
    """
    for option in ("snap", "without", "separators"):
        wanted = getattr(given, option) not in (None, False)
        if wanted and not any(option in parameter_names(name) for name in strategies):
            have = [name for name in sorted(STRATEGIES) if option in parameter_names(name)]
            raise UsageError(f"--{option} is for {', '.join(have)}")
    if given.mixed is not None and "mixed" not in strategies:
        raise UsageError("--mixed is for the strategy mixed")
    if given.expand_tokens is not None and not set(given.expand or ()) - {"none"}:
        raise UsageError("--expand-tokens is for --expand")


def cutting_of(given: argparse.Namespace) -> Cutting:
    """How the options ask documents to be cut, but for the overlap and the rules."""
    return Cutting(
        size=DEFAULT_SIZE if given.size is None else given.size,
        unit=given.unit or "characters",
        snap=given.snap,
        separators=None if given.separators is None else tuple(given.separators),
        mixed=given.mixed,
    )


def settings_of(given: argparse.Namespace) -> RunSettings:
    """The run that the options ask for.

    Raises:
        ValueError: An option's value is not allowed, or an option does not go with another.
    """
    settings = _settings_of(given)
    if given.chroma:
        check_address(given.chroma)
        if "chroma" not in settings.retrievers:
            raise UsageError("--chroma is for the retriever chroma; add it to --retrievers")
    return settings


def _settings_of(given: argparse.Namespace) -> RunSettings:
    if given.preset:
        taken = ["strategies", "size", "unit", "overlap", "headers", "without", "separators"]
        taken += ["mixed", "expand", "fill", "splitter", "snap", "expand_tokens"]
        if mixed := [name for name in taken if getattr(given, name) not in (None, [], False)]:
            option = mixed[0].replace("_", "-")
            raise UsageError(f"--{option} does not go with --preset, which sets it")
        preset = PRESETS[given.preset]()
        return replace(
            preset,
            retrievers=tuple(given.retrievers or preset.retrievers),
            budgets=tuple(given.budget or preset.budgets),
            diverse=preset.diverse or given.diverse,
            repeats=given.repeats or preset.repeats,
            chroma_server=given.chroma,
            key_boost=given.key_boost,
            baseline=given.baseline,
        )
    strategies = given.strategies or DEFAULT_STRATEGIES
    check_options(given, strategies)
    splitters = [load_splitter(spec) for spec in given.splitter]
    variants = matrix(
        strategies,
        cutting_of(given),
        given.overlap or DEFAULT_OVERLAPS,
        given.headers or HEADER_MODES,
        SWEEP if given.overlap is None else (),
        _withouts(given.without),
        given.expand or ["none"],
        EXPANSION_TOKENS if given.expand_tokens is None else given.expand_tokens,
        splitters,
    )
    retrievers, budgets = ("bm25", "vector"), (DEFAULT_BUDGET,)
    return RunSettings(
        variants,
        retrievers=tuple(given.retrievers or retrievers),
        budgets=tuple(given.budget or budgets),
        fill=given.fill or "whole",
        diverse=given.diverse,
        repeats=given.repeats or "keep",
        chroma_server=given.chroma,
        key_boost=given.key_boost,
        baseline=given.baseline,
    )


def _withouts(given: list[str] | None) -> list[tuple[str, ...]]:
    """The whole strategy, and beside it without those rules; `each` leaves out one at a time."""
    if given is None:
        return [()]
    if given == ["each"]:
        return [(), *((name,) for name in RULES)]
    return [(), tuple(given)]
