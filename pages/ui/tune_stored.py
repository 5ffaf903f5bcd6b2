"""Cached access for the page Tune: benches, the vectors being made, and overlap's bill."""

import hashlib
import threading
import time
from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import streamlit as st

from evaluation.database import open_store, store_folder
from evaluation.embedders.choice import make_embedder, sample_of
from evaluation.embedding import EmbedderError
from evaluation.tune_bench import Bench, tuning
from evaluation.tune_bill import Step, overlap_steps
from evaluation.tune_setting import Setting
from evaluation.tune_vectors import VectorJobs
from evaluation.vectors import KeptVectors
from golden_sets.golden_set import GoldenSet

STALE_SECONDS = 3.0
KEPT_BILLS = 64
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


class Bill(NamedTuple):
    """Overlap's bill and when it was made, or why it could not be."""

    steps: tuple[Step, ...]
    made: float
    error: str = ""

    @property
    def whole(self) -> bool:
        return bool(self.steps) and all(s.context_duplication is not None for s in self.steps)


class Bills:
    """The bills of one bench, each counted once, aside, so that no page waits for it."""

    def __init__(self, bench: Bench) -> None:
        self._bench, self._lock = bench, threading.Lock()
        self._counting: OrderedDict[str, Future[Bill]] = OrderedDict()

    def found(self, setting: Setting) -> Bill | None:
        """The bill of overlap for the setting if it is counted already."""
        with self._lock:
            counting = self._counting.get(_key(setting))
        return counting.result() if counting is not None and counting.done() else None

    def start(self, setting: Setting) -> "Future[Bill]":
        """Has it counted; again where it failed, or lacked vectors some seconds ago."""
        key = _key(setting)
        with self._lock:
            counting = self._counting.get(key)
            if counting is None or _stale(counting):
                counting = self._counting[key] = _COUNTING.submit(self._count, setting)
            if len(self._counting) > KEPT_BILLS:
                self._counting.popitem(last=False)
            return counting

    def _count(self, at: Setting) -> Bill:
        try:
            return Bill(overlap_steps(self._bench, at), time.monotonic())
        except Exception as error:  # a thread's error would show nowhere
            return Bill((), time.monotonic(), f"{type(error).__name__}: {error}"[:500])


def _key(setting: Setting) -> str:
    """What the bill is the same for: all but the overlap, whose steps it holds."""
    return f"{setting.at_overlap(0).name} {setting.snap}"


def _stale(counting: "Future[Bill]") -> bool:
    if not counting.done():
        return False
    made = counting.result()
    return not made.whole and time.monotonic() - made.made > STALE_SECONDS


@st.cache_resource(max_entries=6, show_spinner=False)
def _bills(key: str, _bench: Bench) -> Bills:
    return Bills(_bench)


def bills(on: Benched) -> Bills:
    """The bills of a bench, shared by all sessions."""
    return _bills(on.key, on.bench)
