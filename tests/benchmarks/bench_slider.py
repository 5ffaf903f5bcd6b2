"""A slider on `handbook`: milliseconds from a change to new numbers, index figures included.

`python -m tests.benchmarks.bench_slider` moves one setting at a time on one workbench, under
vectors, with `structure` at 400 characters: the budget, headers, overlap at a position seen before,
and overlap at new positions, once with every vector in the store and once with the texts it has to
embed. It runs each position once unmeasured where vectors must be there already.
"""

import argparse
import time
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

from evaluation.database import open_store, store_folder
from evaluation.embedders.minilm import MiniLmEmbedder
from evaluation.settings import RunSettings
from evaluation.vectors import VectorTable
from evaluation.workbench import Workbench
from golden_sets.golden_set import find_golden_set, load_golden_set
from strategies.registry import make_strategy
from strategies.variant import Variant


def settings(overlap: int = 0, headers: str = "none", budget: int = 600) -> RunSettings:
    variant = Variant(make_strategy("structure", size=400, overlap=overlap), headers)  # type: ignore[arg-type]
    return RunSettings((variant,), ("vector",), (budget,))


def milliseconds(bench: Workbench, asked: RunSettings) -> float:
    started = time.perf_counter()
    bench.result(asked)
    bench.index(asked.variants[0])
    return 1000 * (time.perf_counter() - started)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--store", type=Path)
    vectors = VectorTable(open_store(store_folder(parser.parse_args().store)))
    golden = load_golden_set(find_golden_set("handbook"))
    embedder = MiniLmEmbedder()
    warm = Workbench(golden, embedder, vectors)
    positions = [40, 60, 80, 120, 160]
    embedded = [milliseconds(warm, settings(overlap)) for overlap in positions]
    milliseconds(warm, settings(headers="path"))
    bench = Workbench(golden, embedder, vectors)
    first = milliseconds(bench, settings())
    budgets = [milliseconds(bench, settings(budget=b)) for b in (300, 450, 800, 1200, 2000)]
    headers = milliseconds(bench, settings(headers="path"))
    new = [milliseconds(bench, settings(overlap)) for overlap in positions]
    again = [milliseconds(bench, settings(overlap)) for overlap in positions]
    table = Table(title="structure, 400 characters, vector: milliseconds to new numbers")
    for column in ("what moved", "median", "most"):
        table.add_column(column, justify="left" if column == "what moved" else "right")
    for name, spent in (
        ("first numbers", [first]),
        ("budget", budgets),
        ("headers, first time, vectors in the store", [headers]),
        ("overlap at a position seen before", again),
        ("overlap at a new position, vectors in the store", new),
        ("overlap at a new position, whatever the store lacked embedded", embedded),
    ):
        table.add_row(name, f"{median(spent):.0f}", f"{max(spent):.0f}")
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
