"""Figures of some of a run's questions."""

import pytest

from evaluation.golden_record import recorded
from evaluation.run import evaluate
from evaluation.settings import Cutting, RunSettings, matrix
from evaluation.subset import FIGURES, asked_of, chosen, subset
from evaluation.vectors import VectorTable
from golden_sets.document import Span
from golden_sets.golden_set import find_golden_set, load_golden_set
from golden_sets.question import Passage, Question
from tests.evaluation.hash_embedder import HashEmbedder


def question(name, *documents, kind="single", weight=1.0, split=None, of_class=""):
    ways = tuple((Passage(document, Span(0, 1)),) for document in documents)
    return Question(
        name, "?", kind if ways else "unanswerable", ways, (), weight, split, "", "", of_class
    )


ASKED = (
    question("a", "one.md", of_class="policy", split="tune"),
    question("b", "two.md", of_class="policy", split="decide", weight=3.0),
    question("c", "two.md", "three.md", kind="multi_hop", of_class="mixed", split="decide"),
    question("d", "four.md", split="decide"),
)


def result(**ranks):
    """A result whose questions hit where they are ranked, complete where ranked first."""
    rows = [
        {
            "id": name,
            "hit": float(rank is not None),
            "complete": float(rank == 1),
            "document_hit": 1.0,
            "rank": rank,
            "document_rank": 1,
            "outcome": "missed_document" if rank is None else "complete",
        }
        for name, rank in ranks.items()
    ]
    return {"per_question": rows}


BEFORE = result(a=None, b=1, c=4, d=None)
AFTER = result(a=2, b=None, c=2, d=None)


def test_figures_by_hand():
    """a counts 1, b counts 3, c is left out: (1 x 0 + 3 x 1) / 4."""
    some = subset(ASKED, {"a", "b"})
    assert some.mean(BEFORE) == some.figure(BEFORE)["value"] == pytest.approx(0.75)
    assert some.figure(BEFORE)["n"] == some.n == 2
    assert some.figure(AFTER, "mrr")["value"] == pytest.approx((0.5 + 0) / 4)
    assert some.figure(BEFORE, "mean_rank") | {"low": 0, "high": 0} == {
        "value": 1.0,
        "n": 1,
        "low": 0,
        "high": 0,
    }, "only b is ranked"
    assert some.outcomes(AFTER) == {"complete": 1, "missed_document": 1}
    assert some.share(AFTER, "missed_document")["value"] == pytest.approx(0.75)


def test_differences_by_hand():
    """a gains 1, b with its weight of 3 loses 1."""
    some = subset(ASKED, {"a", "b"})
    found = some.difference(BEFORE, AFTER)
    assert found["difference"] == pytest.approx((1 - 3) / 4)
    assert (found["gained"], found["lost"], found["n"]) == (["a"], ["b"], 2)
    # Both sums not 0, so 4 ways to flip 1 and -3: as far as -2 are -2, 2, 4 and -4.
    assert found["p"] == 1.0
    ranks = subset(ASKED).difference(BEFORE, AFTER, "mean_rank")
    assert (ranks["difference"], ranks["n"]) == (-2.0, 1), "only c is ranked under both"


def test_documents_stay_linked_by_questions_that_are_left_out():
    """c links two.md with three.md, whether it is shown or not."""
    more = (*ASKED, question("e", "three.md"))
    assert subset(more, {"b", "e"}).clusters == 1
    assert subset(more).clusters == 3
    assert subset(more).local


def test_nothing_left_is_no_figure():
    empty = subset(ASKED, ())
    assert empty.n == 0 and empty.interval_kind() == "none"
    assert empty.mean(BEFORE) is None and empty.figure(BEFORE) is None
    assert empty.difference(BEFORE, AFTER)["difference"] is None


def test_questions_are_chosen_by_class_kind_and_split():
    assert chosen(ASKED) == {"a", "b", "c", "d"}
    assert chosen(ASKED, classes=["policy", "no class"]) == {"a", "b", "d"}
    assert chosen(ASKED, kinds=["multi_hop"]) == {"c"}
    assert chosen(ASKED, classes=["policy"], split="decide") == {"b"}


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """A report of a shipped golden set, and the set."""
    from evaluation.database import open_store

    golden = load_golden_set(find_golden_set("handbook"))
    asked = RunSettings(
        matrix(("fixed", "recursive"), Cutting(300), ("0",), ("none",)), retrievers=("bm25",)
    )
    table = VectorTable(open_store(tmp_path_factory.mktemp("store")))
    return evaluate(golden, asked, HashEmbedder(), table)[0], golden


def test_all_questions_give_the_reports_own_figures(measured):
    """Made anew: a question of another document, left out, keeps them from being looked up."""
    report, golden = measured
    asked = asked_of(report, golden)
    seed = report["run"]["seed"]
    every = subset(asked, None, seed)
    anew = subset((*asked, question("left out", "elsewhere.md")), every.kept, seed)
    assert every.whole and not anew.whole
    assert every.interval_kind() == anew.interval_kind() == report["run"]["interval"]
    base, other = (variant["results"][0] for variant in report["variants"])
    for name in FIGURES:
        assert anew.figure(base, name) == every.figure(base, name) == base[name], name
    assert anew.mean(base) == pytest.approx(every.mean(base))
    answered = {name: n for name, n in base["outcomes"].items() if name != "not_applicable"}
    assert anew.outcomes(base) == answered
    (stored,) = report["comparisons"]
    sides = (other, base) if stored["baseline"] == report["variants"][1]["id"] else (base, other)
    found = anew.difference(*sides)
    for key in ("difference", "low", "high", "p", "gained", "lost", "detectable", "metric"):
        assert found[key] == stored[key], key


def test_stand_ins_give_the_same_figures_without_the_golden_set(measured):
    report, golden = measured
    known, stand = (subset(asked_of(report, one)) for one in (golden, None))
    kept = chosen(golden.answerable, split="decide")
    for one in (known, stand):
        assert one.ordered == known.ordered
    base = report["variants"][0]["results"][0]
    some = [subset(asked_of(report, one), kept).figure(base) for one in (golden, None)]
    assert some[0] == some[1] and some[0]["n"] == len(kept)


def test_a_run_that_does_not_say_what_it_asked_has_no_questions(measured):
    report, _ = measured
    old = {**report["run"]["golden_set"]}
    del old["asked"]
    assert asked_of({"run": {"golden_set": old}}, None) is None


def test_a_run_of_one_split_has_the_questions_it_asked():
    golden = load_golden_set(find_golden_set("handbook"))
    part = golden.of_split("tune")
    told = {"digest": golden.digest, **recorded(part)}
    asked = asked_of({"run": {"golden_set": told}}, golden)
    assert {q.id for q in asked} == {q.id for q in part.answerable}
    assert 0 < len(asked) < len(golden.answerable)
