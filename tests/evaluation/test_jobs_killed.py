"""What is left of a job when a process is killed: with real processes and kill -9."""

import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from evaluation.database import open_store
from evaluation.jobs import Jobs, JobState, write_json
from evaluation.processes import alive, born
from evaluation.store import RunStore
from tests.evaluation.test_openai_compatible import Server
from tests.pages.factory import write_golden_set

ROOT = Path(__file__).parent.parent.parent
WORDS = ("--retrievers", "bm25", "--strategies", "fixed", "--overlap", "0", "--headers", "none")
# A server that starts a job and says its id; then it only stands there.
STARTS = """
import sys, time
from pathlib import Path
from evaluation.jobs import Jobs
print(Jobs(Path(sys.argv[1])).start(sys.argv[2], tuple(sys.argv[3:])).id, flush=True)
time.sleep(60)
"""


def until(true, seconds=180):
    give_up = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < give_up, "it never came"
        time.sleep(0.05)
    return found


def status(jobs, job):
    return jobs.state(job).status


@pytest.fixture
def golden(tmp_path):
    """A golden set with a document long enough for several batches of vectors."""
    folder = write_golden_set(tmp_path / "sets" / "own")
    rows = "\n\n".join(f"{n}. Rule {n} is about the {n * 7}th thing of all." for n in range(300))
    (folder / "documents" / "rules.md").write_text(rows, encoding="utf-8")
    return str(folder)


@pytest.fixture
def jobs(tmp_path):
    made = Jobs(tmp_path / "store")
    yield made
    for state in made.queue():
        made.cancel(state.id)


@pytest.fixture
def embeddings():
    server = Server()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


def test_a_job_outlives_its_server_and_another_server_sees_it(jobs, golden):
    command = [sys.executable, "-c", STARTS, str(jobs.store), golden, *WORDS]
    servers = [
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) for _ in range(2)
    ]
    try:
        names = [server.stdout.readline().strip() for server in servers]
        assert names[0] == names[1], "two servers that start the same get the same job"
    finally:
        for server in servers:
            server.send_signal(signal.SIGKILL)
            server.communicate()
    assert status(jobs, names[0]) in ("queued", "running")
    until(lambda: status(jobs, names[0]) == "done")
    run = jobs.state(names[0]).run
    assert [one.id for one in RunStore(open_store(jobs.store)).runs()] == [run]


def test_a_killed_job_is_interrupted_and_goes_on_where_it_was(jobs, golden, embeddings):
    embeddings.seconds = 0.3
    asked = (*WORDS, "--retrievers", "vector", "--size", "60")
    asked += ("--model", f"openai:{embeddings.url}#m")
    job = jobs.start(golden, asked)
    until(lambda: len(embeddings.texts) >= 3)
    os.kill(jobs.state(job.id).pid, signal.SIGKILL)
    until(lambda: status(jobs, job.id) == "interrupted")
    assert [one.id for one in jobs.stopped()] == [job.id]
    assert RunStore(open_store(jobs.store)).runs() == [], "half a run is no run"
    # The answer that was under way may be lost; those before it are kept.
    first = {text for batch in embeddings.texts[:-1] for text in batch}
    embeddings.asked.clear()
    embeddings.seconds = 0.0
    again = jobs.go_on(job.id)
    assert again.id != job.id and jobs.stopped() == []
    until(lambda: status(jobs, again.id) not in ("queued", "running"))
    assert status(jobs, again.id) == "done", jobs.state(again.id).error
    made = {text for batch in embeddings.texts for text in batch}
    assert first and made and not first & made, "what was made is not made again"
    runs = RunStore(open_store(jobs.store))
    report = runs.report(jobs.state(again.id).run)
    assert [v["parameters"]["size"] for v in report["variants"]] == [60], "asked for the same"


def test_jobs_take_their_turns_and_a_killed_one_lets_the_next_through(jobs, golden, embeddings):
    embeddings.seconds = 2.0
    slow = (*WORDS, "--retrievers", "vector", "--model", f"openai:{embeddings.url}#m")
    first = jobs.start(golden, slow)
    until(lambda: embeddings.asked)
    waiting = [jobs.start(golden, (*WORDS, "--size", size)) for size in ("100", "200")]
    until(lambda: all(jobs.state(one.id).stage.startswith("Waiting for") for one in waiting))
    assert [one.id for one in jobs.queue()] == [first.id, *(one.id for one in waiting)]
    os.kill(jobs.state(first.id).pid, signal.SIGKILL)
    until(lambda: all(status(jobs, one.id) == "done" for one in waiting))
    made = [run.id for run in reversed(RunStore(open_store(jobs.store)).runs())]
    turns = [jobs.state(one.id).run for one in waiting]
    assert sorted(made) == sorted(turns)
    ends = [(jobs.folder / one.id / "state.json").stat().st_mtime for one in waiting]
    assert ends == sorted(ends), "the one that was asked for first ran first"


def test_another_process_with_the_pid_of_a_job_is_not_the_job(jobs):
    """After a restart of a container small pids come again: a dead job would look alive."""
    folder = jobs.folder / "20260101-000000-aaaaaa"
    folder.mkdir(parents=True)
    own = os.getpid()
    state = JobState(folder.name, "own", "running", pid=own, born=born(own))
    write_json(folder / "state.json", asdict(state))
    assert status(jobs, folder.name) == "running"
    write_json(folder / "state.json", asdict(replace(state, born="another boot 1")))
    assert status(jobs, folder.name) == "interrupted"
    jobs.cancel(folder.name)  # would have ended this process
    assert status(jobs, folder.name) == "interrupted"


def test_a_dead_process_that_nobody_has_buried_is_not_alive():
    """Its server is gone, and the first process of a container may never ask after it."""
    process = subprocess.Popen(["sleep", "60"])
    assert alive(process.pid)
    process.kill()
    until(lambda: not alive(process.pid))
    process.wait()
    assert not alive(process.pid)
