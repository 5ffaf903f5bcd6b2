"""The store's tables, made and brought up to date on both databases."""

import subprocess
import sys
import threading

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

from evaluation.command_line import main
from evaluation.database import open_database, open_store
from evaluation.migrations import migrate as module
from evaluation.migrations.migrate import migrate, revisions
from evaluation.store import RunStore, packed
from evaluation.store_schema import METADATA
from evaluation.vectors import VectorTable
from tests.evaluation.hash_embedder import HashEmbedder

# As the first version of the program made them.
FIRST = (
    "CREATE TABLE runs (id VARCHAR(32) NOT NULL, created VARCHAR(32) NOT NULL, golden_set "
    "VARCHAR(200) NOT NULL, digest VARCHAR(64) NOT NULL, report {blob} NOT NULL, PRIMARY KEY (id))",
    "CREATE INDEX ix_runs_created ON runs (created)",
    "CREATE TABLE contexts (run VARCHAR(32) NOT NULL, result VARCHAR(300) NOT NULL, contexts "
    "{blob} NOT NULL, PRIMARY KEY (run, result), FOREIGN KEY(run) REFERENCES runs (id))",
    "CREATE TABLE vectors (key VARCHAR(64) NOT NULL, vector {blob} NOT NULL, PRIMARY KEY (key))",
)


@pytest.fixture
def raw(empty_store):
    """An engine on the database as it was before any program of ours opened it."""
    opened = open_store(empty_store)
    made = open_database(opened.url.render_as_string(hide_password=False))
    opened.dispose()
    with made.begin() as connection:
        connection.execute(text("DROP VIEW score_rows"))
        for table in (*reversed(METADATA.sorted_tables), "alembic_version"):
            connection.execute(text(f"DROP TABLE {table}"))
    yield made
    made.dispose()


def differences(engine):
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return compare_metadata(context, METADATA)


def written(engine, *statements):
    blob = "BYTEA" if engine.dialect.name == "postgresql" else "BLOB"
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement.format(blob=blob)))


def test_the_migrations_make_the_tables_that_the_program_reads(engine):
    assert differences(engine) == []


def test_the_steps_are_one_line():
    config = Config()
    config.set_main_option("script_location", str(module._FOLDER))
    steps = [step.revision for step in ScriptDirectory.from_config(config).walk_revisions()]
    assert tuple(reversed(steps)) == revisions()


ROW = {"id": "q", "outcome": "complete", "hit": 1.0, "complete": 1.0, "document_hit": 1.0}
REPORT = {
    "run": {"id": "r1", "created": "2026", "golden_set": {"name": "g", "digest": "d"}},
    "variants": [
        {
            "id": "v",
            "results": [
                {
                    "retriever": "bm25",
                    "budget_tokens": 600,
                    "per_question": [{**ROW, "rank": 2, "document_rank": None}],
                }
            ],
        }
    ],
}


def test_a_store_of_the_first_version_is_taken_over_with_what_it_holds(raw, empty_store):
    written(raw, *FIRST)
    with raw.begin() as connection:
        run = "INSERT INTO runs VALUES (:id, '2026', 'g', 'd', :report)"
        connection.execute(text(run), {"id": "r1", "report": packed(REPORT)})
        connection.execute(text(run), {"id": "bad", "report": packed({"schema": "another"})})
        connection.execute(text(run), {"id": "broken", "report": b"no zlib"})
        row = "INSERT INTO contexts VALUES ('r1', 'v/bm25/600', :contexts)"
        connection.execute(text(row), {"contexts": packed([{"question": "q"}])})
    VectorTable(raw).vectors_for(HashEmbedder(), ["a"])
    engine = open_store(empty_store)
    assert differences(engine) == []
    assert RunStore(engine).report("r1") == REPORT
    assert RunStore(engine).all_contexts("r1") == {"v/bm25/600": [{"question": "q"}]}
    assert not VectorTable(engine).missing(HashEmbedder(), ["a"])
    foreign = inspect(engine).get_foreign_keys("contexts")
    assert [key["referred_table"] for key in foreign] == ["runs"]
    with engine.connect() as connection:
        rows = connection.execute(text("SELECT * FROM score_rows")).all()
    assert [tuple(row) for row in rows] == [
        ("r1", "v", "bm25", 600, "q", "complete", 1.0, 1.0, 1.0, 2, None)
    ]
    assert [run.here for run in RunStore(engine).every_run()] == ["2026"] * 3
    engine.dispose()


