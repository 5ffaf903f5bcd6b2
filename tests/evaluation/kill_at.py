"""A process that kills itself, or something else, at a chosen call."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

from evaluation import commands, progress
from evaluation.seal_store import SealStore
from evaluation.store import RunStore
from evaluation.vectors import VectorTable

# What is written under these is written whole or not at all.
WRITERS = (
    (RunStore, "save"),
    (SealStore, "seal"),
    (VectorTable, "_insert"),
    (progress, "write_json"),
    (commands, "open_store"),
)


def forked(body: Callable[[], None], log: Path) -> int:
    """The pid of a child that does this and ends."""
    pid = os.fork()
    if pid:
        return pid
    status = 70
    try:
        out = os.open(log, os.O_CREAT | os.O_WRONLY | os.O_APPEND)
        os.dup2(out, 1)
        os.dup2(out, 2)
        body()
        status = 0
    except SystemExit as ended:
        status = int(ended.code or 0)
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


CALLS = [0]


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def kill_at_call(number: int, within: Any, kill: Callable[[], None] = die) -> None:
    """Counts calls, of all code or within the writers, and kills the process at one of them."""
    calls = CALLS
    calls[0] = 0

    def count(_frame: Any, event: str, _argument: Any) -> None:
        if event in ("call", "c_call"):
            calls[0] += 1
            if calls[0] == number:
                kill()

    if within is None:
        sys.setprofile(count)
        return
    for owner, name in within:
        wrap(owner, name, lambda: sys.setprofile(count), lambda: sys.setprofile(None))


def wrap(
    owner: Any,
    name: str,
    begin: Callable[[], Any] = lambda: None,
    end: Callable[[], Any] = lambda: None,
) -> None:
    real = getattr(owner, name)

    @wraps(real)
    def wrapped(*given: Any, **more: Any) -> Any:
        begin()
        try:
            return real(*given, **more)
        finally:
            end()

    setattr(owner, name, wrapped)


@contextmanager
def told_saving() -> Iterator[list[float]]:
    spent: list[float] = []
    wrap(
        RunStore,
        "save",
        lambda: spent.append(-time.perf_counter()),
        lambda: spent.append(time.perf_counter()),
    )
    yield spent


def quiet(body: Callable[[], Any]) -> Any:
    kept = sys.stdout, sys.stderr
    with Path(os.devnull).open("w") as nowhere:
        sys.stdout = sys.stderr = nowhere
        try:
            return body()
        finally:
            sys.stdout, sys.stderr = kept
