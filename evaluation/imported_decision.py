"""What came with runs that were decided elsewhere, apart from all that was sealed and decided here.

No seal of these ever tells a protocol of this store that it was declared before, and no run of
these counts as an earlier one under a seal: their times are what their archives say.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Engine, insert, select

from evaluation.action_log import ActionLog, Wanted
from evaluation.decided_store import DecidedStore
from evaluation.decision_log import DecisionLog, entry_row
from evaluation.run_marks import Note, RunMarks
from evaluation.run_record import Record
from evaluation.seal_store import SealStore
from evaluation.store import packed, unpacked
from evaluation.store_schema import DECISION_LOG, IMPORTED_DECISIONS, NOTES


def keep_imported(
    connection: Connection, run: str, record: Record, notes: Sequence[Note], now: str
) -> None:
    """Writes what came with a run, in the caller's transaction, marked as what came with it."""
    if record.seal is not None or record.sum is not None:
        carried = packed({"seal": record.seal, "sum": record.sum})
        row = {"run": run, "imported": now, "record": carried}
        connection.execute(insert(IMPORTED_DECISIONS).values(row))
    for entry in record.entries:  # one by one: their numbers are the order they were said in
        row = entry_row(replace(entry, imported=now))
        connection.execute(insert(DECISION_LOG).values(row))
    for note in reversed(notes):
        written = {"run": run, "written": note.written, "note": note.text, "who": note.who or None}
        connection.execute(insert(NOTES).values(**written, imported=now))


def carried(engine: Engine, run: str) -> Record | None:
    """Seal and sum that came with a run; None where none did."""
    query = select(IMPORTED_DECISIONS.c.record).where(IMPORTED_DECISIONS.c.run == run)
    with engine.connect() as connection:
        found = connection.scalar(query)
    if found is None:
        return None
    held = unpacked(found)
    return Record(held["seal"], held["sum"])


def record_of(engine: Engine, run: str) -> Record:
    """What an archive of a run carries: of one that came from elsewhere, what came with it."""
    entries = tuple(DecisionLog(engine).entries(run))
    came = carried(engine, run)
    if came is not None:
        return came._replace(entries=entries)
    kept = DecidedStore(engine).stored(run)
    if kept is None:
        return Record(entries=entries)
    return Record(SealStore(engine).stored(kept["seal"]), kept, entries)


def notes_of(engine: Engine, run: str) -> list[Note]:
    """A run's notes, the one that holds first, each with its writer where one is known."""
    found = ActionLog(engine).found(Wanted("note", object=run))
    writers = {one.made: one.who or one.identity for one in found}
    return [
        note if note.imported else note._replace(who=_name(writers.get(note.written, "")))
        for note in RunMarks(engine).notes(run)
    ]


def _name(who: Any) -> str:
    return str(who)[:60]
