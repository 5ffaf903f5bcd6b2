"""Vectors made for a page: asked for, and cancelled."""

import threading
from pathlib import Path

from evaluation.action_log import JOB, Done
from evaluation.jobs import JobState
from evaluation.tune_setting import Setting
from pages.ui import tune_stored, write_stored
from pages.ui.change_runs import cancelled
from pages.ui.changing import Changed, changing

_STARTING = threading.Lock()


@changing
def make_vectors(golden_set: str, settings: tuple[Setting, ...], model: str) -> Changed[JobState]:
    """The job that makes what these settings lack; the same request gets the same one."""
    wanting = [one for one in settings if one.needs_vectors]
    variants = tuple(dict.fromkeys(one.variant.id for one in wanting))
    searched = any(one.searches_vectors for one in wanting)
    with _STARTING:
        job = tune_stored.vector_jobs().make(golden_set, variants, model, searched)
    return Changed(job, Done("vectors", JOB, job.id, golden_set))


@changing
def cancel_vectors(job: str) -> Changed[None]:
    """Stops the making of vectors for settings."""
    return cancelled(tune_stored.vector_jobs(), job)


@changing
def ask_vectors(folder: Path, text: str, size: int) -> Changed[JobState]:
    """The job that makes the vectors a question needs; the same request gets the same one."""
    with _STARTING:
        job = write_stored.asks().ask(folder, text, size)
    return Changed(job, Done("vectors", JOB, job.id, folder.name))


@changing
def cancel_ask(job: str) -> Changed[None]:
    """Stops the making of vectors for a question."""
    return cancelled(write_stored.asks(), job)
