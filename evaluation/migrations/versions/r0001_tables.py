"""Every table as it was before there were migrations.

A store that an earlier version made is taken over: what it has not is made, and what it has in an
older form is changed. One that holds tables of something else is refused, and left as it is.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_INDEXED = {
    "runs": ("created", "golden_set"),
    "run_notes": ("run",),
    "seals": ("sealed", "golden_set", "digest"),
    "decided_runs": ("created", "seal"),
    "decision_log": ("run",),
}


def upgrade() -> None:
    _make(
        "runs",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("golden_set", sa.String(200), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("report", sa.LargeBinary, nullable=False),
    )
    _make(
        "contexts",
        sa.Column("run", sa.String(32), sa.ForeignKey("runs.id"), primary_key=True),
        sa.Column("result", sa.Text, primary_key=True),
        sa.Column("contexts", sa.LargeBinary, nullable=False),
    )
    _make(
        "run_briefs",
        sa.Column("run", sa.String(32), primary_key=True),
        sa.Column("version", sa.String(8), primary_key=True),
        sa.Column("brief", sa.Text, nullable=False),
    )
    _make(
        "run_notes",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("run", sa.String(32), nullable=False),
        sa.Column("written", sa.String(32), nullable=False),
        sa.Column("note", sa.Text, nullable=False),
    )
    _make(
        "deleted_runs",
        sa.Column("run", sa.String(32), primary_key=True),
        sa.Column("deleted", sa.String(32), nullable=False),
    )
    _make(
        "seals",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("sealed", sa.String(32), nullable=False),
        sa.Column("golden_set", sa.String(200), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("seal", sa.LargeBinary, nullable=False),
    )
    _make(
        "decided_runs",
        sa.Column("run", sa.String(32), primary_key=True),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("seal", sa.String(64), nullable=False),
        sa.Column("results", sa.String(64), nullable=False),
        sa.Column("verdicts", sa.LargeBinary, nullable=False),
    )
    _make(
        "decision_log",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("run", sa.String(64), nullable=False),
        sa.Column("seal", sa.String(64), nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("who", sa.String(60), nullable=False),
        sa.Column("action", sa.String(16), nullable=False),
        sa.Column("candidate", sa.String(300), nullable=False),
        sa.Column("retriever", sa.String(32), nullable=False),
        sa.Column("departs", sa.Integer, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
    )
    _make(
        "vectors",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("vector", sa.LargeBinary, nullable=False),
    )
    for table, columns in _INDEXED.items():
        for column in columns:
            op.create_index(f"ix_{table}_{column}", table, [column], if_not_exists=True)
    _widen_results()


def _make(name: str, *columns: sa.Column[object]) -> None:
    op.create_table(name, *columns, if_not_exists=True)
    there = {column["name"] for column in sa.inspect(op.get_bind()).get_columns(name)}
    if missing := [column.name for column in columns if column.name not in there]:
        raise ConnectionError(
            f"the database {op.get_bind().engine.url.render_as_string()} holds a table {name!r} "
            f"of something else, without {', '.join(missing)}; allowed is a database that "
            "Chunkboard made, or an empty one"
        )


def _widen_results() -> None:
    """The first versions gave a result's name 300 characters, which PostgreSQL holds one to."""
    columns = sa.inspect(op.get_bind()).get_columns("contexts")
    kind = next(column["type"] for column in columns if column["name"] == "result")
    if not isinstance(kind, sa.Text):
        with op.batch_alter_table("contexts") as table:
            table.alter_column("result", existing_type=kind, existing_nullable=False, type_=sa.Text)
