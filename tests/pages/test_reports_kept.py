"""Reports in memory: no more than their weight allows."""

import json

import pytest

from evaluation.store import RunStore
from pages.ui.reports_kept import KeptReports
from tests.evaluation.test_store import report


@pytest.fixture
def store(engine):
    made = RunStore(engine)
    for name in ("r1", "r2", "r3"):
        made.save(report(name), {})
    return made


def test_what_was_read_last_is_kept_up_to_its_weight(store):
    one = len(json.dumps(report("r1"), ensure_ascii=False).encode())
    kept = KeptReports(store, 2 * one)
    first, second = kept.report("r1"), kept.report("r2")
    assert kept.report("r1") is first and first == report("r1")
    kept.report("r3")
    assert kept.report("r1") is first, "it was read after the second"
    assert kept.report("r2") is not second


def test_one_that_weighs_more_than_all_is_kept_alone(store):
    kept = KeptReports(store, 1)
    first = kept.report("r1")
    assert kept.report("r1") is first
    kept.report("r2")
    assert kept.report("r1") is not first


def test_a_run_that_is_not_there_is_said(store):
    with pytest.raises(KeyError, match="no run 'r9'"):
        KeptReports(store).report("r9")
