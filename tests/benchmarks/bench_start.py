"""The start page: a fresh browser on a fresh server, the script's own time, and memory.

`python -m tests.benchmarks.bench_start` needs a run of `handbook` in the store.
"""

import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import sync_playwright

from pages.ui.serve import preload
from tests.browser.conftest import free_port

ROOT = Path(__file__).parent.parent.parent


def _resident_mb(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    row = next(line for line in lines if line.startswith("VmRSS"))
    return int(row.split()[1]) / 1024


def fresh_server() -> None:
    """Seconds from nothing to a served page, and from a fresh browser to content and charts."""
    port = free_port()
    started = time.perf_counter()
    command = [sys.executable, "-m", "pages.ui.serve", "--server.port", str(port)]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        address = f"http://127.0.0.1:{port}"
        while True:
            try:
                if urlopen(f"{address}/_stcore/health", timeout=1).read() == b"ok":
                    break
            except (URLError, OSError):
                time.sleep(0.05)
        print(f"server answers after {time.perf_counter() - started:.1f} s")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            for name in ("first", "second"):
                page = browser.new_context().new_page()
                started = time.perf_counter()
                page.goto(address)
                page.get_by_role("heading", level=1).wait_for()
                first = time.perf_counter() - started
                page.locator(".js-plotly-plot").nth(1).wait_for()
                charts = time.perf_counter() - started
                print(f"{name} browser: content after {first:.1f} s, charts after {charts:.1f} s")
            browser.close()
        print(f"server's resident memory: {_resident_mb(process.pid):.0f} MB")
    finally:
        process.terminate()
        process.wait(10)


def script_time() -> None:
    """Milliseconds of the page's script, without the browser, as the server has loaded it."""
    from streamlit.testing.v1 import AppTest

    preload()
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    spent = []
    for _ in range(11):
        started = time.perf_counter()
        app.run()
        spent.append(1000 * (time.perf_counter() - started))
        if app.exception or not app.dataframe:
            raise SystemExit("the page is not full: run handbook first")
    heavy = [n for n in ("torch", "chromadb", "sentence_transformers") if n in sys.modules]
    print(f"script: first {spent[0]:.0f} ms, then median {statistics.median(spent[1:]):.0f} ms")
    print(f"heavy modules imported: {heavy or 'none'}")


if __name__ == "__main__":
    os.chdir(ROOT)
    fresh_server()
    script_time()
