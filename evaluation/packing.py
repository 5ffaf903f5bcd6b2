"""From a ranking to what a reader is handed: reading units in order, within a budget."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from evaluation.ranking import Ranking
from golden_sets.document import Document, Span
from golden_sets.markdown import trim
from strategies.chunk import Chunk, join_spans

CountTokens = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Unit:
    """What is read when a chunk is found.

    Attributes:
        spans: The text, in order.
        matched: What was matched of it, by the best hit.
        tokens: Of header and text, what was added included, followed by a blank line.
        whole: False where it was cut to fit.
        added: What expansion added to the text.
    """

    document: str
    spans: tuple[Span, ...]
    header: tuple[Span, ...]
    title: str
    matched: tuple[Span, ...]
    tokens: int
    whole: bool = True
    added: tuple[Span, ...] = ()

    @property
    def source(self) -> tuple[Span, ...]:
        """All the source text it holds: spans, header, and what was added."""
        return (*self.spans, *self.header, *self.added)


@dataclass(frozen=True, slots=True)
class Context:
    """Reading units in order, `tokens` in all, at most the budget. Empty if nothing was found."""

    question: str
    budget_tokens: int
    units: tuple[Unit, ...]
    tokens: int


def unit_text(unit: Unit, document: Document) -> str:
    """A unit as the reader gets it: its header, a newline, its text, and a blank line.

    What was added stands in its place of the text, before or after what was found.
    """
    headings = [document.text[start:end] for start, end in unit.header]
    header = " > ".join([unit.title, *headings] if unit.title else headings)
    text = join_spans(document.text, sorted((*unit.spans, *unit.added)))
    return f"{header}\n{text}\n\n" if header else f"{text}\n\n"


class UnitTable:
    """The reading units of a variant's chunks, each counted once and only when it is ranked."""

    def __init__(
        self,
        chunks: Sequence[Chunk],
        documents: Mapping[str, Document],
        count_tokens: CountTokens,
    ) -> None:
        self.documents, self.count_tokens = documents, count_tokens
        self._chunks = chunks
        ids: dict[tuple[object, ...], int] = {}
        self._unit_of = [
            ids.setdefault((c.document, c.read, c.header, c.title, c.added), len(ids))
            for c in chunks
        ]
        self._tokens: dict[int, int] = {}
        self._made: dict[int, Unit] = {}

    def units(self, ranking: Ranking) -> tuple[Unit, ...]:
        """Hits collapsed to what is read, in order of their best hit."""
        return tuple(unit for unit, _ in self.scored_units(ranking))

    def scored_units(self, ranking: Ranking) -> tuple[tuple[Unit, float], ...]:
        """The units, each with the score of its best hit."""
        found: dict[int, tuple[Unit, float]] = {}
        for position, score in zip(ranking.chunks, ranking.scores, strict=True):
            number = self._unit_of[position]
            if number not in found:
                unit = self._made.get(position) or self._unit(number, position)
                found[number] = unit, score
        return tuple(found.values())

    def _unit(self, number: int, position: int) -> Unit:
        chunk = self._chunks[position]
        parts = (chunk.document, chunk.read, chunk.header, chunk.title, chunk.matched)
        if number not in self._tokens:
            self._tokens[number] = self.count(Unit(*parts, tokens=0, added=chunk.added))
        tokens = self._tokens[number]
        made = self._made[position] = Unit(*parts, tokens=tokens, added=chunk.added)
        return made

    def count(self, unit: Unit) -> int:
        return self.count_tokens(unit_text(unit, self.documents[unit.document]))

    def sized(self, unit: Unit, spans: Sequence[Span]) -> Unit | None:
        """The unit cut to spans of its text; None where nothing of them is left."""
        text = self.documents[unit.document].text
        kept = tuple(s for span in spans if (s := trim(text, *span)).start < s.end)
        if not kept:
            return None
        cut = replace(unit, spans=kept, whole=False)
        return replace(cut, tokens=self.count(cut))


def pack(
    question: str,
    units: Sequence[Unit],
    budget_tokens: int,
    table: UnitTable,
    fill: str = "whole",
) -> Context:
    """The units that fit, in rank order; a question with nothing retrieved gets an empty context.

    Args:
        budget_tokens: Tokens of all units together; with fill rule `top_k` the count of units.
        fill: `whole` stops at the first unit that does not fit, and cuts a first unit larger than
            the whole budget to a window around what was matched; `cut` cuts the unit that
            crosses the line there; `top_k` takes units whatever their size.

    Raises:
        ValueError: A budget under 1 or an unknown fill rule.
    """
    if budget_tokens < 1:
        raise ValueError(f"budget {budget_tokens!r}; allowed is at least 1 token")
    if fill == "top_k":
        taken = tuple(units[:budget_tokens])
        return Context(question, budget_tokens, taken, sum(unit.tokens for unit in taken))
    if fill not in ("whole", "cut"):
        raise ValueError(f"unknown fill rule {fill!r}; allowed are whole, cut, top_k")
    packed: list[Unit] = []
    left = budget_tokens
    for unit in units:
        if unit.tokens > left:
            cut = None
            if fill == "cut":
                cut = _largest(unit, left, table, _opening)
            elif not packed:
                cut = _largest(unit, left, table, _around_match)
            if cut is not None:
                packed.append(cut)
            break
        packed.append(unit)
        left -= unit.tokens
    return Context(question, budget_tokens, tuple(packed), sum(unit.tokens for unit in packed))


def _opening(unit: Unit, size: int) -> list[Span]:
    """The first `size` characters of a unit's spans."""
    kept: list[Span] = []
    for start, end in unit.spans:
        kept.append(Span(start, min(end, start + max(0, size))))
        size -= end - start
    return [span for span in kept if span.start < span.end]


def _around_match(unit: Unit, size: int) -> list[Span]:
    """A window of `size` characters around the unit's longest matched span.

    Where that alone is longer, its opening.
    """
    match = max(unit.matched, key=lambda span: (span.end - span.start, -span.start))
    inside = next((s for s in unit.spans if s.start <= match.start and match.end <= s.end), match)
    room = size - (match.end - match.start)
    if room <= 0:
        return [Span(match.start, match.start + size)]
    start = max(inside.start, match.start - room // 2)
    end = min(inside.end, start + size)
    return [Span(max(inside.start, end - size), end)]


def _largest(
    unit: Unit, budget: int, table: UnitTable, window: Callable[[Unit, int], list[Span]]
) -> Unit | None:
    """The unit at the largest window that fits the budget; None where no character does.

    Without what expansion added, and without its header where that alone is over the budget.
    """
    unit = replace(unit, added=())
    if unit.header or unit.title:
        bare = replace(unit, spans=(), matched=unit.matched)
        if table.count(bare) >= budget:
            unit = replace(unit, header=(), title="")
    best: Unit | None = None
    low, high = 1, sum(end - start for start, end in unit.spans)
    while low <= high:
        middle = (low + high) // 2
        cut = table.sized(unit, window(unit, middle))
        if cut is None or cut.tokens <= budget:
            best, low = cut or best, middle + 1
        else:
            high = middle - 1
    return best
