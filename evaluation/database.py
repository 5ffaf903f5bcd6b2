"""Where the run database is: vectors made once, and runs."""

import os
from pathlib import Path

from sqlalchemy import Engine

from evaluation.vectors import open_database

DEFAULT_STORE = Path(".chunkboard")


def store_folder(given: str | Path | None = None) -> Path:
    """The folder of the store: the one given, else `CHUNKBOARD_STORE`, else `.chunkboard`."""
    return Path(given or os.environ.get("CHUNKBOARD_STORE") or DEFAULT_STORE)


def open_store(folder: Path) -> Engine:
    """An engine on the folder's SQLite file, both made if absent.

    Raises:
        OSError: The folder cannot be made or written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK):
        raise PermissionError(13, "Permission denied", str(folder))
    return open_database(f"sqlite:///{folder.resolve() / 'chunkboard.sqlite'}")
