"""A variant: a strategy with its parameters, and the modifiers that come after the cut."""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from golden_sets.document import Document
from strategies import fixed, mixed, parent_child, recursive, semantic, sentence, structure
from strategies.chunk import Chunk
from strategies.expansion import EXPANSIONS, ExpansionMode, with_expansion
from strategies.headers import HEADER_MODES, HeaderMode, with_headers
from strategies.measure import Unit
from strategies.mixed import Mixed
from strategies.registry import STRATEGIES, Strategy, make_strategy, name_of, parameters_of
from strategies.semantic import Semantic
from strategies.tools import Tools

# Importing a strategy's module registers it; a new strategy is added to this line.
BUILT_IN = (fixed, recursive, structure, parent_child, semantic, sentence, mixed)


EXPANSION_TOKENS = 200
_ID = re.compile(
    r"(?P<strategy>[a-z_]+)-(?P<size>\d{1,9})(?P<unit>[ct])(?:-o(?P<overlap>\d{1,9}))?"
    r"(?P<snap>-snap)?(?:-no-(?P<without>[a-z-]+?))?(?P<headers>-headers)?"
    r"(?:-(?P<expansion>[a-z]+)(?P<tokens>\d{1,9}))?"
)


class Limit(NamedTuple):
    """The largest size a chunk may have."""

    size: int
    unit: Unit


@dataclass(frozen=True, slots=True)
class Variant:
    """One way of cutting that a run compares with others.

    Attributes:
        expansion: What is handed over beside a chunk that was found.
        expansion_tokens: The most that is added to one chunk.
    """

    strategy: Strategy
    headers: HeaderMode = "none"
    expansion: ExpansionMode = "none"
    expansion_tokens: int = EXPANSION_TOKENS

    def __post_init__(self) -> None:
        if self.headers not in HEADER_MODES:
            raise ValueError(f"headers {self.headers!r}; allowed are {', '.join(HEADER_MODES)}")
        if self.expansion not in EXPANSIONS:
            raise ValueError(f"expansion {self.expansion!r}; allowed are {', '.join(EXPANSIONS)}")
        if self.expansion_tokens < 1:
            raise ValueError(f"expansion tokens {self.expansion_tokens!r}; allowed is at least 1")

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
    def expansion_given(self) -> dict[str, Any] | None:
        """Mode and tokens as values for JSON, None without expansion."""
        if self.expansion == "none":
            return None
        return {"mode": self.expansion, "tokens": self.expansion_tokens}

    @property
    def unit(self) -> Unit:
        unit: Unit = self.parameters.get("unit", "characters")
        return unit

    def limit(self, document: Document) -> Limit | None:
        """The limit of that document's chunks; None for a splitter that does not tell it."""
        made = self.strategy
        given = parameters_of(made.strategy_for(document) if isinstance(made, Mixed) else made)
        if "size" not in given:
            return None
        return Limit(given.get("child_size") or given["size"], given["unit"])

    def embeds_sentences(self, document: Document | None = None) -> bool:
        """Whether cutting, that document or any, takes sentence vectors."""
        made = self.strategy
        if isinstance(made, Mixed):
            used = made.strategies() if document is None else (made.strategy_for(document),)
            return any(isinstance(one, Semantic) for one in used)
        return isinstance(made, Semantic)

    @property
    def id(self) -> str:
        """Readable and unique: `structure-400c`, `fixed-400c-o80-headers`, `recursive-256t`,
        `structure-400c-no-bonds`, `sentence-400c-parent200`.

        Parameters that are not the default and have no word of their own add a short hash.
        """
        name = _name(self.strategy)
        if self.headers == "path":
            name += "-headers"
        if self.expansion != "none":
            name += f"-{self.expansion}{self.expansion_tokens}"
        return name

    def cut(self, documents: Iterable[Document], tools: Tools) -> tuple[Chunk, ...]:
        """The documents' chunks, in order of (document, start)."""
        made: list[Chunk] = []
        for document in sorted(documents, key=lambda document: document.id):
            chunks = self.strategy.cut(document, tools)
            if self.headers == "path":
                chunks = with_headers(document, chunks)
            if self.expansion != "none":
                chunks = with_expansion(
                    document, chunks, self.expansion, self.expansion_tokens, tools
                )
            made.extend(chunks)
        return tuple(made)


def variant_named(name: str) -> Variant | None:
    """The variant of that id, if the id says all of it: `structure-800c-o80-headers`.

    None for an id with a hash, and for one that is no id.
    """
    found = _ID.fullmatch(name)
    if found is None or found["strategy"] not in STRATEGIES or found["strategy"] == "mixed":
        return None
    unit = "characters" if found["unit"] == "c" else "tokens"
    given: dict[str, Any] = {"size": int(found["size"]), "unit": unit}
    given["overlap"] = int(found["overlap"] or 0)
    own = {"snap": bool(found["snap"]), "without": tuple((found["without"] or "").split("-"))}
    given |= {key: value for key, value in own.items() if found[key]}
    more = (found["expansion"], int(found["tokens"])) if found["expansion"] else ("none",)
    try:
        made = make_strategy(found["strategy"], **given)
        variant = Variant(made, "path" if found["headers"] else "none", *more)
    except ValueError:
        return None
    return variant if variant.id == name else None


def _name(made: Strategy) -> str:
    given = parameters_of(made)
    name = re.sub(r"[^\w.]+", "-", name_of(made)).strip("-")
    if "size" not in given:
        return f"{name}-{_digest(made)}"
    name += f"-{given['size']}{given['unit'][0]}"
    if given["overlap"]:
        name += f"-o{given['overlap']}" + ("-snap" if given.get("snap") else "")
    without = given.get("without") or ()
    if without:
        name += "-no-" + "-".join(without)
    worded = ("size", "unit", "overlap", "snap", "without")
    plain = type(made)(**{key: given[key] for key in worded if key in given})
    return name if plain == made else f"{name}-{_digest(made)}"


def _digest(made: Strategy) -> str:
    return hashlib.sha256(repr(made).encode("utf-8", "surrogatepass")).hexdigest()[:6]
