"""Runs kept in the database: the report, and the contexts behind it as spans."""

import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, Select, func, insert, select

from evaluation.action_log import write_with
from evaluation.kept_texts import keep_texts
from evaluation.run_brief import brief_row
from evaluation.run_scores import write_scores
from evaluation.store_schema import BRIEFS, CONTEXTS, DECIDED, DELETED, RUNS
from golden_sets.document import Document

Contexts = dict[str, list[dict[str, Any]]]
PackedOrNot = Mapping[str, list[dict[str, Any]] | bytes]

_HERE = func.coalesce(RUNS.c.imported, RUNS.c.created)
# Times are of a second; of runs in the same one, the one that came later into the store is newer.
NEWEST_FIRST = (RUNS.c.created.desc(), RUNS.c.number.desc(), RUNS.c.id)
_NUMBER = select(func.coalesce(func.max(RUNS.c.number), 0) + 1).scalar_subquery()
_LISTED = select(
    RUNS.c.id, RUNS.c.created, RUNS.c.golden_set, RUNS.c.digest, _HERE, RUNS.c.imported
)


class RunSummary(NamedTuple):
    """What a list of runs shows.

    Attributes:
        here: Since when this store holds the run, UTC.
        imported: Likewise of one that came from elsewhere; None of one made here.
    """

    id: str
    created: str
    golden_set: str
    digest: str
    here: str
    imported: str | None


def packed(value: Any) -> bytes:
    return zlib.compress(json.dumps(value, ensure_ascii=False, allow_nan=False).encode())


def unpacked(value: bytes) -> Any:
    return json.loads(zlib.decompress(value))


def result_key(variant: str, retriever: str, budget_tokens: int) -> str:
    """Names one result of a run."""
    return f"{variant}/{retriever}/{budget_tokens}"


class _Rows(NamedTuple):
    """What a run is in the tables."""

    report: dict[str, Any]
    row: dict[str, Any]
    contexts: list[dict[str, Any]]
    brief: dict[str, str] | None


def _rows(report: dict[str, Any], contexts: PackedOrNot, imported: str | None) -> _Rows:
    run = report["run"]
    row = {
        "id": run["id"],
        "created": run["created"],
        "golden_set": run["golden_set"]["name"],
        "digest": run["golden_set"]["digest"],
        "report": packed(report),
        "imported": imported,
    }
    kept = [
        {
            "run": run["id"],
            "result": key,
            "contexts": rows if isinstance(rows, bytes) else packed(rows),
        }
        for key, rows in contexts.items()
    ]
    return _Rows(report, row, kept, brief_row(report))


class RunStore:
    """Runs in a database. A run is written whole or not at all."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def save(
        self,
        report: dict[str, Any],
        contexts: PackedOrNot,
        documents: Iterable[Document] = (),
        decided: dict[str, Any] | None = None,
        imported: str | None = None,
        beside: Iterable[tuple[dict[str, Any], Contexts]] = (),
        also: Callable[[Connection], None] | None = None,
        log: dict[str, str] | None = None,
    ) -> None:
        """Keeps a report and, by result key, its contexts (a row a question), all or nothing.

        Args:
            contexts: The rows, or as `packed` has them.
            documents: What was cut, so that its citations resolve when it has changed.
            decided: The row of `decided_store` where the run was decided here.
            imported: When it came from another store, UTC.
            also: Writes what else belongs to the run, in the same transaction.
            beside: Report and contexts of runs that it rests on: kept with it, or none of them.
            log: The line of `action_log` that says so.
        """
        # Made before the database is asked for anything, which others wait for.
        runs = [_rows(one, rows, imported) for one, rows in (*beside, (report, contexts))]
        with self._engine.begin() as connection:
            for run in runs:
                connection.execute(insert(RUNS).values(**run.row, number=_NUMBER))
                if run.contexts:  # an imported report may come without
                    connection.execute(insert(CONTEXTS), run.contexts)
                write_scores(connection, run.report)
                if run.brief is not None:
                    connection.execute(insert(BRIEFS).values(run.brief))
            keep_texts(connection, documents)
            if decided is not None:
                connection.execute(insert(DECIDED).values(decided))
            if also is not None:
                also(connection)
            write_with(connection, log)

    def runs(self, golden_set: str | None = None) -> list[RunSummary]:
        """Runs that are not deleted, the newest first."""
        query = _LISTED.where(RUNS.c.id.not_in(select(DELETED.c.run)))
        if golden_set is not None:
            query = query.where(RUNS.c.golden_set == golden_set)
        return self._listed(query)

    def every_run(self) -> list[RunSummary]:
        """Deleted runs too, the newest first: what was seen stays seen."""
        return self._listed(_LISTED)

    def _listed(self, query: Select[Any]) -> list[RunSummary]:
        with self._engine.connect() as connection:
            rows = connection.execute(query.order_by(*NEWEST_FIRST))
            return [RunSummary(*row) for row in rows]

    def report(self, run: str) -> dict[str, Any]:
        """A run's report.

        Raises:
            KeyError: There is no such run.
        """
        report: dict[str, Any] = unpacked(self._packed_report(run))
        return report

    def report_json(self, run: str) -> bytes:
        """A run's report as JSON.

        Raises:
            KeyError: There is no such run.
        """
        return zlib.decompress(self._packed_report(run))

    def _packed_report(self, run: str) -> bytes:
        """A run's report as it is stored; see `packed`.

        Raises:
            KeyError: There is no such run.
        """
        with self._engine.connect() as connection:
            found = connection.scalar(select(RUNS.c.report).where(RUNS.c.id == run))
        if found is None:
            raise KeyError(f"no run {run!r} in the store")
        return bytes(found)

    def imported(self, run: str) -> str:
        """When a run came from another store, UTC; "" of one that was made here, or is not."""
        with self._engine.connect() as connection:
            found = connection.scalar(select(RUNS.c.imported).where(RUNS.c.id == run))
        return found or ""

    def contexts(
        self, run: str, variant: str, retriever: str, budget_tokens: int
    ) -> list[dict[str, Any]]:
        """What the reader was handed for each question under one result, as spans.

        Raises:
            KeyError: The run or the result is not in the store.
        """
        key = result_key(variant, retriever, budget_tokens)
        query = select(CONTEXTS.c.contexts)
        query = query.where(CONTEXTS.c.run == run, CONTEXTS.c.result == key)
        with self._engine.connect() as connection:
            found = connection.scalar(query)
        if found is None:
            raise KeyError(f"run {run!r} holds no contexts of {key}")
        rows: list[dict[str, Any]] = unpacked(found)
        return rows

    def packed_contexts(self, run: str) -> Iterator[tuple[str, bytes]]:
        """A run's contexts as they are stored, one result at a time, by result key."""
        names = select(CONTEXTS.c.result).where(CONTEXTS.c.run == run)
        with self._engine.connect() as connection:
            # A database may have another order of text than ours.
            for name in sorted(connection.scalars(names)):
                one = CONTEXTS.c.run == run, CONTEXTS.c.result == name
                yield name, bytes(connection.scalar(select(CONTEXTS.c.contexts).where(*one)) or b"")

    def all_contexts(self, run: str) -> dict[str, list[dict[str, Any]]]:
        """Everything that `save` was given as a run's contexts, by result key."""
        query = select(CONTEXTS.c.result, CONTEXTS.c.contexts).where(CONTEXTS.c.run == run)
        with self._engine.connect() as connection:
            rows = connection.execute(query.order_by(CONTEXTS.c.result)).all()
        return {key: unpacked(value) for key, value in rows}
