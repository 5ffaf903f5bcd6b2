"""The default matrix on `handbook`: cold, and with every vector cached, in one run.

`python -m tests.benchmarks.bench_matrix` runs the command line twice over one new store, and
compares the two reports.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any


def _timed(store: Path, report: Path) -> float:
    command = [sys.executable, "-m", "evaluation", "run", "handbook"]
    command += ["--store", str(store), "--report", str(report)]
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - started


def comparable(path: Path) -> str:
    """The report without what may differ between two runs: id, time and durations."""
    report: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    del report["run"]["id"], report["run"]["created"]
    for variant in report["variants"]:
        del variant["index"]["seconds"], variant["index"]["query_ms"]
    return json.dumps(report)


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        reports = folder / "cold.json", folder / "cached.json"
        cold, cached = (_timed(folder / "store", report) for report in reports)
        equal = comparable(reports[0]) == comparable(reports[1])
        variants = json.loads(reports[0].read_text(encoding="utf-8"))["variants"]
    results = sum(len(variant["results"]) for variant in variants)
    print(f"{len(variants)} variants, {results} results, the whole process from start to tables")
    print(f"cold {cold:.1f} s, cached {cached:.1f} s, {cold / cached:.0f} times")
    print(f"reports equal but for id, time and durations: {equal}")


if __name__ == "__main__":
    main()
