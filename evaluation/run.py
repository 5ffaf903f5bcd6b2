"""A run: every variant cut, indexed, ranked, packed and scored, into one report."""

import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from itertools import islice, repeat
from typing import Any

from evaluation.checks.finding import stored
from evaluation.embedders.choice import described
from evaluation.embedding import BATCH, Embedder
from evaluation.executors import Here, Place, worked
from evaluation.own_code import code_digest
from evaluation.preflight import preflight
from evaluation.progress import Listener
from evaluation.report import report_of
from evaluation.settings import RunSettings
from evaluation.shared_work import SharedWork
from evaluation.variant_work import Contexts, Found, Results, VariantWork
from evaluation.vectors import Kind, VectorTable, vector_key
from golden_sets.golden_set import GoldenSet
from golden_sets.language import marked
from strategies.variant import Variant


@dataclass(slots=True)
class _Known:
    """What has been found of a variant so far."""

    variant: Variant
    index: dict[str, Any]
    results: Results = field(default_factory=dict)
    ranked: set[str] = field(default_factory=set)


class _Run:
    """One run's working state; `evaluate` is its only door."""

    def __init__(
        self,
        golden: GoldenSet,
        settings: RunSettings,
        embedder: Embedder | None,
        vectors: VectorTable,
        listener: Listener,
        executor: Executor | None,
    ) -> None:
        self.golden, self.settings, self.listener = golden, settings, listener
        # A model that nothing is asked of is none of the run's, and a report does not name it.
        self.embedder, self.vectors = embedder, vectors
        self.model = described(embedder, golden)
        self.own = VariantWork(golden, settings, embedder, vectors)
        self.executor = executor or Here()
        self.place: Place = self.own
        if executor is not None:
            model = None if embedder is None else (embedder.name, embedder.revision)
            database, code, key = vectors.database, code_digest(), uuid.uuid4().hex
            self.place = SharedWork(key, golden, settings, embedder, model, database, code)
        self.preflight: list[dict[str, Any]] = []
        self.known: dict[str, _Known] = {}
        self.contexts: Contexts = {}
        self.searches_vectors = bool({"vector", "hybrid", "chroma"} & set(settings.retrievers))

    def _all(self, piece: Callable[..., Any], *arguments: Iterable[Any]) -> Iterator[Any]:
        """The piece done for each of the arguments, in their order."""
        return self.executor.map(worked, repeat(self.place), repeat(piece), *arguments)

    def _take(self, variant: Variant, found: Found) -> None:
        known = self.known.setdefault(variant.id, _Known(variant, {}))
        known.index.update(found.index)
        known.results.update(found.results)
        self.contexts.update(found.contexts)

    def _batches(self, texts: Iterable[str], kind: Kind = "document") -> list[list[str]]:
        """The texts in batches of like length."""
        key = {text: vector_key(self.own.model, kind, text) for text in texts}
        ordered = sorted(key, key=lambda text: (len(text), key[text]))
        return [ordered[at : at + BATCH] for at in range(0, len(ordered), BATCH)]

    def _made(self, batches: Sequence[list[str]], kind: Kind = "document") -> Iterator[None]:
        """Makes the vectors of batches of texts, and stops after each."""
        characters = 0
        made = self._all(VariantWork.embed, batches, repeat(kind))
        for batch, seconds in zip(batches, made, strict=True):
            self.vectors.took(seconds)
            characters += sum(map(len, batch))
            if kind == "document":
                self.listener.step(characters)
            yield

    def _embed(self, words: str, texts: set[str]) -> None:
        """A stage that makes the vectors of these texts."""
        self.listener.stage(words, sum(map(len, texts)), "characters")
        for _ in self._made(self._batches(texts)):
            pass

    def report(self) -> dict[str, Any]:
        ordered = [self.known[v.id] for v in self.settings.variants if v.id in self.known]
        return report_of(
            self.golden,
            self.settings,
            self.model,
            [(one.variant, one.index, one.results) for one in ordered],
            self.preflight,
        )

    def check(self) -> None:
        """Finds what can be known before a result, and tells it; cuts are kept for later."""
        found = preflight(self.golden, self.settings, self.embedder, self.own.cuts)
        self.preflight = stored(found)
        self.listener.checked(self.preflight)

    def cut(self, variants: Sequence[Variant]) -> None:
        """Cuts the documents, counts the index figures, and ranks by BM25.

        What needs no vector to choose what is read is scored at once.
        """
        for number, (variant, found) in enumerate(
            zip(variants, self._all(VariantWork.cut, variants), strict=True), 1
        ):
            if variant.embeds_sentences():
                spent, made = self.vectors.spent(self.own.model, self._sentences([variant]))
                found.index["seconds"] += spent
                found.index["embedded_now"] = made
            self._take(variant, found)
            self.known[variant.id].ranked.add("bm25")
            self.listener.step(number)
        self.diversify()
        self.listener.partial(self.report)

    def _sentences(self, variants: Sequence[Variant]) -> Iterator[str]:
        """The sentences that any of the variants cuts by."""
        for document in self.golden.documents:
            if any(variant.embeds_sentences(document) for variant in variants):
                for start, end in self.own.tools.sentences(document):
                    yield document.text[start:end]

    def cut_by_sentences(self, variants: Sequence[Variant]) -> None:
        missing = self.vectors.missing(self.own.model, self._sentences(variants))
        self._embed(marked("Making vectors of the sentences, which semantic cuts by"), missing)
        words = marked("Cutting the documents and searching them with BM25")
        self.listener.stage(words, len(variants), "variants")
        self.cut(variants)

    def search(self) -> None:
        """Vectors of the questions and of every variant's texts, and what they find."""
        variants = [one.variant for one in self.known.values()]
        lacking = list(self._all(VariantWork.lacks, variants))
        missing = {text for found in lacking for text in found.missing}
        words = marked("Making vectors of the chunks (kept for the next run)")
        self.listener.stage(words, sum(map(len, missing)), "characters")
        asked = (question.text for question in self.golden.questions)
        lacked = self.vectors.missing(self.own.model, asked, "question")
        for _ in self._made(self._batches(lacked, "question"), "question"):
            pass
        found = self._all(VariantWork.search, self._with_vectors(variants, lacking))
        for variant, lacks, one in zip(variants, lacking, found, strict=True):
            known = self.known[variant.id]
            spent, made = self.vectors.spent_on(lacks.keys)
            known.index["seconds"] += spent
            sentences = known.index["embedded_now"]
            known.index["embedded_now"] = made if sentences is None else min(made, sentences)
            known.ranked |= set(self.settings.retrievers)
            self._take(variant, one)
            self.listener.partial(self.report)

    def _with_vectors(
        self, variants: Sequence[Variant], lacking: Sequence[Found]
    ) -> Iterator[Variant]:
        """Each variant as soon as all its texts have vectors."""
        seen: set[str] = set()
        batches: list[list[str]] = []
        counts: list[int] = []
        for found in lacking:
            own = self._batches(text for text in found.missing if text not in seen)
            seen.update(found.missing)
            batches += own
            counts.append(len(own))
        made = self._made(batches)
        for variant, count in zip(variants, counts, strict=True):
            for _ in islice(made, count):
                pass
            yield variant

    def diversify(self) -> None:
        """Scores the rankings that have no result yet by maximal marginal relevance."""
        waiting = {
            one.variant.id: tuple(
                name
                for name in self.settings.retrievers
                if name in one.ranked and (name, self.settings.budgets[0]) not in one.results
            )
            for one in self.known.values()
        }
        variants = [one.variant for name, one in self.known.items() if waiting[name]]
        if not variants or not self.settings.diverse:
            return
        asked = [waiting[variant.id] for variant in variants]
        lacking = self._all(VariantWork.lacks_diverse, variants, asked)
        self._embed(
            marked("Making vectors of what was found, to choose diverse units"),
            {text for found in lacking for text in found.missing},
        )
        scored = self._all(VariantWork.score, variants, asked)
        for variant, found in zip(variants, scored, strict=True):
            self._take(variant, found)
            self.listener.partial(self.report)


