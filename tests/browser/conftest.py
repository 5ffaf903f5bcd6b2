"""A real server over a store of its own, and a real browser."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import sync_playwright

from tests.pages.factory import write_golden_set, write_run

ROOT = Path(__file__).parent.parent.parent
# The server's `handbook` is the small golden set of the page tests.
SERVE = """
import sys
from pathlib import Path
import golden_sets.golden_set as golden_set
golden_set.SHIPPED = Path({shipped!r})
from pages.ui.serve import main
sys.argv = ["serve", *{arguments!r}]
main()
"""


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def started(folder: Path, store: str = "store") -> tuple[subprocess.Popen[bytes], str]:
    """A server over a folder's `sets`, `own` and store, once it answers; and its address."""
    port = free_port()
    code = SERVE.format(shipped=str(folder / "sets"), arguments=["--server.port", str(port)])
    environment = {
        **os.environ,
        "CHUNKBOARD_STORE": str(folder / store),
        "CHUNKBOARD_GOLDEN_SETS": str(folder / "own"),
    }
    with (folder / f"{store}.log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-c", code], cwd=ROOT, env=environment, stdout=log, stderr=log
        )
    address = f"http://127.0.0.1:{port}"
    give_up = time.monotonic() + 90
    while time.monotonic() < give_up and process.poll() is None:
        try:
            with urlopen(f"{address}/_stcore/health", timeout=1) as answer:
                if answer.read() == b"ok":
                    return process, address
        except (URLError, OSError):
            time.sleep(0.05)
    process.kill()
    process.wait(10)
    pytest.fail(f"the server never answered: {(folder / f'{store}.log').read_text()}")


@contextmanager
def serving(folder: Path, store: str = "store") -> Iterator[str]:
    """The address of a server for as long as it is needed."""
    process, address = started(folder, store)
    try:
        yield address
    finally:
        process.terminate()
        process.wait(10)


def with_a_run(folder: Path) -> Path:
    """The folder, with the small golden set as `handbook` and one run of it."""
    write_run(write_golden_set(folder / "sets" / "handbook"), folder / "store")
    return folder


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """The folder of the module's own server: `sets`, `own` and `store`."""
    return with_a_run(tmp_path_factory.mktemp("place"))


@pytest.fixture(scope="module")
def server(place):
    """The address of a server for all tests of a module, over a store that holds one run."""
    with serving(place) as address:
        yield address


@pytest.fixture
def fresh_server(tmp_path):
    """The same for one test, which finds its store and its server untouched."""
    with serving(with_a_run(tmp_path)) as address:
        yield address


@pytest.fixture(scope="session")
def browser():
    """An installed Chromium or Chrome, else Playwright's own."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    found = next((path for name in names if (path := shutil.which(name))), None)
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(
            executable_path=found,
            args=["--no-sandbox", "--disable-background-networking"],
        )
        yield made
        made.close()


@pytest.fixture
def page(browser):
    """A fresh page; a request that leaves the machine fails the test."""
    opened = browser.new_page(viewport={"width": 1280, "height": 900})
    outside = []
    opened.on(
        "request",
        lambda request: (
            None
            if request.url.startswith(("http://127.0.0.1:", "data:", "blob:"))
            else outside.append(request.url)
        ),
    )
    yield opened
    opened.close()
    assert outside == []
