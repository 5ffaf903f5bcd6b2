"""Every page on `handbook`: a browser's time to settled, and 20 sessions that read at once.

    python -m tests.benchmarks.bench_pages [SESSIONS]

Needs a run of `handbook` in the store. Browsers come first, each page in a fresh one and again in
the same; then sessions that speak the server's own protocol, since 20 browsers would take the
processor that is measured. Each session opens every page in an order of its own, one after the
other without a pause.
"""

import asyncio
import os
import random
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser, sync_playwright
from rich.console import Console
from rich.table import Table
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

from tests.benchmarks.bench_start import ROOT, _resident_mb
from tests.browser.conftest import free_port

# As the address bar has them, behind the server's own address.
PAGES = ("", "own", "golden-set", "tune", "compare", "question", "cuts", "decide", "runs", "write")
SETTLED = "[data-testid=stApp][data-test-script-state=notRunning]"


@contextmanager
def served() -> Iterator[tuple[int, int]]:
    """A server of the store at hand: its port and process."""
    port = free_port()
    command = [sys.executable, "-m", "pages.ui.serve", "--server.port", str(port)]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, cwd=ROOT, stdout=quiet, stderr=quiet)
    try:
        while True:
            try:
                if urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=1).read() == b"ok":
                    break
            except (URLError, OSError):
                time.sleep(0.05)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(10)


def settled(browser: Browser, address: str) -> tuple[float, float]:
    """Seconds to a settled page, in a fresh browser and again in the same one."""
    page = browser.new_context().new_page()
    spent = []
    for _ in range(2):
        started = time.perf_counter()
        page.goto(address)
        page.get_by_role("heading", level=1).wait_for(timeout=120_000)
        page.locator(SETTLED).wait_for(timeout=120_000)
        page.wait_for_function("() => !document.querySelector('[data-testid=stSkeleton]')")
        spent.append(time.perf_counter() - started)
        assert page.locator("[data-testid=stException]").count() == 0, f"{address} broke off"
    page.context.close()
    return spent[0], spent[1]


async def opened(socket: ClientConnection, page: str) -> float:
    """Milliseconds from asking for a page to the end of its script."""
    asked = BackMsg()
    asked.rerun_script.page_name = page
    started = time.perf_counter()
    await socket.send(asked.SerializeToString())
    while True:
        told = ForwardMsg()
        told.ParseFromString(bytes(await socket.recv(decode=False)))
        if told.WhichOneof("type") == "script_finished":
            return 1000 * (time.perf_counter() - started)


async def session(port: int, number: int, spent: dict[str, list[float]], go: asyncio.Event) -> None:
    """One session: every page twice, the first time being what a new session pays."""
    order = list(PAGES)
    random.Random(number).shuffle(order)
    address = f"ws://127.0.0.1:{port}/_stcore/stream"
    async with connect(address, subprotocols=["streamlit"], max_size=None) as socket:  # type: ignore[list-item]
        await go.wait()
        for page in order * 2:
            spent[page].append(await opened(socket, page))


async def crowd(port: int, count: int) -> dict[str, list[float]]:
    spent: dict[str, list[float]] = {page: [] for page in PAGES}
    go = asyncio.Event()
    sessions = [asyncio.create_task(session(port, n, spent, go)) for n in range(count)]
    await asyncio.sleep(2)
    go.set()
    await asyncio.gather(*sessions)
    return spent


def table(alone: dict[str, tuple[float, float]], spent: dict[str, list[float]]) -> Table:
    made = Table(title="Each page on handbook")
    for column in ("page", "settled, first browser s", "again s"):
        made.add_column(column, justify="left" if column == "page" else "right")
    for column in ("at once: median ms", "95th percentile ms"):
        made.add_column(column, justify="right")
    for page in PAGES:
        every = sorted(spent[page])
        first, again = alone[page]
        made.add_row(
            page or "start",
            *(f"{one:.1f}" for one in (first, again)),
            f"{statistics.median(every):,.0f}",
            f"{every[int(0.95 * (len(every) - 1))]:,.0f}",
        )
    return made


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    console = Console(width=120)
    with served() as (port, pid):
        alone: dict[str, tuple[float, float]] = {}
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            for page in PAGES:
                alone[page] = settled(browser, f"http://127.0.0.1:{port}/{page}")
            browser.close()
        before = _resident_mb(pid)
        spent = asyncio.run(crowd(port, count))
        after = _resident_mb(pid)
    console.print(table(alone, spent))
    every = sorted(one for page in spent.values() for one in page)
    console.print(
        f"{count} sessions, {len(every):,} pages: median {statistics.median(every):,.0f} ms, 95th "
        f"percentile {every[int(0.95 * (len(every) - 1))]:,.0f} ms; resident memory "
        f"{before:.0f} MB before, {after:.0f} MB after, {(after - before) / count:.1f} MB a session"
    )


if __name__ == "__main__":
    os.chdir(Path(ROOT))
    main()
