"""Scores as rows, the texts that runs cut, and when a run was imported."""

import json
import zlib
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_SCORES = ("outcome", "hit", "complete", "document_hit", "rank", "document_rank")
_VIEW = """
CREATE VIEW score_rows AS
SELECT results.run, results.variant, results.retriever, results.budget_tokens, scores.question,
       scores.outcome, scores.hit, scores.complete, scores.document_hit, scores.rank,
       scores.document_rank
FROM scores JOIN results ON results.number = scores.result
"""


def upgrade() -> None:
    op.add_column("runs", sa.Column("imported", sa.String(32)))
    results = op.create_table(
        "results",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("run", sa.String(32), sa.ForeignKey("runs.id"), nullable=False),
        sa.Column("variant", sa.Text, nullable=False),
        sa.Column("retriever", sa.String(32), nullable=False),
        sa.Column("budget_tokens", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_results_run", "results", ["run"])
    scores = op.create_table(
        "scores",
        sa.Column(
            "result",
            sa.Integer,
            sa.ForeignKey("results.number"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("question", sa.Text, primary_key=True),
        sa.Column("outcome", sa.String(32)),
        sa.Column("hit", sa.Float),
        sa.Column("complete", sa.Float),
        sa.Column("document_hit", sa.Float),
        sa.Column("rank", sa.Integer),
        sa.Column("document_rank", sa.Integer),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "documents",
        sa.Column("revision", sa.String(64), primary_key=True),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("text", sa.LargeBinary, nullable=False),
    )
    op.execute(_VIEW)
    _fill(results, scores)


def _fill(results: sa.Table, scores: sa.Table) -> None:
    """The rows of the runs that are there, one run at a time."""
    bind = op.get_bind()
    runs = sa.table("runs", sa.column("id"), sa.column("report"))
    for run in bind.scalars(sa.select(runs.c.id)).all():
        packed = bind.scalar(sa.select(runs.c.report).where(runs.c.id == run))
        try:
            found = list(_rows(json.loads(zlib.decompress(packed or b""))))
        except (zlib.error, ValueError, KeyError, TypeError, AttributeError):
            continue  # a report that the list of runs cannot read either; it stays as it is
        for result, rows in found:
            number = bind.execute(results.insert().values(run=run, **result)).inserted_primary_key
            if rows and number:
                bind.execute(scores.insert(), [{"result": number[0], **row} for row in rows])


def _rows(report: Any) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    for variant in report["variants"]:
        for result in variant["results"]:
            rows = {
                row["id"]: {"question": row["id"], **{name: row.get(name) for name in _SCORES}}
                for row in result["per_question"]
            }
            yield (
                {
                    "variant": variant["id"],
                    "retriever": result["retriever"],
                    "budget_tokens": result["budget_tokens"],
                },
                list(rows.values()),
            )
