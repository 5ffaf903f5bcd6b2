"""Vectors made once and kept, and the exact search over them."""

import hashlib
import math
import secrets
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Literal, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Engine, select
from sqlalchemy.dialects import postgresql, sqlite

from evaluation.embedding import BATCH, Embedder, Vectors
from evaluation.ranking import DEPTH, Ranking, make_ranking, rounded
from evaluation.store_schema import VECTORS
from golden_sets.language import worded
from strategies.tools import Embed, NoEmbedderError

T = TypeVar("T")
Kind = Literal["document", "question"]
Progress = Callable[[int], None]

_KEYS_A_QUERY = 500
_QUESTIONS_A_PRODUCT = 64
_FORM = np.dtype("<f4")
MARK = "mark-"


class Model(Protocol):
    """What a vector is kept under: an embedder, or what a report says of one."""

    @property
    def name(self) -> str: ...
    @property
    def revision(self) -> str: ...


class VectorTable:
    """Vectors by content: the key is a hash of model, revision, kind of prompt and text.

    The same text in another batch gives a vector that differs by 1e-7, which is enough to swap
    near-duplicates. So each text is encoded once, the first vector that reaches the table stays,
    and everyone reads it from there.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._spent: dict[str, float] = {}

    def vectors_for(
        self,
        embedder: Embedder,
        texts: Sequence[str],
        kind: Kind = "document",
        progress: Progress | None = None,
    ) -> Vectors:
        """The texts' vectors in their order, shape (texts, dimensions).

        Each distinct text that has none yet is encoded, in batches of texts of like length. A
        batch is committed at once, so a run that stopped goes on behind its last batch. All blank
        texts share one vector.

        Args:
            progress: Called after each batch with the characters of the distinct texts that had
                no vector before and have one now: about what the work is in proportion to.
        """
        keys = [vector_key(embedder, kind, text) for text in texts]
        wanted = dict(zip(keys, texts, strict=True))
        found = self._stored(wanted, embedder.dimensions)
        missing = [key for key in wanted if key not in found]
        missing.sort(key=lambda key: (len(wanted[key]), key))
        made = 0
        for batch in _batches(missing, BATCH):
            # The blank texts' vector is that of "", whichever of them came first.
            content = [wanted[key] if wanted[key].strip() else "" for key in batch]
            started = time.perf_counter()
            self._insert(batch, _encode(embedder, kind, content))
            self._count_spent(batch, wanted, time.perf_counter() - started)
            found |= self._stored(batch, embedder.dimensions)
            made += sum(len(wanted[key]) for key in batch)
            if progress is not None:
                progress(made)
        if not keys:
            return np.zeros((0, embedder.dimensions), np.float32)
        return np.stack([found[key] for key in keys])

    def missing(
        self, embedder: Embedder, texts: Iterable[str], kind: Kind = "document"
    ) -> set[str]:
        """The distinct texts that have no vector yet."""
        wanted = {vector_key(embedder, kind, text): text for text in texts}
        there: set[str] = set()
        with self._engine.connect() as connection:
            for batch in _batches(wanted, _KEYS_A_QUERY):
                rows = select(VECTORS.c.key).where(VECTORS.c.key.in_(batch))
                there |= set(connection.execute(rows).scalars())
        return {text for key, text in wanted.items() if key not in there}

    def _count_spent(self, batch: Sequence[str], texts: Mapping[str, str], spent: float) -> None:
        """Shares a batch's seconds out by the characters of its texts."""
        characters = sum(len(texts[key]) for key in batch)
        for key in batch:
            share = len(texts[key]) / characters if characters else 1 / len(batch)
            self._spent[key] = share * spent

    def spent(self, embedder: Embedder, texts: Iterable[str]) -> tuple[float, float]:
        """Seconds spent by this table on vectors of the distinct texts, whoever asked for them, and
        the share of the texts that it made, 0 to 1; the others were in the database before."""
        return self.spent_on({vector_key(embedder, "document", text) for text in texts})

    def spent_on(self, keys: Collection[str]) -> tuple[float, float]:
        """The same by the keys of the vectors, each once."""
        made = self.seconds(keys)
        # `fsum`: a sum must not depend on the order of a set.
        return math.fsum(made.values()), len(made) / len(keys) if keys else 1.0

    def seconds(self, keys: Iterable[str]) -> dict[str, float]:
        """Seconds spent by this table on each of the vectors, without those it has not made."""
        return {key: self._spent[key] for key in keys if key in self._spent}

    def took(self, seconds: Mapping[str, float]) -> None:
        """Counts vectors that another process has made for this one."""
        self._spent |= seconds

    @property
    def database(self) -> str:
        """The SQLite file; empty where `CHUNKBOARD_DATABASE_URL` names a server."""
        url = self._engine.url
        sqlite = url.get_backend_name() == "sqlite"
        return str(Path(url.database or "").resolve()) if sqlite else ""

    @contextmanager
    def token(self) -> Iterator[str]:
        """A key that the table holds meanwhile, for another process to see that it has the same."""
        key = f"{MARK}{secrets.token_hex(16)}"
        with self._engine.begin() as connection:
            connection.execute(VECTORS.insert().values(key=key, vector=b""))
        try:
            yield key
        finally:
            with self._engine.begin() as connection:
                connection.execute(VECTORS.delete().where(VECTORS.c.key == key))

    def holds(self, key: str) -> bool:
        with self._engine.connect() as connection:
            return bool(connection.scalar(select(VECTORS.c.key).where(VECTORS.c.key == key)))

    def kept(self, embedder: Model, kind: Kind = "document") -> Embed:
        """Looks texts' vectors up and makes none, so that no model is loaded.

        The function raises `NoEmbedderError` where a text has no vector yet.
        """

        def look_up(texts: Sequence[str]) -> Vectors:
            keys = [vector_key(embedder, kind, text) for text in texts]
            dimensions = getattr(embedder, "dimensions", None)
            if not keys:
                return np.zeros((0, dimensions or 0), np.float32)
            found = self._stored(set(keys), dimensions)
            if missing := len(set(keys) - set(found)):
                raise NoEmbedderError(
                    worded(
                        "{n:,} of {texts:,} texts have no vector yet",
                        n=missing,
                        texts=len(set(keys)),
                    )
                )
            return np.stack([found[key] for key in keys])

        return look_up

    def _stored(self, keys: Iterable[str], dimensions: int | None) -> dict[str, Vectors]:
        found: dict[str, Vectors] = {}
        with self._engine.connect() as connection:
            for batch in _batches(keys, _KEYS_A_QUERY):
                rows = connection.execute(select(VECTORS).where(VECTORS.c.key.in_(batch)))
                for key, raw in rows:
                    vector = np.frombuffer(raw, _FORM).astype(np.float32)
                    if dimensions is not None and len(vector) != dimensions:
                        raise ValueError(
                            f"vector {key!r} has {len(vector)} dimensions, expected {dimensions}"
                        )
                    found[key] = vector
        return found

    def _insert(self, keys: Sequence[str], vectors: Vectors) -> None:
        raw = vectors.astype(_FORM)
        rows = [{"key": key, "vector": row.tobytes()} for key, row in zip(keys, raw, strict=True)]
        postgres = self._engine.dialect.name == "postgresql"
        insert = postgresql.insert(VECTORS) if postgres else sqlite.insert(VECTORS)
        with self._engine.begin() as connection:
            connection.execute(insert.on_conflict_do_nothing(), rows)


