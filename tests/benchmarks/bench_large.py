"""The pages over a run of 200 variants under 2 retrievers, asked 1,000 questions.

    python -m tests.benchmarks.bench_large

Makes the run by lot in a folder of its own (`tests/pages/large.py`). Each page's time to settled in
a browser: as the first page anyone opens on a server, then in a fresh browser, then in that one.
"""

import os
import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.table import Table

from tests.benchmarks.bench_pages import served, settled
from tests.pages.large import NAME, write_large_run, write_large_set

QUESTIONS, DOCUMENTS, VARIANTS = 1_000, 200, 200
SET = f"set={NAME}"
PAGES = (
    f"?{SET}",
    f"golden-set?{SET}",
    f"tune?{SET}&now=fixed-400c~bm25~600&pin=recursive-400c~bm25~600",
    f"compare?{SET}",
    f"question?{SET}&run=RUN",
    f"cuts?{SET}",
    f"decide?{SET}",
    f"runs?{SET}&run=RUN",
    f"write?{SET}",
)


def main() -> None:
    table = Table(title=f"{VARIANTS} variants x 2 retrievers x {QUESTIONS:,} questions, seconds")
    for column in ("page", "first on a server", "fresh browser", "again"):
        table.add_column(column, justify="left" if column == "page" else "right")
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        golden = write_large_set(folder / "sets" / NAME, QUESTIONS, DOCUMENTS)
        run = write_large_run(golden, folder / "store", VARIANTS)["run"]["id"]
        os.environ["CHUNKBOARD_GOLDEN_SETS"] = str(folder / "sets")
        os.environ["CHUNKBOARD_STORE"] = str(folder / "store")
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for page in PAGES:
            with served() as (port, _):
                address = f"http://127.0.0.1:{port}/{page.replace('RUN', run)}"
                first, _ = settled(browser, address)
                fresh, again = settled(browser, address)
            shown = page.split("?")[0] or "start"
            table.add_row(shown, *(f"{spent:.1f}" for spent in (first, fresh, again)))
        browser.close()
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
