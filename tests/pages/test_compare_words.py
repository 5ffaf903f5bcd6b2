"""What the page Compare says of numbers made by hand: never more than they tell."""

from itertools import count

import pytest

from evaluation.report import rate
from evaluation.statistics import RATE, interval
from evaluation.subset import subset
from golden_sets.document import Span
from golden_sets.question import Passage, Question
from pages.ui import compare_words as words
from pages.ui import compare_words_more as more
from pages.ui.compare_charts import budget_chart, cost_chart, frontier, outcome_chart
from pages.ui.compare_lines import holds, same_cut, with_baseline
from pages.ui.compare_map import MOST_CELLS, first_of, telling_first
from pages.ui.compare_marks import Mark, forest
from pages.ui.compare_scope import Scope
from pages.ui.results import Row

ASKED = tuple(
    Question(f"q{at:02}", "?", "single", ((Passage(f"{at}.md", Span(0, 1)),),)) for at in range(40)
)
_RUNS = count()


def row(variant, hits, cut="", retriever="bm25", tokens=100, budget=600):
    """A result that hits the first so many of the questions, ranked first where it does."""
    part = subset(ASKED)
    rows = [
        {
            "id": question.id,
            "hit": float(at < hits),
            "complete": float(at < hits),
            "document_hit": 1.0,
            "rank": 1 if at < hits else None,
            "document_rank": 1,
            "outcome": "complete" if at < hits else "missed_document",
        }
        for at, question in enumerate(ASKED)
    ]
    hit = rate(interval(part.ordered.sample({one["id"]: one["hit"] for one in rows}), RATE))
    result = {"per_question": rows, "hit_rate": hit, "complete_rate": hit, "mrr": hit}
    index = {"tokens": tokens, "fingerprint": cut or variant}
    strategy = variant.split("-")[0]
    return Row(variant, strategy, 0, 0, False, retriever, budget, index, result)


def scope(*found, baseline="recursive-400c", questions=ASKED):
    report = {"run": {"id": f"hand-{next(_RUNS)}", "fill": "whole"}, "variants": []}
    shown = tuple(one for one in found if one.budget_tokens == 600)
    return Scope(report, None, subset(questions), 600, baseline, shown, tuple(found), "")


BASE = row("recursive-400c", 20)


def said(*found):
    made = scope(BASE, *found)
    return words.difference_finding(made, words.compared(made, made.found), complete=False)


def test_a_clear_difference_is_said_with_its_interval():
    """12 of 40 questions more, none less: p is far under 5 %."""
    told = said(row("structure-400c", 32))
    assert told.startswith(r"structure\-400c hits 30 points more than recursive\-400c under BM25")
    assert "95 %: +" in told and "shared" not in told, "there is one comparison"


def test_a_difference_that_may_be_chance_is_no_finding():
    told = said(row("structure-400c", 22))
    assert told.startswith(r"Nothing shown can be told apart from recursive\-400c")
    assert "+5 points" in told


def test_the_largest_of_many_is_held_against_all_of_them():
    """6 questions of 40: p is 2 / 64, clear alone, and not among ten."""
    alike = [row(f"fixed-{size}c", 20, cut=f"own {size}") for size in range(100, 109)]
    told = said(row("structure-400c", 26), *alike)
    assert "hits 15 points more" in told
    assert "taken alone: of 10 comparisons one may look so by chance" in told
    strong = said(row("structure-400c", 38), *alike)
    assert "it holds with the error shared over all 10 comparisons" in strong


def test_the_baselines_own_chunks_are_no_comparison():
    made = scope(BASE, row("fixed-400c", 20, cut="recursive-400c"))
    assert words.compared(made, made.found) == []
    assert "can be compared" in words.difference_finding(made, [], complete=False)


def test_twins_are_named_and_the_same_variant_under_another_retriever_is_none():
    best = row("structure-400c", 30)
    twin = row("sentence-400c", 30, cut="structure-400c")
    other = row("structure-400c", 25, retriever="vector")
    made = scope(best, twin, other, BASE)
    told = words.rates_finding(made, made.found)
    assert r"(identical chunks: sentence\-400c)" in told
    alike = scope(best, twin)
    assert "nothing to compare" in words.rates_finding(alike, alike.found)


def test_the_highest_is_not_said_to_be_the_best_where_it_cannot_be_told():
    made = scope(row("structure-400c", 22), BASE, row("fixed-400c", 21))
    told = words.rates_finding(made, made.found)
    assert "none of the 2 others shown under BM25 can be told apart from it" in told
    apart = scope(row("structure-400c", 40), BASE, row("fixed-400c", 5))
    assert "told apart from every other" in words.rates_finding(apart, apart.found)


