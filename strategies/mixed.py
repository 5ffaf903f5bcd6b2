"""A strategy for each class of documents."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from golden_sets.document import Document
from golden_sets.language import marked
from strategies.chunk import Chunk
from strategies.measure import Unit
from strategies.recursive import Recursive
from strategies.registry import (
    Strategy,
    check_sizes,
    make_strategy,
    name_of,
    parameters_of,
    strategy,
)
from strategies.sizes import parse_overlap
from strategies.tools import Tools

OTHERWISE = "otherwise"


@strategy("mixed", marked("A strategy for each class of documents, from a table."))
@dataclass(frozen=True, slots=True)
class Mixed:
    """Each document by the strategy that the table names for its class.

    Attributes:
        size: What an entry of the table has unless it says otherwise; `unit` and `overlap` too.
        classes: Pairs of a document class and its strategy.
        otherwise: For documents of any other class; `recursive` unless given.
    """

    size: int = 400
    unit: Unit = "characters"
    overlap: int = 0
    classes: tuple[tuple[str, Strategy], ...] = ()
    otherwise: Strategy | None = None

    def __post_init__(self) -> None:
        check_sizes(self.size, self.overlap, self.unit)
        plain = self.otherwise or Recursive(self.size, self.unit, self.overlap)
        object.__setattr__(self, "otherwise", plain)

    def strategy_for(self, document: Document) -> Strategy:
        assert self.otherwise is not None
        return dict(self.classes).get(document.document_class, self.otherwise)

    def strategies(self) -> tuple[Strategy, ...]:
        """Every strategy of the table."""
        assert self.otherwise is not None
        return (*(made for _, made in self.classes), self.otherwise)

    def cut(self, document: Document, tools: Tools) -> tuple[Chunk, ...]:
        return self.strategy_for(document).cut(document, tools)

    def stored(self) -> dict[str, Any]:
        """The table as values for JSON."""
        assert self.otherwise is not None
        table = {name: _entry(made) for name, made in self.classes}
        sizes = {"size": self.size, "unit": self.unit, "overlap": self.overlap}
        return {**sizes, "classes": table, OTHERWISE: _entry(self.otherwise)}


def _entry(made: Strategy) -> dict[str, Any]:
    return {"strategy": name_of(made), **parameters_of(made)}


def read_mixed(path: Path, size: int = 400, unit: Unit = "characters", overlap: str = "0") -> Mixed:
    """The mixed strategy of a TOML file: a table a document class, with `strategy` and whatever
    of its parameters differ, and `[otherwise]` for all other documents.

    Args:
        overlap: In units, or as a percentage of each entry's size.

    Raises:
        ValueError: No TOML, no class, or an entry that is not allowed; named by file and class.
        OSError: The file cannot be read.
    """
    try:
        return mixed_of(path.read_text("utf-8"), str(path), size, unit, overlap)
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: not TOML: {error}") from None


def mixed_of(
    toml: str, path: str, size: int = 400, unit: Unit = "characters", overlap: str = "0"
) -> Mixed:
    """The mixed strategy of a table as TOML; see `read_mixed`.

    Args:
        path: Where it is from, for what is said of a fault.

    Raises:
        ValueError: As for `read_mixed`.
    """
    try:
        table = tomllib.loads(toml)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path}: not TOML: {error}") from None
    made: dict[str, Strategy] = {}
    for name, entry in table.items():
        if not isinstance(entry, dict) or not isinstance(entry.get("strategy"), str):
            raise ValueError(f'{path}: [{name}] needs strategy = "..."')
        try:
            made[name] = _made(entry, size, unit, overlap)
        except (ValueError, TypeError) as error:
            raise ValueError(f"{path}: [{name}]: {error}") from None
    if not set(made) - {OTHERWISE}:
        raise ValueError(f"{path}: no document class; allowed is a table a class, [contract]")
    otherwise = made.pop(OTHERWISE, None)
    units = parse_overlap(overlap, size)
    return Mixed(size, unit, units, tuple(sorted(made.items())), otherwise)


def mixed_toml(table: Mapping[str, Strategy]) -> str:
    """The TOML of a table of strategies by document class, `otherwise` among them, which
    `read_mixed` reads again; every parameter is written out."""
    parts = []
    for name, made in table.items():
        lines = [f"[{_toml(name)}]"]
        for key, value in _entry(made).items():
            if value is not None:
                lines.append(f"{key} = {_toml(value)}")
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _toml(value: Any) -> str:
    # A JSON text, number, truth or list of them is TOML too, but for one character.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _made(entry: Mapping[str, Any], size: int, unit: Unit, overlap: str) -> Strategy:
    given = {"size": size, "unit": unit, "overlap": overlap, **entry}
    name = given.pop("strategy")
    if name == "mixed":
        raise ValueError("mixed does not go inside mixed")
    given["overlap"] = parse_overlap(str(given["overlap"]), given["size"])
    return make_strategy(name, **given)
