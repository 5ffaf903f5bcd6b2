"""What two contexts share, and what of the evidence a unit holds: sums done by hand."""

from evaluation.shared_text import held, shared_of, shared_share
from evaluation.unit_evidence import unit_holds
from golden_sets.document import Span
from golden_sets.markdown import read_markdown
from golden_sets.question import Passage

TEXT = "Rule one holds. But never on a Sunday."
DOCUMENT = read_markdown("d", TEXT)
DOCUMENTS = {"d": DOCUMENT}


def unit(*spans, document="d", header=(), added=()):
    return {"document": document, "spans": spans, "header": header, "added": added, "tokens": 1}


def test_a_unit_is_shared_by_its_text_not_by_its_edges():
    other = held([unit([0, 10]), unit([10, 20]), unit([0, 30], document="e")])
    assert shared_share(unit([5, 15]), other) == 1
    assert shared_share(unit([15, 25]), other) == 0.5
    assert shared_share(unit([20, 30]), other) == 0
    assert shared_share(unit([0, 10], document="f"), other) == 0
    assert shared_share(unit(), other) is None


def test_headings_and_added_text_are_text_too():
    other = held([unit([10, 20], header=[[0, 5]], added=[[20, 25]])])
    assert shared_share(unit([0, 5]), other) == 1
    assert shared_share(unit([20, 30]), other) == 0.5


def test_text_that_one_context_repeats_counts_once():
    one = [unit([0, 10]), unit([0, 10]), unit([10, 20])]
    assert shared_of(one, [unit([0, 10])]) == 0.5
    assert shared_of([unit([0, 10])], one) == 1
    assert shared_of([], one) is None


def test_what_of_the_evidence_a_unit_holds():
    answer = Passage("d", Span(0, 15))
    limit = Passage("d", Span(16, 38), "context")
    assert unit_holds(unit([0, 15]), [answer, limit], DOCUMENTS) == "whole"
    assert unit_holds(unit([0, 8]), [answer, limit], DOCUMENTS) == "partly"
    assert unit_holds(unit([0, 8], document="e"), [answer], DOCUMENTS) == "none"
    assert unit_holds(unit(), [answer], DOCUMENTS) == "none"
    whole = Passage("d", Span(0, 38), whole=True)
    assert unit_holds(unit([3, 4]), [whole], DOCUMENTS) == "whole"
