"""Work that goes on when the page, the browser and the server are gone."""

import json
import signal
import time
from dataclasses import asdict

import pytest
from playwright.sync_api import expect

from evaluation.database import open_store
from evaluation.jobs import Jobs, JobState
from evaluation.store import RunStore
from tests.browser.conftest import started
from tests.pages.factory import write_golden_set

WAIT = 60_000
ASKED = ["--retrievers", "bm25", "--strategies", "fixed", "--overlap", "0", "--headers", "none"]


@pytest.fixture
def place(tmp_path):
    write_golden_set(tmp_path / "sets" / "handbook")
    return tmp_path


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
    process, address = started(place)
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
    process, address = started(place)
    try:
        page = browser.new_page()
        page.goto(f"{address}/runs?run={run}")
        expect(page.get_by_role("heading", name=f"Run {run}")).to_be_visible(timeout=WAIT)
        expect(page.get_by_text("An evaluation stopped before its end")).to_have_count(0)
        page.close()
    finally:
        process.terminate()
        process.wait(10)
