"""A run in a process of its own, seen through its files."""

import json
import subprocess
import time
from dataclasses import asdict

import pytest

from evaluation.jobs import Jobs, JobState
from evaluation.progress import JobListener


@pytest.fixture
def sleeper(tmp_path, monkeypatch):
    """Jobs whose process only sleeps."""
    real = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", lambda command, **more: real(["sleep", "60"], **more))
    jobs = Jobs(tmp_path)
    yield jobs
    for state in jobs.all():
        jobs.cancel(state.id)


def test_the_same_request_gets_the_same_live_job(sleeper):
    first = sleeper.start("handbook")
    assert sleeper.start("handbook").id == first.id
    assert sleeper.start("handbook", ("--size", "200")).id != first.id
    assert sleeper.live("handbook") is not None


def test_a_cancelled_job_is_stopped_and_says_so(sleeper):
    job = sleeper.start("handbook")
    sleeper.cancel(job.id)
    assert sleeper.state(job.id).status == "cancelled"
    assert sleeper.live("handbook") is None
    assert sleeper.start("handbook").id != job.id


def test_a_job_whose_process_is_gone_is_interrupted_with_its_last_words(tmp_path):
    jobs = Jobs(tmp_path)
    job = jobs.start("no-such-golden-set")
    for _ in range(200):
        if jobs.state(job.id).status not in ("queued", "running"):
            break
        time.sleep(0.1)
    state = jobs.state(job.id)
    assert state.status == "interrupted"
    assert "no golden set 'no-such-golden-set'" in state.error


def test_a_name_that_is_no_job_is_refused(tmp_path):
    for name in ("../x", "", "..", "a\0b", "x" * 300, "a/b", "．．", "starting\n"):
        with pytest.raises(KeyError):
            Jobs(tmp_path).state(name)


def test_the_lock_beside_the_jobs_is_none_of_them(sleeper):
    """An address could name it, and was answered by a traceback."""
    sleeper.start("handbook")
    assert (sleeper.folder / "starting").is_file()
    assert sleeper.state("starting") is None


def test_a_listener_writes_each_stage_and_the_estimate(tmp_path, monkeypatch):
    folder = tmp_path / "jobs" / "j"
    folder.mkdir(parents=True)
    clock = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    with JobListener(folder, "j", "handbook") as listener:
        listener.stage("Making vectors", 40)
        clock[0] += 5
        listener.step(10)
        state = JobState(**json.loads((folder / "state.json").read_text()))
        assert (state.status, state.stage, state.done, state.total) == (
            "running",
            "Making vectors",
            10,
            40,
        )
        assert state.seconds_left == pytest.approx(15.0)
        listener.finished("r1")
    state = json.loads((folder / "state.json").read_text())
    assert (state["status"], state["run"]) == ("done", "r1")
    assert asdict(Jobs(tmp_path).state("j"))["run"] == "r1"


def test_an_error_in_a_run_is_on_record(tmp_path):
    folder = tmp_path / "jobs" / "j"
    folder.mkdir(parents=True)
    with pytest.raises(ZeroDivisionError), JobListener(folder, "j", "h"):
        raise ZeroDivisionError("boom")
    state = Jobs(tmp_path).state("j")
    assert (state.status, state.error) == ("failed", "ZeroDivisionError: boom")
