"""Where the run database is: vectors made once, and runs."""

import os
import sqlite3
import time
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, Table, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, OperationalError
from sqlalchemy.schema import CreateIndex, CreateTable

DEFAULT_STORE = Path(".chunkboard")
BUSY_SECONDS = 60
_LOCK = 20_261_130  # a number of our own among PostgreSQL's advisory locks


def store_folder(given: str | Path | None = None) -> Path:
    """The folder of the store: the one given, else `CHUNKBOARD_STORE`, else `.chunkboard`."""
    return Path(given or os.environ.get("CHUNKBOARD_STORE") or DEFAULT_STORE)


def open_store(folder: Path) -> Engine:
    """An engine on the database at `CHUNKBOARD_DATABASE_URL`, which a team may share.

    Without one, on the folder's SQLite file, both made if absent.

    Raises:
        OSError: The folder cannot be made or written, or the database does not answer.
    """
    url = os.environ.get("CHUNKBOARD_DATABASE_URL")
    if url:
        return _open_shared(url)
    folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK):
        raise PermissionError(13, "Permission denied", str(folder))
    return open_database(f"sqlite:///{folder.resolve() / 'chunkboard.sqlite'}")


def _open_shared(url: str) -> Engine:
    try:
        parsed = make_url(url)
    except ArgumentError:
        # The URL holds a password: it is not repeated.
        raise ConnectionError(
            "CHUNKBOARD_DATABASE_URL is no URL; allowed is postgresql://USER:PASSWORD@HOST/NAME"
        ) from None
    if parsed.drivername in ("postgresql", "postgres"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() not in ("postgresql", "sqlite"):
        raise ConnectionError(
            f"CHUNKBOARD_DATABASE_URL names {parsed.drivername!r}; allowed are postgresql, sqlite"
        )
    engine = open_database(parsed.render_as_string(hide_password=False))
    try:
        engine.connect().close()
    except OperationalError as error:
        shown = parsed.render_as_string()  # the password is hidden
        reason = " ".join(str(error.orig).split())
        raise ConnectionError(f"the database {shown} does not answer: {reason}") from None
    return engine


def open_database(url: str) -> Engine:
    """An engine that several processes may hold: SQLite in WAL mode waits for a lock.

    Args:
        url: As SQLAlchemy takes it, `sqlite:///runs.sqlite` or `postgresql+psycopg://...`.
    """
    if not url.startswith("sqlite"):
        return create_engine(url)
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS})

    @event.listens_for(engine, "connect")
    def _set_up(connection: Any, _record: object) -> None:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
        _switch_to_wal(connection)
        connection.execute("PRAGMA synchronous = NORMAL")

    return engine


def _switch_to_wal(connection: Any) -> None:
    """Sets WAL mode, which a file keeps, waiting while another process does the same.

    SQLite's busy timeout does not cover this statement: of several processes that open a new file
    at the same moment, one can fail at once with "database is locked".
    """
    give_up = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > give_up:
                raise
            time.sleep(0.01)


def create_tables(engine: Engine, *tables: Table) -> None:
    """Makes the tables that are not there, while other processes may do the same."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            # Even "if not exists" fails where two sessions make a table at the same moment.
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
        for table in tables:
            connection.execute(CreateTable(table, if_not_exists=True))
            for index in table.indexes:
                connection.execute(CreateIndex(index, if_not_exists=True))
