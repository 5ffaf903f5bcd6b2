"""A run: every variant cut, indexed, ranked, packed and scored, into one report."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.bm25 import Bm25Index
from evaluation.checks.finding import stored
from evaluation.cuts import Cuts
from evaluation.embedders.choice import described
from evaluation.embedding import Embedder, truncated
from evaluation.index_figures import Corpus, index_figures
from evaluation.key_sections import raised
from evaluation.packing import UnitTable
from evaluation.preflight import preflight
from evaluation.progress import Listener
from evaluation.ranking import Ranking
from evaluation.report import changed_outcomes, contexts_rows, report_of, result_of
from evaluation.scoring import Scorer
from evaluation.settings import RunSettings
from evaluation.store import result_key
from evaluation.vectors import VectorTable, exact_search, reciprocal_rank_fusion
from golden_sets.golden_set import GoldenSet
from golden_sets.language import marked, worded
from strategies.chunk import Chunk
from strategies.tools import NoEmbedderError, Tools
from strategies.variant import Variant

Contexts = dict[str, list[dict[str, Any]]]


@dataclass(slots=True)
class Prepared:
    """A variant as cut, and what has been found with it so far."""

    variant: Variant
    chunks: tuple[Chunk, ...]
    table: UnitTable
    texts: list[str]
    index: dict[str, Any]
    rankings: dict[str, tuple[Ranking, ...]] = field(default_factory=dict)
    results: dict[tuple[str, int], dict[str, Any]] = field(default_factory=dict)


class _Run:
    """One run's working state; `evaluate` is its only door."""

    def __init__(
        self,
        golden: GoldenSet,
        settings: RunSettings,
        embedder: Embedder | None,
        vectors: VectorTable,
        listener: Listener,
    ) -> None:
        self.golden, self.settings, self.listener = golden, settings, listener
        # A model that nothing is asked of is none of the run's, and a report does not name it.
        self.embedder = embedder
        self.vectors = vectors
        self.model = described(self.embedder, golden)
        self.documents = golden.by_id()
        self.questions = {question.id: question.text for question in golden.questions}
        self.tools = Tools(self._embed_sentences)
        self.cuts = Cuts(golden, self.tools)
        self.preflight: list[dict[str, Any]] = []
        self.scorer = Scorer(golden, self._vectors)
        self.made = 0
        self.prepared: dict[str, Prepared] = {}
        self.contexts: Contexts = {}
        self.corpus = Corpus(golden, self.tools, self.scorer.blanks)
        self.model_tokens: dict[str, int] = {}
        self.searches_vectors = bool({"vector", "hybrid", "chroma"} & set(settings.retrievers))

    @property
    def _model(self) -> Embedder:
        if self.embedder is None:
            raise NoEmbedderError(worded("vectors need an embedding model; this run has none"))
        return self.embedder

    def _embed_sentences(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self._vectors(texts)

    def _vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of texts, and the stage told how many characters it has made vectors of."""
        base = self.made

        def tell(made: int) -> None:
            self.made = base + made
            self.listener.step(self.made)

        return self.vectors.vectors_for(self._model, texts, progress=tell)

    def _vector_stage(self, words: str, texts: Iterable[str]) -> None:
        missing = self.vectors.missing(self._model, texts)
        self.made = 0
        self.listener.stage(words, sum(map(len, missing)), "characters")

    def report(self) -> dict[str, Any]:
        ordered = [self.prepared[v.id] for v in self.settings.variants if v.id in self.prepared]
        return report_of(
            self.golden,
            self.settings,
            self.model,
            [(p.variant, p.index, p.results) for p in ordered],
            self.preflight,
        )

    def check(self) -> None:
        """Finds what can be known before a result, and tells it; cuts are kept for later."""
        found = preflight(self.golden, self.settings, self.embedder, self.cuts)
        self.preflight = stored(found)
        self.listener.checked(self.preflight)

    def sentence_stage(self) -> None:
        sentences = (
            document.text[start:end]
            for document in self.golden.documents
            for start, end in self.tools.sentences(document)
        )
        self._vector_stage(
            marked("Making vectors of the sentences, which semantic cuts by"), sentences
        )

    def cut(self, variant: Variant) -> None:
        """Cuts the documents, counts the index figures, and ranks by BM25.

        What needs no vector to choose what is read is scored at once.
        """
        before, _ = self._sentences_spent(variant)
        chunks, seconds = self.cuts.made(variant)
        # What another variant had sentence vectors made for, this one takes time for too.
        seconds, made = seconds + before, self._sentences_spent(variant)[1]
        texts = [chunk.index_text(self.documents[chunk.document]) for chunk in chunks]
        figures = index_figures(variant, chunks, texts, self.corpus)
        index = {**figures, "seconds": seconds, "embedded_now": made, "query_ms": None}
        prepared = Prepared(variant, chunks, self.scorer.table(chunks), texts, index)
        self.prepared[variant.id] = prepared
        if "bm25" in self.settings.retrievers or "hybrid" in self.settings.retrievers:
            started = time.perf_counter()
            rankings = Bm25Index(texts).rank(self.questions, self.settings.depth)
            self._time_query(prepared, started)
            prepared.rankings["bm25"] = rankings
            if not self.settings.diverse:
                self._score(prepared, "bm25")

    def _sentences_spent(self, variant: Variant) -> tuple[float, float | None]:
        """Seconds spent in this run on the sentence vectors that a variant cuts by, and the share
        of them that was made in it, None where it takes none."""
        documents = [d for d in self.golden.documents if variant.embeds_sentences(d)]
        if not documents:
            return 0.0, None
        sentences = (d.text[slice(*span)] for d in documents for span in self.tools.sentences(d))
        return self.vectors.spent(self._model, sentences)

    def embed(self) -> None:
        """Vectors of the questions and of every variant's texts, and what they find."""
        ids = list(self.questions)
        texts = (text for p in self.prepared.values() for text in p.texts)
        self._vector_stage(marked("Making vectors of the chunks (kept for the next run)"), texts)
        questions = self.vectors.vectors_for(
            self._model, [self.questions[name] for name in ids], "question"
        )
        for prepared in self.prepared.values():
            found = self._vectors(prepared.texts)
            spent, made = self.vectors.spent(self._model, prepared.texts)
            prepared.index["seconds"] += spent
            sentences = prepared.index["embedded_now"]
            prepared.index["embedded_now"] = made if sentences is None else min(made, sentences)
            prepared.index["truncated"] = truncated(self._model, prepared.texts, self.model_tokens)
            self._find(prepared, questions, found, ids)
            self.listener.partial(self.report)

    def _find(
        self,
        prepared: Prepared,
        questions: NDArray[np.float32],
        found: NDArray[np.float32],
        ids: list[str],
    ) -> None:
        asked = self.settings.retrievers
        depth = self.settings.depth
        started = time.perf_counter()
        exact = exact_search(questions, found, ids, depth)
        if "bm25" not in asked:
            self._time_query(prepared, started)
        prepared.rankings["vector"] = exact
        if "hybrid" in asked:
            both = (*prepared.rankings["bm25"], *exact)
            prepared.rankings["hybrid"] = reciprocal_rank_fusion(both, depth=depth)
        if "chroma" in asked:
            from evaluation.chroma import ChromaIndex, recall_against

            with ChromaIndex(found, self.settings.chroma_server) as index:
                prepared.rankings["chroma"] = index.rank(questions, ids, depth)
            recall = recall_against(exact, prepared.rankings["chroma"])
            prepared.index["chroma_recall"] = recall
        for retriever in asked:
            if retriever != "bm25" and not self.settings.diverse:
                self._score(prepared, retriever)

    def diversify(self) -> None:
        """Scores the rankings that have no result yet by maximal marginal relevance."""
        waiting = [
            (prepared, retriever)
            for prepared in self.prepared.values()
            for retriever in self.settings.retrievers
            if retriever in prepared.rankings
            and (retriever, self.settings.budgets[0]) not in prepared.results
        ]
        if not waiting or not self.settings.diverse:
            return
        texts: set[str] = set()
        for prepared, retriever in waiting:
            # What Chroma found is scored beside what the exact search finds.
            for name in {retriever, "vector" if retriever == "chroma" else retriever}:
                rankings = self._raised(prepared, name)
                texts |= self.scorer.diverse_texts(prepared.table, rankings)
        self._vector_stage(
            marked("Making vectors of what was found, to choose diverse units"), texts
        )
        for prepared, retriever in waiting:
            self._score(prepared, retriever)
            self.listener.partial(self.report)

    def _time_query(self, prepared: Prepared, started: float) -> None:
        spent = time.perf_counter() - started
        prepared.index["query_ms"] = 1000 * spent / max(1, len(self.questions))

    def _raised(self, prepared: Prepared, retriever: str) -> Sequence[Ranking]:
        """The rankings with key sections raised, if that was asked for."""
        rankings, boost = prepared.rankings[retriever], self.settings.key_boost
        if boost == 1:
            return rankings
        return [raised(ranking, prepared.chunks, boost) for ranking in rankings]

    def _score(self, prepared: Prepared, retriever: str) -> None:
        """Packs and scores one ranking under every budget, if the retriever was asked for."""
        if retriever not in self.settings.retrievers:
            return
        scored = self.scorer.score(prepared.table, self._raised(prepared, retriever), self.settings)
        exact = None
        if retriever == "chroma":
            exact = self.scorer.score(
                prepared.table, self._raised(prepared, "vector"), self.settings
            )
        for budget, (contexts, scores) in scored.items():
            name = (retriever, budget)
            result = result_of(self.golden, retriever, budget, scores, self.settings)
            if exact is not None:
                result["changed_outcomes"] = changed_outcomes(exact[budget][1], scores)
            prepared.results[name] = result
            key = result_key(prepared.variant.id, *name)
            self.contexts[key] = contexts_rows(prepared.variant.id, retriever, budget, contexts)


def evaluate(
    golden: GoldenSet,
    settings: RunSettings,
    embedder: Embedder | None,
    vectors: VectorTable,
    listener: Listener | None = None,
) -> tuple[dict[str, Any], Contexts]:
    """The report in the design's schema, and by result key its contexts, a row a question.

    What needs no model comes first, so that a listener has results while vectors are being made.

    Args:
        embedder: None where the settings need no vectors; one that is given is reported as the
            run's, used or not, since a protocol may be sealed for it.

    Raises:
        NoEmbedderError: They do.
    """
    told = listener or Listener()
    run = _Run(golden, settings, embedder, vectors, told)
    plain = [v for v in settings.variants if not v.embeds_sentences()]
    semantic = [v for v in settings.variants if v.embeds_sentences()]
    told.stage(marked("Checking what the questions can show"))
    run.check()
    told.stage(marked("Cutting the documents and searching them with BM25"), len(plain), "variants")
    for number, variant in enumerate(plain, 1):
        run.cut(variant)
        told.step(number)
    run.diversify()
    told.partial(run.report)
    if semantic:
        run.sentence_stage()
        for variant in semantic:
            run.cut(variant)
        run.diversify()
        told.partial(run.report)
    if run.searches_vectors:
        run.embed()
        run.diversify()
    told.stage(marked("Comparing the variants"))
    return run.report(), run.contexts
