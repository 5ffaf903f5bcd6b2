"""A store brought to this program's tables when it is opened."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import OperationalError, ProgrammingError

_FOLDER = Path(__file__).parent
_LOCK = 20_261_130  # a number of our own among PostgreSQL's advisory locks
# Alembic keeps what it works on in its module, so one thread migrates at a time.
_TURN = threading.Lock()
_REVISION = text("SELECT version_num FROM alembic_version")


@cache
def revisions() -> tuple[str, ...]:
    """The steps that this program knows, the newest last."""
    names = (path.stem for path in (_FOLDER / "versions").glob("r*_*.py"))
    return tuple(sorted(name[1:].partition("_")[0] for name in names))


def migrate(engine: Engine) -> None:
    """Brings a store's tables to the newest step, all or nothing, while others may do the same.

    One that is there already costs one query.

    Raises:
        ConnectionError: A newer program made it, or it holds tables of something else.
        SQLAlchemyError: The database cannot be had or changed.
    """
    with engine.connect() as connection:
        try:
            found = connection.scalar(_REVISION)
        except (OperationalError, ProgrammingError):
            found = None  # no table; anything else is said when it is made
    if found == revisions()[-1]:
        return
    with _TURN, _alone(engine) as connection:
        _to_newest(connection)


@contextmanager
def _alone(engine: Engine) -> Iterator[Connection]:
    """A transaction, begun when no other process migrates.

    SQLite's driver begins one only at the first row that is written, so what makes tables would
    stand before it.
    """
    with engine.connect() as connection:
        if engine.dialect.name != "sqlite":
            with connection.begin():
                connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
                yield connection
            return
        driver: Any = connection.connection.dbapi_connection
        kept, driver.isolation_level = driver.isolation_level, None
        try:
            with connection.begin():
                connection.execute(text("BEGIN IMMEDIATE"))
                yield connection
        finally:
            driver.isolation_level = kept


def _to_newest(connection: Connection) -> None:
    there = inspect(connection).has_table("alembic_version")
    found = connection.scalar(_REVISION) if there else None
    if found == revisions()[-1]:
        return  # another process was faster
    if found is not None and found not in revisions():
        raise ConnectionError(
            f"the database {connection.engine.url.render_as_string()} is at step {found!r}, which "
            f"this program does not know; allowed are steps up to {revisions()[-1]!r}: it was made "
            "by a newer version, and was left as it is"
        )
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
