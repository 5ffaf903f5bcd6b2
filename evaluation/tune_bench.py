"""A golden set on the bench: settings tried one after the other, by many, with no model loaded."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from threading import RLock
from typing import Any, NamedTuple

from evaluation.deciding import has_split
from evaluation.embedding import Embedder
from evaluation.report import Result
from evaluation.tune_setting import Setting
from evaluation.vectors import KeptVectors
from evaluation.workbench import Workbench
from golden_sets.golden_set import GoldenSet
from golden_sets.language import worded
from golden_sets.question import Question
from strategies.chunk import Chunk
from strategies.tools import NoEmbedderError, Tools
from strategies.variant import Variant

RESULTS = 64


class Needs(NamedTuple):
    """What has to be embedded before there are numbers.

    Attributes:
        texts: Distinct ones without a vector, questions among them.
        characters: Of them, and about those of `then_chunks`.
        then_chunks: Some of the texts are sentences to cut by; how many chunks take a vector is
            known only behind them.
    """

    texts: int
    characters: int
    then_chunks: bool


def tuning(golden: GoldenSet) -> GoldenSet:
    """The golden set with the questions to tune on alone; all of them where it has no split."""
    if not has_split(golden.questions):
        return golden
    return replace(golden, questions=tuple(q for q in golden.questions if q.split == "tune"))


class Bench:
    """Results of settings, equal to those of a run, by vectors that are there already.

    Sessions share it: each call waits for the one before.

    Args:
        embedder: None where the model cannot be had: only what needs none has results.
    """

    def __init__(self, golden: GoldenSet, embedder: Embedder | None, vectors: KeptVectors) -> None:
        self.golden, self.embedder, self._vectors = golden, embedder, vectors
        self._bench = Workbench(golden, embedder, vectors)
        self._tools = Tools()
        self._lock = RLock()
        self._results: Callable[[Setting], Result] = lru_cache(RESULTS)(self._result_anew)

    @property
    def questions(self) -> tuple[Question, ...]:
        """Those that are counted."""
        return self.golden.answerable

    def result(self, setting: Setting) -> Result:
        """The report's result of the setting.

        Raises:
            NoEmbedderError: Vectors are missing; see `needs`.
        """
        with self._lock:
            return self._results(setting)

    def index(self, variant: Variant) -> dict[str, Any]:
        """The report's index figures.

        Raises:
            NoEmbedderError: Vectors of sentences are missing.
        """
        with self._lock:
            return self._bench.index(variant)

    def chunks(self, variant: Variant, document: str) -> tuple[Chunk, ...]:
        """One document's chunks.

        Raises:
            NoEmbedderError: Vectors of sentences are missing.
        """
        with self._lock:
            return tuple(c for c in self._bench.cut(variant).chunks if c.document == document)

    def context(self, setting: Setting, question: str) -> dict[str, Any]:
        """What the reader is handed for one question, as spans.

        Raises:
            NoEmbedderError: Vectors are missing.
            KeyError: There is no such question.
        """
        with self._lock:
            rows = self._bench.contexts(setting.settings)
        found = {row["question"]: row for row in rows}
        row: dict[str, Any] = found[question]
        return row

    def needs(self, *settings: Setting) -> Needs | None:
        """What the settings lack together, None where nothing.

        Raises:
            NoEmbedderError: They take vectors and no model is at hand.
        """
        wanting = [one for one in settings if one.needs_vectors]
        if not wanting:
            return None
        if self.embedder is None:
            raise NoEmbedderError(worded("vectors need an embedding model; none is at hand"))
        texts: set[str] = set()
        then = 0
        with self._lock:
            for one in wanting:
                try:
                    found = self._bench.cut(one.variant).texts
                    texts |= set(found) if one.searches_vectors else set()
                except NoEmbedderError:
                    texts |= set(self._sentences())
                    then += one.searches_vectors
            lacking = self._vectors.missing(self.embedder, texts)
            searched = any(one.searches_vectors for one in wanting)
            asked = [q.text for q in self.golden.questions] if searched else []
            questions = self._vectors.missing(self.embedder, asked, "question")
        count = len(lacking) + len(questions)
        characters = sum(map(len, (*lacking, *questions)))
        characters += then * sum(len(document.text) for document in self.golden.documents)
        return Needs(count, characters, then > 0) if count else None

    def _sentences(self) -> list[str]:
        documents = self.golden.documents
        return [d.text[start:end] for d in documents for start, end in self._tools.sentences(d)]

    def _result_anew(self, setting: Setting) -> Result:
        return self._bench.result(setting.settings)[0]
