"""Where the run database is: vectors made once, and runs."""

import os
import sqlite3
import time
import warnings
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Table, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import (
    ArgumentError,
    NoSuchModuleError,
    OperationalError,
    SAWarning,
    SQLAlchemyError,
)
from sqlalchemy.schema import CreateIndex, CreateTable

DEFAULT_STORE = Path(".chunkboard")
URL_VARIABLE = "CHUNKBOARD_DATABASE_URL"
BUSY_SECONDS = 60
_LOCK = 20_261_130  # a number of our own among PostgreSQL's advisory locks


def store_folder(given: str | Path | None = None) -> Path:
    """The folder of the store: the one given, else `CHUNKBOARD_STORE`, else `.chunkboard`."""
    return Path(given or os.environ.get("CHUNKBOARD_STORE") or DEFAULT_STORE)


def open_store(folder: Path) -> Engine:
    """An engine on the database at `CHUNKBOARD_DATABASE_URL`, which a team may share.

    Without one, on the folder's SQLite file, both made if absent.

    Raises:
        OSError: The folder cannot be made or written, its file is no database, or the shared
            database cannot be had.
    """
    url = os.environ.get(URL_VARIABLE)
    if url:
        return _open_shared(url)
    folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK):
        raise PermissionError(13, "Permission denied", str(folder))
    path = folder / "chunkboard.sqlite"
    if path.is_dir():
        raise IsADirectoryError(21, "is a folder; allowed is a SQLite file", str(path))
    engine = open_database(f"sqlite:///{path.resolve()}")
    try:
        engine.connect().close()
    except SQLAlchemyError as error:
        raise ConnectionError(f"{path}: cannot be opened as a database: {reason(error)}") from None
    return engine


def _open_shared(url: str) -> Engine:
    parsed = _parsed(url)
    shown = parsed.render_as_string()  # the password is hidden
    try:
        # SQLAlchemy only warns of an option that SQLite does not have.
        with warnings.catch_warnings(action="error", category=SAWarning):
            engine = open_database(parsed.render_as_string(hide_password=False))
        if engine.dialect.is_async:
            raise ConnectionError(
                f"{URL_VARIABLE} asks for {parsed.drivername!r}, an asynchronous driver; "
                "allowed are postgresql, sqlite"
            )
        engine.connect().close()
    except (ImportError, NoSuchModuleError):
        raise ConnectionError(
            f"{URL_VARIABLE} asks for {parsed.drivername!r}, whose driver is not installed; "
            "allowed are postgresql, sqlite"
        ) from None
    # An option that a driver does not know, or not with this value, is a TypeError or a ValueError.
    except (SQLAlchemyError, SAWarning, TypeError, ValueError) as error:
        away = isinstance(error, OperationalError) and parsed.get_backend_name() != "sqlite"
        what = "does not answer" if away else "cannot be opened"
        raise ConnectionError(f"the database {shown} {what}: {reason(error)}") from None
    return engine


def _parsed(url: str) -> URL:
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):  # a ValueError is a port that is no number
        # The URL holds a password: it is not repeated.
        raise ConnectionError(
            f"{URL_VARIABLE} is no URL; allowed is postgresql://USER:PASSWORD@HOST:PORT/NAME"
        ) from None
    if parsed.drivername in ("postgresql", "postgres"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() not in ("postgresql", "sqlite"):
        raise ConnectionError(
            f"{URL_VARIABLE} names {parsed.drivername!r}; allowed are postgresql, sqlite"
        )
    return parsed


def reason(error: Exception) -> str:
    """What the database said, on one line: no statement, no values, no password."""
    said = str(getattr(error, "orig", None) or error)
    said = said.partition("[SQL:")[0].partition("(Background on this")[0]
    try:
        password = make_url(os.environ.get(URL_VARIABLE, "")).password
    except (ArgumentError, ValueError):
        password = None
    shown = said.replace(str(password), "***") if password else said
    return " ".join(shown.split())[:300] or type(error).__name__


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
    """Makes the tables that are not there, while other processes may do the same.

    Raises:
        ConnectionError: A table of that name is somebody else's.
    """
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            # Even "if not exists" fails where two sessions make a table at the same moment.
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
        for table in tables:
            connection.execute(CreateTable(table, if_not_exists=True))
            _check_columns(connection, table)
            for index in table.indexes:
                connection.execute(CreateIndex(index, if_not_exists=True))


def _check_columns(connection: Connection, table: Table) -> None:
    there = {column["name"] for column in inspect(connection).get_columns(table.name)}
    missing = [column.name for column in table.columns if column.name not in there]
    if missing:
        raise ConnectionError(
            f"the database {connection.engine.url.render_as_string()} holds a table "
            f"{table.name!r} of something else, without {', '.join(missing)}; allowed is a "
            "database that Chunkboard made, or an empty one"
        )
