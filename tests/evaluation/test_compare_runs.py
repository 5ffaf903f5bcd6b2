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
QUESTIONS = GOLDEN.questions


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
    assert "No difference can be told" not in out, "which would be another reason"


def test_one_run_of_an_earlier_version_borrows_what_hangs_together(capsys):
    same = compare(older(run(BEFORE)), run(AFTER, name="r2"))
    assert same.golden.untold == () and same.results[0].difference is not None
    other = compare(older(run(BEFORE)), run([*AFTER, 0], golden_set(13), "r2"))
    (one,) = other.results
    assert one.n == 12 and one.difference["n"] == 12
    (line,) = other.golden.untold
    assert "Run r1 does not hold what was asked" in line and "cannot be told" in line
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
        (
            {"retrievers": ["bm25"]},
            "in common as asked: run r1 holds recursive-400c under vector at 600 tokens .*; "
            "without --retriever they have vector at 600 in common",
        ),
        (
            {"budgets": [1], "retrievers": ["bm25"]},
            "without --retriever and --budget they have vector at 600 in common",
        ),
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


NOTHING = "No question is compared, since the runs hold no result of the same question."


def test_where_nothing_is_compared_that_is_what_is_said(capsys):
    other = GoldenSet("o", "", (document("z"),), (question("z"),))
    out = printed(compare(run(BEFORE), run([1], other, "r2")), capsys)
    assert NOTHING in out and "equal" not in out and "The results differ" not in out
    reworded = replace(
        GOLDEN, questions=tuple(replace(one, text="New?") for one in GOLDEN.questions)
    )
    out = printed(compare(run(BEFORE), run(BEFORE, reworded, "r2")), capsys)
    assert "No question is compared, since every one that both runs hold is set aside." in out
    assert "equal" not in out


def test_equal_golden_sets_with_rows_of_other_questions_compare_nothing(capsys):
    before, after = run(BEFORE), run(AFTER, name="r2")
    for made, kept in ((before, slice(0, 6)), (after, slice(6, 12))):
        rows = made["variants"][0]["results"][0]["per_question"]
        rows[:] = rows[kept]
    out = printed(compare(before, after), capsys)
    assert NOTHING in out and "The results differ" not in out
    for made in (before, after):
        made["variants"][0]["results"][0]["per_question"].clear()
    found = compare(before, after)
    assert not found.equal and NOTHING in printed(found, capsys)


def test_a_result_that_compares_nothing_is_named_beside_those_that_do(capsys):
    results = [result(GOLDEN, BEFORE, budget=budget) for budget in (300, 600)]
    cut = json.loads(json.dumps(results))
    cut[0]["per_question"].clear()
    before, after = (report(GOLDEN, [variant(made)]) for made in (results, cut))
    out = printed(compare(before, after), capsys)
    assert f"{NOTHING[:-1]} (1): recursive-400c, vector, 300\n" in out


def test_hits_that_no_run_has_are_no_difference(capsys):
    made = run(BEFORE)
    for row in made["variants"][0]["results"][0]["per_question"]:
        row["hit"] = None
    out = printed(compare(made, run(AFTER, name="r2")), capsys)
    assert "No difference can be told, since no question has a hit, 0 or 1, in both runs." in out


def test_one_more_question_in_one_run_is_not_equal_and_no_difference_either(capsys):
    for longer in (0, 1):
        made = [run(BEFORE), run(BEFORE, name="r2")]
        made[1 - longer]["variants"][0]["results"][0]["per_question"].pop()
        found = compare(*made)
        assert not found.equal and found.results[0].differing == 0 and found.results[0].n == 11
        out = printed(found, capsys)
        assert "is the same; the runs are not equal, since they do not hold results of the" in out
        assert "The results differ" not in out


def test_a_score_that_a_run_does_not_hold_is_not_compared_and_said_so(capsys):
    lacking = run(BEFORE, name="r2")
    del lacking["variants"][0]["results"][0]["per_question"][0]["rank"]
    for pair in ((run(BEFORE), lacking), (lacking, run(BEFORE)), (lacking, lacking)):
        found = compare(*pair)
        assert found.equal and found.results[0].not_held == ("rank",)
        out = printed(found, capsys)
        assert "Not compared where a run does not hold it: rank." in out
        assert "The results differ" not in out
    lacking["variants"][0]["results"][0]["per_question"][1]["rank"] = 7
    assert compare(run(BEFORE), lacking).results[0].differing == 1
    out = printed(compare(run(BEFORE), run(BEFORE, name="r2")), capsys)
    assert "Not compared" not in out


