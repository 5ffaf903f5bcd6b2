"""From a ranking to what a reader is handed: reading units in order, within a budget."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from evaluation.ranking import Ranking
from evaluation.spans import common, merged, total, without
from golden_sets.document import Document, Span
from golden_sets.markdown import trim
from strategies.chunk import Chunk, join_spans

CountTokens = Callable[[str], int]
FILLS = ("whole", "cut", "top_k")
REPEATS = ("keep", "drop", "merge")


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

    def joined(self, first: Unit, *others: Unit) -> Unit:
        """The units' text as one unit, what they share once, in the place of the first."""
        if not others:
            return first
        every = (first, *others)
        spans = tuple(merged([span for unit in every for span in unit.spans]))
        added = merged([span for unit in every for span in unit.added])
        whole = all(unit.whole for unit in every)
        made = replace(first, spans=spans, added=tuple(without(added, spans)), whole=whole)
        return replace(made, tokens=self.count(made))

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
    repeats: str = "keep",
) -> Context:
    """The units that fit, in rank order; a question with nothing retrieved gets an empty context.

    Args:
        budget_tokens: Tokens of all units together; with fill rule `top_k` the count of units.
        fill: `whole` stops at the first unit that does not fit, and cuts a first unit larger than
            the whole budget to a window around what was matched; `cut` cuts the unit that
            crosses the line there; `top_k` takes units whatever their size.
        repeats: `keep` takes every unit as it is; `drop` passes over a unit whose source is
            wholly there already; `merge` does too, and joins a unit that shares text with one
            that is there, so that shared text is paid once.

    Raises:
        ValueError: A budget under 1, or an unknown rule.
    """
    if budget_tokens < 1:
        raise ValueError(f"budget {budget_tokens!r}; allowed is at least 1 token")
    if repeats not in REPEATS:
        raise ValueError(f"unknown rule {repeats!r}; allowed are {', '.join(REPEATS)}")
    if fill not in FILLS:
        raise ValueError(f"unknown fill rule {fill!r}; allowed are {', '.join(FILLS)}")
    packed: list[Unit] = []
    left = budget_tokens
    for unit in units:
        if repeats != "keep" and _is_there(unit, packed, table):
            continue
        sharing = _sharing(unit, packed) if repeats == "merge" else []
        grown = table.joined(*(packed[at] for at in sharing), unit)
        there = sum(packed[at].tokens for at in sharing)
        # A unit that bridges several makes one of them, which can free tokens or, by count, units.
        cost = 1 - len(sharing) if fill == "top_k" else grown.tokens - there
        if cost <= left:
            packed = _with(packed, sharing, grown)
            left -= cost
            continue
        if fill == "cut":
            packed = _with_part(packed, sharing, unit, left, table, repeats)
        elif fill == "whole" and not packed:
            packed += _cut(unit, left, table, _around_match)
        break
    return Context(question, budget_tokens, tuple(packed), sum(unit.tokens for unit in packed))


def _with(packed: Sequence[Unit], sharing: Sequence[int], grown: Unit) -> list[Unit]:
    """What is packed with a unit that takes the place of the first it shares text with, and of
    the others too; at the end where it shares none."""
    if not sharing:
        return [*packed, grown]
    first, *others = sharing
    kept = [grown if at == first else unit for at, unit in enumerate(packed)]
    return [unit for at, unit in enumerate(kept) if at not in others]


def _with_part(
    packed: list[Unit],
    sharing: Sequence[int],
    unit: Unit,
    left: int,
    table: UnitTable,
    repeats: str,
) -> list[Unit]:
    """What is packed with as much of the unit, from its opening, as the rest of the budget holds.

    Where it is merged, of what is new in it.
    """
    if not sharing:
        part = _cut(unit, left, table, _opening)
        repeated = repeats != "keep" and part and _is_there(part[0], packed, table)
        return packed if repeated else [*packed, *part]
    old = [packed[at] for at in sharing]
    there = [span for one in old for span in (*one.spans, *one.added)]
    new = replace(unit, spans=tuple(without(merged(unit.spans), there)), added=())
    allowed = left + sum(one.tokens for one in old)
    grown = _largest_by(
        total(new.spans),
        lambda size: (
            None
            if (part := table.sized(new, _opening(new, size))) is None
            else table.joined(*old, part)
        ),
        allowed,
    )
    return packed if grown is None else _with(packed, sharing, grown)


def _is_there(unit: Unit, packed: Sequence[Unit], table: UnitTable) -> bool:
    """Whether the context holds all its source already."""
    there = [s for one in packed if one.document == unit.document for s in one.source]
    text = table.documents[unit.document].text
    return not any(text[slice(*span)].strip() for span in without(merged(unit.source), there))


def _sharing(unit: Unit, packed: Sequence[Unit]) -> list[int]:
    """The positions of the units there that share text with it under the same header."""
    own = merged((*unit.spans, *unit.added))
    return [
        at
        for at, one in enumerate(packed)
        if (one.document, one.header, one.title) == (unit.document, unit.header, unit.title)
        and common(own, merged((*one.spans, *one.added)))
    ]


def _cut(
    unit: Unit, budget: int, table: UnitTable, window: Callable[[Unit, int], list[Span]]
) -> list[Unit]:
    found = _largest(unit, budget, table, window)
    return [] if found is None else [found]


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
    size = sum(end - start for start, end in unit.spans)
    return _largest_by(size, lambda taken: table.sized(unit, window(unit, taken)), budget)


def _largest_by(size: int, make: Callable[[int], Unit | None], budget: int) -> Unit | None:
    """The unit made of the most characters, at most `size`, that has at most `budget` tokens."""
    best: Unit | None = None
    low, high = 1, size
    while low <= high:
        middle = (low + high) // 2
        cut = make(middle)
        if cut is None or cut.tokens <= budget:
            best, low = cut or best, middle + 1
        else:
            high = middle - 1
    return best
