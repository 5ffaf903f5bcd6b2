"""What a golden set and this machine offer to cut by, beside the strategies that an id names."""

import re
from dataclasses import dataclass
from pathlib import Path

from evaluation.settings import Cutting
from golden_sets.error_words import in_words
from strategies.adapter import known
from strategies.measure import Unit
from strategies.mixed import mixed_of
from strategies.registry import Strategy, parameter_names
from strategies.sizes import parse_overlap
from strategies.variant import EXPANSION_TOKENS, Variant, variant_named

MIXED = "mixed.toml"
# Of the slider of overlap, in percent of the size.
STEP = 5
_HASHED = re.compile(
    r"(?P<strategy>mixed-(?P<size>[0-9]{1,9})(?P<unit>[ct])(?:-o(?P<overlap>[0-9]{1,9}))?"
    r"|[a-z_]+_[0-9]{1,9}c(?:_o[0-9]{1,9})?)-[0-9a-f]{6}(?P<headers>-headers)?"
    r"(?:-(?P<expansion>[a-z]+)(?P<tokens>[0-9]{1,9}))?"
)


@dataclass(frozen=True, slots=True)
class Offer:
    """A set's own table of strategies, and splitters of libraries that are installed.

    Attributes:
        table: The TOML of the strategy `mixed`, "" where the set has none that can be read.
        fault: Why its file cannot be read, one line; "" where it can, or there is none.
    """

    table: str = ""
    fault: str = ""

    def strategy(
        self, name: str, size: int, unit: Unit, overlap_percent: int, snap: bool = False
    ) -> Strategy:
        """The strategy of that name, from elsewhere too.

        Raises:
            ValueError: A name or a value that is not allowed, or a splitter that does not load.
        """
        share = f"{overlap_percent}%"
        if name == "mixed":
            return mixed_of(self.table, MIXED, size, unit, share)
        if name not in known.KNOWN:
            return Cutting(size, unit, share, snap).strategy(name)
        if unit != "characters":
            raise ValueError(f"unit {unit!r}; allowed for {name} is characters")
        return known.make(name, size, parse_overlap(share, size))

    def variant(self, name: str) -> Variant | None:
        """The variant of that id; None where the id is none, or now says something else: the table
        or the library has changed since."""
        if plain := variant_named(name):
            return plain
        found = _HASHED.fullmatch(name)
        if found is None:
            return None
        mode = found["expansion"] or "none"
        tokens = int(found["tokens"] or EXPANSION_TOKENS)
        try:
            made = self._hashed(found)
            variant = Variant(made, "path" if found["headers"] else "none", mode, tokens)  # type: ignore[arg-type]
        except ValueError:
            return None
        return variant if variant.id == name else None

    def _hashed(self, found: re.Match[str]) -> Strategy:
        if found["size"]:
            size = int(found["size"])
            unit: Unit = "characters" if found["unit"] == "c" else "tokens"
            percent = percent_of(int(found["overlap"] or 0), max(1, size))
            return self.strategy("mixed", size, unit, percent)
        parts = known.parts(found["strategy"])
        if parts is None:
            raise ValueError(f"{found['strategy']!r} is no splitter that is offered")
        return known.make(*parts)


NOTHING = Offer()


def offer_of(folder: Path) -> Offer:
    """What the golden set in that folder offers."""
    path = folder / MIXED
    try:
        table = path.read_text("utf-8") if path.is_file() else ""
    except (OSError, UnicodeDecodeError) as error:
        return Offer(fault=f"{MIXED}: {in_words(error)}")
    try:
        if table:
            mixed_of(table, MIXED)
    except ValueError as error:
        return Offer(fault=in_words(error))
    return Offer(table)


def percent_of(overlap: int, size: int) -> int:
    """The overlap as a share of the size, of 100; the slider's own step where that comes to the
    same units."""
    exact = 100 * overlap / size
    near = STEP * round(exact / STEP)
    return near if parse_overlap(f"{near}%", size) == overlap else round(exact)


def may_snap(name: str) -> bool:
    """Whether overlap of that strategy may start at a sentence, by choice."""
    return name not in known.KNOWN and "snap" in parameter_names(name)