def test_under_8_clusters_a_finding_is_of_these_documents_only():
    few = tuple(Question(q.id, "?", "single", ((Passage("one.md", Span(0, 1)),),)) for q in ASKED)
    made = scope(BASE, row("structure-400c", 32), questions=few)
    told = words.difference_finding(made, words.compared(made, made.found), complete=False)
    assert "for these documents only" in told


def test_cost_names_the_smaller_index_and_whether_it_finds_fewer():
    made = scope(row("structure-400c", 22, tokens=200), BASE)
    told = words.cost_finding(made, made.found)
    assert "50 % fewer and cannot be told apart from it (−5 points" in told
    clear = scope(row("structure-400c", 38, tokens=200), BASE)
    assert "50 % fewer, at −45 points" in words.cost_finding(clear, clear.found)
    assert frontier(clear, clear.found) == [BASE, clear.found[0]]
    assert len(cost_chart(clear, clear.found).data) == 3


def test_a_budget_that_gains_nothing_is_said_to():
    curve = [row("recursive-400c", 20, budget=300), BASE]
    assert "no gain can be told" in more.budget_finding(scope(*curve), curve)
    rising = [row("recursive-400c", 5, budget=300), BASE]
    made = scope(*rising)
    assert "gains 38 points" in more.budget_finding(made, rising)
    (line,) = budget_chart(made, [rising], "Budget").data
    assert line.y == pytest.approx((12.5, 50.0))


def test_ranks_are_compared_over_all_questions():
    made = scope(row("structure-400c", 22), BASE)
    told = more.rank_finding(made, made.found)
    assert "mean reciprocal rank 0.55" in told and "not to be told apart" in told


def test_mean_ranks_are_compared_over_the_questions_ranked_under_both():
    """Of 22 ranked and 20 ranked, 20 are ranked under both: third before, now first or second."""
    base, best = row("recursive-400c", 20), row("structure-400c", 22)
    for at, (before, after) in enumerate(
        zip(base.result["per_question"], best.result["per_question"], strict=True)
    ):
        before["rank"] = 3 if before["rank"] else None
        after["rank"] = 1 + at % 2 if after["rank"] else None
    made = scope(best, base)
    told = more.paired_ranks(made, made.found)
    assert "Over the 20 questions ranked under both" in told
    assert r"structure\-400c is −1.5 from that of recursive\-400c (95 %: −1." in told
    assert more.paired_ranks(made, [base]) == ""


def test_where_ranks_do_not_vary_no_interval_is_made_up():
    made = scope(row("structure-400c", 22), BASE)
    assert more.paired_ranks(made, made.found) == ""


def test_outcomes_name_what_misses_most():
    made = scope(BASE)
    assert "20 of 20 misses: “The document was missed”, 50 %" in more.outcome_finding(made, BASE)
    bars = [trace for trace in outcome_chart(made, [BASE]).data if trace.type == "bar"]
    assert [bar.x for bar in bars] == [(50.0,), (50.0,)]
    assert [bar.text for bar in bars] == [("C 20",), ("M 20",)], "a letter beside the colour"


def test_the_baseline_is_always_among_what_is_shown():
    found = [row("structure-400c", 30), row("fixed-400c", 25), BASE]
    assert with_baseline(scope(*found), found, 1) == [found[0], BASE]


def test_what_is_unknown_at_an_end_is_never_clear():
    assert not holds({"difference": 2.0, "low": None, "high": None, "p": 0.01}, 1)
    assert not same_cut(row("a-1c", 1, cut="x"), row("b-1c", 1, cut="y"))


def test_telling_questions_come_first():
    found = {
        "all": ["complete", "complete", "complete", "complete"],
        "one": ["complete", "split", "split", "split"],
        "half": ["complete", "missing_context", "split", "split"],
        "none": ["split", "split", "split", "missed_document"],
    }
    assert telling_first(found) == ["half", "one", "none", "all"]


def test_a_forest_hollows_what_has_headers_and_draws_no_end_it_does_not_know():
    marks = [
        Mark("plain", "structure", (5.0, 1.0, 9.0), "5", ()),
        Mark("headed", "structure", (4.0, None, None), "4", (), hollow=True),
    ]
    points = forest(marks, "axis", (0, 10)).data[2]
    assert points.marker.symbol == ("diamond", "diamond-open")
    assert points.error_x.array == (4.0, 0) and points.error_x.arrayminus == (4.0, 0)


def test_the_map_draws_no_more_cells_than_the_server_bears(monkeypatch):
    asked = []
    monkeypatch.setattr(
        "pages.ui.compare_map.how_many", lambda label, name, options: asked.append(options) or 40
    )
    names = [f"q{at}" for at in range(1_000)]
    assert len(first_of(names, MOST_CELLS // 120)) == 40
    assert first_of(names[:30], MOST_CELLS // 15) == names[:30], "fewer than the first choice"
    first_of(names[:150], MOST_CELLS // 15)
    assert asked == [[40, 100], [40, 100, 150]]
