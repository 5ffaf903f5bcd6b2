"""Failures that come from outside of the program: the disk, the database, the files; in words."""

import errno
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError, TimeoutError

from evaluation.database import BUSY_SECONDS, GONE, URL_VARIABLE, is_full, reason, store_folder
from golden_sets.language import Worded, joined, of_error, worded

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_SHUT = (errno.EACCES, errno.EPERM, errno.EROFS)
_SHORT = (errno.EMFILE, errno.ENFILE, errno.ENOMEM)


class Fault(NamedTuple):
    """What happened, where, and what to do about it.

    Attributes:
        reopen: Whether the store is to be opened anew before the next try.
    """

    what: Worded
    remedy: Worded
    reopen: bool = False

    @property
    def line(self) -> Worded:
        return joined((self.what, self.remedy))


def fault_of(error: BaseException, store: Path | None = None) -> Fault | None:
    """What to say of a failure that no program can rule out; None of any other.

    Args:
        store: The folder of the store, where it is not the usual one.
    """
    if isinstance(error, SQLAlchemyError | sqlite3.Error):
        return _of_database(error, database_name(store))
    if isinstance(error, OSError):
        return _of_system(error)
    return None


def error_line(error: SQLAlchemyError | OSError, store: Path | None = None) -> str:
    """What the command line says of it, on one line."""
    fault = fault_of(error, store)
    if isinstance(error, SQLAlchemyError):
        return str(fault.line) if fault else f"the database: {reason(error)}"
    if fault and error.errno in _FULL:
        return str(fault.line)
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{error.strerror or error}"


def database_name(store: Path | None = None) -> str:
    """The database as a person knows it: its address without the password, or its file."""
    url = os.environ.get(URL_VARIABLE)
    if not url:
        return str(store_folder(store) / "chunkboard.sqlite")
    try:
        return make_url(url).set(query={}).render_as_string()
    except (ArgumentError, ValueError):
        return URL_VARIABLE


def _of_database(error: Exception, where: str) -> Fault | None:
    said = reason(error).rstrip(".?! ")
    state = str(getattr(getattr(error, "orig", None), "sqlstate", None) or "")
    for is_it, made in _DATABASE:
        if is_it(said.casefold(), state):
            return made(where, said)
    # What the program asks wrongly is its own fault, and is told otherwise.
    if not isinstance(error, DBAPIError | TimeoutError | sqlite3.OperationalError):
        return None
    if _is_asked_wrongly(error, state):
        return None
    if _has_left(error, state):
        return _away(where, said)
    return Fault(
        worded("The database {where} failed: {why}.", where=where, why=said),
        worded("What was kept before is kept. See to it, then try again."),
    )


def _has_left(error: Exception, state: str) -> bool:
    """Whether a server is not there, or ended the connection."""
    if isinstance(error, TimeoutError) or state[:3] in ("57P", "080"):
        return True
    server = "psycopg" in type(getattr(error, "orig", None)).__module__
    return server and not state and "OperationalError" in type(error).__name__


def _is_asked_wrongly(error: Exception, state: str) -> bool:
    own = ("IntegrityError", "ProgrammingError", "DataError", "NotSupportedError")
    if getattr(getattr(error, "orig", error), "sqlite_errorname", "") == "SQLITE_ERROR":
        return True  # what is wrong with the statement
    return state[:2] in ("22", "23", "42", "0A") or (not state and type(error).__name__ in own)


def _full(where: str, _said: str = "") -> Fault:
    return Fault(
        worded("The disk is full: {where} could not be written.", where=where),
        worded(
            "What was kept before is as it was; what was just being kept is not there. Free some "
            "space, then try again."
        ),
    )


def _locked(where: str, _said: str) -> Fault:
    return Fault(
        worded(
            "Another process held {where} for over {n} seconds, so nothing was written.",
            where=where,
            n=BUSY_SECONDS,
        ),
        worded("Try again; if it stays so, find the process that holds it, and end it."),
    )


def _crossed(where: str, _said: str) -> Fault:
    return Fault(
        worded("Another process wrote the same in {where} at the same moment.", where=where),
        worded("Nothing was written here. Try again."),
    )


def _shut(where: str, said: str) -> Fault:
    return Fault(
        worded("{where} cannot be written: {why}.", where=where, why=said),
        worded("Give this program the right to write there, then try again."),
    )


def _broken(where: str, said: str) -> Fault:
    return Fault(
        worded("{where} cannot be read as a database: {why}.", where=where, why=said),
        worded("It was left as it is. Check the disk, and put the file back from a copy."),
    )


def _failing(where: str, said: str) -> Fault:
    # SQLite says no more than this of a disk that has no room for its own files.
    if is_full(Path(where)):
        return _full(where)
    return Fault(
        worded("The disk under {where} failed: {why}.", where=where, why=said),
        worded(
            "What was kept before is as it was. See whether the disk is full or broken, then try "
            "again."
        ),
    )


def _another(where: str, said: str) -> Fault:
    return Fault(
        worded("{where} is no longer the database that was opened: {why}.", where=where, why=said),
        worded("If it was put back from a copy, try again: it is opened anew."),
        reopen=True,
    )


def _gone(where: str, _said: str = "") -> Fault:
    return Fault(
        worded("{where} is gone: the database that this program had opened.", where=where),
        worded("Put it back and try again, or start the program anew to begin an empty one."),
    )


def _away(where: str, said: str) -> Fault:
    return Fault(
        worded("The database {where} does not answer: {why}.", where=where, why=said),
        worded("What was kept before is kept. Once the database is back, try again."),
    )


Test = Callable[[str, str], bool]
# By what the database says, and by its state where it has one (PostgreSQL's, appendix A).
_DATABASE: tuple[tuple[Test, Callable[[str, str], Fault]], ...] = (
    (lambda said, state: state == "53100" or "disk is full" in said, _full),
    (lambda said, state: state in ("40001", "40P01"), _crossed),
    (lambda said, state: state == "55P03" or "is locked" in said, _locked),
    (lambda said, state: state == "25006" or "readonly database" in said, _shut),
    (lambda said, _: "malformed" in said or "not a database" in said, _broken),
    (lambda said, state: state in ("42P01", "3F000") or "no such table" in said, _another),
    (lambda said, _: GONE in said, _gone),
    (lambda said, _: "disk i/o error" in said, _failing),
)


def _of_system(error: OSError) -> Fault:
    where = str(error.filename or "")
    if error.errno in _FULL:
        return _full(where) if where else _full_somewhere()
    if error.strerror == GONE:
        return _gone(where)
    if error.errno in _SHUT and where:
        return _shut(where, (error.strerror or "").rstrip("."))
    if error.errno in _SHORT:
        return Fault(
            worded("The machine has no more to give: {why}.", why=error.strerror),
            worded("Nothing was lost. Try again in a moment, or end other programs."),
        )
    if isinstance(error, ConnectionError) and error.errno is None:
        # Our own sentence on a database that cannot be had.
        return Fault(
            worded("{sentence}.", sentence=of_error(error)),
            worded("What was kept before is kept. Once the database is back, try again."),
        )
    said = error.strerror or of_error(error) or type(error).__name__
    told = (
        worded("{where}: {why}.", where=where, why=said)
        if where
        else worded("{sentence}.", sentence=said)
    )
    return Fault(told, worded("Nothing was changed. See to it, then try again."))


def _full_somewhere() -> Fault:
    found = _full("")
    return found._replace(what=worded("The disk is full."))
