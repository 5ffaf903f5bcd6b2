"""One variant at a time, as a slider moves: each stage is kept by what it depends on."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from evaluation.bm25 import Bm25Index
from evaluation.embedding import Embedder, Vectors
from evaluation.index_figures import Corpus, index_figures
from evaluation.key_sections import raised, with_keys
from evaluation.packing import UnitTable
from evaluation.ranking import Ranking
from evaluation.report import contexts_rows, result_of
from evaluation.scoring import Scored, Scorer
from evaluation.settings import RunSettings
from evaluation.vectors import Kind, VectorTable, exact_search, reciprocal_rank_fusion
from golden_sets.golden_set import GoldenSet
from golden_sets.language import worded
from strategies.chunk import Chunk
from strategies.tools import NoEmbedderError, Tools
from strategies.variant import Variant

KEPT = 32


@dataclass(frozen=True, slots=True)
class Cut:
    """A variant's chunks, their index texts and their reading units."""

    chunks: tuple[Chunk, ...]
    texts: list[str]
    table: UnitTable


class Workbench:
    """Results of single variants over one golden set, equal to those of a run.

    A budget that moves packs and scores anew; a retriever ranks anew; headers, overlap or size
    cut anew, and make vectors only of texts that have none. The last 32 cuts and rankings are
    kept.

    Args:
        embedder: None where no model is at hand: what takes vectors raises `NoEmbedderError`.
    """

    def __init__(self, golden: GoldenSet, embedder: Embedder | None, vectors: VectorTable) -> None:
        self.golden, self._embedder, self._vectors = golden, embedder, vectors
        self._documents = golden.by_id()
        self._ids = [question.id for question in golden.questions]
        self._tools = Tools(self._embed)
        self._scorer = Scorer(golden, self._embed)
        self._cut = lru_cache(KEPT)(self._cut_anew)
        self._rankings = lru_cache(KEPT)(self._rank_anew)
        self._figures = lru_cache(KEPT)(self._count_anew)

    def result(self, settings: RunSettings) -> list[dict[str, Any]]:
        """The report's results of the settings' first variant and retriever, one a budget."""
        retriever = settings.retrievers[0]
        return [
            result_of(self.golden, retriever, budget, scores, settings)
            for budget, (_, scores) in self._scored(settings).items()
        ]

    def contexts(self, settings: RunSettings) -> list[dict[str, Any]]:
        """What the reader is handed under the same, a row a question and budget, as spans."""
        variant, retriever = settings.variants[0], settings.retrievers[0]
        return [
            row
            for budget, (contexts, _) in self._scored(settings).items()
            for row in contexts_rows(variant.id, retriever, budget, contexts)
        ]

    def cut(self, variant: Variant) -> Cut:
        """The variant's chunks, their texts as indexed and their reading units."""
        return self._cut(variant)

    def index(self, variant: Variant) -> dict[str, Any]:
        """The report's index figures but for times and what only the embedder can tell."""
        return self._figures(variant)

    def _scored(self, settings: RunSettings) -> dict[int, Scored]:
        variant, retriever = settings.variants[0], settings.retrievers[0]
        cut = self._cut(variant)
        rankings = self._rankings(variant, retriever, settings.depth)
        if settings.key_boost != 1:
            rankings = tuple(raised(one, cut.chunks, settings.key_boost) for one in rankings)
        return self._scorer.score(cut.table, rankings, settings)

    def _embed(self, texts: Sequence[str], kind: Kind = "document") -> Vectors:
        if self._embedder is None:
            raise NoEmbedderError(worded("vectors need an embedding model; none is at hand"))
        return self._vectors.vectors_for(self._embedder, texts, kind)

    @cached_property
    def _questions(self) -> Vectors:
        return self._embed([question.text for question in self.golden.questions], "question")

    @cached_property
    def _corpus(self) -> Corpus:
        return Corpus(self.golden, self._tools, self._scorer.blanks)

    def _cut_anew(self, variant: Variant) -> Cut:
        cut = variant.cut(self.golden.documents, self._tools)
        chunks = with_keys(cut, self._documents, self.golden.key)
        texts = [chunk.index_text(self._documents[chunk.document]) for chunk in chunks]
        return Cut(chunks, texts, self._scorer.table(chunks))

    def _rank_anew(self, variant: Variant, retriever: str, depth: int) -> tuple[Ranking, ...]:
        texts = self._cut(variant).texts
        if retriever == "bm25":
            asked = {question.id: question.text for question in self.golden.questions}
            return Bm25Index(texts).rank(asked, depth)
        if retriever == "vector":
            return exact_search(self._questions, self._embed(texts), self._ids, depth)
        if retriever == "hybrid":
            both = (self._rankings(variant, name, depth) for name in ("bm25", "vector"))
            return reciprocal_rank_fusion([one for found in both for one in found], depth=depth)
        raise ValueError(f"retriever {retriever!r}; allowed here are bm25, vector, hybrid")

    def _count_anew(self, variant: Variant) -> dict[str, Any]:
        cut = self._cut(variant)
        return index_figures(variant, cut.chunks, cut.texts, self._corpus)