def fills(before, after, retrievers=("vector", "vector"), names=(0, 0)):
    """Two runs, each of one result: the budget and the fill rule of each."""
    made = []
    for n, (budget, fill) in enumerate((before, after)):
        one = variant([result(GOLDEN, BEFORE, budget=budget, retriever=retrievers[n])], names[n])
        made.append(report(GOLDEN, [one], id=f"r{n + 1}", fill=fill))
    return made


@pytest.mark.parametrize(
    ("runs", "held", "advice"),
    [
        (
            fills((60, "whole"), (5, "top_k")),
            "run r1 holds recursive-400c under vector at 60 tokens (fill rule whole); run r2 holds "
            "recursive-400c under vector at 5 units (fill rule top_k)",
            "no --variant can pair them, for they share no budget: run r2 again with "
            "--retrievers vector --budget 60 --fill whole",
        ),
        (
            fills((600, "whole"), (1200, "whole")),
            "at 1,200 tokens (fill rule whole)",
            "no --variant can pair them, for they share no budget: run r2 again with "
            "--retrievers vector --budget 600",
        ),
        (
            fills((600, "cut"), (600, "cut"), retrievers=("bm25", "hybrid")),
            "under hybrid at 600 tokens (fill rule cut)",
            "no --variant can pair them, for they share no retriever: run r2 again with "
            "--retrievers bm25 --budget 600",
        ),
        (
            fills((600, "cut"), (600, "cut"), names=(0, 80)),
            "run r2 holds recursive-400c-o80 under",
            "--variant recursive-400c=recursive-400c-o80 pairs two, under vector at 600",
        ),
        (
            [run(BEFORE), report(GOLDEN, [], id="r2")],
            "run r2 holds no result",
            "there is nothing to compare",
        ),
    ],
)
def test_runs_without_a_common_result_are_told_apart_with_advice_that_helps(runs, held, advice):
    with pytest.raises(ValueError, match="the runs hold no result in common: ") as error:
        compare(*runs)
    told = str(error.value)
    assert held in told and told.endswith(f"; {advice}")


def test_advice_where_pairs_or_both_axes_do_not_meet():
    both = [
        variant([result(GOLDEN, BEFORE, retriever=name, budget=n) for name, n in pairs])
        for pairs in ((("bm25", 300), ("vector", 600)), (("bm25", 600), ("vector", 300)))
    ]
    crossed = [report(GOLDEN, [one], id=f"r{n}") for n, one in enumerate(both, 1)]
    with pytest.raises(ValueError, match="for they share no retriever at the same budget: run r2"):
        compare(*crossed)
    wide = variant([result(GOLDEN, BEFORE, budget=900)], 80)
    one = report(GOLDEN, [variant([result(GOLDEN, BEFORE)]), wide])
    pair = ("recursive-400c", "recursive-400c-o80")
    with pytest.raises(ValueError, match="no --variant can pair them, for they share no budget"):
        compare(one, one, [pair])


def test_budgets_of_units_against_tokens_are_said_to_be(capsys):
    told = "Budgets count units in one run, and tokens in the other."
    assert told in printed(compare(*fills((60, "whole"), (60, "top_k"))), capsys)
    assert told not in printed(compare(*fills((60, "whole"), (60, "cut"))), capsys)


def test_a_pair_that_is_asked_for_twice_is_compared_once():
    pair = ("recursive-400c", "recursive-400c")
    assert len(compare(run(BEFORE), run(AFTER), [pair, pair]).results) == 1


def test_a_renamed_document_is_said_to_be_and_a_changed_one_is_not(capsys):
    documents = [document(name, f"An answer, {name}.") for name in names(4)]
    old = GoldenSet("g", "", tuple(documents), tuple(question(name) for name in names(4)))
    moved = replace(documents[0], id="new/q00.md")
    ways = ((replace(old.questions[0].evidence[0][0], document="new/q00.md"),),)
    other = replace(documents[1], id="new/q01.md", text="Another answer.")
    elsewhere = ((replace(old.questions[1].evidence[0][0], document="new/q01.md"),),)
    asked = (
        replace(old.questions[0], evidence=ways),
        replace(old.questions[1], evidence=elsewhere),
    )
    new = replace(
        old, documents=(moved, other, *documents[2:]), questions=(*asked, *old.questions[2:])
    )
    found = compare(run([1] * 4, old), run([1] * 4, new, "r2"))
    golden = found.golden
    assert golden.documents_renamed == (("q00.md", "new/q00.md"),)
    assert (golden.documents_gone, golden.documents_new) == (("q01.md",), ("new/q01.md",))
    assert dict(golden.set_aside) == {
        "q00": "q00.md is named new/q00.md now, where its evidence is",
        "q01": "its evidence changed",
    }
    out = printed(found, capsys)
    assert "Documents with another name and the same text (1): q00.md -> new/q00.md" in out
    assert "Since documents differ" in out


