"""The formats golden sets come from and go to: one module of `golden_sets/formats/` each.

A module decorates a function that reads, and may decorate one that writes; that is all there is
to adding a format.
"""

import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, NamedTuple

import golden_sets.formats
from golden_sets.exchange.draft import Draft
from golden_sets.golden_set import GoldenSet
from golden_sets.reading import GoldenSetError


class Source(NamedTuple):
    """What is imported.

    Attributes:
        path: A file or a folder.
        documents: A folder of documents, for formats that bring none of their own.
    """

    path: Path
    documents: Path | None = None


class Exported(NamedTuple):
    """What is exported: a golden set, and its lines with what only they hold, by question id."""

    golden: GoldenSet
    rows: Mapping[str, Mapping[str, Any]]


# Each may be lost on export: context passages; alternatives; passages needed together, or in
# several documents; unanswerable questions; whatever else a line says; the questions' ids.
Feature = Literal[
    "context", "alternatives", "together", "documents", "unanswerable", "details", "ids"
]
Read = Callable[[Source], Draft]
Write = Callable[[Exported, Path], list[str]]


@dataclass(frozen=True, slots=True)
class Format:
    """One format.

    Attributes:
        says: What it is, and which files the source must be.
        documents: Whether it brings no documents of its own, so that a folder may be named.
        writes: Makes the target, which does not exist; the questions it had to leave out, a
            line each. None where it cannot be exported to.
        target: Whether it writes a folder or a file; of a file the ending it must have.
        loses: What becomes of each feature that it cannot hold as it is.
        holds_whole: Whether it is for evidence that is whole documents.
    """

    name: str
    says: str
    reads: Read
    documents: bool = False
    writes: Write | None = None
    target: tuple[str, ...] | None = None
    loses: Mapping[Feature, str] | None = None
    holds_whole: bool = False


_FORMATS: dict[str, Format] = {}


def reader(name: str, says: str, documents: bool = False) -> Callable[[Read], Read]:
    """Registers a function that reads a format.

    Raises:
        ValueError: The name is taken.
    """

    def register(read: Read) -> Read:
        if name in _FORMATS:
            raise ValueError(f"format {name!r} is registered already")
        _FORMATS[name] = Format(name, says, read, documents)
        return read

    return register


def writer(
    name: str,
    loses: Mapping[Feature, str],
    endings: tuple[str, ...] | None = None,
    holds_whole: bool = False,
) -> Callable[[Write], Write]:
    """Registers a function that writes a format, after the one that reads it.

    Args:
        endings: Those its file may have; None for a folder.
    """

    def register(write: Write) -> Write:
        known = _FORMATS[name]
        _FORMATS[name] = replace(
            known, writes=write, target=endings, loses=loses, holds_whole=holds_whole
        )
        return write

    return register


def formats() -> Mapping[str, Format]:
    """Every format by its name, in the order of names."""
    for module in pkgutil.iter_modules(golden_sets.formats.__path__):
        import_module(f"{golden_sets.formats.__name__}.{module.name}")
    return dict(sorted(_FORMATS.items()))


def format_named(name: str) -> Format:
    """The format.

    Raises:
        GoldenSetError: There is none of this name; those that are.
    """
    known = formats()
    if name not in known:
        raise GoldenSetError(f"no format {name!r}; allowed are {', '.join(known)}")
    return known[name]
