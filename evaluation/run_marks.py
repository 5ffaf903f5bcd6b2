"""What people add to stored runs: notes, of which the earlier ones are kept, and deletions, which
hide a run and can be undone."""

from typing import NamedTuple

from sqlalchemy import Connection, Engine, delete, insert, select

from evaluation.action_log import write_with
from evaluation.store_schema import DELETED, NOTES
from golden_sets.clock import utc_now
from golden_sets.language import worded

NOTE_CHARACTERS = 10_000


class Note(NamedTuple):
    """A note as it was written, at a time in UTC.

    Attributes:
        who: Who is said to have written one that came from elsewhere; of one written here, the log
            has it.
        imported: When it came from elsewhere, "" if it was written here.
    """

    written: str
    text: str
    who: str = ""
    imported: str = ""

    def told(self) -> dict[str, str]:
        """As an archive carries it."""
        return {"written": self.written, "text": self.text, "who": self.who}


class RunMarks:
    """Notes and deletions of the runs in a database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def note(
        self, run: str, text: str, now: str | None = None, log: dict[str, str] | None = None
    ) -> bool:
        """Writes a note over the one before, which is kept; whether that changed anything.

        Args:
            log: The line of `action_log` that says so: kept with it, or neither.

        Raises:
            ValueError: It is too long.
        """
        text = text.strip()
        if len(text) > NOTE_CHARACTERS:
            raise ValueError(
                worded(
                    "the note has {n:,} characters; allowed are {most:,}",
                    n=len(text),
                    most=NOTE_CHARACTERS,
                )
            )
        with self._engine.begin() as connection:
            kept = _notes(connection, run)
            if text == (kept[0].text if kept else ""):
                return False
            row = {"run": run, "written": now or utc_now(), "note": text}
            connection.execute(insert(NOTES).values(row))
            write_with(connection, log)
        return True

    def notes(self, run: str) -> list[Note]:
        """A run's notes, the one that holds first."""
        with self._engine.connect() as connection:
            return _notes(connection, run)

    def delete(self, run: str, log: dict[str, str] | None = None) -> None:
        """Hides a run; one that is hidden already stays so. `log` as of `note`."""
        with self._engine.begin() as connection:
            connection.execute(delete(DELETED).where(DELETED.c.run == run))
            connection.execute(insert(DELETED).values(run=run, deleted=utc_now()))
            write_with(connection, log)

    def restore(self, run: str, log: dict[str, str] | None = None) -> None:
        """Takes a deletion back. `log` as of `note`."""
        with self._engine.begin() as connection:
            connection.execute(delete(DELETED).where(DELETED.c.run == run))
            write_with(connection, log)

    def is_deleted(self, run: str) -> bool:
        query = select(DELETED.c.run).where(DELETED.c.run == run)
        with self._engine.connect() as connection:
            return connection.scalar(query) is not None


def _notes(connection: Connection, run: str) -> list[Note]:
    query = select(NOTES.c.written, NOTES.c.note, NOTES.c.who, NOTES.c.imported)
    query = query.where(NOTES.c.run == run).order_by(NOTES.c.number.desc())
    return [
        Note(row.written, row.note, row.who or "", row.imported or "")
        for row in connection.execute(query)
    ]
