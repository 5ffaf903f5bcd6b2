"""Scores as CSV, which a spreadsheet reads as numbers and text and never as formulas."""

import csv
import io

from evaluation.score_rows import COLUMNS, score_csv, score_rows

TEXT = "\uff1dHYPERLINK(1)"  # wide, as Chinese is typed


def report():
    row = {"id": "+q1", "outcome": "complete", "hit": 1.0, "complete": None}
    row |= {"document_hit": 1.0, "rank": 3, "document_rank": None}
    result = {"retriever": "bm25", "budget_tokens": 600, "per_question": [row]}
    asked = [{"id": "+q1", "text": TEXT}]
    run = {"id": "r1", "golden_set": {"name": "@set", "asked": asked}, "fill": "whole"}
    variant = {"id": "fixed-400c", "strategy": "fixed", "results": [result]}
    return {"run": run, "variants": [variant]}


def test_a_row_a_metric_by_hand():
    rows = list(score_rows(report()))
    assert [row[-2:] for row in rows] == [
        ("hit", 1.0),
        ("complete", None),
        ("document_hit", 1.0),
        ("rank", 3),
        ("document_rank", None),
    ]
    assert rows[0] == (
        *("r1", "@set", "+q1", TEXT, "fixed-400c", "fixed", "bm25", 600, "whole"),
        *("complete", "hit", 1.0),
    )


def test_no_cell_is_a_formula_and_an_undefined_value_is_empty():
    data = score_csv(report())
    assert data.startswith(b"\xef\xbb\xbf"), "a spreadsheet would garble Chinese"
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
    assert list(rows[0]) == list(COLUMNS)
    assert rows[0]["text"] == f"'{TEXT}"
    assert (rows[0]["golden_set"], rows[0]["question"]) == ("'@set", "'+q1")
    assert [row["value"] for row in rows] == ["1.0", "", "1.0", "3", ""]


def test_a_run_that_holds_no_texts_has_none():
    bare = report()
    del bare["run"]["golden_set"]["asked"]
    assert next(score_rows(bare))[3] == ""
