"""What overlap costs, step by step: index tokens, repeated context, blurred citations."""

import time
from typing import NamedTuple

from evaluation.tune_bench import Bench
from evaluation.tune_setting import Setting
from strategies.tools import NoEmbedderError

STEPS = (0, 10, 20, 30, 40)
GIVING_WAY = 0.02


class Step(NamedTuple):
    """One overlap, in percent of the size.

    Attributes:
        context_duplication: Mean over questions, 0 to 1; None where vectors are missing, or no
            context holds anything.
        blurred: The share of answer passages that stand whole in two chunks or more.
    """

    percent: int
    index_tokens: int
    context_duplication: float | None
    blurred: float | None


def overlap_steps(bench: Bench, setting: Setting) -> tuple[Step, ...]:
    """The setting at each overlap, as far as the vectors at hand go; none where they cut it."""
    found = []
    for percent in STEPS:
        moved = setting.at_overlap(percent)
        try:
            index = bench.index(moved.variant)
        except NoEmbedderError:
            return ()
        found.append(
            Step(percent, index["tokens"], _repeated(bench, moved), index["blurred_citations"])
        )
        # Whoever waits for the bench gets it now: its lock goes to no one in turn.
        time.sleep(GIVING_WAY)
    return tuple(found)


def _repeated(bench: Bench, setting: Setting) -> float | None:
    try:
        mean = bench.result(setting)["context_duplication"]
    except NoEmbedderError:
        return None
    return None if mean is None else float(mean["value"])
