"""In which order runs came into the store, and what comes with a run from another one.

What comes with it stands apart from what is made here, or says when it came: a seal from elsewhere
is none of this store's, whatever it says of itself.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_ORDER = {
    "sqlite": "rowid",
    "postgresql": "(SELECT count(*) FROM runs AS other WHERE (other.created, other.id) <= "
    "(runs.created, runs.id))",
}


def upgrade() -> None:
    op.add_column("runs", sa.Column("number", sa.Integer))
    op.execute(f"UPDATE runs SET number = {_ORDER[op.get_bind().dialect.name]}")
    op.create_index("ix_runs_number", "runs", ["number"])
    op.add_column("run_notes", sa.Column("who", sa.String(60)))
    op.add_column("run_notes", sa.Column("imported", sa.String(32)))
    op.add_column("decision_log", sa.Column("imported", sa.String(32)))
    op.create_table(
        "imported_decisions",
        sa.Column("run", sa.String(32), primary_key=True),
        sa.Column("imported", sa.String(32), nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
    )
