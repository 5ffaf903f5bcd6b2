"""A run's scores as rows of the database."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, insert, select

from evaluation.report import PER_QUESTION
from evaluation.store_schema import RESULTS, SCORES

_SCORED = ("outcome", *PER_QUESTION)
_SENT = 20_000


class ScoreRow(NamedTuple):
    """What one question scored under one variant, retriever and budget of a run."""

    run: str
    variant: str
    retriever: str
    budget_tokens: int
    question: str
    outcome: str | None
    hit: float | None
    complete: float | None
    document_hit: float | None
    rank: int | None
    document_rank: int | None


def write_scores(connection: Connection, report: Mapping[str, Any]) -> None:
    """Writes the rows of a report, in the caller's transaction."""
    found = [
        (variant, result) for variant in report.get("variants", ()) for result in variant["results"]
    ]
    if not found:
        return
    rows = [
        {
            "run": report["run"]["id"],
            "variant": variant["id"],
            "retriever": result["retriever"],
            "budget_tokens": result["budget_tokens"],
        }
        for variant, result in found
    ]
    made = insert(RESULTS).returning(RESULTS.c.number, sort_by_parameter_order=True)
    numbers = connection.execute(made, rows).scalars().all()
    scores = (
        {"result": number, **_scored(row)}
        for number, (_, result) in zip(numbers, found, strict=True)
        for row in result["per_question"]
    )
    while sent := list(islice(scores, _SENT)):
        connection.execute(insert(SCORES), sent)


def _scored(row: Mapping[str, Any]) -> dict[str, Any]:
    return {"question": row["id"], **{name: row.get(name) for name in _SCORED}}


def score_lines(rows: Iterable[ScoreRow]) -> Iterator[str]:
    """A line a score, for a person."""
    for row in rows:
        rank = "not found" if row.rank is None else f"rank {row.rank}"
        place = f"{row.variant}  {row.retriever}  {row.budget_tokens}"
        yield f"{row.run}  {place}  {row.outcome or 'no outcome'}  {rank}"


class RunScores:
    """The scores in a database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def of_question(self, question: str, runs: Iterable[str]) -> Iterator[ScoreRow]:
        """What a question scored in these runs, by run, variant, retriever and budget."""
        joined = select(
            *(RESULTS.c[name] for name in ("run", "variant", "retriever", "budget_tokens")),
            *(SCORES.c[name] for name in ("question", *_SCORED)),
        ).join(SCORES, SCORES.c.result == RESULTS.c.number)
        wanted = joined.where(RESULTS.c.run.in_(list(runs)), SCORES.c.question == question)
        ordered = wanted.order_by(
            RESULTS.c.run, RESULTS.c.variant, RESULTS.c.retriever, RESULTS.c.budget_tokens
        )
        with self._engine.connect() as connection:
            yield from (ScoreRow(*row) for row in connection.execute(ordered).all())
