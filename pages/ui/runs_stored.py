"""Cached access to the history of runs, and to comparisons of two."""

from pathlib import Path

import streamlit as st
from sqlalchemy import Engine

from evaluation.compare_command import with_record
from evaluation.compare_runs import compare
from evaluation.database import open_store, store_folder
from evaluation.run_comparison import RunComparison
from evaluation.run_history import Listed, RunHistory
from evaluation.run_import import export_run
from pages.ui import stored


@st.cache_resource(max_entries=4, show_spinner=False)
def _engine(folder: str) -> Engine:
    return open_store(Path(folder))


@st.cache_resource(max_entries=4, show_spinner=False)
def _history(folder: str) -> RunHistory:
    return RunHistory(_engine(folder))


def history() -> list[Listed]:
    """Every run, deleted ones among them, the newest first."""
    return _history(str(store_folder().resolve())).all()


@st.cache_resource(max_entries=16, show_spinner=False)
def _comparison(folder: str, before: str, after: str) -> RunComparison:
    return compare(with_record(stored.report(before)), with_record(stored.report(after)))


def comparison(before: str, after: str) -> RunComparison:
    """What changed from one run to another.

    Raises:
        KeyError: A run is not there.
        ValueError: They have no result in common.
    """
    return _comparison(str(store_folder().resolve()), before, after)


def archived(folder: str, run: str) -> bytes:
    """The run in one file; for a download, which runs outside of the page."""
    return export_run(_engine(folder), run)
