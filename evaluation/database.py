"""Where the run database is: vectors made once, and runs."""

import errno
import os
import shutil
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
    DisconnectionError,
    NoSuchModuleError,
    OperationalError,
    SAWarning,
    SQLAlchemyError,
)

from evaluation.migrations.migrate import migrate

DEFAULT_STORE = Path(".chunkboard")
URL_VARIABLE = "CHUNKBOARD_DATABASE_URL"
BUSY_SECONDS = 60
CONNECT_SECONDS = 10
GONE = "the database that was opened here is gone"
_ROOM = 64 * 1024  # bytes
# SQLite's files that this process has had.
_OPENED: set[Path] = set()


def store_folder(given: str | Path | None = None) -> Path:
    """The folder of the store: the one given, else `CHUNKBOARD_STORE`, else `.chunkboard`."""
    return Path(given or os.environ.get("CHUNKBOARD_STORE") or DEFAULT_STORE)


def open_store(folder: Path) -> Engine:
    """An engine on the database at `CHUNKBOARD_DATABASE_URL`, which a team may share.

    Without one, on the folder's SQLite file, both made if absent. Its tables are brought to those
    of this program, see `store_schema`.

    Raises:
        OSError: The folder cannot be made or written, its file is no database or is gone that this
            process had opened, the shared database cannot be had, or it is a newer program's or
            something else's.
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
    if path.resolve() in _OPENED and not path.exists():
        # An empty one in its place would look as if nothing had ever been run.
        raise FileNotFoundError(2, GONE, str(path))
    engine = open_database(f"sqlite:///{path.resolve()}")
    try:
        _up_to_date(engine)
    except SQLAlchemyError as error:
        if is_full(path):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path)) from None
        raise ConnectionError(f"{path}: cannot be opened as a database: {reason(error)}") from None
    _OPENED.add(path.resolve())
    return engine


def is_full(path: Path) -> bool:
    """Whether the disk under a file has no room for what SQLite takes to open one."""
    try:
        return shutil.disk_usage(path.parent).free < _ROOM
    except OSError:
        return False


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
    """An engine that several processes may hold, and that outlives its database going and coming
    back: a connection is looked at before it is used.

    Args:
        url: As SQLAlchemy takes it, `sqlite:///runs.sqlite` or `postgresql+psycopg://...`.
    """
    return _sqlite(url) if url.startswith("sqlite") else _server(url)


def _server(url: str) -> Engine:
    given = make_url(url).query
    patience = {} if "connect_timeout" in given else {"connect_timeout": CONNECT_SECONDS}
    made = create_engine(url, pool_pre_ping=True, connect_args=patience)
    # A command that ends, or fails, closes what it opened, without a word on the server's side.
    weakref.finalize(made, made.pool.dispose)
    if made.dialect.name == "postgresql" and not made.dialect.is_async:

        @event.listens_for(made, "connect")
        def _set_up(connection: Any, _record: object) -> None:
            connection.execute(f"SET lock_timeout = '{BUSY_SECONDS}s'")
            connection.commit()

    return made


def _sqlite(url: str) -> Engine:
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS})
    name = engine.url.database
    path = Path(name).resolve() if name and not name.startswith((":memory:", "file:")) else None
    opened: list[int] = []

    @event.listens_for(engine, "do_connect")
    def _is_there(*_: object) -> None:
        # SQLite would make an empty one in the place of one that is gone.
        if opened and path is not None and not path.exists():
            raise sqlite3.OperationalError(GONE)

    @event.listens_for(engine, "connect")
    def _set_up(connection: Any, record: Any) -> None:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
        _switch_to_wal(connection)
        # What a page says it has kept outlasts a power cut.
        connection.execute("PRAGMA synchronous = FULL")
        record.info["file"] = _file(path)
        opened[:] = [1]

    @event.listens_for(engine, "checkout")
    def _is_the_same(_connection: object, record: Any, _proxy: object) -> None:
        # A connection to a file that was moved away would write where nobody looks again.
        if record.info["file"] != _file(path):
            raise DisconnectionError("the database file is another one now")

    return engine


def _file(path: Path | None) -> tuple[int, int] | None:
    """What tells a file from one that was put in its place; None where there is none."""
    try:
        found = path.stat() if path else None
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if found else None


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
