"""Evaluations that run in a process of their own, their state on disk for anyone to read.

A job is a folder `jobs/ID` in the store: `job.json` says what was asked, `state.json` how far it
is (replaced by rename, so a reader never sees half of it), `preflight.json` what was found before
anything ran, `partial.json` the report so far, and `log.txt` what the process printed. One job
runs at a time: the others wait, in the order in which they were asked for.

A folder goes once its job has ended, is older than `KEPT_SECONDS` and not among the newest
`KEPT_JOBS`; those that broke off and may go on stay. The runs themselves are in the database.
"""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

from evaluation.processes import alive as _alive
from evaluation.processes import born, held
from golden_sets.files import naming
from golden_sets.language import marked

Status = Literal["queued", "running", "done", "failed", "cancelled", "interrupted"]
LIVE = ("queued", "running")
PREFLIGHT = "preflight.json"
KEPT_JOBS = 20
KEPT_SECONDS = 30 * 86_400.0
# Until a process that is told to stop has gone.
STOPPING_SECONDS = 5.0
# An id comes in addresses: no path, and no longer than a file system takes.
_ID = re.compile(r"\w[\w-]{0,63}", re.ASCII)
# A job without a state for so long has none because what started it was ended.
_STARTING_SECONDS = 60
_SETTLED_SECONDS = 60


@dataclass(frozen=True, slots=True)
class JobState:
    """How far a job is.

    Attributes:
        stage: In words for a person.
        done, total: Of the stage, in its unit; total 0 where it cannot be known.
        run: The id of the finished run, and of one that was being saved when the job was stopped.
        born: What tells the process from a later one with the same pid; empty where unknown.
        started: Seconds since the epoch.
        seconds_left: Of the stage, None until it can be told.
        told: What `stage` and `error` are made of, see `golden_sets.language.kept`.
    """

    id: str
    golden_set: str
    status: Status = "queued"
    stage: str = marked("Waiting to start")
    done: int = 0
    total: int = 0
    unit: str = ""
    run: str = ""
    error: str = ""
    pid: int = 0
    started: float = 0.0
    seconds_left: float | None = None
    born: str = ""
    told: dict[str, Any] | None = None

    @property
    def turn(self) -> tuple[float, str]:
        """Jobs run in this order."""
        return self.started, self.id


def write_json(path: Path, value: Any) -> None:
    """Writes by rename, so that a reader sees the old file or the new one."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    words = json.dumps(value, ensure_ascii=False, allow_nan=False)
    try:
        with naming(path):
            draft.write_text(words, encoding="utf-8")
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def read_json(path: Path) -> Any:
    """The file's value, None where there is no such file, or what a power cut left of one."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return None


def _state_of(job: str, found: Any) -> JobState | None:
    """The state that a file holds; what another version adds is left out."""
    if not isinstance(found, dict) or not {"id", "golden_set"} <= found.keys():
        return None
    known = {name: value for name, value in found.items() if name in JobState.__slots__}
    return JobState(**known)


