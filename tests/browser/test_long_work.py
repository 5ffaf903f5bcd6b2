"""Work that goes on when the page, the browser and the server are gone."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import asdict
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from evaluation.database import open_store
from evaluation.jobs import Jobs, JobState
from evaluation.store import RunStore
from tests.browser.conftest import ROOT, SERVE, free_port
from tests.pages.factory import write_golden_set

WAIT = 60_000
ASKED = ["--retrievers", "bm25", "--strategies", "fixed", "--overlap", "0", "--headers", "none"]


@pytest.fixture
def place(tmp_path):
    write_golden_set(tmp_path / "sets" / "handbook")
    return tmp_path


def served(place):
    """A server of its own over the place; the process and the address."""
    port = free_port()
    code = SERVE.format(shipped=str(place / "sets"), arguments=["--server.port", str(port)])
    environment = {
        **os.environ,
        "CHUNKBOARD_STORE": str(place / "store"),
        "CHUNKBOARD_GOLDEN_SETS": str(place / "own"),
    }
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    for _ in range(900):
        try:
            with urlopen(f"{address}/_stcore/health", timeout=1):
                return process, address
        except (URLError, OSError):
            time.sleep(0.1)
    process.kill()
    process.wait(10)
    pytest.fail("the server never answered")


def stopped_job(place):
    """A job that a killed machine left behind."""
    folder = place / "store" / "jobs" / "20260101-000000-aaaaaa"
    folder.mkdir(parents=True)
    state = JobState(folder.name, "handbook", "running", pid=2**22 + 1, started=1.0)
    (folder / "state.json").write_text(json.dumps(asdict(state)))
    asked = {"golden_set": str(place / "sets" / "handbook"), "arguments": ASKED}
    (folder / "job.json").write_text(json.dumps(asked))


def test_a_stopped_run_goes_on_and_outlives_browser_and_server(place, browser):
    stopped_job(place)
    jobs = Jobs(place / "store")
    process, address = served(place)
    try:
        page = browser.new_page()
        page.goto(f"{address}/runs")
        page.get_by_role("button", name="Go on").click(timeout=WAIT)
        expect(page.get_by_text("Evaluations at work")).to_be_visible(timeout=WAIT)
        other = browser.new_page()
        other.goto(f"{address}/runs")
        other.close()
        page.close()
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait(10)
    newest = jobs.all()[0]
    give_up = time.monotonic() + 180
    while jobs.state(newest.id).status in ("queued", "running"):
        assert time.monotonic() < give_up, "the job did not outlive its server"
        time.sleep(0.1)
    assert jobs.state(newest.id).status == "done", jobs.state(newest.id).error
    run = RunStore(open_store(place / "store")).runs()[0].id
    process, address = served(place)
    try:
        page = browser.new_page()
        page.goto(f"{address}/runs?run={run}")
        expect(page.get_by_role("heading", name=f"Run {run}")).to_be_visible(timeout=WAIT)
        expect(page.get_by_text("An evaluation stopped before its end")).to_have_count(0)
        page.close()
    finally:
        process.terminate()
        process.wait(10)
