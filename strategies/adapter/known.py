"""Splitters of other libraries that are offered by name, at a size and an overlap in characters."""

import functools
import importlib
import importlib.util
import re
from dataclasses import dataclass, field

from strategies.adapter.adapted import Adapted, adapt

_CALLED = re.compile(r"(?P<name>[a-z_]+)_(?P<size>[0-9]{1,9})c(?:_o(?P<overlap>[0-9]{1,9}))?")


@dataclass(frozen=True, slots=True)
class Known:
    """A splitter as its library calls it.

    Attributes:
        shown: Its library and kind, for a person.
        module: What the splitter is imported from.
        size: The argument that limits a piece, in characters.
        overlap: The argument of the overlap, likewise.
        more: Its other arguments.
    """

    shown: str
    module: str
    kind: str
    size: str
    overlap: str
    more: dict[str, str] = field(default_factory=dict)

    @property
    def installed(self) -> bool:
        """Whether its library is there; nothing of it is imported to know."""
        return importlib.util.find_spec(self.module.partition(".")[0]) is not None

    def arguments(self, size: int, overlap: int) -> dict[str, str | int]:
        return {**self.more, self.size: size, self.overlap: overlap}


KNOWN = {
    "langchain_recursive": Known(
        "LangChain recursive",
        "langchain_text_splitters",
        "RecursiveCharacterTextSplitter",
        "chunk_size",
        "chunk_overlap",
    ),
    "langchain_markdown": Known(
        "LangChain Markdown",
        "langchain_text_splitters",
        "MarkdownTextSplitter",
        "chunk_size",
        "chunk_overlap",
    ),
    "chonkie_sentence": Known(
        "Chonkie sentence",
        "chonkie",
        "SentenceChunker",
        "chunk_size",
        "chunk_overlap",
        {"tokenizer": "character"},
    ),
    "semantic_text_splitter": Known(
        "semantic-text-splitter Markdown",
        "semantic_text_splitter",
        "MarkdownSplitter",
        "capacity",
        "overlap",
    ),
}


def installed() -> tuple[str, ...]:
    """The names of those whose library is there."""
    return tuple(name for name, one in KNOWN.items() if one.installed)


def called(name: str, size: int, overlap: int) -> str:
    """What a splitter of that size and overlap is called: `langchain_recursive_400c_o80`.

    It holds both, since a compiled splitter does not tell its own.
    """
    return f"{name}_{size}c" + (f"_o{overlap}" if overlap else "")


def parts(splitter: str) -> tuple[str, int, int] | None:
    """Name, size and overlap of what is called so; None for what is none of these splitters."""
    found = _CALLED.fullmatch(splitter)
    if found is None or found["name"] not in KNOWN:
        return None
    return found["name"], int(found["size"]), int(found["overlap"] or 0)


@functools.lru_cache(64)
def make(name: str, size: int, overlap: int) -> Adapted:
    """The splitter as a strategy.

    Raises:
        ValueError: Its library is not there, does not load, or refuses the arguments; one line.
    """
    one = KNOWN[name]
    try:
        kind = getattr(importlib.import_module(one.module), one.kind)
        return adapt(kind(**one.arguments(size, overlap)), called(name, size, overlap))
    except Exception as error:
        told = " ".join(str(error).split())
        raise ValueError(f"{one.shown}: {type(error).__name__}: {told}") from error


def code(name: str, size: int, overlap: int) -> str:
    """A module that makes it, for `--splitter MODULE:NAME`."""
    one = KNOWN[name]
    given = ", ".join(f"{key}={value!r}" for key, value in one.arguments(size, overlap).items())
    made = f"{called(name, size, overlap)} = {one.kind}({given})"
    return f"from {one.module} import {one.kind}\n\n{made}\n"
