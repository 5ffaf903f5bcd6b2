"""What `bills` runs: every strategy at every step of overlap, with and without headers."""

import argparse

from evaluation.settings import (
    DEFAULT_BUDGET,
    DEFAULT_SIZE,
    DEFAULT_STRATEGIES,
    Cutting,
    RunSettings,
    matrix,
)
from strategies.headers import HEADER_MODES
from strategies.registry import parameter_names
from strategies.sizes import parse_overlap

STEPS = ("0", "10%", "20%", "30%", "40%")
RETRIEVERS = ("bm25", "vector")


def bills_settings(given: argparse.Namespace) -> RunSettings:
    """The run that the options ask for.

    Raises:
        ValueError: A value is not allowed; steps do not rise from 0, or are fewer than two.
    """
    strategies = given.strategies or DEFAULT_STRATEGIES
    for name in strategies:
        if name == "mixed" or "overlap" not in parameter_names(name):
            raise ValueError(f"bills are for strategies with one overlap; {name!r} has none")
    cutting = Cutting(
        DEFAULT_SIZE if given.size is None else given.size, given.unit or "characters"
    )
    for name in strategies:
        cutting.strategy(name)  # a size that is not allowed, before what is made of it
    steps = given.steps or STEPS
    overlaps = [parse_overlap(step, cutting.size) for step in steps]
    if overlaps[0] or len(overlaps) < 2 or overlaps != sorted(set(overlaps)):
        told = f"of {cutting.size} {cutting.unit} they are {','.join(map(str, overlaps))}"
        raise ValueError(
            f"steps {','.join(steps)!r}; allowed are two or more that rise from 0; {told}"
        )
    return RunSettings(
        matrix(strategies, cutting, steps, HEADER_MODES),
        retrievers=tuple(given.retrievers or RETRIEVERS),
        budgets=tuple(given.budget or (DEFAULT_BUDGET,)),
    )
