"""Two reports made by hand, one against the other."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from evaluation.compare_runs import compare
from evaluation.compare_table import print_comparison
from golden_sets.golden_set import GoldenSet
from tests.evaluation.reports import document, golden_set, names, question, report, result, variant

COUNT = 12
GOLDEN = golden_set(COUNT)


def run(hits, golden=GOLDEN, name="r1", outcomes=None, **more):
    return report(golden, [variant([result(golden, hits, outcomes=outcomes)])], id=name, **more)


def ids(questions):
    return [one.id for one in questions]


def printed(found, capsys):
    print_comparison(found, Console(width=250, markup=False, highlight=False))
    return capsys.readouterr().out


BEFORE = [1] * 6 + [0] * 6
AFTER = [0] + [1] * 8 + [0] * 3


def test_gained_lost_and_other_outcomes_with_texts_and_outcomes():
    found = compare(run(BEFORE), run(AFTER, name="r2", outcomes={"q10": "split"}))
    (one,) = found.results
    assert ids(one.lost) == ["q00"] and ids(one.gained) == ["q06", "q07", "q08"]
    assert ids(one.changed) == ["q10"] and one.set_aside == ()
    assert (one.changed[0].before, one.changed[0].after) == ("missed_document", "split")
    assert one.gained[0].text == "What of q06?"
    assert (one.rows, one.asked, one.n) == ((12, 12), (12, 12), 12)
    assert one.difference["value"] == pytest.approx(2 / 12)
    assert one.difference["low"] < 0 < one.difference["high"]
    assert one.hit_rates == (0.5, pytest.approx(8 / 12))
    # 1 of 4 changes against: 10 of the 16 ways of signs are at least as far.
    assert one.p == pytest.approx(10 / 16)
    assert one.interval == "t interval over 12 clusters"
    assert not found.equal


HITS = st.lists(st.integers(0, 1), min_size=COUNT, max_size=COUNT)


@given(HITS)
def test_a_run_compared_with_itself_has_no_change(hits):
    found = compare(run(hits), run(hits))
    (one,) = found.results
    assert found.equal and found.settings == () and found.golden.same
    assert one.gained == one.lost == one.changed == one.set_aside == ()
    assert (one.difference["value"], one.p) == (0, 1)


@given(HITS, HITS, st.lists(st.integers(1, 3), min_size=COUNT, max_size=COUNT))
def test_swapping_the_runs_swaps_what_was_gained_and_lost(first, second, weights):
    heavy = replace(
        GOLDEN,
        questions=tuple(
            replace(one, weight=float(weight))
            for one, weight in zip(GOLDEN.questions, weights, strict=True)
        ),
    )
    before, after = run(first), run(second, heavy, "r2")
    there, back = (compare(*pair).results[0] for pair in ((before, after), (after, before)))
    assert ids(there.gained) == ids(back.lost) and ids(there.lost) == ids(back.gained)
    assert ids(there.changed) == ids(back.changed)
    assert there.p == pytest.approx(back.p)
    for end, other in (("value", "value"), ("low", "high"), ("high", "low")):
        assert there.difference[end] == pytest.approx(-back.difference[other])


def test_one_run_that_asked_twice_is_paired_by_question_without_repeated_rows(capsys):
    twice = run(AFTER, name="r2")
    rows = twice["variants"][0]["results"][0]["per_question"]
    other = [{**row, "outcome": "split"} if row["id"] == "q00" else dict(row) for row in rows]
    rows += other
    found = compare(run(BEFORE), twice)
    (one,) = found.results
    assert (one.rows, one.asked, one.n) == ((12, 24), (12, 12), 12)
    assert one.difference["n"] == 12 and len(one.gained) == 3
    assert one.lost[0].after == "missed_document / split"
    assert "12 in 24 rows" in printed(found, capsys)


def changed_set():
    """q00 reworded, q01's evidence another, q02's document revised, q03 gone, q12 new, q04 twice
    as heavy, and q05's twin meant."""
    texts = {name: "An answer. An answer." if name == "q05" else "An answer." for name in names(13)}
    documents = [document(name, text) for name, text in texts.items() if name != "q03"]
    documents[2] = document("q02", "An answer. And more.")
    asked = [question(name) for name in names(13) if name != "q03"]
    asked[0] = question("q00", "Another question?")
    asked[1] = question("q01", span=(3, 9))
    asked[3] = question("q04", weight=3.0)
    asked[4] = question("q05", span=(11, 20))
    old = [document(name, texts[name]) for name in names(12)]
    return replace(GOLDEN, documents=tuple(old)), GoldenSet(
        "made", "", tuple(documents), tuple(asked)
    )


