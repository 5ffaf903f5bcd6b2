"""Outcomes added up by class and kind."""

import pytest

from evaluation.outcome_totals import outcome_groups, outcome_totals
from golden_sets.document import Span
from golden_sets.golden_set import load_golden_set
from golden_sets.question import Passage, Question
from tests.evaluation.small import write_small
from tests.pages.factory import write_golden_set, write_run

WAY = ((Passage("d", Span(0, 1)),),)
ASKED = (
    Question("q1", "?", "single", WAY, question_class="policy"),
    Question("q2", "?", "single", WAY, question_class="policy"),
    Question("q3", "?", "multi_hop", WAY),
    Question("q4", "?", "unanswerable"),
)


def test_each_question_is_counted_once_by_class_and_once_by_kind():
    found = outcome_groups(ASKED, {"q1": "split", "q2": "complete", "q3": "complete"})
    assert found == {
        "class": {
            "no class": {"complete": 1, "not_applicable": 1},
            "policy": {"complete": 1, "split": 1},
        },
        "kind": {
            "multi_hop": {"complete": 1},
            "single": {"complete": 1, "split": 1},
            "unanswerable": {"not_applicable": 1},
        },
    }
    assert list(found["class"]["policy"]) == ["complete", "split"], "in the design's order"


def test_a_stored_report_gives_the_same_totals_as_the_run_did(tmp_path):
    folder = write_golden_set(tmp_path / "handbook")
    report = write_run(folder, tmp_path / "store")
    golden = load_golden_set(folder)
    totals = outcome_totals(report, golden)
    results = [result for variant in report["variants"] for result in variant["results"]]
    assert len(totals) == len(results)
    for row, result in zip(totals, results, strict=True):
        assert {name: row[name] for name in ("class", "kind")} == result["outcome_groups"]
        for groups in (row["class"], row["kind"]):
            added = {}
            for counts in groups.values():
                for name, count in counts.items():
                    added[name] = added.get(name, 0) + count
            assert added == result["outcomes"]


def test_another_golden_set_is_refused(tmp_path):
    report = {"run": {"golden_set": {"digest": "other"}}, "variants": []}
    with pytest.raises(ValueError, match="of golden set 'other'"):
        outcome_totals(report, load_golden_set(write_small(tmp_path / "small")))
