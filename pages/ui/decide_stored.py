"""Cached access to what decisions are made of: seals, decided runs, the log, and their jobs."""

from pathlib import Path
from typing import Any, NamedTuple

import streamlit as st
from sqlalchemy import Engine

from evaluation.database import open_store, store_folder
from evaluation.decided_runs import DecidedRun, DecidedRuns
from evaluation.decision import again
from evaluation.decision_log import DecisionLog
from evaluation.embedders.choice import make_embedder
from evaluation.embedding import Embedder
from evaluation.jobs import LIVE, JobState, read_json
from evaluation.seal_store import SealStore
from evaluation.store import RunStore
from evaluation.vectors import VectorTable
from golden_sets.golden_set import GoldenSet
from pages.ui import stored


class Kept(NamedTuple):
    """What one store's decisions are read from; each remembers the runs it has read."""

    engine: Engine
    vectors: VectorTable
    seals: SealStore
    runs: DecidedRuns
    log: DecisionLog


@st.cache_resource(max_entries=4, show_spinner=False)
def _kept(folder: str) -> Kept:
    engine = open_store(Path(folder))
    RunStore(engine)
    seals = SealStore(engine)
    return Kept(engine, VectorTable(engine), seals, DecidedRuns(engine, seals), DecisionLog(engine))


def kept() -> Kept:
    return _kept(str(store_folder().resolve()))


def decided_runs(golden: GoldenSet) -> list[DecidedRun]:
    return kept().runs.of(golden)


def decision(run: str, golden: GoldenSet) -> dict[str, Any]:
    """The run's report as the store holds it now, its seal verified and its verdicts made anew.

    Raises:
        KeyError: There is no such run, or no such seal.
        ValueError: It was run without a protocol.
        SealError: Report, seal and store do not agree.
    """
    held = kept()
    report = RunStore(held.engine).report(run)
    return again(report, golden, held.engine, held.seals)


@st.cache_resource(max_entries=8, ttl=600, show_spinner=False)
def reached(model: str) -> Embedder:
    """A model from outside of our packages that has answered; asked once in some minutes.

    Raises:
        EmbedderError: It is not there, or does not answer; one line.
    """
    made = make_embedder(model)
    _ = made.revision
    return made


def has_protocol(job: str) -> bool:
    asked = read_json(stored.jobs().folder / job / "job.json") or {}
    return "--protocol" in asked.get("arguments", ())


def live_job(golden_set: str) -> JobState | None:
    """The job of this set that decides, if one is under way."""
    jobs = stored.jobs()
    found = (one for one in jobs.all() if one.golden_set == golden_set)
    return next((one for one in found if one.status in LIVE and has_protocol(one.id)), None)