def test_only_what_both_asked_alike_is_compared_and_the_rest_is_named(capsys):
    old, new = changed_set()
    found = compare(run([0] * 12, old), run([1] * 12, new, "r2"))
    golden, (one,) = found.golden, found.results
    assert (golden.new, golden.gone, golden.reweighted) == (("q12",), ("q03",), ("q04",))
    assert dict(golden.set_aside) == {
        "q00": "its text changed",
        "q01": "its evidence changed",
        "q02": "q02.md changed, where its evidence is",
        "q05": "its evidence moved",
    }
    assert golden.documents_gone == ("q03.md",) and golden.documents_new == ("q12.md",)
    assert golden.documents_revised == ("q02.md",) and golden.untold == ()
    assert ids(one.gained) == ["q04", "q06", "q07", "q08", "q09", "q10", "q11"]
    assert ids(one.set_aside) == ["q00", "q01", "q02", "q05"] and one.n == 7
    assert (one.set_aside[0].before, one.set_aside[0].after) == ("missed_document", "complete")
    assert not one.equal
    out = printed(found, capsys)
    assert "Questions only in the run after (1): q12" in out
    assert "Documents whose text changed (1): q02.md" in out
    assert "set aside: q02  missed_document -> complete  What of q02? (q02.md changed" in out


def test_the_weight_of_both_is_the_mean():
    old, new = changed_set()
    hits = [0] * 12
    gained = [int(one.id == "q04") for one in new.questions]
    (one,) = compare(run(hits, old), run(gained, new)).results
    assert one.difference["value"] == pytest.approx(2 / 8)


def test_sets_that_differ_in_nothing_compared_are_said_to(capsys):
    tagged = tuple(replace(one, tags=("x",)) for one in GOLDEN.questions)
    found = compare(run(BEFORE), run(BEFORE, replace(GOLDEN, questions=tagged), "r2"))
    assert not found.golden.same and found.equal
    assert "classes, tags, kinds or splits differ" in printed(found, capsys)


def older(made):
    kept = made["run"]["golden_set"]
    del kept["asked"], kept["revisions"]
    return made


def test_runs_of_earlier_versions_say_what_cannot_be_told(capsys):
    found = compare(older(run(BEFORE)), older(run(AFTER, name="r2")))
    (one,) = found.results
    assert found.golden.same and one.difference is None and one.p is None
    assert ids(one.lost) == ["q00"] and one.lost[0].text is None
    out = printed(found, capsys)
    assert "Neither run holds which questions hang together" in out


def test_one_run_of_an_earlier_version_borrows_what_hangs_together(capsys):
    same = compare(older(run(BEFORE)), run(AFTER, name="r2"))
    assert same.golden.untold == () and same.results[0].difference is not None
    other = compare(older(run(BEFORE)), run([*AFTER, 0], golden_set(13), "r2"))
    (one,) = other.results
    assert one.n == 12 and one.difference["n"] == 12
    (line,) = other.golden.untold
    assert "run r1 does not hold what was asked" in line and "cannot be told" in line
    assert "Run r1 does not hold what was asked" in printed(other, capsys)


def test_what_changed_between_the_runs_is_named(capsys):
    new = run(AFTER, name="r2", versions={"numpy": "2.5.0"}, fill="cut", code="abc", depth=200)
    found = compare(run(BEFORE, depth=200), new)
    assert {(one.name, one.before, one.after) for one in found.settings} == {
        ("versions.numpy", "2.4.6", "2.5.0"),
        ("fill", "whole", "cut"),
        ("code", "not recorded", "abc"),
    }
    out = printed(found, capsys)
    assert "What changed between the runs:" in out and "versions.numpy: 2.4.6 -> 2.5.0" in out


