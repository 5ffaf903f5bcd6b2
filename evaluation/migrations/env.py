"""What Alembic runs to migrate: on the connection, and in the transaction, that it was given."""

from alembic import context

from evaluation.store_schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite changes a column only by copying its table
)
context.run_migrations()
