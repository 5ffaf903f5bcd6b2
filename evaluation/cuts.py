"""The documents cut by each variant, once for a run and for what is checked before it."""

import time
from typing import NamedTuple

from evaluation.key_sections import with_keys
from golden_sets.golden_set import GoldenSet
from strategies.chunk import Chunk
from strategies.tools import Tools
from strategies.variant import Variant


class Made(NamedTuple):
    """A variant's chunks, and the seconds that cutting took."""

    chunks: tuple[Chunk, ...]
    seconds: float


class Cuts:
    """Cuts of one golden set, kept by variant.

    Args:
        tools: Without, variants that cut by sentence vectors raise `NoEmbedderError`.
    """

    def __init__(self, golden: GoldenSet, tools: Tools | None = None) -> None:
        self.tools = tools or Tools()
        self._golden, self._documents = golden, golden.by_id()
        self._made: dict[str, Made] = {}

    def made(self, variant: Variant) -> Made:
        if variant.id not in self._made:
            started = time.perf_counter()
            cut = variant.cut(self._golden.documents, self.tools)
            chunks = with_keys(cut, self._documents, self._golden.key)
            self._made[variant.id] = Made(chunks, time.perf_counter() - started)
        return self._made[variant.id]
