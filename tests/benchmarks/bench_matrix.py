"""The matrix on `handbook`: cold, and with every vector cached, in one run.

`python -m tests.benchmarks.bench_matrix` runs the command line over one new store: 5 strategies,
headers off and on, overlap 0 and 20 %, 2 retrievers; cold, then cached three times. The reports
are compared.
"""

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any


def _timed(store: Path, report: Path) -> float:
    command = [sys.executable, "-m", "evaluation", "run", "handbook", "--overlap", "0,20%"]
    command += ["--store", str(store), "--report", str(report)]
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - started


def comparable(path: Path) -> str:
    """The report without what may differ between two runs: id, time and durations."""
    report: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    del report["run"]["id"], report["run"]["created"]
    for variant in report["variants"]:
        for measured in ("seconds", "query_ms", "embedded_now"):
            del variant["index"][measured]
    return json.dumps(report)


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        reports = [folder / f"{number}.json" for number in range(4)]
        cold, *cached = (_timed(folder / "store", report) for report in reports)
        equal = len({comparable(report) for report in reports}) == 1
        variants = json.loads(reports[0].read_text(encoding="utf-8"))["variants"]
    results = sum(len(variant["results"]) for variant in variants)
    print(f"{len(variants)} variants, {results} results, the whole process from start to tables")
    print(f"cold {cold:.1f} s; cached {', '.join(f'{seconds:.1f}' for seconds in cached)} s")
    print(f"cold over median cached: {cold / statistics.median(cached):.0f}")
    print(f"reports equal but for id, time and durations: {equal}")


if __name__ == "__main__":
    main()
