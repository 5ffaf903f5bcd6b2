"""Why a question was missed, from spans and ranks alone, and what to try next."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from evaluation.metrics import Case
from evaluation.packing import Context, Unit, UnitTable, pack
from evaluation.spans import merged, total, without
from golden_sets.document import Span
from golden_sets.language import Spoken, marked
from golden_sets.question import Passage

NEXT_STEPS: dict[str, str] = Spoken(
    {
        "complete": marked("Nothing to do: the answer and all it needs are in the context."),
        "missing_context": marked(
            "Keep the exception or header row with its rule: structure, or parents."
        ),
        "crowded_out": marked(
            "Lower the overlap, or drop text that is there already, so that it fits."
        ),
        "split": marked(
            "Cut along sentences or sections, use a larger size or read the parent: the answer "
            "was cut in two."
        ),
        "below_budget": marked(
            "Try a larger budget, or smaller chunks: the answer came just behind the line."
        ),
        "partial": marked(
            "Ask for each part by itself, or try another retriever: one part never came."
        ),
        "wrong_passage": marked(
            "Try smaller chunks or headers, or a better parse where its text reads badly: "
            "the right document came with other text."
        ),
        "missed_document": marked(
            "Try another retriever or headers: no text of the right document came."
        ),
        "not_applicable": marked("No answer is in the documents, so there is nothing to find."),
    }
)
Way = tuple[Passage, ...]


def outcome(case: Case, table: UnitTable, fill: str = "whole", repeats: str = "keep") -> str:
    """The first that holds, in the order of `NEXT_STEPS`, on the alternative covered best.

    Covered best is the one with the largest share of its answer text in the context; of several,
    as where nothing came of any, the one whose outcome is first in the order.
    """
    if not case.question.answerable:
        return "not_applicable"
    ways = _best_alternatives(case)
    if any(case.covers(way, answers_only=True) for way in ways):
        complete = any(case.covers(way, answers_only=False) for way in ways)
        return "complete" if complete else "missing_context"
    if _hits(case, ways, _without_repeats(case, table, fill)):
        return "crowded_out"
    shares = [[_share(case, passage) for passage in _answers(way)] for way in ways]
    if any(0 < share < 1 for found in shares for share in found):
        return "split"
    twice = 2 * case.context.budget_tokens
    wider = pack(case.question.id, case.units, twice, table, fill, repeats)
    if _hits(case, ways, wider):
        return "below_budget"
    if any(share == 1 for found in shares for share in found):
        return "partial"
    there = {unit.document for unit in case.context.units}
    wanted = {passage.document for way in ways for passage in _answers(way)}
    return "wrong_passage" if there & wanted else "missed_document"


def _answers(way: Way) -> list[Passage]:
    return [passage for passage in way if passage.role == "answer"]


def _share(case: Case, passage: Passage) -> float:
    wanted = case.required[passage]
    return 1 - total(case.left(passage)) / total(wanted)


def _best_alternatives(case: Case) -> list[Way]:
    """The alternatives with the largest share of their answer text covered."""

    def covered(way: Way) -> Fraction:
        wanted, left = _text(way, case.required.__getitem__), _text(way, case.left)
        return 1 - Fraction(left, wanted)

    shares = {way: covered(way) for way in case.question.evidence}
    most = max(shares.values())
    return [way for way, share in shares.items() if share == most]


def _text(way: Way, runs: Callable[[Passage], Sequence[Span]]) -> int:
    """Characters of the answers' runs, those of two passages once."""
    found: dict[str, list[Span]] = {}
    for passage in _answers(way):
        found.setdefault(passage.document, []).extend(runs(passage))
    return sum(total(merged(spans)) for spans in found.values())


def _hits(case: Case, ways: Sequence[Way], context: Context) -> bool:
    other = Case(case.question, case.units, context, case.required, case.blanks)
    return any(other.covers(way, answers_only=True) for way in ways)


def _without_repeats(case: Case, table: UnitTable, fill: str) -> Context:
    """The context if text already present had cost nothing: a unit costs what is new in it.

    Under fill rule `top_k`, where a unit costs one, a unit with nothing new costs none. The unit
    that crosses the line is cut as the rule says, down to what is new in it.
    """
    taken: list[Unit] = []
    seen: dict[str, list[Span]] = {}
    titles: set[tuple[str, str]] = set()
    left = case.context.budget_tokens
    for unit in case.units:
        before = seen.setdefault(unit.document, [])
        text = table.documents[unit.document]
        new = _new_part(unit, before, (unit.document, unit.title) in titles)
        cost = 0
        if any(text.text[start:end].strip() for start, end in new.source):
            cost = 1 if fill == "top_k" else unit.tokens
            if fill != "top_k" and new != unit:
                cost = min(cost, table.count(new))
        if cost > left:
            if fill == "cut" and left and new.spans:
                taken += pack(case.question.id, [new], left, table, fill).units
            break
        left -= cost
        taken.append(unit)
        before.extend(unit.source)
        titles.add((unit.document, unit.title))
    return Context(case.question.id, case.context.budget_tokens, tuple(taken), 0)


def _new_part(unit: Unit, before: list[Span], titled: bool) -> Unit:
    """The unit without the text, the headings and the title that are there already."""
    if not before and not titled:
        return unit
    return replace(
        unit,
        title="" if titled else unit.title,
        spans=tuple(without(unit.spans, before)),
        header=tuple(without(unit.header, before)),
        added=tuple(without(unit.added, before)),
    )
