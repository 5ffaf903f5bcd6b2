"""The full matrix on `handbook`: in one process, and on Dask with 1 and 2 workers, in one run.

`python -m tests.benchmarks.bench_dask [STORE]` makes the vectors in a new store first, unless one
is given, and then runs the command line over it: local, 1 worker, 2 workers, and all of it again,
each worker being a process of one thread. The reports are compared. Workers are started before the
clock and have imported nothing of the program when they are first asked.
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

from tests.benchmarks.bench_matrix import comparable

ASKED = ["run", "handbook", "--retrievers", "bm25,vector,hybrid"]
ROUNDS = 2


def timed(store: Path, report: Path, *more: str) -> float:
    command = [sys.executable, "-m", "evaluation", *ASKED, *more]
    command += ["--store", str(store), "--report", str(report)]
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - started


def _dask(command: Sequence[str]) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *command],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@contextmanager
def cluster(workers: int) -> Iterator[str]:
    """The address of a scheduler of our own with so many workers."""
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
        yield f"dask://{where}"
    finally:
        for process in reversed(started):
            process.terminate()
            process.wait()


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store = Path(sys.argv[1]) if len(sys.argv) > 1 else folder / "store"
        if len(sys.argv) < 2:
            print(f"vectors made in {timed(store, folder / 'cold.json'):.1f} s")
        seconds: dict[str, list[float]] = {"local": [], "1 worker": [], "2 workers": []}
        reports = []
        with cluster(1) as one, cluster(2) as two:
            more = {"local": [], "1 worker": ["--executor", one], "2 workers": ["--executor", two]}
            for turn in range(ROUNDS):
                for who, options in more.items():
                    reports.append(folder / f"{len(reports)}.json")
                    seconds[who].append(timed(store, reports[-1], *options))
                    print(f"turn {turn + 1}, {who}: {seconds[who][-1]:.1f} s", flush=True)
        equal = len({comparable(report) for report in reports}) == 1
        variants = len(json.loads(reports[0].read_text(encoding="utf-8"))["variants"])
    least = {who: min(found) for who, found in seconds.items()}
    print(f"{variants} variants; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    for who, found in least.items():
        print(f"{who}: least {found:.1f} s, {found / least['local']:.2f} times local")
    print(f"all {len(reports)} reports equal but for id, time and durations: {equal}")


if __name__ == "__main__":
    main()