class KeptVectors(VectorTable):
    """The same table for a process that may load no model: it hands out what is there."""

    def vectors_for(
        self,
        embedder: Embedder,
        texts: Sequence[str],
        kind: Kind = "document",
        progress: Progress | None = None,
    ) -> Vectors:
        """The texts' vectors.

        Raises:
            NoEmbedderError: A text has none yet.
        """
        return self.kept(embedder, kind)(texts)


def vector_key(embedder: Model, kind: Kind, text: str) -> str:
    """64 hex digits for model, revision, kind and text; one for all blank texts."""
    content = text if text.strip() else ""
    digest = hashlib.sha256()
    for part in (embedder.name, embedder.revision, kind, content):
        raw = part.encode("utf-8", "surrogatepass")
        digest.update(len(raw).to_bytes(8, "big") + raw)
    return digest.hexdigest()


def exact_search(
    question_vectors: NDArray[np.floating],
    chunk_vectors: NDArray[np.floating],
    ids: Sequence[str],
    depth: int = DEPTH,
) -> tuple[Ranking, ...]:
    """One ranking a question by cosine to 6 decimals, ties by position; a zero vector scores 0.

    Args:
        question_vectors: Shape (questions, dimensions).
        chunk_vectors: Shape (chunks, dimensions), in the order of the variant's chunks.
        ids: The questions' ids, in the order of their vectors.
    """
    if len(ids) != len(question_vectors):
        raise ValueError(f"{len(ids)} ids for {len(question_vectors)} question vectors")
    chunks = _unit(chunk_vectors).T
    positions = np.arange(len(chunk_vectors))
    rankings: list[Ranking] = []
    for rows in _batches(zip(ids, question_vectors, strict=True), _QUESTIONS_A_PRODUCT):
        scores = rounded(_unit(np.stack([vector for _, vector in rows])) @ chunks)
        for (question, _), row in zip(rows, scores, strict=True):
            rankings.append(make_ranking(question, "vector", positions, row, depth))
    return tuple(rankings)


