"""What is worked for one variant, anywhere: each piece stands for itself and may be done again."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from threading import RLock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.bm25 import Bm25Index
from evaluation.cuts import Cuts
from evaluation.embedding import Embedder, truncated
from evaluation.index_figures import Corpus, index_figures
from evaluation.key_sections import raised
from evaluation.packing import UnitTable
from evaluation.ranking import Ranking
from evaluation.report import changed_outcomes, contexts_rows, result_of
from evaluation.scoring import Scorer
from evaluation.settings import RunSettings
from evaluation.store import result_key
from evaluation.vectors import Kind, VectorTable, exact_search, reciprocal_rank_fusion, vector_key
from golden_sets.golden_set import GoldenSet
from golden_sets.language import worded
from strategies.chunk import Chunk
from strategies.tools import NoEmbedderError, Tools
from strategies.variant import Variant

Results = dict[tuple[str, int], dict[str, Any]]
Contexts = dict[str, list[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class Found:
    """What one piece of work found of a variant.

    Attributes:
        index: Figures of its index, which are added to those that are known.
        keys: Of its index texts' vectors, each once; where they have been looked at.
        missing: Its texts that have no vector yet.
    """

    index: dict[str, Any] = field(default_factory=dict)
    results: Results = field(default_factory=dict)
    contexts: Contexts = field(default_factory=dict)
    keys: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


@dataclass(slots=True)
class _Prepared:
    """A variant as cut, and what has been ranked with it so far."""

    variant: Variant
    chunks: tuple[Chunk, ...]
    table: UnitTable
    texts: list[str]
    rankings: dict[str, tuple[Ranking, ...]] = field(default_factory=dict)


class VariantWork:
    """A run's variants as one process works them.

    Whatever a piece of work rests on is made where it is not at hand, so that any process can do
    any piece, in any order and again. One piece at a time: the others of the process wait.
    """

    def __init__(
        self,
        golden: GoldenSet,
        settings: RunSettings,
        embedder: Embedder | None,
        vectors: VectorTable,
    ) -> None:
        self.golden, self.settings, self.embedder = golden, settings, embedder
        self.vectors = vectors
        self.documents = golden.by_id()
        self.questions = {question.id: question.text for question in golden.questions}
        self.tools = Tools(self._vectors)
        self.cuts = Cuts(golden, self.tools)
        self._model_tokens: dict[str, int] = {}
        self._prepared: dict[str, _Prepared] = {}
        self._one = RLock()

    def work(self) -> "VariantWork":
        return self

    @property
    def model(self) -> Embedder:
        if self.embedder is None:
            raise NoEmbedderError(worded("vectors need an embedding model; this run has none"))
        return self.embedder

    @cached_property
    def _scorer(self) -> Scorer:
        return Scorer(self.golden, self._vectors)

    @cached_property
    def _corpus(self) -> Corpus:
        return Corpus(self.golden, self.tools, self._scorer.blanks)

    @cached_property
    def _question_vectors(self) -> NDArray[np.float32]:
        return self.vectors.vectors_for(self.model, list(self.questions.values()), "question")

    def _vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self.vectors.vectors_for(self.model, texts)

    def cut(self, variant: Variant) -> Found:
        """The index figures, and what BM25 finds where that is scored without vectors."""
        with self._one:
            prepared = self._of(variant)
            chunks, seconds = self.cuts.made(variant)
            figures = index_figures(variant, chunks, prepared.texts, self._corpus)
            index = {**figures, "seconds": seconds, "embedded_now": None, "query_ms": None}
            found = Found(index)
            if {"bm25", "hybrid"} & set(self.settings.retrievers):
                started = time.perf_counter()
                self._ranked(prepared, "bm25")
                index["query_ms"] = self._query_ms(started)
                if not self.settings.diverse:
                    self._score(prepared, "bm25", found)
            return found

    def lacks(self, variant: Variant) -> Found:
        """Which vectors the variant's texts have, and which texts have none."""
        with self._one:
            texts = self._of(variant).texts
            keys = tuple({vector_key(self.model, "document", text): None for text in texts})
            return Found(keys=keys, missing=tuple(sorted(self.vectors.missing(self.model, texts))))

    def search(self, variant: Variant) -> Found:
        """What is found by vectors, scored unless units are chosen to be diverse."""
        with self._one:
            prepared = self._of(variant)
            read = truncated(self.model, prepared.texts, self._model_tokens)
            found = Found({"truncated": read})
            asked = self.settings.retrievers
            vectors, questions = self._vectors(prepared.texts), self._question_vectors
            started = time.perf_counter()
            exact = exact_search(questions, vectors, list(self.questions), self.settings.depth)
            if "bm25" not in asked:
                found.index["query_ms"] = self._query_ms(started)
            prepared.rankings["vector"] = exact
            if "chroma" in asked:
                from evaluation.chroma import recall_against

                prepared.rankings["chroma"] = self._by_chroma(vectors)
                recall = recall_against(exact, prepared.rankings["chroma"])
                found.index["chroma_recall"] = recall
            for retriever in asked:
                if retriever != "bm25" and not self.settings.diverse:
                    self._score(prepared, retriever, found)
            return found

    def lacks_diverse(self, variant: Variant, retrievers: Sequence[str]) -> Found:
        """Which reading texts have no vector that maximal marginal relevance needs."""
        with self._one:
            prepared = self._of(variant)
            texts: set[str] = set()
            # What Chroma found is scored beside what the exact search finds.
            for name in {*retrievers, *("vector" for one in retrievers if one == "chroma")}:
                texts |= self._scorer.diverse_texts(prepared.table, self._raised(prepared, name))
            return Found(missing=tuple(sorted(self.vectors.missing(self.model, texts))))

    def score(self, variant: Variant, retrievers: Sequence[str]) -> Found:
        """What was ranked, packed and scored under every budget."""
        with self._one:
            found, prepared = Found(), self._of(variant)
            for retriever in retrievers:
                self._score(prepared, retriever, found)
            return found

    def embed(self, texts: Sequence[str], kind: Kind = "document") -> dict[str, float]:
        """Makes the texts' vectors; the seconds that each took that had none, by key."""
        with self._one:
            self.vectors.vectors_for(self.model, texts, kind)
            return self.vectors.seconds(vector_key(self.model, kind, text) for text in texts)

    def _of(self, variant: Variant) -> _Prepared:
        if variant.id not in self._prepared:
            chunks = self.cuts.made(variant).chunks
            texts = [chunk.index_text(self.documents[chunk.document]) for chunk in chunks]
            table = self._scorer.table(chunks)
            self._prepared[variant.id] = _Prepared(variant, chunks, table, texts)
        return self._prepared[variant.id]

    def _ranked(self, prepared: _Prepared, retriever: str) -> tuple[Ranking, ...]:
        if retriever not in prepared.rankings:
            prepared.rankings[retriever] = self._rank(prepared, retriever)
        return prepared.rankings[retriever]

    def _rank(self, prepared: _Prepared, retriever: str) -> tuple[Ranking, ...]:
        depth, ids = self.settings.depth, list(self.questions)
        if retriever == "bm25":
            return Bm25Index(prepared.texts).rank(self.questions, depth)
        if retriever == "hybrid":
            both = (*self._ranked(prepared, "bm25"), *self._ranked(prepared, "vector"))
            return reciprocal_rank_fusion(both, depth=depth)
        vectors = self._vectors(prepared.texts)
        if retriever == "chroma":
            return self._by_chroma(vectors)
        return exact_search(self._question_vectors, vectors, ids, depth)

    def _by_chroma(self, vectors: NDArray[np.float32]) -> tuple[Ranking, ...]:
        from evaluation.chroma import ChromaIndex

        with ChromaIndex(vectors, self.settings.chroma_server) as index:
            return index.rank(self._question_vectors, list(self.questions), self.settings.depth)

    def _query_ms(self, started: float) -> float:
        return 1000 * (time.perf_counter() - started) / max(1, len(self.questions))

    def _raised(self, prepared: _Prepared, retriever: str) -> Sequence[Ranking]:
        """The rankings with key sections raised, if that was asked for."""
        rankings, boost = self._ranked(prepared, retriever), self.settings.key_boost
        if boost == 1:
            return rankings
        return [raised(ranking, prepared.chunks, boost) for ranking in rankings]

    def _score(self, prepared: _Prepared, retriever: str, found: Found) -> None:
        """Packs and scores one ranking under every budget, if the retriever was asked for."""
        if retriever not in self.settings.retrievers:
            return
        table, settings = prepared.table, self.settings
        rankings = self._raised(prepared, retriever)
        scored = self._scorer.score(table, rankings, settings)
        ranked = {ranking.question: len(ranking.chunks) for ranking in rankings}
        exact = None
        if retriever == "chroma":
            exact = self._scorer.score(table, self._raised(prepared, "vector"), settings)
        for budget, (contexts, scores) in scored.items():
            name = (retriever, budget)
            result = result_of(self.golden, retriever, budget, scores, settings)
            if exact is not None:
                result["changed_outcomes"] = changed_outcomes(exact[budget][1], scores)
            found.results[name] = result
            key = result_key(prepared.variant.id, *name)
            found.contexts[key] = contexts_rows(
                prepared.variant.id, retriever, budget, contexts, ranked
            )
