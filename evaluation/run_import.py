"""A run that is exported comes back without loss; one that is there already changes nothing."""

from collections.abc import Iterator
from typing import Any, Literal

from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError

from evaluation.run_archive import Parcel, archive
from evaluation.run_marks import RunMarks
from evaluation.run_zip import ArchiveError
from evaluation.store import RunStore
from golden_sets.clock import utc_now
from golden_sets.language import tr

Became = Literal["imported", "already there", "already there, deleted"]


def export_run(engine: Engine, run: str) -> bytes:
    """The archive of a stored run.

    Raises:
        KeyError: There is no such run.
    """
    store = RunStore(engine)
    notes = RunMarks(engine).notes(run)
    return archive(Parcel(store.report(run), store.all_contexts(run), notes))


def import_run(engine: Engine, parcel: Parcel) -> Became:
    """Stores a run; one that the store holds, deleted or not, is left as it is.

    Raises:
        ArchiveError: The store holds a different run under its id.
    """
    store, marks, run = RunStore(engine), RunMarks(engine), parcel.report["run"]["id"]
    try:
        held = store.report(run)
    except KeyError:
        try:
            store.save(parcel.report, parcel.contexts, imported=utc_now())
        except IntegrityError:
            return import_run(engine, parcel)  # somebody imported it at the same moment
        for note in reversed(parcel.notes):
            marks.note(run, note.text, note.written)
        return "imported"
    if different := list(_different(store, parcel, held)):
        raise ArchiveError(
            tr(
                "run {run} is in the store with other contents ({what}); nothing was changed",
                run=run,
                what=", ".join(different),
            )
        )
    return "already there, deleted" if marks.is_deleted(run) else "already there"


def _different(store: RunStore, parcel: Parcel, held: dict[str, Any]) -> Iterator[str]:
    if held != parcel.report:
        yield tr("another report")
    # A report alone says nothing of contexts.
    if parcel.contexts and store.all_contexts(held["run"]["id"]) != parcel.contexts:
        yield tr("other contexts")