def reciprocal_rank_fusion(
    rankings: Iterable[Ranking], k: int = 60, depth: int = DEPTH
) -> tuple[Ranking, ...]:
    """One `hybrid` ranking a question, in order of first appearance; ties by position.

    A chunk's score is the sum of `1 / (k + rank)` over the rankings it is in, ranks from 1
    (Cormack, Clarke and Buettcher 2009).

    Raises:
        ValueError: Two rankings of one question are by the same retriever.
    """
    fused: dict[str, defaultdict[int, float]] = {}
    seen: set[tuple[str, str]] = set()
    for ranking in rankings:
        source = (ranking.question, ranking.retriever)
        if source in seen:
            raise ValueError(f"two rankings of question {source[0]!r} by {source[1]!r}")
        seen.add(source)
        scores = fused.setdefault(ranking.question, defaultdict(float))
        for rank, chunk in enumerate(ranking.chunks, start=1):
            scores[chunk] += 1 / (k + rank)
    return tuple(_fused(question, scores, depth) for question, scores in fused.items())


def _fused(question: str, scores: Mapping[int, float], depth: int) -> Ranking:
    positions = np.array(sorted(scores), dtype=np.intp)
    # To 12 decimals: the order in which three rankings are added must not settle a tie.
    values = np.round(np.array([scores[int(position)] for position in positions]), 12)
    return make_ranking(question, "hybrid", positions, values, depth)


def _encode(embedder: Embedder, kind: Kind, texts: list[str]) -> Vectors:
    encode = embedder.encode_documents if kind == "document" else embedder.encode_questions
    vectors = encode(texts)
    expected = (len(texts), embedder.dimensions)
    if vectors.shape != expected:
        raise ValueError(f"{embedder.name} gave shape {vectors.shape!r}, expected {expected!r}")
    if not np.isfinite(vectors).all():
        raise ValueError(f"{embedder.name} gave a vector that is not finite")
    return vectors


def _unit(vectors: NDArray[np.floating]) -> NDArray[np.float64]:
    """Rows of length 1 (a zero row stays zero), in double so that rounding hides all noise."""
    exact = vectors.astype(np.float64)
    lengths = np.linalg.norm(exact, axis=1, keepdims=True)
    unit: NDArray[np.float64] = exact / np.where(lengths == 0, 1, lengths)
    return unit


def _batches(items: Iterable[T], size: int) -> Iterator[list[T]]:
    source = iter(items)
    while batch := list(islice(source, size)):
        yield batch
