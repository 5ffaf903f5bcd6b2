"""Decided runs of a small golden set, each killed at a chosen point, and what is left of them.

A process that has imported everything forks a child for each run, so that a point costs what the
run costs. The child is asked for as the dashboard asks for a job, and kills itself with SIGKILL,
or is killed from outside.
"""

import os
import random
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import select, text

from evaluation import commands
from evaluation.command_line import main
from evaluation.database import URL_VARIABLE
from evaluation.jobs import Jobs, JobState
from evaluation.run_marks import RunMarks
from evaluation.store import RunStore
from evaluation.store_schema import VECTORS
from tests.conftest import new_database
from tests.evaluation.hash_embedder import hash_embedder
from tests.evaluation.kill_at import (
    CALLS,
    WRITERS,
    die,
    forked,
    kill_at_call,
    quiet,
    told_saving,
    wrap,
)
from tests.evaluation.own_server import Victim
from tests.evaluation.small import write_small
from tests.evaluation.whole import broken, missing, opened, records, rows_of, sums

RULES = """
baseline = "recursive-120c"
candidates = ["fixed-60c", "structure-120c-headers"]
retrievers = ["bm25", "vector"]
budget_tokens = 60
"""
# What is written under these is written whole or not at all.


class Point(NamedTuple):
    """Where a run is killed.

    Attributes:
        kind: `call`: its `at`th call of a function; `write`: its `at`th within the writers;
            `time`: after `at` seconds; `save`: `at` seconds into saving the run; `kept`: as soon as
        the run is kept, before the job says so.
    """

    kind: str
    at: float


class Found(NamedTuple):
    """What was wrong after a point: nothing, where all are empty."""

    lost: list[str]
    half_written: list[str]
    duplicated: list[str]
    state: str


class Forks(Jobs):
    """Jobs whose process is a fork of this one."""

    last = 0

    def __init__(self, store: Path, body: Callable[[list[str]], None]) -> None:
        super().__init__(store)
        self.body = body

    def _launched(self, job: str, command: list[str]) -> int:
        self.last = forked(lambda: self.body(command), self._path(job, "log.txt"))
        return self.last


