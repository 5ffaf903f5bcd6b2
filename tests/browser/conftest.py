"""A real server over a store of its own, and a real browser."""

import os
import shutil
import socket
import subprocess
import sys
import time
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


@pytest.fixture
def server(tmp_path):
    """Starts a fresh server over a store that holds one run; the address."""
    write_run(write_golden_set(tmp_path / "sets" / "handbook"), tmp_path / "store")
    port = free_port()
    code = SERVE.format(shipped=str(tmp_path / "sets"), arguments=["--server.port", str(port)])
    environment = {
        **os.environ,
        "CHUNKBOARD_STORE": str(tmp_path / "store"),
        "CHUNKBOARD_GOLDEN_SETS": str(tmp_path / "own"),
    }
    log = (tmp_path / "server.log").open("wb")
    process = subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, stdout=log, stderr=log
    )
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(300):
            try:
                with urlopen(f"{address}/_stcore/health", timeout=1) as answer:
                    if answer.read() == b"ok":
                        break
            except (URLError, OSError):
                time.sleep(0.1)
        else:
            pytest.fail((tmp_path / "server.log").read_text())
        yield address
    finally:
        process.terminate()
        process.wait(10)
        log.close()


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
