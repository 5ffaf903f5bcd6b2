"""Packs and scores a variant's rankings: contexts, metrics and outcomes."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.diagnosis import outcome
from evaluation.diversity import POOL, marginal_order
from evaluation.metrics import Case, score
from evaluation.packing import Context, Unit, UnitTable, pack, unit_text
from evaluation.ranking import Ranking
from evaluation.settings import RunSettings
from evaluation.spans import Blanks, required
from golden_sets.golden_set import GoldenSet
from strategies.chunk import Chunk
from strategies.tokenizer import count_tokens

Scored = tuple[list[Context], dict[str, dict[str, Any]]]
Embed = Callable[[Sequence[str]], NDArray[np.float32]]


class Scorer:
    """What scoring needs of a golden set, made once a run.

    Args:
        embed: Vectors of reading texts, for maximal marginal relevance.
    """

    def __init__(self, golden: GoldenSet, embed: Embed) -> None:
        self.embed = embed
        self.documents = golden.by_id()
        self.questions = {question.id: question for question in golden.questions}
        self.blanks = {document.id: Blanks(document.text) for document in golden.documents}
        self.required = {
            passage: required(self.documents[passage.document], passage.span)
            for question in golden.questions
            for way in question.evidence
            for passage in way
        }

    def table(self, chunks: Sequence[Chunk]) -> UnitTable:
        return UnitTable(chunks, self.documents, count_tokens)

    def score(
        self, table: UnitTable, rankings: Sequence[Ranking], settings: RunSettings
    ) -> dict[int, Scored]:
        """By budget, the contexts, and by question id each metric's value and the outcome."""
        fill, repeats = settings.fill, settings.repeats
        scored: dict[int, Scored] = {budget: ([], {}) for budget in settings.budgets}
        for ranking, units in zip(
            rankings, self._units(table, rankings, settings.diverse), strict=True
        ):
            first: Case | None = None
            for budget, (contexts, scores) in scored.items():
                context = pack(ranking.question, units, budget, table, fill, repeats)
                question = self.questions[ranking.question]
                case = Case(question, units, context, self.required, self.blanks, first)
                first = first or case
                contexts.append(context)
                found = outcome(case, table, fill, repeats)
                scores[question.id] = {**score(case), "outcome": found}
        return scored

    def diverse_texts(self, table: UnitTable, rankings: Iterable[Ranking]) -> set[str]:
        """The reading texts whose vectors maximal marginal relevance needs."""
        pools = (table.scored_units(ranking)[:POOL] for ranking in rankings)
        return {self._reading(unit) for pool in pools for unit, _ in pool}

    def _units(
        self, table: UnitTable, rankings: Sequence[Ranking], diverse: bool
    ) -> Iterable[tuple[Unit, ...]]:
        """Each ranking's units in the order they are packed in."""
        if not diverse:
            return map(table.units, rankings)
        found = [table.scored_units(ranking) for ranking in rankings]
        pools = [pairs[:POOL] for pairs in found]
        texts = {unit: self._reading(unit) for pairs in pools for unit, _ in pairs}
        distinct = sorted(set(texts.values()))
        vectors = self.embed(distinct)
        row = {text: number for number, text in enumerate(distinct)}
        ordered = []
        for pairs, pool in zip(found, pools, strict=True):
            rows = [row[texts[unit]] for unit, _ in pool]
            order = marginal_order([score for _, score in pool], vectors[rows])
            chosen = [pool[at][0] for at in order]
            ordered.append((*chosen, *(unit for unit, _ in pairs[POOL:])))
        return ordered

    def _reading(self, unit: Unit) -> str:
        # Without the blank line behind it the text is mostly the chunk's own, whose vector exists.
        return unit_text(unit, self.documents[unit.document]).removesuffix("\n\n")
