"""Runs: started, cancelled, taken up again, noted, deleted, brought back and imported."""

import threading
from pathlib import Path

from evaluation.action_log import JOB, RUN, Done
from evaluation.actors import told
from evaluation.database import open_store, store_folder
from evaluation.jobs import Jobs, JobState
from evaluation.run_archive import read_run
from evaluation.run_import import Became, import_run
from golden_sets.clock import utc_now
from pages.ui import people, stored
from pages.ui.changing import Changed, changing, line

STARTING = threading.Lock()


def own_jobs() -> Jobs:
    """The jobs, which act for the person who starts one."""
    jobs = stored.jobs()
    jobs.environment = told(people.person().actor())
    return jobs


@changing
def start_run(golden_set: str) -> Changed[JobState]:
    """The job that evaluates this; sessions that ask in the same moment get the same one."""
    with STARTING:
        job = own_jobs().start(golden_set)
    return Changed(job, Done("start", JOB, job.id, golden_set))


@changing
def go_on(job: str) -> Changed[JobState]:
    """The job that takes up what another left, for the same request."""
    with STARTING:
        made = own_jobs().go_on(job)
    return Changed(made, Done("go on", JOB, made.id, made.golden_set, details=job))


@changing
def cancel(job: str) -> Changed[None]:
    """Stops a live evaluation."""
    return cancelled(stored.jobs(), job)


def cancelled(jobs: Jobs, job: str) -> Changed[None]:
    """Stops a job of whatever kind."""
    state = jobs.state(job)
    jobs.cancel(job)
    return Changed(None, Done("cancel", JOB, job, state.golden_set if state else ""))


@changing
def let_go(job: str) -> Changed[None]:
    """Takes note that an evaluation that broke off is not to go on."""
    state = stored.jobs().state(job)
    stored.jobs().let_go(job)
    return Changed(None, Done("let go", JOB, job, state.golden_set if state else ""))


@changing
def note(run: str, text: str) -> Changed[bool]:
    """Writes a run's note; whether that changed anything. The log has who wrote it, and then."""
    now = utc_now()
    done = line(Done("note", RUN, run, _set_of(run)), made=now)
    return Changed(stored.marks().note(run, text, now, done))


@changing
def delete(run: str) -> Changed[None]:
    """Hides a run."""
    stored.marks().delete(run, line(Done("delete", RUN, run, _set_of(run))))
    return Changed(None)


@changing
def restore(run: str) -> Changed[None]:
    """Takes a deletion back."""
    stored.marks().restore(run, line(Done("restore", RUN, run, _set_of(run))))
    return Changed(None)


@changing
def import_file(name: str, data: bytes) -> Changed[tuple[str, Became]]:
    """Imports a run from a file; its id, and what became of it.

    Raises:
        ArchiveError: A line a fault.
    """
    parcel = read_run(name, data)
    run = parcel.report["run"]
    done = line(Done("import", RUN, run["id"], run["golden_set"]["name"], details=name))
    became = import_run(open_store(Path(store_folder())), parcel, done)
    return Changed((run["id"], became))


def _set_of(run: str) -> str:
    """The golden set of a run, deleted or not; "" of one that is not there."""
    return next((one.golden_set for one in stored.store().every_run() if one.id == run), "")
