"""Packs and scores a variant's rankings: contexts, metrics and outcomes."""

from collections.abc import Sequence
from typing import Any

from evaluation.diagnosis import outcome
from evaluation.metrics import Case, score
from evaluation.packing import Context, UnitTable, pack
from evaluation.ranking import Ranking
from evaluation.settings import RunSettings
from evaluation.spans import Blanks, required
from golden_sets.golden_set import GoldenSet
from strategies.chunk import Chunk
from strategies.tokenizer import count_tokens

Scored = tuple[list[Context], dict[str, dict[str, Any]]]


class Scorer:
    """What scoring needs of a golden set, made once a run."""

    def __init__(self, golden: GoldenSet, settings: RunSettings) -> None:
        self.settings = settings
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

    def score(self, table: UnitTable, rankings: Sequence[Ranking]) -> dict[int, Scored]:
        """By budget, the contexts, and by question id each metric's value and the outcome."""
        fill = self.settings.fill
        scored: dict[int, Scored] = {budget: ([], {}) for budget in self.settings.budgets}
        for ranking in rankings:
            units = table.units(ranking)
            for budget, (contexts, scores) in scored.items():
                context = pack(ranking.question, units, budget, table, fill)
                question = self.questions[ranking.question]
                case = Case(question, units, context, self.required, self.blanks)
                contexts.append(context)
                scores[question.id] = {**score(case), "outcome": outcome(case, table, fill)}
        return scored
