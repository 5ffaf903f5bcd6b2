"""The history of runs: a line a run, without reading every report."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Engine, func, insert, select
from sqlalchemy.exc import IntegrityError, OperationalError

from evaluation.run_brief import VERSION, Brief, brief_row, read_brief
from evaluation.store import NEWEST_FIRST, RunStore
from evaluation.store_schema import BRIEFS, DELETED, NOTES, RUNS


@dataclass(frozen=True, slots=True)
class Listed:
    """A run in the list.

    Attributes:
        brief: None where its report cannot be read.
        note: The one that holds; empty without one.
    """

    id: str
    created: str
    golden_set: str
    deleted: bool
    note: str
    brief: Brief | None

    def holds(self, words: Iterable[str]) -> bool:
        """Whether every word, case aside, stands in what the list says of the run."""
        brief = self.brief
        parts = [self.id, self.created, self.golden_set, self.note]
        if brief is not None:
            parts += [brief.model, *brief.strategies, *brief.retrievers]
            parts += [name.replace("_", "-") for name in brief.strategies]
        text = "\n".join(parts).casefold()
        return all(word.casefold() in text for word in words)


class RunHistory:
    """The runs of a database as a list."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._runs = RunStore(engine)

    def all(self) -> list[Listed]:
        """Every run, deleted ones among them, the newest first."""
        newest = select(func.max(NOTES.c.number)).group_by(NOTES.c.run).scalar_subquery()
        query = (
            select(
                RUNS.c.id,
                RUNS.c.created,
                RUNS.c.golden_set,
                DELETED.c.deleted,
                NOTES.c.note,
                BRIEFS.c.brief,
            )
            .outerjoin(DELETED, DELETED.c.run == RUNS.c.id)
            .outerjoin(NOTES, (NOTES.c.run == RUNS.c.id) & NOTES.c.number.in_(newest))
            .outerjoin(BRIEFS, (BRIEFS.c.run == RUNS.c.id) & (BRIEFS.c.version == VERSION))
            .order_by(*NEWEST_FIRST)
        )
        with self._engine.connect() as connection:
            rows = connection.execute(query).all()
        return [
            Listed(
                row.id,
                row.created,
                row.golden_set,
                row.deleted is not None,
                row.note or "",
                self._made(row.id) if row.brief is None else read_brief(row.brief),
            )
            for row in rows
        ]

    def _made(self, run: str) -> Brief | None:
        """The line of a run that has none of this version yet, kept for the next time."""
        row = brief_row(self._runs.report(run))
        if row is None:
            return None
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(BRIEFS).values(row))
        except (IntegrityError, OperationalError):
            pass  # Another session listed it at the same moment, or nothing can be written now.
        return read_brief(row["brief"])
