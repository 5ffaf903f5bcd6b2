"""Protocols from a TOML file, a form or a report."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

from evaluation.protocol import Protocol, ProtocolError
from evaluation.protocol_parts import Costs, Gate, Limits, Robustness, shown
from golden_sets.language import joined, lines_of, worded
from golden_sets.toml_words import toml_words

TABLES: dict[str, type[Any]] = {
    "limits": Limits,
    "costs": Costs,
    "robustness": Robustness,
    "gate": Gate,
}


def read_protocol(path: Path) -> Protocol:
    """The protocol of a TOML file; what it leaves out has the default.

    Raises:
        ProtocolError: No TOML, or what is wrong in it: a line a fault, each with the file's name.
        OSError: The file cannot be read.
    """
    try:
        table = tomllib.loads(path.read_text("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ProtocolError(
            worded("{path}: not TOML: {error}", path=path, error=toml_words(error))
        ) from None
    except ValueError:  # Python reads no number of more digits, for the time that it takes
        raise ProtocolError(worded("{path}: a number has too many digits", path=path)) from None
    except RecursionError:
        raise ProtocolError(worded("{path}: it is nested too deep", path=path)) from None
    try:
        return protocol_of(table)
    except ProtocolError as error:
        lines = [worded("{path}: {problem}", path=path, problem=line) for line in lines_of(error)]
        raise ProtocolError(joined(lines, "\n")) from None


def protocol_of(table: Mapping[str, Any]) -> Protocol:
    """The protocol that a table holds, as TOML has it or as `Protocol.stored` gives it.

    Raises:
        ProtocolError: A line a fault.
    """
    if found := list(_faults(table)):
        raise ProtocolError(joined(found, "\n"))
    given = {key: _as_tuple(value) for key, value in table.items() if key not in TABLES}
    for name, kind in TABLES.items():
        part = dict(table.get(name, {}))
        if name == "costs" and "reembedding" in part:
            part["reembedding"] = tuple(sorted(part["reembedding"].items()))
        given[name] = kind(**{key: _as_tuple(value) for key, value in part.items()})
    return Protocol(**given)


def _as_tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _faults(table: Mapping[str, Any]) -> Iterator[str]:
    """What keeps a table from being given to the objects at all."""
    yield from _unknown("", table, Protocol)
    for one in fields(Protocol):
        if one.default is MISSING and one.default_factory is MISSING and one.name not in table:
            yield worded("{name} is missing", name=one.name)
    for name, kind in TABLES.items():
        part = table.get(name, {})
        if not isinstance(part, Mapping):
            yield worded(
                "{name} {given}; allowed is a table: [{name}]", name=name, given=shown(part)
            )
            continue
        yield from _unknown(f"{name}.", part, kind)
        if name == "costs" and not isinstance(part.get("reembedding", {}), Mapping):
            yield worded("costs.reembedding; allowed is a table of shares by variant")
        for key in ("budgets", "retrievers"):
            if name == "robustness" and not isinstance(part.get(key, []), list | tuple | None):
                yield worded(
                    "{name} {given}; allowed is a list",
                    name=f"robustness.{key}",
                    given=shown(part[key]),
                )


def _unknown(prefix: str, table: Mapping[str, Any], kind: type[Any]) -> Iterator[str]:
    allowed = [one.name for one in fields(kind)]
    for key in table:
        if key not in allowed:
            told = key if str(key).isprintable() else shown(key)
            yield worded(
                "unknown {name}; allowed are {names}",
                name=f"{prefix}{told}",
                names=", ".join(allowed),
            )
