"""Where strategies announce themselves. The decorator is the only registration."""

from collections.abc import Callable
from dataclasses import asdict, fields
from typing import Any, Protocol, TypeVar, runtime_checkable

from golden_sets.document import Document
from golden_sets.language import Spoken
from strategies.chunk import Chunk
from strategies.tools import Tools


@runtime_checkable
class Strategy(Protocol):
    """A frozen dataclass whose fields are its configuration, its repr and its stored form."""

    def cut(self, document: Document, tools: Tools) -> tuple[Chunk, ...]:
        """The document's chunks, by start."""


STRATEGIES: dict[str, type[Any]] = {}
SHOWN = Spoken()

_T = TypeVar("_T")


def strategy(name: str, shown: str) -> Callable[[type[_T]], type[_T]]:
    """Registers a strategy under its name, with one sentence that tells a user how it cuts.

    Raises:
        ValueError: The name is taken.
    """

    def register(kind: type[_T]) -> type[_T]:
        if name in STRATEGIES:
            raise ValueError(f"strategy {name!r} is registered already")
        STRATEGIES[name] = kind
        SHOWN[name] = shown
        return kind

    return register


def parameter_names(name: str) -> tuple[str, ...]:
    """The parameters of the strategy of that name.

    Raises:
        ValueError: An unknown name.
    """
    if name not in STRATEGIES:
        raise ValueError(f"unknown strategy {name!r}; allowed are {', '.join(sorted(STRATEGIES))}")
    return tuple(field.name for field in fields(STRATEGIES[name]))


def make_strategy(name: str, **parameters: Any) -> Strategy:
    """The strategy of that name; parameters it does not have are refused.

    Raises:
        ValueError: An unknown name or parameter, or a value that is not allowed.
    """
    allowed = parameter_names(name)
    kind = STRATEGIES[name]
    if unknown := set(parameters) - set(allowed):
        raise ValueError(
            f"strategy {name} has no {sorted(unknown)[0]!r}; allowed are {', '.join(allowed)}"
        )
    for key, value in parameters.items():
        if isinstance(value, list):
            parameters[key] = tuple(value)
    made: Strategy = kind(**parameters)
    return made


def name_of(made: Strategy) -> str:
    """The name it is registered under; one that is not registered carries its own."""
    names = (name for name, kind in STRATEGIES.items() if type(made) is kind)
    return next(names, None) or str(made.name)  # type: ignore[attr-defined]


def parameters_of(made: Strategy) -> dict[str, Any]:
    """Its fields as values for JSON; what it says itself where it has `stored`."""
    if hasattr(made, "stored"):
        stored: dict[str, Any] = made.stored()
        return stored
    return asdict(made)  # type: ignore[call-overload, no-any-return]


def check_at_least(name: str, value: int, least: int) -> None:
    """Refuses what is no whole number of at least `least`.

    Raises:
        ValueError: The name, the value, and what is allowed.
    """
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise ValueError(f"{name} {value!r}; allowed is at least {least}")


def check_sizes(size: int, overlap: int, unit: str) -> None:
    """Refuses sizes that cannot cut.

    Raises:
        ValueError: A size under 1, an overlap that is negative or not below the size, or a unit
            other than characters and tokens.
    """
    check_at_least("size", size, 1)
    if not 0 <= overlap < size:
        raise ValueError(f"overlap {overlap!r}; allowed is 0 to below the size of {size}")
    if unit not in ("characters", "tokens"):
        raise ValueError(f"unit {unit!r}; allowed are characters, tokens")