class Scene:
    """A golden set, a protocol, a store with records, and the run that nobody kills."""

    def __init__(self, folder: Path, server: str = "", victim: Victim | None = None) -> None:
        """`server` is the address of PostgreSQL; SQLite where empty.

        Args:
            victim: What is killed instead of the run, and started again after it.
        """
        self.folder, self.server, self.victim = folder, server, victim
        self.golden = write_small(folder / "small")
        self.rules = folder / "decision.toml"
        self.rules.write_text(RULES, encoding="utf-8")
        self.other = write_small(folder / "other")
        (self.other / "golden_set.toml").write_text('name = "other"\n', encoding="utf-8")
        text = (self.other / "documents" / "leave.md").read_text("utf-8")
        (self.other / "documents" / "leave.md").write_text(f"{text}\nOther.\n", "utf-8")
        commands.make_embedder = hash_embedder
        # What is read once in a process, such as the tokenizer, is read before the forks.
        self._run(folder / "warm")
        with self.store("reference") as store:
            counts = self._counted(store)
            with opened(store) as engine:
                self.figures = sums(engine)
                # A decided run comes with those that it was asked again under.
                self.a_run = len(self.figures)
                self.vectors = dict(rows_of(engine, select(VECTORS.c.key, VECTORS.c.vector)))
        self.calls, self.writes, self.seconds, self.saving = counts

    @contextmanager
    def store(self, name: str) -> Iterator[Path]:
        """A store with a run that is noted, sealed and decided, and one that is deleted."""
        path = self.folder / name
        if self.server:
            os.environ[URL_VARIABLE] = new_database(self.server)
            self._filled(path)
        else:
            template = self.folder / "template"
            if not template.exists():
                self._filled(template)
            shutil.copytree(template, path)
        try:
            yield path
        finally:
            shutil.rmtree(path, ignore_errors=True)

    def _filled(self, path: Path) -> None:
        for _ in range(2):
            self._run(path, self.other)
        with opened(path) as engine:
            first, *_, last = RunStore(engine).runs()
            RunMarks(engine).note(first.id, "Kept for the meeting.")
            RunMarks(engine).delete(last.id)
            if engine.dialect.name == "sqlite":
                with engine.connect() as connection:
                    connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))

    def _arguments(self, golden: Path) -> tuple[str, ...]:
        given = ("--size", "120", "--protocol", str(self.rules), "--model", "hash")
        return (*given, "--report", str(self.folder / "report.json"))

    def _run(self, store: Path, golden: Path | None = None) -> None:
        given = ["run", str(golden or self.golden), *self._arguments(self.golden)]
        pid_or_status = quiet(lambda: main([*given, "--store", str(store)]))
        assert pid_or_status == 0, pid_or_status

    def _counted(self, store: Path) -> tuple[int, int, float, float]:
        """The calls, the calls within the writers, and the seconds of a whole run and of its
        saving."""
        told = self.folder / "counts"

        def body(command: list[str]) -> None:
            kill_at_call(-1, within=None)
            with told_saving() as spent:
                began = time.perf_counter()
                main(command)
                sys.setprofile(None)
                spent.append(time.perf_counter() - began)
            told.write_text(f"{CALLS[0]} {spent[-1]} {sum(spent[:-1])}")

        self._finish(store, body)
        calls, _, _ = told.read_text().split()

        def writes(command: list[str]) -> None:
            kill_at_call(-1, within=WRITERS)
            main(command)
            told.write_text(str(CALLS[0]))

        with self.store("writes") as other:
            self._finish(other, writes)
        within = told.read_text()

        def plain(command: list[str]) -> None:
            with told_saving() as spent:
                began = time.perf_counter()
                main(command)
                told.write_text(f"{time.perf_counter() - began} {sum(spent)}")

        with self.store("plain") as other:
            self._finish(other, plain)
        seconds, saving = told.read_text().split()
        return int(calls), int(within), float(seconds), float(saving)

    def _finish(self, store: Path, body: Callable[[list[str]], None]) -> JobState:
        forks = Forks(store, body)
        job = forks.start(str(self.golden), self._arguments(self.golden))
        os.waitpid(forks.last, 0)
        state = forks.state(job.id)
        assert state is not None
        return state

    def points(self, count: int, seed: int) -> list[Point]:
        """So many: one that is kept and not said; of the others two fifths by call, two fifths by
        call within the writers, the rest by time."""
        chance = random.Random(seed)
        if self.victim:
            within = (1 + int(chance.random() * self.writes) for _ in range(count))
            return [Point("write", at) for at in within]
        made = [Point("kept", 0)]
        for number in range(count - 1):
            kind = ("call", "write", "call", "write", "time" if number % 2 else "save")[number % 5]
            most = {
                "call": self.calls,
                "write": self.writes,
                "time": self.seconds,
                "save": self.saving,
            }[kind]
            drawn = chance.random() * most
            made.append(Point(kind, 1 + int(drawn) if kind in ("call", "write") else drawn))
        return made

    def tried(self, point: Point) -> Found:
        """Kills a run there, looks at what is left, and asks for the run again."""
        with self.store("killed") as store:
            with opened(store) as engine:
                before = records(engine)
            forks = Forks(store, lambda command: self._until(point, command))
            reading, self._writing = os.pipe()
            job = forks.start(str(self.golden), self._arguments(self.golden))
            os.close(self._writing)
            if point.kind in ("time", "save"):
                if point.kind == "save":
                    os.read(reading, 1)
                time.sleep(point.at)
                os.kill(forks.last, signal.SIGKILL)
            os.close(reading)
            os.waitpid(forks.last, 0)
            if self.victim:
                self.victim.start()
            return self._looked_at(store, job.id, before)

    def _until(self, point: Point, command: list[str]) -> None:
        if point.kind == "call":
            kill_at_call(int(point.at), within=None)
        elif point.kind == "write":
            kill_at_call(int(point.at), WRITERS, self.victim.kill if self.victim else die)
        elif point.kind == "kept":
            wrap(RunStore, "save", end=die)
        elif point.kind == "save":
            wrap(RunStore, "save", lambda: os.write(self._writing, b"x"))
        main(command)

    def _looked_at(self, store: Path, job: str, before: dict[str, set[Any]]) -> Found:
        forks = Forks(store, lambda command: main(command) and None)
        lost, half, twice = [], [], []
        with opened(store) as engine:
            half += broken(engine, self.vectors)
            lost += missing(before, records(engine))
            kept = len(RunStore(engine).runs("small")) // self.a_run
        state = forks.state(job)
        said = state.status if state else "none"
        if (said == "done") != (kept == 1):
            lost.append(f"the job says {said}, and {kept} runs are kept")
        if said != "done":
            if said == "interrupted" and [one.id for one in forks.stopped()] != [job]:
                lost.append(f"the job says {said}, and nobody is asked whether it goes on")
            again = forks.go_on(job)
            os.waitpid(forks.last, 0)
            then = forks.state(again.id)
            if then is None or then.status != "done":
                lost.append(f"asked for again it says {then}")
        with opened(store) as engine:
            half += broken(engine, self.vectors)
            lost += missing(before, records(engine))
            runs = RunStore(engine).runs("small")
            if len(runs) != self.a_run:
                twice.append(f"{len(runs)} runs, of {self.a_run} that were asked for")
            elif sums(engine) != self.figures:
                lost.append("the run has other figures")
            if len(rows_of(engine, text("SELECT hash FROM seals"))) != 2:
                twice.append("more than one seal of it")
        return Found(lost, half, twice, said)
