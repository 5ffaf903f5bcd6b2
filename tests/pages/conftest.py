import pytest
import streamlit as st

from evaluation.jobs import Jobs, JobState
from pages.ui.stored import default_asked
from tests.pages.factory import settings, write_golden_set, write_run


@pytest.fixture(autouse=True)
def plain_faults(monkeypatch):
    """What is the program's own fault fails the test."""
    monkeypatch.setattr("pages.ui.faults.CALM", False)


@pytest.fixture
def empty_store(tmp_path, monkeypatch):
    """A store without a run, and `handbook` being the small golden set."""
    folder = write_golden_set(tmp_path / "handbook")
    monkeypatch.setenv("CHUNKBOARD_STORE", str(tmp_path / "store"))
    monkeypatch.setattr("pages.ui.stored.find_golden_set", lambda name: folder)
    # The dashboard's own runs are asked for what the stored one was.
    monkeypatch.setattr("pages.ui.stored.default_settings", settings)
    default_asked.cache_clear()
    st.cache_resource.clear()
    return tmp_path / "store"


@pytest.fixture
def run(empty_store, tmp_path):
    """A stored run of the small golden set; its report."""
    return write_run(tmp_path / "handbook", empty_store)


@pytest.fixture
def started(monkeypatch):
    """Names of the golden sets that jobs were started for, none of them run."""
    names = []

    def start(self, golden_set, arguments=()):
        names.append(golden_set)
        return JobState("j1", golden_set)

    monkeypatch.setattr(Jobs, "start", start)
    return names
