"""Cached access for the page Tune: benches, the vectors being made, and overlap's bill."""

import hashlib
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import streamlit as st

from evaluation.database import open_store, store_folder
from evaluation.embedders.choice import make_embedder, sample_of
from evaluation.embedding import EmbedderError
from evaluation.jobs import JobState
from evaluation.tune_bench import Bench, tuning
from evaluation.tune_bill import Step, overlap_steps
from evaluation.tune_setting import Setting
from evaluation.tune_vectors import VectorJobs
from evaluation.vectors import KeptVectors
from golden_sets.golden_set import GoldenSet

STALE_SECONDS = 30.0
_STARTING = threading.Lock()
_COUNTING = ThreadPoolExecutor(1, "bill")


class Benched(NamedTuple):
    """A bench, and why it has no model where it has none."""

    key: str
    bench: Bench
    error: str


@st.cache_resource(max_entries=6, show_spinner=False)
def _benched(folder: str, digest: str, model: str, _golden: GoldenSet) -> Benched:
    embedder, error = None, ""
    try:
        # By the whole set, as a run chooses it.
        embedder = make_embedder(model, sample_of(_golden))
        _ = embedder.revision
    except EmbedderError as found:
        embedder, error = None, str(found)
    bench = Bench(tuning(_golden), embedder, KeptVectors(open_store(Path(folder))))
    key = hashlib.sha256(repr((folder, digest, model)).encode()).hexdigest()
    return Benched(key, bench, error)


def benched(golden: GoldenSet, model: str) -> Benched:
    """The bench of this golden set under that model, shared by all sessions."""
    return _benched(str(store_folder().resolve()), golden.digest, model, golden)


def vector_jobs() -> VectorJobs:
    return VectorJobs(store_folder())


def make_vectors(golden_set: str, settings: tuple[Setting, ...], model: str) -> JobState:
    """The job that makes what these settings lack; the same request gets the same one."""
    wanting = [one for one in settings if one.needs_vectors]
    variants = tuple(dict.fromkeys(one.variant.id for one in wanting))
    searched = any(one.searches_vectors for one in wanting)
    with _STARTING:
        return vector_jobs().make(golden_set, variants, model, searched)


class Bill(NamedTuple):
    """Overlap's bill and when it was made."""

    steps: tuple[Step, ...]
    made: float

    @property
    def whole(self) -> bool:
        return bool(self.steps) and all(s.context_duplication is not None for s in self.steps)


@st.cache_resource(max_entries=64, show_spinner=False)
def _bill(key: str, setting: str, _bench: Bench, _setting: Setting) -> "Future[Bill]":
    def made() -> Bill:
        return Bill(overlap_steps(_bench, _setting), time.monotonic())

    return _COUNTING.submit(made)


def bill(on: Benched, setting: Setting) -> "Future[Bill]":
    """The bill of overlap for the setting, counted aside so that no page waits for it.

    One that lacked vectors is counted again half a minute later.
    """
    at = setting.at_overlap(0)
    found = _bill(on.key, at.name, on.bench, at)
    if found.done() and (
        found.exception() is not None
        or (not found.result().whole and time.monotonic() - found.result().made > STALE_SECONDS)
    ):
        _bill.clear(on.key, at.name, on.bench, at)
        found = _bill(on.key, at.name, on.bench, at)
    return found
