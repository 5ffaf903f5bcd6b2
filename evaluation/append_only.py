"""Tables whose rows are added and read: the database itself refuses to change or remove one."""

from sqlalchemy import Connection, Engine, Table, text
from sqlalchemy.schema import CreateIndex, CreateTable

REFUSED = "only added to"
_LOCK = 20_261_131  # a number of our own among PostgreSQL's advisory locks
_FUNCTION = f"""
CREATE OR REPLACE FUNCTION chunkboard_only_added_to() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'the table % is {REFUSED}', TG_TABLE_NAME; END $$
"""


def append_only(engine: Engine, table: Table) -> None:
    """Makes the table if it is not there, while other processes may do the same, and has the
    database refuse UPDATE, DELETE and TRUNCATE of it, and a row in the place of another.

    Whoever owns the database can still take the refusal away; nothing of ours does.
    """
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            # Even "if not exists" fails where two sessions make a table at the same moment.
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
        connection.execute(CreateTable(table, if_not_exists=True))
        for index in table.indexes:
            connection.execute(CreateIndex(index, if_not_exists=True))
        if engine.dialect.name == "postgresql":
            _postgresql(connection, table)
        else:
            _sqlite(connection, table)


def _sqlite(connection: Connection, table: Table) -> None:
    refuse = f"BEGIN SELECT RAISE(ABORT, 'the table {table.name} is {REFUSED}'); END"
    (key,) = table.primary_key.columns
    # REPLACE removes a row without asking the trigger of DELETE.
    there = f"WHEN EXISTS (SELECT 1 FROM {table.name} WHERE {key.name} = NEW.{key.name})"
    for name, when in (("UPDATE", ""), ("DELETE", ""), ("INSERT", there)):
        connection.execute(
            text(
                f"CREATE TRIGGER IF NOT EXISTS {table.name}_no_{name.lower()} BEFORE {name} "
                f"ON {table.name} {when} {refuse}"
            )
        )


def _postgresql(connection: Connection, table: Table) -> None:
    name = f"{table.name}_only_added_to"
    there = text(
        "SELECT 1 FROM pg_trigger WHERE tgname = :name AND tgrelid = CAST(:table AS regclass)"
    )
    if connection.scalar(there, {"name": name, "table": table.name}):
        return  # Making it anew would wait for everyone who reads.
    connection.execute(text(_FUNCTION))
    connection.execute(
        text(
            f"CREATE TRIGGER {name} BEFORE UPDATE OR DELETE OR TRUNCATE ON {table.name} "
            "FOR EACH STATEMENT EXECUTE FUNCTION chunkboard_only_added_to()"
        )
    )
