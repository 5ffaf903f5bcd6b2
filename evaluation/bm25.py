"""BM25 over a variant's chunks, exact and fast."""

import math
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from rank_bm25 import BM25Okapi

from evaluation.ranking import DEPTH, Ranking, make_ranking
from evaluation.words import words

K1 = 1.5
B = 0.75


class Bm25(BM25Okapi):  # type: ignore[misc]  # the package has no types
    """`BM25Okapi` with `idf = log(1 + (N - n + 0.5) / (n + 0.5))`, which is above 0 for every word.

    The package's own idf is 0 for a word in half of the chunks and negative beyond, and its floor
    for those makes a common word outweigh a rarer one, more so the larger the chunks are
    (https://github.com/dorianbrown/rank_bm25/issues/39). An empty corpus and empty chunks are
    ordinary here; in the package both divide by zero.
    """

    def __init__(self, corpus: Sequence[Sequence[str]]) -> None:
        super().__init__(corpus, k1=K1, b=B)

    def _initialize(self, corpus: Sequence[Sequence[str]]) -> dict[str, int]:
        counts: dict[str, int] = super()._initialize(corpus) if corpus else {}
        if not counts:
            self.avgdl = 1.0
        return counts

    def _calc_idf(self, nd: Mapping[str, int]) -> None:
        for word, chunks in nd.items():
            self.idf[word] = math.log(1 + (self.corpus_size - chunks + 0.5) / (chunks + 0.5))


class Bm25Index:
    """The model's scores, compiled once to postings: for each word, its chunks and weights.

    The weights are the model's own, added in the order of the question's words as the model does,
    so that scores are equal to `Bm25.get_scores` bit by bit.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        """Indexes the chunks' index texts, in the order of the variant's chunks."""
        model = Bm25([words(text) for text in texts])
        self.size: int = model.corpus_size
        self._postings = _compile(model)

    def scores(self, text: str) -> NDArray[np.float64]:
        """The score of every chunk for a question's text, shape (chunks,), 0 or more."""
        total = np.zeros(self.size)
        for word in words(text):
            if word in self._postings:
                chunks, weights = self._postings[word]
                total[chunks] += weights
        return total

    def rank(self, questions: Mapping[str, str], depth: int = DEPTH) -> tuple[Ranking, ...]:
        """One ranking a question (id to text), in their order; a score of 0 is no result."""
        return tuple(self._rank(name, text, depth) for name, text in questions.items())

    def _rank(self, question: str, text: str, depth: int) -> Ranking:
        scores = self.scores(text)
        found = np.flatnonzero(scores > 0)
        return make_ranking(question, "bm25", found, scores[found], depth)


def _compile(model: Bm25) -> dict[str, tuple[NDArray[np.intp], NDArray[np.float64]]]:
    numbers: dict[str, int] = {}
    flat: list[int] = []
    counts: list[int] = []
    for frequencies in model.doc_freqs:
        flat.extend([numbers.setdefault(word, len(numbers)) for word in frequencies])
        counts.extend(frequencies.values())
    chunk = np.repeat(np.arange(model.corpus_size), [len(row) for row in model.doc_freqs])
    order = np.argsort(np.array(flat, np.intp), kind="stable")
    number, at = np.array(flat, np.intp)[order], chunk[order].astype(np.intp)
    count = np.array(counts, np.int64)[order]
    saturation = model.k1 * (1 - model.b + model.b * np.array(model.doc_len) / model.avgdl)
    idf = np.array([model.idf[word] for word in numbers], np.float64)
    weight = idf[number] * (count * (model.k1 + 1) / (count + saturation[at]))
    edges = np.searchsorted(number, np.arange(len(numbers) + 1))
    return {
        word: (at[low:high], weight[low:high])
        for word, low, high in zip(numbers, edges, edges[1:], strict=False)
    }