def test_evidence_that_went_to_a_document_other_than_the_renamed_one_changed():
    documents = tuple(document(name, f"An answer, {name}.") for name in names(2))
    old = GoldenSet("g", "", documents, (question("q00"),))
    ways = ((replace(old.questions[0].evidence[0][0], document="q01.md"),),)
    moved = (replace(documents[0], id="new/q00.md"), documents[1])
    new = replace(old, documents=moved, questions=(replace(old.questions[0], evidence=ways),))
    golden = compare(run([1], old), run([1], new, "r2")).golden
    assert golden.documents_renamed == (("q00.md", "new/q00.md"),)
    assert golden.set_aside == {"q00": "its evidence changed"}


def test_renamed_documents_with_one_text_are_each_renamed():
    documents = tuple(document(name) for name in names(2))
    old = GoldenSet("g", "", documents, tuple(question(name) for name in names(2)))
    asked = (question("q00"), question("q01"))
    moved = [
        replace(one, evidence=((replace(one.evidence[0][0], document=f"new/{one.id}.md"),),))
        for one in asked
    ]
    texts = tuple(replace(one, id=f"new/{one.id}") for one in documents)
    new = replace(old, documents=texts, questions=tuple(moved))
    golden = compare(run([1, 1], old), run([1, 1], new, "r2")).golden
    assert golden.documents_renamed == (("q00.md", "new/q00.md"), ("q01.md", "new/q01.md"))


def test_questions_that_got_or_lost_their_answer_have_lines_of_their_own(capsys):
    none = [replace(one, kind="unanswerable", evidence=()) for one in GOLDEN.questions]
    without = replace(GOLDEN, questions=(*none[:10], *GOLDEN.questions[10:]))
    reworded = [replace(one, text="Other?") for one in GOLDEN.questions[10:]]
    after = replace(GOLDEN, questions=(*GOLDEN.questions[:10], *reworded))
    short = run(BEFORE, without)
    short["variants"][0]["results"][0]["per_question"][:10] = []
    found = compare(short, run(AFTER, after, "r2"))
    assert found.golden.now_answerable == tuple(names(10))
    assert found.golden.set_aside["q00"] == "it has an answer now, and had none"
    out = printed(found, capsys)
    listed = ", ".join(names(10))
    assert f"Questions set aside that have an answer now and had none (10): {listed}" in out
    assert "they are about changed (2): q10, q11" in out
    found = compare(run(AFTER, after, "r2"), short)
    assert found.golden.now_unanswerable == tuple(names(10))
    out = printed(found, capsys)
    assert f"Questions set aside that have no answer any more (10): {listed}" in out


def heavy(*weights):
    """The golden set, its first questions of these weights."""
    more = zip(GOLDEN.questions, (*weights, *[1.0] * COUNT), strict=False)
    return replace(GOLDEN, questions=tuple(replace(one, weight=w) for one, w in more))


def test_rates_count_each_question_by_its_weight():
    golden = heavy(9.0)
    (one,) = compare(run(BEFORE, golden), run(AFTER, golden, "r2")).results
    # 20 in all: 9 + 5 of the first six before, 8 of the lightest after.
    assert one.hit_rates == (pytest.approx(14 / 20), pytest.approx(8 / 20))
    assert one.difference["value"] == pytest.approx(-6 / 20)


def test_hits_of_a_question_asked_twice_are_averaged():
    twice = run(BEFORE, name="r2")
    rows = twice["variants"][0]["results"][0]["per_question"]
    rows += [{**row, "hit": 1 - row["hit"]} for row in rows if row["id"] == "q06"]
    (one,) = compare(run(BEFORE), twice).results
    assert one.difference["value"] == pytest.approx(0.5 / 12)
    assert one.hit_rates[1] == pytest.approx(6.5 / 12)


def test_a_document_rank_that_moved_is_not_equal():
    moved = run(BEFORE, name="r2")
    moved["variants"][0]["results"][0]["per_question"][0]["document_rank"] = 2
    found = compare(run(BEFORE), moved)
    assert not found.equal and found.results[0].differing == 1