def test_a_rerun_is_equal_or_says_that_nothing_recorded_differs(capsys):
    out = printed(compare(run(BEFORE), run(BEFORE, name="r2")), capsys)
    assert "The runs are equal" in out and "nothing that they record differs" in out
    assert "│ equal │" in " ".join(out.split()), "no interval around what could not change"
    out = printed(compare(run(BEFORE), run(AFTER, name="r2")), capsys)
    assert "The results differ, and nothing that the runs record does." in out


def test_equal_results_under_other_settings_do_not_claim_that_nothing_differs(capsys):
    out = printed(compare(run(BEFORE), run(BEFORE, name="r2", fill="cut")), capsys)
    assert "compared is the same." in out and "nothing that they record" not in out


def test_a_rank_that_moved_is_not_equal_though_no_outcome_changed():
    moved = run(BEFORE, name="r2")
    moved["variants"][0]["results"][0]["per_question"][0]["rank"] = 2
    found = compare(run(BEFORE), moved)
    assert not found.equal and found.results[0].changed == ()


def test_different_variants_are_paired_and_the_rest_has_no_partner():
    plain, wide = (variant([result(GOLDEN, hits)], n) for n, hits in ((0, BEFORE), (80, AFTER)))
    before, after = report(GOLDEN, [plain]), report(GOLDEN, [plain, wide], id="r2")
    found = compare(before, after)
    assert found.only_before == () and found.only_after == ("recursive-400c-o80/vector/600",)
    found = compare(before, after, [("recursive-400c", "recursive-400c-o80")])
    (one,) = found.results
    assert one.variants == ("recursive-400c", "recursive-400c-o80") and one.same_chunks is False
    assert found.only_after == () and len(one.gained) == 3
    del wide["index"]["fingerprint"]
    found = compare(before, after, [("recursive-400c", "recursive-400c-o80")])
    assert found.results[0].same_chunks is None


def test_retrievers_and_budgets_can_be_chosen():
    results = [
        result(GOLDEN, BEFORE, retriever=retriever, budget=budget)
        for retriever in ("bm25", "vector")
        for budget in (300, 600)
    ]
    made = report(GOLDEN, [variant(results)])
    assert len(compare(made, made).results) == 4
    (one,) = compare(made, made, retrievers=["bm25"], budgets=[300]).results
    assert (one.retriever, one.budget_tokens) == ("bm25", 300)
    assert compare(made, made, budgets=[300]).only_before == ()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"variants": [("x", "recursive-400c")]}, "run r1 has no variant 'x'; it has recursive"),
        ({"variants": [("recursive-400c", "y")]}, "run r2 has no variant 'y'"),
        ({"retrievers": ["bm25"]}, "no result in common as asked: r1 holds recursive-400c/vector"),
        ({"budgets": [1]}, "no result in common as asked"),
    ],
)
def test_nothing_to_compare_is_an_error(options, message):
    with pytest.raises(ValueError, match=message):
        compare(run(BEFORE), run(AFTER, name="r2"), **options)


def test_runs_without_a_question_in_common_compare_nothing():
    other = GoldenSet("o", "", (document("z"),), (question("z"),))
    (one,) = compare(run(BEFORE), run([1], other, "r2")).results
    assert (one.n, one.asked, one.difference, one.hit_rates) == (0, (12, 1), None, None)
    assert not one.equal


def test_a_comparison_is_json():
    old, new = changed_set()
    found = compare(run([0] * 12, old), run([1] * 12, new, "r2"))
    stored = json.loads(json.dumps(found.stored(), allow_nan=False))
    assert stored["schema"] == "chunking-comparison/1" and stored["equal"] is False
    assert stored["golden"]["set_aside"]["q00"] == "its text changed"
    assert stored["results"][0]["gained"][0]["text"] == "What of q04?"


def test_a_question_must_not_steer_the_terminal(capsys):
    sly = GoldenSet("g", "", (document("q"),), (question("q", "Is\x1b[31m it\nred?"),))
    out = printed(compare(run([0], sly), run([1], sly, "r2")), capsys)
    assert "\x1b" not in out and "it red?" in out
