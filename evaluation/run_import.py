"""A run that is exported comes back without loss; one that is there already changes nothing."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Literal

from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError

from evaluation.decision_log import Entry
from evaluation.imported_decision import keep_imported, notes_of, record_of
from evaluation.run_archive import Parcel, archive
from evaluation.run_marks import RunMarks
from evaluation.run_zip import ArchiveError
from evaluation.store import RunStore, unpacked
from golden_sets.clock import utc_now
from golden_sets.language import tr

Became = Literal["imported", "already there", "already there, deleted"]


def export_run(engine: Engine, run: str) -> bytes:
    """The archive of a stored run.

    Raises:
        KeyError: There is no such run.
        ArchiveError: It is larger than what is imported.
    """
    store = RunStore(engine)
    report = store.report_json(run)
    contexts = (unpacked(rows) for _, rows in store.packed_contexts(run))
    record = record_of(engine, run)
    return archive(run, [report], contexts, notes_of(engine, run), record)


def import_run(engine: Engine, parcel: Parcel, log: dict[str, str] | None = None) -> Became:
    """Stores a run; one that the store holds, deleted or not, is left as it is.

    Args:
        log: The line of `action_log` that says so: kept with it, or neither.

    Raises:
        ArchiveError: The store holds a different run under its id.
    """
    store, run, now = RunStore(engine), parcel.report["run"]["id"], utc_now()
    try:
        held = store.report(run)
    except KeyError:
        try:
            store.save(
                parcel.report,
                parcel.contexts,
                imported=now,
                also=lambda to: keep_imported(to, run, parcel.record, parcel.notes, now),
                log=log,
            )
        except IntegrityError:
            return import_run(engine, parcel, log)  # somebody imported it at the same moment
        return "imported"
    if different := list(_different(engine, parcel, held)):
        raise ArchiveError(
            tr(
                "run {run} is in the store with other contents ({what}); nothing was changed",
                run=run,
                what=", ".join(different),
            )
        )
    return "already there, deleted" if RunMarks(engine).is_deleted(run) else "already there"


def _different(engine: Engine, parcel: Parcel, held: dict[str, Any]) -> Iterator[str]:
    """What the parcel has otherwise. What was said of the run here since is no difference."""
    run = held["run"]["id"]
    if held != parcel.report:
        yield tr("another report")
        return
    # A report alone says nothing of contexts.
    if parcel.contexts and not _same_contexts(RunStore(engine), run, parcel.contexts):
        yield tr("other contexts")
    record, given = record_of(engine, run), parcel.record
    if given.seal not in (None, record.seal) or given.sum not in (None, record.sum):
        yield tr("another seal or sum of its decision")
    if {_said(one) for one in given.entries} - {_said(one) for one in record.entries}:
        yield tr("other comments or decisions")
    notes = {(note.written, note.text) for note in RunMarks(engine).notes(run)}
    if {(note.written, note.text) for note in parcel.notes} - notes:
        yield tr("other notes")


def _same_contexts(store: RunStore, run: str, contexts: dict[str, bytes]) -> bool:
    names = set()
    for name, rows in store.packed_contexts(run):
        names.add(name)
        given = contexts.get(name)
        # Another zlib may have packed the same otherwise.
        if given != rows and (given is None or unpacked(given) != unpacked(rows)):
            return False
    return names == contexts.keys()


def _said(entry: Entry) -> Entry:
    return replace(entry, imported="")
