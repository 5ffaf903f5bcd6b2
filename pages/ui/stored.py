"""Cached access to the store, the jobs and the golden sets."""

import json
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import streamlit as st

from evaluation.cut_preview import Preview, preview
from evaluation.database import open_store, store_folder
from evaluation.embedders.minilm import MiniLmEmbedder
from evaluation.jobs import Jobs
from evaluation.kept_texts import KeptTexts
from evaluation.offer import Offer, offer_of
from evaluation.run_marks import RunMarks
from evaluation.settings import default_settings
from evaluation.store import RunStore
from evaluation.vectors import VectorTable
from golden_sets.document import Document
from golden_sets.golden_set import GoldenSet, load_golden_set
from golden_sets.golden_set import shelf_folder as find_golden_set
from pages.ui.reports_kept import KeptReports
from strategies.tools import Tools
from strategies.variant import Variant

Report = dict[str, Any]
Findings = list[dict[str, Any]]
_CHECKING = ThreadPoolExecutor(1, "check")


@st.cache_resource(max_entries=4, show_spinner=False)
def _store(folder: str) -> RunStore:
    return RunStore(open_store(Path(folder)))


def store() -> RunStore:
    return _store(str(store_folder().resolve()))


@st.cache_resource(max_entries=4, show_spinner=False)
def _marks(folder: str) -> RunMarks:
    return RunMarks(open_store(Path(folder)))


def marks() -> RunMarks:
    return _marks(str(store_folder().resolve()))


def jobs() -> Jobs:
    return Jobs(store_folder())


def is_stored(report: Report) -> bool:
    """Whether the report is a finished run's, not the results so far."""
    name = report["run"]["golden_set"]["name"]
    return report["run"]["id"] in {run.id for run in store().runs(name)}


@st.cache_resource(max_entries=4, show_spinner=False)
def _reports(folder: str) -> KeptReports:
    return KeptReports(_store(folder))


def report(run: str) -> Report:
    """A run's report, shared by all sessions: read it, never change it.

    Raises:
        KeyError: There is no such run, or it is deleted.
    """
    if marks().is_deleted(run):
        raise KeyError(f"run {run!r} is deleted")
    return _reports(str(store_folder().resolve())).report(run)


@st.cache_resource(max_entries=4, show_spinner=False)
def _texts(folder: str) -> KeptTexts:
    return KeptTexts(open_store(Path(folder)))


def kept_revisions(documents: Mapping[str, str]) -> dict[str, str]:
    """Of documents by id with the revision that a report holds, those whose text is kept."""
    if not documents:
        return {}
    there = _texts(str(store_folder().resolve())).begin()
    return {name: revision for name, revision in documents.items() if revision in there}


def kept_text(revision: str) -> str | None:
    """The text of a revision as a report holds it; None where it cannot be told which it is."""
    found = _texts(str(store_folder().resolve())).find(revision)
    return found[0][2] if len(found) == 1 else None


@st.cache_resource(max_entries=64, show_spinner=False)
def _contexts(folder: str, run: str, variant: str, retriever: str, budget: int) -> Report:
    rows = _store(folder).contexts(run, variant, retriever, budget)
    return {row["question"]: row for row in rows}


def context(run: str, variant: str, retriever: str, budget: int, question: str) -> Report:
    """What the reader was handed for one question, as spans.

    Raises:
        KeyError: The store holds no such context.
    """
    folder = str(store_folder().resolve())
    row: Report = _contexts(folder, run, variant, retriever, budget)[question]
    return row


@st.cache_resource(max_entries=4, show_spinner=False)
def _golden_set(folder: str, stamp: float) -> GoldenSet:
    return load_golden_set(Path(folder))


def golden_set(name: str) -> GoldenSet:
    """A golden set as its files are now; a name of a shelf, since a run from elsewhere may name
    any path of this machine.

    Raises:
        GoldenSetError: It is not there or cannot be read.
    """
    folder = find_golden_set(name)
    stamp = max(path.stat().st_mtime for path in folder.rglob("*"))
    return _golden_set(str(folder.resolve()), stamp)


def offer(name: str) -> Offer:
    """What the golden set and this machine offer to cut by, beside the plain strategies."""
    return offer_of(find_golden_set(name))


@st.cache_resource(max_entries=64, show_spinner=False)
def _tools(folder: str, document: str, revision: str) -> Tools:
    return Tools(VectorTable(open_store(Path(folder))).kept(MiniLmEmbedder()))


def cut(document: Document, variant: Variant) -> Preview:
    """The document as cut now, by vectors the store holds: no model runs in this process.

    Raises:
        NoEmbedderError: The cut takes sentence vectors that no run has made yet.
    """
    folder = str(store_folder().resolve())
    return preview(document, variant, _tools(folder, document.id, document.revision))


class Asked(NamedTuple):
    """What a run was asked to do, as far as its preflight goes by it."""

    variants: frozenset[str]
    retrievers: frozenset[str]
    budgets: frozenset[int]
    fill: str


def _asked_of(report: Report) -> Asked:
    found = [result for variant in report["variants"] for result in variant["results"]]
    return Asked(
        frozenset(variant["id"] for variant in report["variants"]),
        frozenset(result["retriever"] for result in found),
        frozenset(result["budget_tokens"] for result in found),
        report["run"]["fill"],
    )


@cache
def default_asked() -> Asked:
    """What the dashboard's own runs are asked to do."""
    given = default_settings()
    names = frozenset(variant.id for variant in given.variants)
    return Asked(names, frozenset(given.retrievers), frozenset(given.budgets), given.fill)


@st.cache_resource(max_entries=8, show_spinner=False)
def _check(folder: str, digest: str) -> "Future[Findings]":
    """Makes the checks in a process of their own, so that no page waits for the interpreter."""

    def made() -> Findings:
        command = [sys.executable, "-m", "evaluation", "check", folder, "--json"]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2]
        )
        if done.returncode:
            # Above the last line of anything else may stand a traceback.
            lines = done.stderr.strip().splitlines() or ["the check said nothing"]
            told = [line for line in lines if line.startswith("error: ")]
            raise RuntimeError("\n".join(told) or lines[-1])
        findings: Findings = json.loads(done.stdout)["preflight"]
        return findings

    return _CHECKING.submit(made)


def preflight(name: str, report: Report | None) -> Findings | None:
    """What is found before the dashboard runs this golden set as it is now.

    It stands in the report if that was made of the same; else in the run being made; else it is
    looked for now. None until it is found.

    Raises:
        GoldenSetError: The golden set cannot be read.
        RuntimeError: The check failed.
    """
    digest = golden_set(name).digest
    if report is not None and report["run"]["golden_set"]["digest"] == digest:
        found: Findings | None = report["run"].get("preflight")
        if found is not None and _asked_of(report) == default_asked():
            return found
    live = jobs().live(name)
    if live is not None:
        return jobs().preflight(live.id)
    folder = str(find_golden_set(name).resolve())
    checked = _check(folder, digest)
    if not checked.done():
        return None
    if checked.exception() is not None:
        _check.clear(folder, digest)
    return checked.result()
