"""Where the run database is: vectors made once, and runs."""

import os
import sqlite3
import time
import warnings
import weakref
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import (
    ArgumentError,
    NoSuchModuleError,
    OperationalError,
    SAWarning,
    SQLAlchemyError,
)

from evaluation.migrations.migrate import migrate

DEFAULT_STORE = Path(".chunkboard")
URL_VARIABLE = "CHUNKBOARD_DATABASE_URL"
BUSY_SECONDS = 60


def store_folder(given: str | Path | None = None) -> Path:
    """The folder of the store: the one given, else `CHUNKBOARD_STORE`, else `.chunkboard`."""
    return Path(given or os.environ.get("CHUNKBOARD_STORE") or DEFAULT_STORE)


def open_store(folder: Path) -> Engine:
    """An engine on the database at `CHUNKBOARD_DATABASE_URL`, which a team may share.

    Without one, on the folder's SQLite file, both made if absent. Its tables are brought to those
    of this program, see `store_schema`.

    Raises:
        OSError: The folder cannot be made or written, its file is no database, the shared database
            cannot be had, or it is a newer program's or something else's.
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
        _up_to_date(engine)
    except SQLAlchemyError as error:
        raise ConnectionError(f"{path}: cannot be opened as a database: {reason(error)}") from None
    return engine


def _up_to_date(engine: Engine) -> None:
    try:
        migrate(engine)
    except BaseException:
        engine.dispose()
        raise


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
        _up_to_date(engine)
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
        made = create_engine(url)
        # A command that ends, or fails, closes what it opened, without a word on the server's side.
        weakref.finalize(made, made.pool.dispose)
        return made
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
