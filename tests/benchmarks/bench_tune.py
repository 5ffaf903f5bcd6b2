"""The page Tune on `handbook`: milliseconds of server time from a control moved to a page done.

`python -m tests.benchmarks.bench_tune` runs the whole script of the page as a session does, over
the store at hand (`CHUNKBOARD_STORE`), which must hold a run of `handbook`. A setting whose vectors
are missing there is left out and said. Overlap's bill, which is counted aside once the controls
rest, is not in it. Processor time stands beside the time that passed, for a machine with other
work.
"""

import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

from rich.console import Console
from rich.table import Table
from streamlit.testing.v1 import AppTest

APP = str(Path(__file__).parent.parent.parent / "app.py")
Control = tuple[str, str, list[object]]
# Overlaps that a standard run has vectors of.
MOVES: dict[str, Control] = {
    "budget": ("select_slider", "tune_budget", [300, 800, 1200, 400, 1500, 600]),
    "headers, each side seen for the first time, then again": (
        "segmented_control",
        "tune_headers",
        ["on", "off", "on", "off"],
    ),
    "overlap at a new position": ("slider", "tune_overlap", [10, 20, 40]),
    "overlap at a position seen before": ("slider", "tune_overlap", [10, 0, 20, 40, 0]),
    "strategy, cut for the first time": (
        "segmented_control",
        "tune_strategy",
        ["fixed", "parent_child", "recursive"],
    ),
}
SIZES: Control = ("slider", "tune_size", [450, 500, 550, 600, 650])


class Spent(NamedTuple):
    """Milliseconds that passed, and that the processor worked for this process."""

    passed: float
    worked: float


def run(app: AppTest) -> Spent:
    started, working = time.perf_counter(), time.process_time()
    app.run()
    if app.exception:
        raise RuntimeError(app.exception[0].message)
    passed, worked = time.perf_counter() - started, time.process_time() - working
    return Spent(1000 * passed, 1000 * worked)


def row(spent: list[Spent]) -> list[str]:
    """Median and most of what passed, then of what worked."""
    columns = [[one.passed for one in spent], [one.worked for one in spent]]
    return [f"{found(column):.0f}" for column in columns for found in (median, max)]


def main() -> None:
    table = Table(title="milliseconds of a rerun of the whole page")
    words = ("retriever", "what moved")
    for column in (*words, "median", "most", "processor: median", "most ", "n"):
        table.add_column(column, justify="left" if column in words else "right")
    for retriever in ("bm25", "vector"):
        app = AppTest.from_file(APP, default_timeout=120)
        app.query_params["now"] = f"structure-400c~{retriever}~600"
        app.query_params["pin"] = f"recursive-400c~{retriever}~600"
        app.switch_page("pages/views/tune.py")
        table.add_row(retriever, "first numbers", *row([run(app)]), "1")
        moves = {**MOVES, "size at a new position": SIZES} if retriever == "bm25" else MOVES
        for name, (kind, key, values) in moves.items():
            spent = []
            for value in values:
                getattr(app, kind)(key=key).set_value(value)
                spent.append(run(app))
                if not app.metric:
                    spent.pop()
            table.add_row(retriever, name, *row(spent), f"{len(spent)} of {len(values)}")
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