def test_equal_results_of_other_chunks_keep_their_interval(capsys):
    made = [report(GOLDEN, [variant([result(GOLDEN, BEFORE)], fingerprint=name)]) for name in "ab"]
    found = compare(*made)
    assert found.equal and found.results[0].same_chunks is False
    out = printed(found, capsys)
    assert (
        "+0.0 (−" in out and "By chance alone a difference as large would come every time." in out
    )


def test_equal_results_over_sets_that_differ_do_not_claim_that_nothing_differs(capsys):
    tagged = tuple(replace(one, tags=("x",)) for one in GOLDEN.questions)
    out = printed(
        compare(run(BEFORE), run(BEFORE, replace(GOLDEN, questions=tagged), "r2")), capsys
    )
    assert "The runs are equal" in out and "nothing that they record" not in out


def test_what_follows_from_the_golden_set_is_no_setting():
    changed = run(BEFORE, name="r2", preflight=[{"name": "power"}], interval="bootstrap")
    assert compare(run(BEFORE, preflight=[]), changed).settings == ()


def test_each_result_is_told_in_words_below_the_table(capsys):
    out = printed(compare(run(BEFORE), run(AFTER, name="r2")), capsys)
    below = out[out.index("┘") :]
    assert "95 % intervals: t interval over 12 clusters." in below
    # 1 lost and 3 gained of 12; 10 of the 16 ways of signs are at least as far.
    assert (
        "recursive-400c, vector, 600: the run after hits 17 points more than the run bef" in below
    )
    assert "a difference as large would come in 62 of 100 cases" in below
    assert "With 12 questions a true difference under" in below
    out = printed(compare(run(BEFORE), run(BEFORE, name="r2")), capsys)
    assert "Were it chance" not in out and "With 12 questions" not in out


def test_two_variants_are_told_in_words_by_their_names(capsys):
    made = report(GOLDEN, [variant([result(GOLDEN, h)], n) for n, h in ((0, BEFORE), (80, AFTER))])
    out = printed(compare(made, made, [("recursive-400c", "recursive-400c-o80")]), capsys)
    assert "600: recursive-400c-o80 hits 17 points more than recursive-400c (95 %" in out


def test_what_to_try_is_told_once_an_outcome_of_what_was_lost_or_came_out_differently(capsys):
    after = [0, 0] + [1] * 7 + [0] * 3
    outcomes = {"q00": "split", "q01": "split", "q10": "partial", "q11": "unheard of"}
    found = compare(run(BEFORE), run(after, name="r2", outcomes={**outcomes, "q05": "complete"}))
    assert found.next_steps == found.stored()["next_steps"]
    assert list(found.next_steps) == ["split", "partial"], "gained ones need nothing"
    out = printed(found, capsys)
    assert out.count("  split: Cut along sentences or sections") == 1
    assert out.index("other outcome: q10") < out.index("What to try for what was lost")
    assert "What to try" not in printed(compare(run(BEFORE), run(BEFORE)), capsys)
    twice = run(BEFORE, name="r2")
    rows = twice["variants"][0]["results"][0]["per_question"]
    rows += [{**row, "outcome": "crowded_out"} for row in rows if row["id"] == "q06"]
    assert list(compare(run(BEFORE), twice).next_steps) == ["crowded_out", "missed_document"]


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


def test_one_set_asked_in_part_is_not_the_same_questions(capsys):
    """The digest is of the whole set: it says nothing of the split that was asked."""
    tuned = tuple(replace(one, split="tune" if n < 5 else "") for n, one in enumerate(QUESTIONS))
    whole = replace(GOLDEN, questions=tuned)
    part = whole.of_split("tune")
    small = run([1] * 5, part)
    small["run"]["golden_set"] |= {"split": "tune"}
    found = compare(small, run(BEFORE, whole, "r2"))
    assert part.digest == whole.digest
    assert not found.golden.same and found.golden.other_split
    assert found.golden.new == tuple(names(COUNT)[5:]) and found.golden.gone == ()
    assert found.golden.asked == (5, COUNT) and found.results[0].n == 5
    out = printed(found, capsys)
    assert "Documents and questions are the same." not in out
    assert "before tune only (5 questions), the run after all splits (12 questions)" in out
    assert "kinds or splits differ" not in out


def test_an_older_run_of_another_split_is_not_the_same_either():
    small = older(run(BEFORE))
    small["run"]["golden_set"] |= {"split": "tune", "questions": 5}
    assert not compare(small, older(run(BEFORE, name="r2"))).golden.same