@pytest.mark.parametrize("name", ["runs", "vectors"])
def test_tables_of_something_else_are_told_and_left_alone(raw, empty_store, name):
    written(raw, f"CREATE TABLE {name} (athlete VARCHAR(9))")
    with pytest.raises(ConnectionError, match=f"a table '{name}' of something else, without"):
        open_store(empty_store)
    assert inspect(raw).get_table_names() == [name]


def test_a_foreign_table_is_one_line_on_the_command_line(tmp_path, capsys):
    made = open_database(f"sqlite:///{tmp_path}/chunkboard.sqlite")
    written(made, "CREATE TABLE runs (x INT)")
    made.dispose()
    assert main(["runs", "--store", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "allowed is a database that Chunkboard made, or an empty one" in error


def test_a_store_of_a_newer_program_is_told_and_left_alone(engine, empty_store):
    written(
        engine,
        "UPDATE alembic_version SET version_num = '9999'",
        "DROP TABLE vectors",
        "CREATE TABLE news (x INT)",
    )
    before = sorted(inspect(engine).get_table_names())
    with pytest.raises(ConnectionError, match="step '9999', which this program does not know"):
        open_store(empty_store)
    assert sorted(inspect(engine).get_table_names()) == before


def test_a_migration_that_fails_changes_nothing(raw, monkeypatch):
    written(raw, *FIRST)
    before = sorted(inspect(raw).get_table_names())

    newest = module._to_newest

    def halfway(connection):
        newest(connection)
        assert "seals" in inspect(connection).get_table_names()
        raise OSError("disk full")

    monkeypatch.setattr(module, "_to_newest", halfway)
    with pytest.raises(OSError, match="disk full"):
        migrate(raw)
    assert sorted(inspect(raw).get_table_names()) == before


OPEN = """
import sys
from pathlib import Path
from evaluation.database import open_store
print(flush=True)
sys.stdin.readline()
engine = open_store(Path(sys.argv[1]))
print(engine.connect().exec_driver_sql("SELECT count(*) FROM decision_log").scalar())
"""


def test_servers_that_start_at_once_migrate_once(raw, empty_store):
    """Fails where two make a table at the same moment, or one reads it half made."""
    written(raw, *FIRST)
    command = [sys.executable, "-c", OPEN, str(empty_store)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    servers = [subprocess.Popen(command, **pipes) for _ in range(3)]
    for server in servers:
        server.stdout.readline()
    for server in servers:
        server.stdin.write("\n")
        server.stdin.flush()
    assert [server.communicate(timeout=60)[0] for server in servers] == ["0\n"] * 3
    assert differences(raw) == []
    with raw.connect() as connection:
        steps = connection.scalars(text("SELECT version_num FROM alembic_version")).all()
    assert steps == [revisions()[-1]]


def test_threads_of_one_server_take_turns(raw, empty_store):
    faults = []

    def one():
        try:
            open_store(empty_store).dispose()
        except Exception as error:
            faults.append(error)

    threads = [threading.Thread(target=one) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert faults == []
    assert differences(raw) == []


def test_a_store_that_is_up_to_date_is_opened_without_alembic(tmp_path):
    open_store(tmp_path).dispose()
    code = (
        "import sys; from pathlib import Path; from evaluation.database import open_store; "
        "open_store(Path(sys.argv[1])); sys.exit('alembic' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False)
    assert done.returncode == 0
