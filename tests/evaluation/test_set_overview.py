"""Counts of a golden set, by hand, and what it could tell."""

from evaluation.set_overview import NO_SPLIT, overview
from golden_sets.document import Span
from golden_sets.golden_set import GoldenSet
from golden_sets.markdown import read_markdown
from golden_sets.question import Passage, Question


def question(name, *documents, kind="single", **more):
    ways = tuple((Passage(document, Span(0, 3)),) for document in documents)
    return Question(name, "?", kind, ways, question_class="policy" if ways else "", **more)


DOCUMENTS = tuple(read_markdown(name, "One.") for name in ("a", "b", "c", "d"))
QUESTIONS = (
    question("q1", "a", split="tune"),
    question("q2", "a", "b", split="decide"),
    question("q3", "c"),
    question("q4", kind="unanswerable"),
)


def test_counts_from_the_most_frequent_on():
    found = overview(GoldenSet("s", "", DOCUMENTS, QUESTIONS))
    assert (found.documents, found.characters, found.unused) == (4, 16, 1)
    assert (found.questions, found.answerable) == (4, 3)
    assert list(found.kinds.items()) == [("single", 3), ("unanswerable", 1)]
    assert found.classes == {"policy": 3, "no class": 1}
    assert list(found.splits.items()) == [(NO_SPLIT, 2), ("decide", 1), ("tune", 1)]


def test_documents_that_one_question_names_are_one_cluster():
    found = overview(GoldenSet("s", "", DOCUMENTS, QUESTIONS))
    assert list(found.clusters.items()) == [("a", 2), ("c", 1)]
    assert found.sizes == {"a": 2, "c": 1}
    assert found.local, "two clusters speak for these documents only"


def test_a_set_that_can_show_nothing_says_so():
    """Three questions cannot show a difference below all of them; none have no figure at all."""
    assert overview(GoldenSet("s", "", DOCUMENTS, QUESTIONS)).detectable is None
    assert overview(GoldenSet("s", "", DOCUMENTS, ())).detectable is None
    many = tuple(question(f"q{n}", "abcd"[n % 4]) for n in range(100))
    found = overview(GoldenSet("s", "", DOCUMENTS, many))
    assert found.detectable is not None and 0 < found.detectable < 0.3
