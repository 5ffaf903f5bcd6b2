"""A run in a process of its own, seen through its files."""

import json
import os
import subprocess
import time
from dataclasses import asdict, replace

import pytest

from evaluation.jobs import KEPT_JOBS, KEPT_SECONDS, Jobs, JobState, write_json
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
        clock[0] += 600  # a model is loaded
        listener.step(4)
        assert JobState(**json.loads((folder / "state.json").read_text())).seconds_left is None
        clock[0] += 3
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


def test_a_job_that_ends_while_it_is_cancelled_is_done(sleeper, monkeypatch):
    """Else a run that stands in the store would read as cancelled."""
    job = sleeper.start("handbook")
    path = sleeper.folder / job.id / "state.json"
    plain = os.killpg

    def late(pid, how):
        write_json(path, asdict(replace(job, status="done", run="r1")))
        plain(pid, how)

    monkeypatch.setattr(os, "killpg", late)
    sleeper.cancel(job.id)
    assert (sleeper.state(job.id).status, sleeper.state(job.id).run) == ("done", "r1")


def test_a_cancelled_job_names_the_run_it_was_saving(sleeper):
    job = sleeper.start("handbook")
    write_json(sleeper.folder / job.id / "state.json", asdict(replace(job, run="r1")))
    sleeper.cancel(job.id)
    assert (sleeper.state(job.id).status, sleeper.state(job.id).run) == ("cancelled", "r1")


def test_a_listener_names_the_run_before_it_is_saved(tmp_path):
    folder = tmp_path / "jobs" / "j"
    folder.mkdir(parents=True)
    with JobListener(folder, "j", "handbook") as listener:
        listener.saving("r1")
        state = json.loads((folder / "state.json").read_text())
    assert (state["status"], state["run"]) == ("running", "r1")


def test_old_jobs_that_ended_are_forgotten_and_no_others(sleeper):
    """A store would fill up; but what runs, is recent, or may go on must stay."""
    month = KEPT_SECONDS + 60
    statuses = ["done", "failed", "cancelled", "interrupted"] * 8
    for number, status in enumerate(statuses):
        folder = sleeper.folder / f"20260101-{number:06}-abc"
        folder.mkdir(parents=True)
        state = JobState(folder.name, f"set{number}", status=status, started=time.time() - month)
        write_json(folder / "state.json", asdict(state))
        write_json(folder / "job.json", {"golden_set": state.golden_set, "arguments": []})
    first = sleeper.start("handbook")
    left = {job.id: job.status for job in sleeper.all()}
    assert left.pop(first.id) == "queued"
    assert len([one for one in left if int(one.split("-")[1]) >= 12]) == KEPT_JOBS
    older = {status for one, status in left.items() if int(one.split("-")[1]) < 12}
    assert older == {"interrupted"}


def test_a_young_job_is_kept_however_many_came_after_it(sleeper):
    for number in range(KEPT_JOBS + 5):
        folder = sleeper.folder / f"20260101-{number:06}-abc"
        folder.mkdir(parents=True)
        state = JobState(folder.name, "x", "done", started=time.time())
        write_json(folder / "state.json", asdict(state))
    sleeper.start("handbook")
    assert len(sleeper.all()) == KEPT_JOBS + 6
