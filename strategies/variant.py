"""A variant: a strategy with its parameters, and whether headers go before the text."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from golden_sets.document import Document
from strategies import fixed, parent_child, recursive, semantic, sentence, structure
from strategies.chunk import Chunk
from strategies.headers import HEADER_MODES, HeaderMode, with_headers
from strategies.registry import Strategy, name_of, parameters_of
from strategies.tools import Tools

# Importing a strategy's module registers it; a new strategy is added to this line.
BUILT_IN = (fixed, recursive, structure, parent_child, semantic, sentence)


@dataclass(frozen=True, slots=True)
class Variant:
    """One way of cutting that a run compares with others."""

    strategy: Strategy
    headers: HeaderMode = "none"

    def __post_init__(self) -> None:
        if self.headers not in HEADER_MODES:
            raise ValueError(f"headers {self.headers!r}; allowed are {', '.join(HEADER_MODES)}")

    @property
    def strategy_name(self) -> str:
        return name_of(self.strategy)

    @property
    def parameters(self) -> dict[str, Any]:
        return parameters_of(self.strategy)

    @property
    def overlap(self) -> int:
        return int(self.parameters.get("overlap", 0))

    @property
    def id(self) -> str:
        """Readable and unique: `structure-400c`, `fixed-400c-o80-headers`, `recursive-256t`.

        Parameters beyond size, unit and overlap that are not the default add a short hash.
        """
        given = self.parameters
        name = f"{self.strategy_name}-{given['size']}{given['unit'][0]}"
        if self.overlap:
            name += f"-o{self.overlap}"
        plain = type(self.strategy)(**{key: given[key] for key in ("size", "unit", "overlap")})
        if plain != self.strategy:
            name += "-" + hashlib.sha256(repr(self.strategy).encode()).hexdigest()[:6]
        return name + ("-headers" if self.headers == "path" else "")

    def cut(self, documents: Iterable[Document], tools: Tools) -> tuple[Chunk, ...]:
        """The documents' chunks, in order of (document, start)."""
        made: list[Chunk] = []
        for document in documents:
            chunks = self.strategy.cut(document, tools)
            made.extend(with_headers(document, chunks) if self.headers == "path" else chunks)
        return tuple(sorted(made, key=lambda chunk: (chunk.document, chunk.start)))