def evaluate(
    golden: GoldenSet,
    settings: RunSettings,
    embedder: Embedder | None,
    vectors: VectorTable,
    listener: Listener | None = None,
    executor: Executor | None = None,
) -> tuple[dict[str, Any], Contexts]:
    """The report in the design's schema, and by result key its contexts, a row a question.

    What needs no model comes first, so that a listener has results while vectors are being made.

    Args:
        embedder: None where the settings need no vectors; one that is given is reported as the
            run's, used or not, since a protocol may be sealed for it.
        executor: Works the variants, in other processes that reach the same database; this
            process does without. The report is the same but for what was measured in seconds.

    Raises:
        NoEmbedderError: They do.
    """
    told = listener or Listener()
    run = _Run(golden, settings, embedder, vectors, told, executor)
    plain = [v for v in settings.variants if not v.embeds_sentences()]
    semantic = [v for v in settings.variants if v.embeds_sentences()]
    told.stage(marked("Checking what the questions can show"))
    run.check()
    told.stage(marked("Cutting the documents and searching them with BM25"), len(plain), "variants")
    run.cut(plain)
    if semantic:
        run.cut_by_sentences(semantic)
    if run.searches_vectors:
        run.search()
        run.diversify()
    told.stage(marked("Comparing the variants"))
    return run.report(), run.contexts
