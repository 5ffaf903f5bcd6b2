"""The same vectors through a Chroma collection, as a team would deploy it."""

import hashlib
import secrets
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from evaluation.embedding import Vectors
from evaluation.ranking import DEPTH, Ranking, make_ranking, rounded
from golden_sets.language import worded

BATCH = 5_000


class ChromaIndex:
    """A Chroma collection of a variant's vectors, gone when closed.

    Its index is approximate and differs from run to run; `recall_against` says by how much. Use
    it as a context manager. Embedded, it has a folder of its own each time: a path belongs to one
    process, and a deleted collection frees nothing on disk. On a server it has a name of its own,
    so that two runs never share one.
    """

    def __init__(self, chunk_vectors: Vectors, server: str = "") -> None:
        """Indexes vectors of shape (chunks, dimensions), in the order of the variant's chunks.

        Args:
            server: `HOST:PORT` of a Chroma server; embedded where empty. It has no
                authentication: loopback or a private network only.

        Raises:
            ValueError: No such address, or nothing answers there.
        """
        self.size = len(chunk_vectors)
        self._server, self._on_server = server, bool(server)
        self._folder = tempfile.TemporaryDirectory(prefix="chunkboard-chroma-")
        try:
            self._client = _connect(server) if server else _open(Path(self._folder.name))
            content = hashlib.sha256(chunk_vectors.tobytes()).hexdigest()[:32]
            self._name = f"{content}-{secrets.token_hex(4)}"
            self._collection = self._client.create_collection(
                name=self._name,
                configuration={"hnsw": {"space": "cosine"}},
                # Without this a default model is configured; it is fetched whenever used.
                embedding_function=None,
            )
            for start in range(0, self.size, BATCH):
                rows = chunk_vectors[start : start + BATCH]
                names = [str(start + offset) for offset in range(len(rows))]
                self._collection.add(ids=names, embeddings=rows)
        except Exception as error:
            self._folder.cleanup()
            raise self._stopped(error) from None
        except BaseException:
            self._folder.cleanup()
            raise

    def _stopped(self, error: Exception) -> Exception:
        """What to say where a server stopped; the error itself where there is none."""
        if not self._on_server or isinstance(error, ValueError):
            return error
        return ValueError(
            worded(
                "chroma server {server!r} stopped answering: {why}; start it, then run again: "
                "vectors made so far are kept",
                server=self._server,
                why=_line(error),
            )
        )

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
        try:
            answer = self._collection.query(
                query_embeddings=vector[None, :].astype(np.float32),
                n_results=depth,
                include=["distances"],
            )
        except Exception as error:
            raise self._stopped(error) from None
        positions = np.array([int(name) for name in answer["ids"][0]], dtype=np.intp)
        distances = np.array(answer["distances"][0], dtype=np.float64)
        order = np.argsort(positions)
        return make_ranking(
            question, "chroma", positions[order], rounded(1 - distances[order]), depth
        )

    def close(self) -> None:
        """Deletes what was indexed and lets Chroma go; a second call does nothing.

        A server that has stopped keeps the collection, under a name that nothing asks for again.
        """
        try:
            if self._on_server:
                self._on_server = False
                self._client.delete_collection(self._name)
        except Exception as error:
            print(f"chroma server {self._server!r}: {_line(error)}", file=sys.stderr, flush=True)
        finally:
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


def check_address(server: str) -> tuple[str, int]:
    """Host and port of `HOST:PORT`.

    Raises:
        ValueError: It is something else.
    """
    host, colon, port = server.rpartition(":")
    plain = host and not set("/@ ") & set(host) and (":" not in host or host.startswith("["))
    if not (plain and colon and port.isdecimal() and 0 < int(port) < 65536):
        raise ValueError(f"chroma server {server!r}; allowed is HOST:PORT")
    return host, int(port)


def check_server(server: str) -> None:
    """Returns if a Chroma server answers there.

    Raises:
        ValueError: No such address, or nothing answers there.
    """
    import httpx

    host, port = check_address(server)
    try:
        answer = httpx.get(f"http://{host}:{port}/api/v2/heartbeat", timeout=10)
        answer.raise_for_status()
        beats = "nanosecond heartbeat" in answer.json()
    except (httpx.HTTPError, ValueError) as error:
        raise ValueError(f"chroma server {server!r} does not answer: {_line(error)}") from None
    if not beats:
        raise ValueError(f"chroma server {server!r} does not answer: it is another server")


def _connect(server: str) -> Any:
    host, port = check_address(server)
    import chromadb
    from chromadb.config import Settings

    try:
        settings = Settings(anonymized_telemetry=False)
        return chromadb.HttpClient(host=host, port=port, settings=settings)
    except Exception as error:
        raise ValueError(f"chroma server {server!r} does not answer: {_line(error)}") from None


def _open(folder: Path) -> Any:
    import chromadb
    from chromadb.config import Settings

    return chromadb.PersistentClient(str(folder), settings=Settings(anonymized_telemetry=False))


def _line(error: Exception) -> str:
    """What was answered, which may be a web page, as one short line."""
    return " ".join(str(error).split())[:200] or type(error).__name__
