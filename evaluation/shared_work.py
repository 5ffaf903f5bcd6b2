"""A run's work as other processes get it: documents, settings, and where the vectors are."""

import os
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from evaluation.database import URL_VARIABLE, open_database, open_store
from evaluation.embedding import Embedder
from evaluation.own_code import code_digest
from evaluation.settings import RunSettings
from evaluation.variant_work import VariantWork
from evaluation.vectors import VectorTable
from golden_sets.golden_set import GoldenSet
from golden_sets.language import worded


class WorkerError(ValueError):
    """A process cannot do this run's work; its message is one line for a person."""


@dataclass(frozen=True, slots=True)
class SharedWork:
    """What a process needs to do any piece of a run.

    Attributes:
        key: Tells runs apart.
        database: The SQLite file of the vectors, which every process must reach under this path;
            empty where `CHUNKBOARD_DATABASE_URL` names a server, in every process for itself.
        model: Name and revision of the model; a process makes its own, which must be the same.
        code: Digest of the program that hands this out.
        mark: A key that the table of vectors holds; empty where nobody looks.
    """

    key: str
    golden: GoldenSet
    settings: RunSettings
    embedder: Embedder | None
    model: tuple[str, str] | None
    database: str
    code: str
    mark: str = ""

    def work(self) -> VariantWork:
        """The run's work in this process, made once; that of the run before is let go.

        Raises:
            WorkerError: The process has another program, or another database or none.
        """
        global _kept
        with _LOCK:
            if _kept is None or _kept[0] != self.key:
                _kept = None
                check_code(self.code)
                vectors = vectors_at(self.database, self.mark)
                check_model(self.embedder, self.model)
                work = VariantWork(self.golden, self.settings, self.embedder, vectors)
                _kept = self.key, work
            return _kept[1]


_LOCK = Lock()
_kept: tuple[str, VariantWork] | None = None


def check_code(code: str) -> None:
    """Refuses another state of the program than this process has.

    Raises:
        WorkerError: Both digests.
    """
    if code != (own := code_digest()):
        raise WorkerError(
            worded(
                "has another version of this program ({own}, the run is of {code}); allowed is the "
                "same code",
                own=own,
                code=code,
            )
        )


def check_model(embedder: Embedder | None, model: tuple[str, str] | None) -> None:
    """Refuses another model than the run has, whose vectors would stand under other keys.

    Raises:
        WorkerError: What this process has, and what the run has.
    """
    if embedder is None or model is None:
        return
    own = (embedder.name, embedder.revision)
    if own != model:
        raise WorkerError(
            worded(
                "has the model {own}, and the run has {model}",
                own=" ".join(own),
                model=" ".join(model),
            )
        )


def vectors_at(database: str, mark: str = "") -> VectorTable:
    """The table of vectors that the run shares.

    Args:
        database, mark: See `SharedWork`.

    Raises:
        WorkerError: It cannot be had here, or is not the same.
    """
    if database and not Path(database).is_file():
        raise WorkerError(
            worded(
                "does not see the database {database}; allowed is a folder that all share, or "
                "{variable} with a PostgreSQL server, for it and for the run",
                database=database,
                variable=URL_VARIABLE,
            )
        )
    if not database and not os.environ.get(URL_VARIABLE):
        raise WorkerError(
            worded(
                "has no {variable}; it needs the database that the run has", variable=URL_VARIABLE
            )
        )
    try:
        engine = open_database(f"sqlite:///{database}") if database else open_store(Path())
        table = VectorTable(engine)
    except OSError as error:
        raise WorkerError(worded("cannot open the database: {said}", said=error)) from None
    if mark and not table.holds(mark):
        raise WorkerError(
            worded(
                "has another database than the run; {variable} must name the same",
                variable=URL_VARIABLE,
            )
        )
    return table
