"""Outcomes added up by class and kind."""

from dataclasses import replace

import pytest

from evaluation.outcome_totals import outcome_groups, outcome_totals, outcomes_table
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


def shown(*variants):
    """The rows of the table of outcomes, each as its cells."""
    report = {"comparisons": [{"baseline": "base"}], "variants": variants}
    columns = [[*column.cells] for column in outcomes_table(report).columns]
    return list(zip(*columns, strict=True))


def held(name, classes):
    groups = outcome_groups(
        [replace(q, question_class=c) for q, c in zip(ASKED[:2], classes, strict=True)],
        {"q1": "split", "q2": "complete"},
    )
    result = {"retriever": "bm25", "budget_tokens": 600, "outcomes": {"complete": 1, "split": 1}}
    return {"id": name, "results": [{**result, "outcome_groups": groups}]}


def test_only_the_baseline_is_told_by_class_and_only_where_there_are_two():
    rows = shown(held("other", ["faq", "policy"]), held("base", ["faq", "policy"]))
    assert rows == [
        ("other", "bm25", "600", "2", "1", "1"),
        ("base", "bm25", "600", "2", "1", "1"),
        ("  faq", "bm25", "600", "1", "0", "1"),
        ("  policy", "bm25", "600", "1", "1", "0"),
    ], "both are of one kind, which would repeat the row above"
    assert len(shown(held("base", ["faq", "faq"]))) == 1
