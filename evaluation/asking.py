"""One question over a set's documents, while it is being written: what is found, and where."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evaluation.bm25 import Bm25Index
from evaluation.diagnosis import outcome
from evaluation.embedding import Embedder
from evaluation.metrics import Case
from evaluation.packing import Unit, UnitTable, pack
from evaluation.ranking import DEPTH, Ranking
from evaluation.settings import DEFAULT_BUDGET, DEFAULT_SIZE, Cutting
from evaluation.spans import common, merged, required, total, without
from evaluation.vectors import VectorTable, exact_search
from golden_sets.document import Document, Span
from golden_sets.question import Passage, Question
from strategies.tokenizer import count_tokens
from strategies.tools import Tools
from strategies.variant import Variant

ASKED = "asked"
HOLDS = ("covered", "partly", "none")


@dataclass(frozen=True, slots=True)
class FoundUnit:
    """One reading unit of the ranking.

    Attributes:
        rank: From 1.
        inside: Whether it is within the budget.
        holds: `covered` where it holds a whole passage of the evidence, `partly` where a part of
            one, else `none`.
    """

    rank: int
    unit: Unit
    inside: bool
    holds: str


@dataclass(frozen=True, slots=True)
class Found:
    """What one retriever makes of the question.

    Attributes:
        units: In rank order.
        rank: The position at which the answer is complete; None where it never is.
        outcome: As a run would say it; see `diagnosis`.
        tokens: Of the units within the budget.
    """

    retriever: str
    units: tuple[FoundUnit, ...]
    rank: int | None
    outcome: str
    tokens: int
    budget_tokens: int


class Desk:
    """A set's documents cut by `structure` and indexed once, for one question after another."""

    def __init__(self, documents: Mapping[str, Document], size: int = DEFAULT_SIZE) -> None:
        self.documents = dict(documents)
        variant = Variant(Cutting(size).strategy("structure"))
        self.chunks = variant.cut(list(self.documents.values()), Tools())
        self.texts = [chunk.index_text(self.documents[chunk.document]) for chunk in self.chunks]
        self._index = Bm25Index(self.texts)
        self._table = UnitTable(self.chunks, self.documents, count_tokens)

    def by_words(self, text: str) -> Ranking:
        """BM25's ranking."""
        return self._index.rank({ASKED: text})[0]

    def by_vectors(self, text: str, vectors: VectorTable, embedder: Embedder) -> Ranking:
        """The exact ranking by vectors that are kept already; no model is loaded.

        Raises:
            NoEmbedderError: The question or a chunk has no vector yet.
        """
        asked = vectors.kept(embedder, "question")([text])
        chunks = vectors.kept(embedder)(self.texts)
        return exact_search(asked, chunks, [ASKED], DEPTH)[0]

    def found(
        self,
        ranking: Ranking,
        evidence: tuple[tuple[Passage, ...], ...],
        budget_tokens: int = DEFAULT_BUDGET,
    ) -> Found:
        """The ranking's units, what of the evidence they hold, and what became of the question."""
        units = self._table.units(ranking)
        context = pack(ASKED, units, budget_tokens, self._table)
        kind: Any = "single" if evidence else "unanswerable"
        question = Question(ASKED, ASKED, kind, evidence)
        wanted = {p: required(self.documents[p.document], p.span) for way in evidence for p in way}
        case = Case(question, units, context, wanted, {})
        # The only unit that may be cut to fit is the first.
        rows = tuple(
            FoundUnit(rank, unit, rank <= len(context.units), _holds(unit, wanted))
            for rank, unit in enumerate(units, 1)
        )
        said = outcome(case, self._table)
        return Found(ranking.retriever, rows, case.rank, said, context.tokens, budget_tokens)


def _holds(unit: Unit, wanted: Mapping[Passage, list[Span]]) -> str:
    """How much of the evidence one unit holds by itself."""
    source = merged(unit.source)
    own = [runs for passage, runs in wanted.items() if passage.document == unit.document]
    if any(not without(runs, source) for runs in own):
        return "covered"
    return "partly" if any(total(runs) and common(runs, source) for runs in own) else "none"
