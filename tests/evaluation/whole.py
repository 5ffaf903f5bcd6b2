"""Whether a store is whole, has what it had, and holds the figures of a run that nobody killed."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, select, text

from evaluation.database import open_store
from evaluation.decided_store import DecidedStore
from evaluation.run_history import RunHistory
from evaluation.seal_store import SealStore
from evaluation.store import RunStore, result_key
from evaluation.store_schema import METADATA, VECTORS

# What is of the hour, not of the run.
OF_THE_HOUR = {
    *("created", "seconds", "query_ms", "embedded_now", "sealed", "mark", "first"),
    "other_sums",
}


@contextmanager
def opened(store: Path) -> Iterator[Engine]:
    engine = open_store(store)
    try:
        yield engine
    finally:
        engine.dispose()


def rows_of(engine: Engine, query: Any) -> list[Any]:
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(query)]


def records(engine: Engine) -> dict[str, set[Any]]:
    """Every row of every table."""
    return {t.name: set(rows_of(engine, select(t))) for t in METADATA.sorted_tables}


def missing(before: dict[str, set[Any]], now: dict[str, set[Any]]) -> list[str]:
    """A line a table that has lost, or changed, a row."""
    return [
        f"{name}: {len(rows - now[name])} rows" for name, rows in before.items() if rows - now[name]
    ]


def broken_run(engine: Engine, one: str) -> list[str]:
    """What of a run is not whole."""
    found = []
    store, decided = RunStore(engine), DecidedStore(engine)
    report = store.report(one)
    keys = {
        result_key(v["id"], r["retriever"], r["budget_tokens"]): r["per_question"]
        for v in report["variants"]
        for r in v["results"]
    }
    contexts = store.all_contexts(one)
    if contexts.keys() != keys.keys():
        found.append(f"run {one}: contexts of {len(contexts)} of {len(keys)} results")
    scores = rows_of(engine, text(f"SELECT question FROM score_rows WHERE run = '{one}'"))
    if len(scores) != sum(map(len, keys.values())):
        found.append(f"run {one}: {len(scores)} score rows")
    if report["protocol"] is not None:
        decided.verify(report)
        SealStore(engine).read(report["protocol"]["hash"])
        listed = {row.id for row in store.every_run()}
        if not listed >= set(report["protocol"]["others"]):
            found.append(f"run {one}: not all that it was asked again under")
    return found


def rests_on(report: dict[str, Any]) -> list[str]:
    """The runs that a decided run was asked again under."""
    return report["protocol"]["others"] if report["protocol"] else []


def broken(engine: Engine, vectors: dict[str, bytes]) -> list[str]:
    """What of a store is not whole: every run, seal, line and vector is read."""
    found = []
    if engine.dialect.name == "sqlite":
        said = rows_of(engine, text("PRAGMA integrity_check"))
        found += [] if said == [("ok",)] else [f"SQLite says {said}"]
    store = RunStore(engine)
    listed = {one.id for one in store.every_run()}
    for one in sorted(listed):
        try:
            found += broken_run(engine, one)
        except Exception as error:
            found.append(f"run {one}: {error}")
    logged = {row[0] for row in rows_of(engine, text("SELECT object FROM action_log"))}
    of_another = {one for run in listed for one in rests_on(store.report(run))}
    found += [f"run {one}: nobody ran it" for one in listed - logged - of_another]
    found += [f"run {r.id}: no line" for r in RunHistory(engine).all() if r.brief is None]
    for table in ("contexts", "results", "run_briefs", "decided_runs", "run_notes"):
        of = {row[0] for row in rows_of(engine, text(f"SELECT DISTINCT run FROM {table}"))}
        found += [f"{table}: rows of {one}, which is no run" for one in of - listed]
    results = {row[0] for row in rows_of(engine, text("SELECT number FROM results"))}
    scored = {row[0] for row in rows_of(engine, text("SELECT DISTINCT result FROM scores"))}
    found += [f"scores of {one}, which is no result" for one in scored - results]
    kept = dict(rows_of(engine, select(VECTORS.c.key, VECTORS.c.vector)))
    found += [f"vector {key}" for key in kept.keys() & vectors.keys() if kept[key] != vectors[key]]
    return found


def sums(engine: Engine) -> list[str]:
    """What came out of the runs of the small set, in an order of its own."""
    store = RunStore(engine)
    ids = [one.id for one in store.runs("small")]
    told = (repr(figures(store.report(one))) for one in ids)
    return sorted(re.sub("|".join(ids), "RUN", one) for one in told)


def figures(value: Any) -> Any:
    """A report without what is of the hour."""
    if isinstance(value, dict):
        return {k: figures(v) for k, v in value.items() if k not in OF_THE_HOUR}
    return [figures(one) for one in value] if isinstance(value, list) else value
