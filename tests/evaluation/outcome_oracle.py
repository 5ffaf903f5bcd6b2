"""Outcomes by sets of characters: slow, and sharing no code with `evaluation`.

A place is `(document, position)`. Everything the product derives by spans (what a context holds,
what of a passage is missing, what a repeated unit adds) is here a set of places, and packing is
written down once more from the design.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction

Runs = list[tuple[int, int]]
Places = set[tuple[str, int]]


@dataclass
class Piece:
    """One reading unit."""

    document: str
    spans: Runs
    matched: Runs
    header: Runs = field(default_factory=list)
    title: str = ""
    added: Runs = field(default_factory=list)


@dataclass
class Wanted:
    """One passage."""

    document: str
    start: int
    end: int
    answer: bool = True
    whole: bool = False


@dataclass
class World:
    """The documents, their markup, how tokens are counted, and the rules of packing."""

    texts: dict[str, str]
    markup: Places
    count: Callable[[str], int]
    fill: str
    repeats: str

    def text(self, piece: Piece) -> str:
        source = self.texts[piece.document]
        lines = [source[a:b] for a, b in sorted(piece.spans + piece.added)]
        heads = [piece.title] * bool(piece.title) + [source[a:b] for a, b in piece.header]
        return (" > ".join(heads) + "\n" if heads else "") + "\n".join(lines) + "\n\n"

    def tokens(self, piece: Piece) -> int:
        return self.count(self.text(piece))

    def is_blank(self, place: tuple[str, int]) -> bool:
        return self.texts[place[0]][place[1]].isspace()

    def required(self, wanted: Wanted) -> Places:
        inside = {(wanted.document, at) for at in range(wanted.start, wanted.end)}
        words = {place for place in inside if not self.is_blank(place)} - self.markup
        return words or inside


def places(document: str, runs: Runs) -> Places:
    return {(document, at) for start, end in runs for at in range(start, end)}


def body(piece: Piece) -> Places:
    return places(piece.document, piece.spans + piece.added)


def held(pieces: list[Piece]) -> Places:
    return set().union(*(body(p) | places(p.document, p.header) for p in pieces))


def runs_of(found: Places) -> Runs:
    """The longest runs of places of one document."""
    runs: Runs = []
    for _, at in sorted(found):
        if runs and runs[-1][1] == at:
            runs[-1] = runs[-1][0], at + 1
        else:
            runs.append((at, at + 1))
    return runs


def less(document: str, runs: Runs, gone: Places) -> Runs:
    """Each run by itself, without some places."""
    return [kept for run in runs for kept in runs_of(places(document, [run]) - gone)]


def joined(one: Piece, other: Piece) -> Piece:
    spans = places(one.document, one.spans) | places(one.document, other.spans)
    added = places(one.document, one.added) | places(one.document, other.added)
    return replace(one, spans=runs_of(spans), added=runs_of(added - spans))


def pack(world: World, pieces: list[Piece], budget: int) -> list[Piece]:
    taken: list[Piece] = []
    spent = 0
    for piece in pieces:
        news = {place for place in held([piece]) - held(taken) if not world.is_blank(place)}
        if world.repeats in ("drop", "merge") and not news:
            continue
        partners = [
            n
            for n, one in enumerate(taken)
            if world.repeats == "merge"
            and (one.document, one.header, one.title) == (piece.document, piece.header, piece.title)
            and body(one) & body(piece)
        ]
        after = merging(taken, partners, piece)
        now = len(after) if world.fill == "top_k" else sum(map(world.tokens, after))
        if now > budget:
            if world.fill == "cut" and partners:
                return grown_to(world, taken, partners, piece, budget)
            if world.fill == "cut":
                part = cut(world, piece, budget - spent, opening)
                repeated = world.repeats != "keep" and not news_of(world, part, taken)
                return taken if repeated else taken + part
            if world.fill == "whole" and not taken:
                return cut(world, piece, budget, around)
            return taken
        taken, spent = after, now
    return taken


def news_of(world: World, pieces: list[Piece], taken: list[Piece]) -> Places:
    """What of the pieces is neither blank nor there already."""
    return {place for place in held(pieces) - held(taken) if not world.is_blank(place)}


def merging(taken: list[Piece], partners: list[int], piece: Piece) -> list[Piece]:
    """The piece at the end, or as one with its partners in the place of the first of them."""
    if not partners:
        return [*taken, piece]
    made = taken[partners[0]]
    for other in [*(taken[n] for n in partners[1:]), piece]:
        made = joined(made, other)
    after = [made if n == partners[0] else one for n, one in enumerate(taken)]
    return [one for n, one in enumerate(after) if n not in partners[1:]]


def grown_to(
    world: World, taken: list[Piece], partners: list[int], piece: Piece, budget: int
) -> list[Piece]:
    """What is taken with the longest opening of what is new in the piece that fits, found by
    trying each."""
    there = set().union(*(body(taken[n]) for n in partners))
    new = replace(piece, spans=runs_of(places(piece.document, piece.spans) - there), added=[])
    best = taken
    for size in range(1, sum(b - a for a, b in new.spans) + 1):
        kept = []
        for run in opening(new, size):
            words = [at for at in range(*run) if not world.is_blank((piece.document, at))]
            kept += [(words[0], words[-1] + 1)] if words else []
        tried = merging(taken, partners, replace(new, spans=kept))
        if kept and sum(map(world.tokens, tried)) <= budget:
            best = tried
    return best


def opening(piece: Piece, size: int) -> Runs:
    every = [(run, at) for run in range(len(piece.spans)) for at in range(*piece.spans[run])][:size]
    kept = [[at for run, at in every if run == n] for n in range(len(piece.spans))]
    return [(ats[0], ats[-1] + 1) for ats in kept if ats]


def around(piece: Piece, size: int) -> Runs:
    start, end = min(piece.matched, key=lambda run: (run[0] - run[1], run[0]))
    if size <= end - start:
        return [(start, start + size)]
    first, last = next(r for r in piece.spans if r[0] <= start and end <= r[1])
    before = (size - (end - start)) // 2
    behind = size - (end - start) - before
    low, high = start - before, end + behind
    if low < first:
        low, high = first, high + first - low
    if high > last:
        low, high = max(first, low - (high - last)), last
    return [(low, high)]


def cut(world: World, piece: Piece, room: int, window: Callable[[Piece, int], Runs]) -> list[Piece]:
    """The piece at the largest window that fits, found by trying each."""
    piece = replace(piece, added=[])
    if (piece.header or piece.title) and world.tokens(replace(piece, spans=[])) >= room:
        piece = replace(piece, header=[], title="")
    best: list[Piece] = []
    for size in range(1, sum(b - a for a, b in piece.spans) + 1):
        kept = []
        for run in window(piece, size):
            words = [at for at in range(*run) if not world.is_blank((piece.document, at))]
            kept += [(words[0], words[-1] + 1)] if words else []
        tried = replace(piece, spans=kept)
        if kept and world.tokens(tried) <= room:
            best = [tried]
    return best


def free_repeats(world: World, pieces: list[Piece], budget: int) -> list[Piece]:
    """The context if what is there already cost nothing."""
    taken: list[Piece] = []
    for piece in pieces:
        there = held(taken)
        new = replace(
            piece,
            spans=less(piece.document, piece.spans, there),
            header=less(piece.document, piece.header, there),
            added=less(piece.document, piece.added, there),
        )
        if any((p.document, p.title) == (piece.document, piece.title) for p in taken):
            new.title = ""
        cost = 0
        if any(not world.is_blank(place) for place in held([piece]) - there):
            cost = 1 if world.fill == "top_k" else min(world.tokens(piece), world.tokens(new))
        if cost > budget:
            if world.fill == "cut" and budget:
                taken += cut(world, new, budget, opening)
            break
        budget -= cost
        taken.append(piece)
    return taken


def missing(world: World, wanted: Wanted, context: list[Piece]) -> Places:
    if wanted.whole and any(place[0] == wanted.document for place in held(context)):
        return set()
    return world.required(wanted) - held(context)


def outcome(world: World, evidence: list[list[Wanted]], pieces: list[Piece], budget: int) -> str:
    if not evidence:
        return "not_applicable"
    context = pack(world, pieces, budget)

    def answers(way: list[Wanted]) -> list[Wanted]:
        return [wanted for wanted in way if wanted.answer]

    def share(way: list[Wanted]) -> Fraction:
        absent = set().union(*(missing(world, w, context) for w in answers(way)))
        return 1 - Fraction(len(absent), len(set().union(*map(world.required, answers(way)))))

    def hit(found: list[Piece], way: list[Wanted]) -> bool:
        return not any(missing(world, w, found) for w in answers(way))

    def of(way: list[Wanted]) -> int:
        states = []
        for wanted in answers(way):
            absent = missing(world, wanted, context)
            states.append("whole" if not absent else "part")
            if absent == world.required(wanted):
                states[-1] = "absent"
        tests = [
            hit(context, way) and not any(missing(world, w, context) for w in way),
            hit(context, way),
            hit(free_repeats(world, pieces, budget), way),
            "part" in states,
            hit(pack(world, pieces, 2 * budget), way),
            "whole" in states and "absent" in states,
            any(p.document == w.document for p in context for w in answers(way)),
            True,
        ]
        return tests.index(True)

    most = max(map(share, evidence))
    names = ["complete", "missing_context", "crowded_out", "split", "below_budget", "partial"]
    names += ["wrong_passage", "missed_document"]
    return names[min(of(way) for way in evidence if share(way) == most)]
