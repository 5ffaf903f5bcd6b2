"""Changing files that other processes read and change too."""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

LOCK = ".lock"


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Holds the folder's lock, waiting for whoever has it; threads and processes alike."""
    import fcntl

    descriptor = os.open(folder / LOCK, os.O_CREAT | os.O_RDWR, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def naming(path: Path) -> Iterator[None]:
    """Lets an error of the system say which file it was about; of a write it does not."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(path)
        raise


def write_atomically(path: Path, data: bytes) -> None:
    """Writes by rename: a reader sees the old file or the new one, after a crash too."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, draft = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
    try:
        with naming(path), os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(draft).chmod(0o644)
        Path(draft).replace(path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


def append_line(path: Path, line: str) -> None:
    """Adds a line to the end, first ending a line that a crash left unfinished."""
    with naming(path), path.open("a+b") as file:
        if file.tell():
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                file.write(b"\n")
        file.write(line.encode("utf-8", "surrogateescape") + b"\n")
        file.flush()
        os.fsync(file.fileno())
