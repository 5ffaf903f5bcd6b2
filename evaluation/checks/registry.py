"""Where checks announce themselves. The decorator is the only registration."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from evaluation.checks.finding import Severity
from evaluation.checks.subject import Subject


class Told(NamedTuple):
    """What a check found.

    Attributes:
        finding: One sentence, with numbers and their units.
        ids: Of the questions, documents, classes or variants it is about.
    """

    severity: Severity
    finding: str
    ids: tuple[str, ...] = ()


Look = Callable[[Subject], Iterable[Told]]


@dataclass(frozen=True, slots=True)
class Check:
    """A pure function of what is about to run, and what its findings mean for a comparison."""

    name: str
    consequence: str
    look: Look


CHECKS: dict[str, Check] = {}


def check(name: str, consequence: str) -> Callable[[Look], Look]:
    """Registers a check under its code name.

    Args:
        consequence: One sentence on what its findings mean.

    Raises:
        ValueError: The name is taken.
    """

    def register(look: Look) -> Look:
        if name in CHECKS:
            raise ValueError(f"check {name!r} is registered already")
        CHECKS[name] = Check(name, consequence, look)
        return look

    return register
