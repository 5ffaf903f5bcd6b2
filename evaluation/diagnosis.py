"""Why a question was missed, from spans and ranks alone, and what to try next."""

from dataclasses import replace

from evaluation.metrics import Case
from evaluation.packing import Context, Unit, UnitTable, pack, unit_text
from evaluation.spans import total, without
from golden_sets.document import Span
from golden_sets.question import Passage

NEXT_STEPS: dict[str, str] = {
    "complete": "Nothing to do: the answer and all it needs are in the context.",
    "missing_context": "Keep the exception or header row with its rule: structure, or parents.",
    "crowded_out": "Lower the overlap, or drop text that is there already, so that it fits.",
    "split": "Cut along sentences or sections, or use a larger size: the answer was cut in two.",
    "below_budget": "Try a larger budget, or smaller chunks: the answer came just behind the line.",
    "partial": "Ask for each part by itself, or try another retriever: one part never came.",
    "wrong_passage": "Try smaller chunks or headers: the right document came with other text.",
    "missed_document": "Try another retriever or headers: no text of the right document came.",
    "not_applicable": "No answer is in the documents, so there is nothing to find.",
}


def outcome(case: Case, table: UnitTable, fill: str = "whole", repeats: str = "keep") -> str:
    """The first that holds, in the order of `NEXT_STEPS`, on the alternative covered best."""
    if not case.question.answerable:
        return "not_applicable"
    way = _best_alternative(case)
    if case.covers(way, answers_only=True):
        return "complete" if case.covers(way, answers_only=False) else "missing_context"
    answers = [passage for passage in way if passage.role == "answer"]
    if _hits(case, way, _without_repeats(case, table, fill)):
        return "crowded_out"
    covered = [_share(case, passage) for passage in answers]
    if any(0 < share < 1 for share in covered):
        return "split"
    twice = 2 * case.context.budget_tokens
    wider = pack(case.question.id, case.units, twice, table, fill, repeats)
    if _hits(case, way, wider):
        return "below_budget"
    if any(share == 1 for share in covered):
        return "partial"
    found = {unit.document for unit in case.context.units}
    return "wrong_passage" if found & case.answer_documents else "missed_document"


def _share(case: Case, passage: Passage) -> float:
    wanted = case.required[passage]
    return 1 - total(case.left(passage)) / total(wanted)


def _best_alternative(case: Case) -> tuple[Passage, ...]:
    """The alternative with the largest share of its answer text covered."""

    def covered(way: tuple[Passage, ...]) -> tuple[float, bool]:
        answers = [passage for passage in way if passage.role == "answer"]
        wanted = sum(total(case.required[passage]) for passage in answers)
        left = sum(total(case.left(passage)) for passage in answers)
        return 1 - left / wanted, case.covers(way, answers_only=False)

    return max(case.question.evidence, key=covered)


def _hits(case: Case, way: tuple[Passage, ...], context: Context) -> bool:
    other = Case(case.question, case.units, context, case.required, case.blanks)
    return other.covers(way, answers_only=True)


def _without_repeats(case: Case, table: UnitTable, fill: str) -> Context:
    """The context if text already present had cost nothing: a unit costs what is new in it.

    Under fill rule `top_k`, where a unit costs one, a unit with nothing new costs none.
    """
    taken: list[Unit] = []
    seen: dict[str, list[Span]] = {}
    left = case.context.budget_tokens
    for unit in case.units:
        before = seen.setdefault(unit.document, [])
        text = table.documents[unit.document]
        new = _new_part(unit, before)
        cost = 0
        if any(text.text[start:end].strip() for start, end in new.source):
            cost = 1 if fill == "top_k" else unit.tokens
            if fill != "top_k" and new != unit:
                cost = table.count_tokens(unit_text(new, text))
        if cost > left:
            break
        left -= cost
        taken.append(unit)
        before.extend(unit.source)
    return Context(case.question.id, case.context.budget_tokens, tuple(taken), 0)


def _new_part(unit: Unit, before: list[Span]) -> Unit:
    """The unit without the text and the headings that are there already."""
    if not before:
        return unit
    return replace(
        unit,
        spans=tuple(without(unit.spans, before)),
        header=tuple(without(unit.header, before)),
        added=tuple(without(unit.added, before)),
    )
