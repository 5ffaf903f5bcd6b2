"""What `archive` and `import-run` do: a stored run to one file, and from one into a store."""

import argparse
from pathlib import Path

from evaluation.action_log import RUN, Done, log_row
from evaluation.actors import acting
from evaluation.database import open_store, store_folder
from evaluation.run_archive import read_run
from evaluation.run_import import export_run, import_run
from evaluation.run_zip import FILE_BYTES, MB
from evaluation.usage import UsageError
from golden_sets.files import write_atomically

_BECAME = {
    "imported": "imported",
    "already there": "is there already; nothing was changed",
    "already there, deleted": "is there already, deleted; the page Runs brings it back",
}


def archive_line(given: argparse.Namespace) -> str:
    """Writes the archive of a run, and says what it holds.

    Raises:
        ValueError: There is no such run, or it is too large to be imported again.
        UsageError: The file is there already; an archive is not written over.
        OSError: The file cannot be written.
    """
    path, folder = given.file, store_folder(given.store)
    if path.exists():
        raise UsageError(f"{path}: is there already; give the path of a new file")
    if not path.resolve().parent.is_dir():
        raise UsageError(f"{path}: there is no folder {path.resolve().parent}")
    try:
        data = export_run(open_store(folder), given.run)
    except KeyError:
        raise ValueError(
            f"{given.run}: no such run in {folder}; python -m evaluation runs lists them"
        ) from None
    write_atomically(path, data)
    return f"Run {given.run}: {path}, {len(data) / MB:.1f} MB"


def import_run_line(given: argparse.Namespace) -> str:
    """Stores the run of an archive or of a report file, and says what became of it.

    Raises:
        ValueError: It is no run, a line a fault, or the store holds another one under its id.
        OSError: The file cannot be read.
    """
    parcel = read_run(given.file.name, _bytes(given.file))
    run, engine = parcel.report["run"], open_store(store_folder(given.store))
    done = Done("import", RUN, run["id"], run["golden_set"]["name"], details=given.file.name)
    became = import_run(engine, parcel, log_row(acting(), done))
    return f"Run {run['id']} {_BECAME[became]}"


def _bytes(path: Path) -> bytes:
    # One more than is allowed, so that a file of any size is refused without holding it.
    with path.open("rb") as file:
        return file.read(FILE_BYTES + 1)
