"""A log of who did what, and logs that the database itself only lets grow.

Whoever owns the database can still take the refusal away; nothing of ours does.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_LOGS = ("action_log", "decision_log")
_FUNCTION = """
CREATE OR REPLACE FUNCTION chunkboard_only_added_to() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'the table % is only added to', TG_TABLE_NAME; END $$
"""


def upgrade() -> None:
    op.create_table(
        "action_log",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("made", sa.String(32), nullable=False),
        sa.Column("who", sa.String(60), nullable=False),
        sa.Column("identity", sa.String(320), nullable=False),
        sa.Column("via", sa.String(16), nullable=False),
        sa.Column("action", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("object", sa.String(300), nullable=False),
        sa.Column("golden_set", sa.String(200), nullable=False),
        sa.Column("details", sa.Text, nullable=False),
    )
    for column in ("made", "object"):
        op.create_index(f"ix_action_log_{column}", "action_log", [column])
    if op.get_bind().dialect.name == "postgresql":
        op.execute(_FUNCTION)
        for table in _LOGS:
            op.execute(
                f"CREATE TRIGGER {table}_only_added_to BEFORE UPDATE OR DELETE OR TRUNCATE ON "
                f"{table} FOR EACH STATEMENT EXECUTE FUNCTION chunkboard_only_added_to()"
            )
        return
    for table in _LOGS:
        refuse = f"BEGIN SELECT RAISE(ABORT, 'the table {table} is only added to'); END"
        # REPLACE removes a row without asking the trigger of DELETE.
        there = f"WHEN EXISTS (SELECT 1 FROM {table} WHERE number = NEW.number)"
        for name, when in (("UPDATE", ""), ("DELETE", ""), ("INSERT", there)):
            op.execute(
                f"CREATE TRIGGER {table}_no_{name.lower()} BEFORE {name} ON {table} {when} {refuse}"
            )
