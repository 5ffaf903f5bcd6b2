"""The full matrix on `handbook`: in one process, and on Dask with 1 and 2 workers, in one run.

`python -m tests.benchmarks.bench_dask [STORE]` makes the vectors in a new store first, unless one
is given, and then runs the command line over it: local, 1 worker, 2 workers, each worker being a
process of one thread. The reports are compared. Beside the seconds stand those of the processor, of
the command and of the workers, which others on the machine change least. Workers are started before
the clock and have imported nothing of the program when they are first asked.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import psutil

from tests.benchmarks.bench_matrix import comparable

ASKED = ["run", "handbook", "--retrievers", "bm25,vector,hybrid"]


class Spent(NamedTuple):
    """Seconds of one run: on the wall, and of the processor by the command and by the workers."""

    wall: float
    command: float
    workers: float


def _processor(process: psutil.Process) -> float:
    """Processor seconds of a process and of all that it started."""
    every = [process, *process.children(recursive=True)]
    return sum(sum(one.cpu_times()[:2]) for one in every)


def timed(store: Path, report: Path, workers: int | None, *more: str) -> Spent:
    """Runs the command; `workers` is the process that started the workers."""
    command = [sys.executable, "-m", "evaluation", *ASKED, *more]
    command += ["--store", str(store), "--report", str(report)]
    parent = psutil.Process(workers) if workers else None
    before = _processor(parent) if parent else 0.0
    own, started = os.times(), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wall, now = time.perf_counter() - started, os.times()
    command_s = now.children_user + now.children_system - own.children_user - own.children_system
    return Spent(wall, command_s, _processor(parent) - before if parent else 0.0)


def _dask(command: Sequence[str]) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *command],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@contextmanager
def cluster(workers: int) -> Iterator[tuple[str, int]]:
    """The address of a scheduler of our own with so many workers, and the pid of their parent."""
    from distributed import Client

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    loopback = ["--host", "127.0.0.1", "--no-dashboard"]
    one = ["--nthreads", "1", "--nworkers", str(workers)]
    where = f"127.0.0.1:{port}"
    started = [_dask(["scheduler", *loopback, "--port", str(port)])]
    started.append(_dask(["worker", f"tcp://{where}", *loopback, *one]))
    try:
        with Client(f"tcp://{where}", timeout=120, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=120)
        yield f"dask://{where}", started[1].pid
    finally:
        for process in reversed(started):
            process.terminate()
            process.wait()


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store = Path(sys.argv[1]) if len(sys.argv) > 1 else folder / "store"
        if len(sys.argv) < 2:
            print(f"vectors made in {timed(store, folder / 'cold.json', None).wall:.1f} s")
        reports = []
        with cluster(1) as one, cluster(2) as two:
            turns = {"local": ("", None), "1 worker": one, "2 workers": two}
            for who, (address, workers) in turns.items():
                reports.append(folder / f"{len(reports)}.json")
                more = ["--executor", address] if address else []
                spent = timed(store, reports[-1], workers, *more)
                print(
                    f"{who}: {spent.wall:.1f} s; processor seconds: command {spent.command:.1f}, "
                    f"workers {spent.workers:.1f}; load {os.getloadavg()[0]:.1f}",
                    flush=True,
                )
        equal = len({comparable(report) for report in reports}) == 1
        variants = len(json.loads(reports[0].read_text(encoding="utf-8"))["variants"])
    print(f"{variants} variants on {os.cpu_count()} cores")
    print(f"the {len(reports)} reports are equal but for id, time and durations: {equal}")


if __name__ == "__main__":
    main()
