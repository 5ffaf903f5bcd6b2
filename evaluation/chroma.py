"""The same vectors through a Chroma collection, as a team would deploy it."""

import hashlib
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from evaluation.embedding import Vectors
from evaluation.ranking import DEPTH, Ranking, make_ranking, rounded

BATCH = 5_000


class ChromaIndex:
    """An embedded Chroma collection of a variant's vectors, gone when closed.

    Its index is approximate and differs from run to run; `recall_against` says by how much. Use
    it as a context manager. A folder of its own each time: a path belongs to one process, and a
    deleted collection frees nothing on disk.
    """

    def __init__(self, chunk_vectors: Vectors) -> None:
        """Indexes vectors of shape (chunks, dimensions), in the order of the variant's chunks."""
        self.size = len(chunk_vectors)
        self._folder = tempfile.TemporaryDirectory(prefix="chunkboard-chroma-")
        try:
            self._client = _open(Path(self._folder.name))
            self._collection = self._client.create_collection(
                name=hashlib.sha256(chunk_vectors.tobytes()).hexdigest()[:32],
                configuration={"hnsw": {"space": "cosine"}},
                # Without this a default model is configured; it is fetched whenever used.
                embedding_function=None,
            )
            for start in range(0, self.size, BATCH):
                rows = chunk_vectors[start : start + BATCH]
                names = [str(start + offset) for offset in range(len(rows))]
                self._collection.add(ids=names, embeddings=rows)
        except BaseException:
            self._folder.cleanup()
            raise

    def rank(
        self,
        question_vectors: NDArray[np.floating],
        ids: Sequence[str],
        depth: int = DEPTH,
    ) -> tuple[Ranking, ...]:
        """One ranking a question: 1 minus Chroma's cosine distance to 6 decimals, ties by position.

        Args:
            question_vectors: Shape (questions, dimensions).
            ids: The questions' ids, in the order of their vectors.
        """
        if len(ids) != len(question_vectors):
            raise ValueError(f"{len(ids)} ids for {len(question_vectors)} question vectors")
        if not self.size:
            return tuple(Ranking(question, "chroma", (), ()) for question in ids)
        return tuple(
            self._rank(question, vector, min(depth, self.size))
            for question, vector in zip(ids, question_vectors, strict=True)
        )

    def _rank(self, question: str, vector: NDArray[np.floating], depth: int) -> Ranking:
        # One question a call, as in production: a batch's memory grows with depth.
        answer = self._collection.query(
            query_embeddings=vector[None, :].astype(np.float32),
            n_results=depth,
            include=["distances"],
        )
        positions = np.array([int(name) for name in answer["ids"][0]], dtype=np.intp)
        distances = np.array(answer["distances"][0], dtype=np.float64)
        order = np.argsort(positions)
        return make_ranking(
            question, "chroma", positions[order], rounded(1 - distances[order]), depth
        )

    def close(self) -> None:
        """Stops Chroma and deletes its folder; a second call does nothing."""
        self._client.close()
        self._folder.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def recall_against(
    exact: Iterable[Ranking], approximate: Iterable[Ranking], k: int = 10
) -> float | None:
    """Mean share of the exact first k that the approximate first k hold, 0 to 1.

    By chunk, not by score: of two equal texts each answers for its own place, so finding the
    other one is a miss. Questions without an exact result are left out; None if none is left.

    Raises:
        ValueError: A question of `exact` has no approximate ranking.
    """
    found = {ranking.question: set(ranking.chunks[:k]) for ranking in approximate}
    shares: list[float] = []
    for ranking in exact:
        if ranking.question not in found:
            raise ValueError(f"no approximate ranking of question {ranking.question!r}")
        if first := set(ranking.chunks[:k]):
            shares.append(len(first & found[ranking.question]) / len(first))
    return sum(shares) / len(shares) if shares else None


def _open(folder: Path) -> Any:
    import chromadb
    from chromadb.config import Settings

    return chromadb.PersistentClient(str(folder), settings=Settings(anonymized_telemetry=False))
