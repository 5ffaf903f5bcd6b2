"""Who is told how far a run is: a terminal, or the job's files."""

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from evaluation.checks.finding import short_form
from evaluation.faults import fault_of
from evaluation.jobs import PREFLIGHT, Jobs, JobState, read_json, write_json
from evaluation.processes import born
from golden_sets.language import kept, marked, of_error, tr, trn, worded

PARTIAL_SECONDS = 3.0
TURN_SECONDS = 0.3


class Listener:
    """Told of what was found beforehand, of each stage, each step of it, how to make the report so
    far, and the run that is about to be saved. Does nothing."""

    def checked(self, findings: Sequence[dict[str, Any]]) -> None: ...
    def stage(self, words: str, total: int = 0, unit: str = "") -> None: ...
    def step(self, done: int) -> None: ...
    def partial(self, report: Callable[[], dict[str, Any]]) -> None: ...
    def saving(self, run: str) -> None: ...
    def finished(self, run: str) -> None: ...
    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class Pace:
    """How long the rest of a stage takes, if the rest goes as fast as what was seen of it.

    It is timed from its first step on: before that a model is loaded, or a cluster's workers start,
    which told a user of two hours where minutes were left.
    """

    def __init__(self, total: int) -> None:
        self._total = total
        self._first: tuple[float, int] | None = None

    def seconds_left(self, done: int) -> float | None:
        """None where under two seconds of work say too little about the rest, or none is left."""
        if self._first is None:
            self._first = time.monotonic(), done
        since, before = self._first
        spent, moved = time.monotonic() - since, done - before
        told = spent > 2 and moved > 0 and done < self._total
        return spent / moved * (self._total - done) if told else None


def time_left(seconds: float | None) -> str:
    """`about 2 minutes left`; "" where it cannot be told."""
    if seconds is None:
        return ""
    if seconds < 60:
        return tr("less than a minute left")
    return trn("about {n} minute left", "about {n} minutes left", round(seconds / 60))


def counted(number: int, unit: str) -> str:
    """`1 variant`, `2,000 variants`."""
    if unit == "variants":
        return trn("{n:,} variant", "{n:,} variants", number)
    if unit == "characters":
        return trn("{n:,} character", "{n:,} characters", number)
    return f"{number:,} {unit.removesuffix('s') if number == 1 else unit}"


class TerminalListener(Listener):
    """Prints each stage, and steps at most every 10 s, to standard error."""

    def __init__(self) -> None:
        self._total, self._unit, self._told, self._pace = 0, "", 0.0, Pace(0)

    def checked(self, findings: Sequence[dict[str, Any]]) -> None:
        for line in short_form(findings):
            print(line, file=sys.stderr, flush=True)

    def stage(self, words: str, total: int = 0, unit: str = "") -> None:
        self._total, self._unit, self._told = total, unit, time.monotonic()
        self._pace = Pace(total)
        print(
            f"{tr(words)}{f' ({counted(total, unit)})' if total else ''}",
            file=sys.stderr,
            flush=True,
        )

    def step(self, done: int) -> None:
        left = time_left(self._pace.seconds_left(done))
        if time.monotonic() - self._told > 10:
            self._told = time.monotonic()
            said = f"  {done:,} of {counted(self._total, self._unit)}{', ' if left else ''}{left}"
            print(said, file=sys.stderr, flush=True)


@contextlib.contextmanager
def _for_show() -> Iterator[None]:
    """What only shows how far a run is does not end it where it cannot be written; the log says so.

    The database may be on another disk.
    """
    try:
        yield
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"{where}{error.strerror or error}; the run goes on", file=sys.stderr, flush=True)


def _told(error: BaseException, store: Path) -> str:
    """What a job says it failed by: a sentence of ours as it is, else what kind of error it is."""
    if (fault := fault_of(error, store)) is not None:
        return fault.line
    if isinstance(error, ValueError):
        return of_error(error)
    return worded("{name}: {error}", name=type(error).__name__, error=of_error(error))


class JobListener(Listener):
    """Keeps a job's `state.json` and `partial.json`, and waits for its turn.

    Entering waits until no other evaluation runs in the store; leaving with an error records it.
    """

    def __init__(self, folder: Path, job: str, golden_set: str) -> None:
        self._folder = folder
        asked = read_json(folder / "state.json") or {}
        started = asked.get("started") or time.time()
        own = os.getpid()
        self._state = JobState(job, golden_set, started=started, pid=own, born=born(own))
        self._pace, self._told = Pace(0), 0.0
        self._shown = -PARTIAL_SECONDS
        self._lock: int | None = None

    def checked(self, findings: Sequence[dict[str, Any]]) -> None:
        with _for_show():
            write_json(self._folder / PREFLIGHT, list(findings))

    def stage(self, words: str, total: int = 0, unit: str = "") -> None:
        self._pace = Pace(total)
        with _for_show():
            self._write(stage=words, done=0, total=total, unit=unit, seconds_left=None)

    def step(self, done: int) -> None:
        if time.monotonic() - self._told < 0.5 and done < self._state.total:
            return
        with _for_show():
            self._write(done=done, seconds_left=self._pace.seconds_left(done))

    def partial(self, report: Callable[[], dict[str, Any]]) -> None:
        now = time.monotonic()
        if now - self._shown >= PARTIAL_SECONDS:
            with _for_show():
                write_json(self._folder / "partial.json", report())
            self._shown = time.monotonic()

    def saving(self, run: str) -> None:
        # One that is stopped from here on may have saved it: whoever looks then can tell.
        self._write(stage=marked("Saving the run"), done=0, total=0, run=run, seconds_left=None)

    def finished(self, run: str) -> None:
        self._write(status="done", stage=marked("Done"), run=run, seconds_left=None)

    def __enter__(self) -> Self:
        import fcntl

        self._write(status="queued", stage=marked("Waiting for the evaluation before it"))
        jobs = Jobs(self._folder.parent.parent)
        while not jobs.is_next(self._state.id):
            time.sleep(TURN_SECONDS)
        self._lock = os.open(self._folder.parent / "lock", os.O_CREAT | os.O_RDWR)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        self._write(status="running", stage=marked("Reading the golden set"))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is not None:
            words = _told(error, self._folder.parent.parent)
            # A full disk may be why: then the log says it, or nothing does.
            with contextlib.suppress(OSError):
                self._write(status="failed", error=words if len(words) <= 500 else str(words)[:500])
        if self._lock is not None:
            with contextlib.suppress(OSError):
                os.close(self._lock)

    def _write(self, **changes: Any) -> None:
        self._told = time.monotonic()
        self._state = replace(self._state, **changes)
        told = kept({"stage": self._state.stage, "error": self._state.error})
        self._state = replace(self._state, told=told or None)
        write_json(self._folder / "state.json", asdict(self._state))
