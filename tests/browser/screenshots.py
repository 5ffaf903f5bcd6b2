"""Takes the README's pictures of the dashboard: `python -m tests.browser.screenshots [NAME ...]`.

It serves the store at hand (`CHUNKBOARD_STORE`), which must hold a run of `handbook`, and a copy of
`handbook` to write in.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Page, sync_playwright

from golden_sets.golden_set import SHIPPED
from golden_sets.making import copy_set
from tests.browser.conftest import free_port

ROOT = Path(__file__).parent.parent.parent
PICTURES = {
    "start.png": ("/", {"width": 1180, "height": 1220}, "light"),
    "start-dark-390.png": ("/", {"width": 390, "height": 900}, "dark"),
    "own.png": ("/own?set=our-handbook", {"width": 1180, "height": 1180}, "light"),
    "golden-set.png": ("/golden-set?set=handbook", {"width": 1180, "height": 1100}, "light"),
    "tune.png": (
        "/tune?set=handbook&now=structure-400c~bm25~600&pin=recursive-400c~bm25~600",
        {"width": 1180, "height": 1300},
        "light",
    ),
    "compare.png": (
        "/compare?set=handbook&section=differences",
        {"width": 1180, "height": 1200},
        "light",
    ),
    "compare-zh-390.png": (
        "/compare?set=handbook&section=differences&lang=zh",
        {"width": 390, "height": 1200},
        "dark",
    ),
    "cuts.png": (
        "/cuts?strategy=structure&overlap_percent=0",
        {"width": 1180, "height": 1420},
        "light",
    ),
    "question.png": (
        "/question?question=po19&variant=fixed-400c&retriever=vector"
        "&with=structure-400c&with_retriever=vector",
        {"width": 1180, "height": 1200},
        "light",
    ),
    "decide.png": ("/decide?set=contracts_zh", {"width": 1180, "height": 1400}, "light"),
    "runs.png": ("/runs", {"width": 1180, "height": 1100}, "light"),
    "write.png": (
        "/write?set=our-handbook&question=po19",
        {"width": 1280, "height": 1160},
        "light",
    ),
}


def _taken(page: Page, address: str, path: str) -> None:
    page.goto(address)
    page.get_by_role("heading", level=1).wait_for()
    page.wait_for_timeout(2000)
    page.wait_for_function("() => !document.querySelector('[data-testid=stSkeleton]')")
    page.wait_for_timeout(2000)
    page.screenshot(path=path)


def main() -> None:
    wanted = sys.argv[1:] or list(PICTURES)
    sets = tempfile.mkdtemp()
    os.environ["CHUNKBOARD_GOLDEN_SETS"] = sets
    copy_set(SHIPPED / "handbook", "our-handbook", "Ana Weber")
    port = free_port()
    command = [sys.executable, "-m", "pages.ui.serve", "--server.port", str(port)]
    process = subprocess.Popen(command, cwd=ROOT)
    try:
        while True:
            try:
                if urlopen(f"http://127.0.0.1:{port}/_stcore/health").read() == b"ok":
                    break
            except (URLError, OSError):
                time.sleep(0.1)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            for name in wanted:
                path, size, scheme = PICTURES[name]
                page = browser.new_page(viewport=size, color_scheme=scheme)
                _taken(page, f"http://127.0.0.1:{port}{path}", str(ROOT / "docs" / name))
                page.close()
            browser.close()
    finally:
        process.terminate()
        process.wait(10)
        shutil.rmtree(sets)


if __name__ == "__main__":
    main()