class Jobs:
    """The jobs of one store.

    Attributes:
        command: The command of `python -m evaluation` that does the work.
        environment: What a job's process is told beside the server's own, see `actors.told`.
    """

    command = "run"

    def __init__(self, store: Path) -> None:
        self.environment: dict[str, str] = {}
        self.store = store.resolve()
        self.folder = self.store / "jobs"

    def start(self, golden_set: str, arguments: tuple[str, ...] = ()) -> JobState:
        """The job that runs this; a live one for the same request is handed back as it is, to
        other servers on the same store too."""
        self.folder.mkdir(parents=True, exist_ok=True)
        asked = {"golden_set": golden_set, "arguments": list(arguments)}
        self.forget_ended(KEPT_SECONDS, KEPT_JOBS)
        with held(self.folder / "starting"):
            for state in self.all():
                if state.status in LIVE and read_json(self._path(state.id, "job.json")) == asked:
                    return state
            return self._started(golden_set, asked)

    def go_on(self, job: str) -> JobState:
        """A job that asks for the same as one that ended; it finds what that one has made."""
        asked = self._asked(job)
        if asked is None:
            raise KeyError(f"no job {job!r}")
        return self.start(asked["golden_set"], tuple(asked["arguments"]))

    def _asked(self, job: str) -> dict[str, Any] | None:
        """What a job was asked for."""
        asked: dict[str, Any] | None = read_json(self._path(job, "job.json"))
        state = self.state(job)
        if asked is None and state is not None:
            return {"golden_set": state.golden_set, "arguments": []}
        return asked

    def _started(self, golden_set: str, asked: dict[str, Any]) -> JobState:
        arguments = asked["arguments"]
        job = f"{time.strftime('%Y%m%d-%H%M%S')}-{os.urandom(3).hex()}"
        (self.folder / job).mkdir()
        state = JobState(job, golden_set, started=time.time())
        command = [self.command, golden_set, *arguments, "--store", str(self.store), "--job", job]
        try:
            write_json(self._path(job, "job.json"), asked)
            pid = self._launched(job, command)
        except OSError:  # nothing runs, so nothing of it is left to be seen
            shutil.rmtree(self.folder / job, ignore_errors=True)
            raise
        state = replace(state, pid=pid, born=born(pid))
        # The process writes its own state once it is up; this is what shows until then.
        if not self._path(job, "state.json").exists():
            write_json(self._path(job, "state.json"), asdict(state))
        return state

    def _launched(self, job: str, command: list[str]) -> int:
        """The pid of a new process that does what a command of `python -m evaluation` says."""
        with self._path(job, "log.txt").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "evaluation", *command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                cwd=Path(__file__).parent.parent,
                env={**os.environ, **self.environment},
            )
        # Waited for, or it stays a zombie that looks alive.
        threading.Thread(target=process.wait, daemon=True).start()
        return process.pid

    def state(self, job: str) -> JobState | None:
        """How far a job is; one whose process has gone is `interrupted`.

        One that was ended between keeping its run and saying so is done.
        """
        state = _state_of(job, read_json(self._path(job, "state.json")))
        if state is None:
            return self._unsaid(job)
        gone = not _alive(state.pid) or (state.born and state.born != born(state.pid))
        if state.status not in LIVE or not gone:
            return state
        if state.run and self._is_kept(state.run):
            done = replace(state, status="done", stage=marked("Done"), seconds_left=None, told=None)
            return self._found_out(done)
        ended = replace(state, status="interrupted", run="", told=None)
        ended = replace(ended, error=self._last_words(job))
        # A database's server may still be keeping what a process that has just gone sent it.
        return self._found_out(ended) if state.run and self._age(job) > _SETTLED_SECONDS else ended

    def _found_out(self, state: JobState) -> JobState:
        """The state, kept where it can be, so that the store is not asked every time."""
        with contextlib.suppress(OSError):
            write_json(self._path(state.id, "state.json"), asdict(state))
        return state

    def _age(self, job: str) -> float:
        """Seconds since the job last wrote its state."""
        try:
            return time.time() - self._path(job, "state.json").stat().st_mtime
        except FileNotFoundError:
            return 0.0

    def _unsaid(self, job: str) -> JobState | None:
        """The state of a job that says none: what started it was ended just then."""
        asked = read_json(self._path(job, "job.json"))
        try:
            made = (self.folder / job).stat().st_mtime
        except (FileNotFoundError, NotADirectoryError):
            return None
        if not isinstance(asked, dict) or time.time() - made < _STARTING_SECONDS:
            return None
        words = marked("it was broken off before it began")
        return JobState(job, str(asked.get("golden_set")), "interrupted", started=made, error=words)

    def _is_kept(self, run: str) -> bool:
        """Whether the store holds a run, deleted or not."""
        from evaluation.database import open_store
        from evaluation.store import RunStore

        engine = open_store(self.store)
        try:
            return any(one.id == run for one in RunStore(engine).every_run())
        finally:
            engine.dispose()

    def all(self) -> list[JobState]:
        """Every job, the newest first."""
        if not self.folder.is_dir():
            return []
        names = sorted((p.name for p in self.folder.iterdir() if p.is_dir()), reverse=True)
        return [state for name in names if (state := self.state(name)) is not None]

    def queue(self) -> list[JobState]:
        """The jobs that run or wait, in the order of their turns."""
        return sorted((s for s in self.all() if s.status in LIVE), key=lambda one: one.turn)

    def stopped(self) -> list[JobState]:
        """Jobs that broke off and that nobody has asked for since, the newest first."""
        seen: list[dict[str, Any] | None] = []
        found = []
        for state in self.all():
            asked = self._asked(state.id)
            if state.status == "interrupted" and asked not in seen:
                found.append(state)
            seen.append(asked)
        return found

    def is_next(self, job: str) -> bool:
        """Whether no live job stands before this one."""
        own = self.state(job)
        return own is None or not any(one.turn < own.turn for one in self.queue())

    def live(self, golden_set: str) -> JobState | None:
        return next(
            (s for s in self.all() if s.golden_set == golden_set and s.status in LIVE), None
        )

    def partial(self, job: str) -> dict[str, Any] | None:
        """The report so far, in the report's own schema; None before the first result."""
        found: dict[str, Any] | None = read_json(self._path(job, "partial.json"))
        return found

    def preflight(self, job: str) -> list[dict[str, Any]] | None:
        """What was found before anything ran, as the report holds it; None until it is."""
        found: list[dict[str, Any]] | None = read_json(self._path(job, PREFLIGHT))
        return found

    def cancel(self, job: str) -> None:
        """Stops a live job; vectors it has made stay in the table."""
        state = self.state(job)
        if state is None or state.status not in LIVE:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(state.pid, signal.SIGTERM)
        give_up = time.monotonic() + STOPPING_SECONDS
        while _alive(state.pid) and time.monotonic() < give_up:
            time.sleep(0.01)
        # What it wrote last counts: it may have ended by itself, or have saved its run.
        last = _state_of(job, read_json(self._path(job, "state.json"))) or state
        if last.status in LIVE:
            write_json(
                self._path(job, "state.json"),
                asdict(replace(last, status="cancelled", stage=marked("Cancelled"), told=None)),
            )

    def forget_ended(self, seconds: float, newest: int = 0) -> None:
        """Removes the files of jobs that were started longer ago and have ended.

        Args:
            newest: So many of the newest stay whatever their age; so do those that broke off and
                that somebody may have go on.
        """
        kept = {state.id for state in self.stopped()} if newest else set()
        for state in self.all()[newest:]:
            old = state.started < time.time() - seconds and state.id not in kept
            if old and state.status not in LIVE:
                shutil.rmtree(self.folder / state.id, ignore_errors=True)

    def let_go(self, job: str) -> None:
        """Takes note that nobody wants a job that broke off to go on."""
        state = self.state(job)
        if state is not None and state.status == "interrupted":
            write_json(
                self._path(job, "state.json"),
                asdict(replace(state, status="cancelled", stage=marked("Cancelled"))),
            )

    def _path(self, job: str, name: str) -> Path:
        if not _ID.fullmatch(job):
            raise KeyError(f"no job {job!r}")
        return self.folder / job / name

    def _last_words(self, job: str) -> str:
        path = self._path(job, "log.txt")
        lines = path.read_text("utf-8", "replace").strip().splitlines() if path.exists() else []
        return lines[-1] if lines else marked("the process ended without a word")
