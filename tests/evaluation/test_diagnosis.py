"""Each outcome from spans and ranks alone, worked by hand; 4 words a sentence."""

import pytest

from evaluation.diagnosis import NEXT_STEPS, outcome
from evaluation.metrics import Case
from evaluation.packing import Unit, pack, unit_text
from golden_sets.document import Span
from golden_sets.question import Passage
from tests.evaluation.cases import D, case, passage, question, table, unit, words

ALPHA, BETA, GAMMA = (0, 18), (19, 36), (37, 55)
ASKED = question((passage(*BETA),))
LIMITED = question((passage(*BETA), passage(*GAMMA, "context")))
BOTH = question((passage(*BETA), passage(0, 18, document="e")))


@pytest.mark.parametrize(
    ("asked", "units", "budget", "expected"),
    [
        (question(), [unit(*BETA)], 4, "not_applicable"),
        (ASKED, [unit(*BETA)], 4, "complete"),
        (LIMITED, [unit(*BETA)], 4, "missing_context"),
        (LIMITED, [unit(19, 55)], 8, "complete"),
        # The second unit repeats the first, and pushes the third out.
        (ASKED, [unit(*ALPHA), unit(*ALPHA), unit(*BETA)], 8, "crowded_out"),
        (ASKED, [unit(0, 28)], 6, "split"),
        (ASKED, [unit(*ALPHA), unit(*BETA)], 4, "below_budget"),
        (BOTH, [unit(*BETA)], 4, "partial"),
        (ASKED, [unit(*ALPHA)], 4, "wrong_passage"),
        (ASKED, [unit(0, 18, "e")], 4, "missed_document"),
        (ASKED, [], 4, "missed_document"),
        # In the order of the design: split before below_budget, crowded_out before both.
        (ASKED, [unit(0, 28), unit(28, 36)], 6, "split"),
    ],
)
def test_by_hand(asked, units, budget, expected):
    whole = case(asked, units)
    context = pack("q", units, budget, table())
    made = Case(asked, whole.units, context, whole.required, whole.blanks)
    assert outcome(made, table()) == expected
    assert NEXT_STEPS[expected]


def test_two_alternatives_the_complete_one_counts():
    asked = question((passage(*ALPHA), passage(*GAMMA, "context")), (passage(*BETA),))
    assert outcome(case(asked, [unit(0, 36)]), table()) == "complete"


def found(asked, units, budget, fill="whole"):
    whole = case(asked, units)
    context = pack("q", units, budget, table(), fill)
    made = Case(asked, whole.units, context, whole.required, whole.blanks)
    return outcome(made, table(), fill)


def test_a_header_that_is_there_already_is_text_already_present():
    # "Alpha" [0,5) stands before each: 1 + 4 words a unit. The second is 5 of the 4 left, and 4
    # without the header.
    def headed(start, end):
        unit_of = Unit("d", (Span(start, end),), (Span(0, 5),), "", (Span(start, end),), 5)
        assert words(unit_text(unit_of, D)) == 5
        return unit_of

    asked = question((passage(*GAMMA),))
    assert found(asked, [headed(*BETA), headed(*GAMMA)], 9) == "crowded_out"
    # One word less, and even free headers leave no room.
    assert found(asked, [headed(*BETA), headed(*GAMMA)], 8) == "below_budget"


def test_a_repeated_unit_takes_one_of_the_k_places():
    repeated = [unit(*ALPHA), unit(*ALPHA), unit(*BETA)]
    assert found(ASKED, repeated, 2, "top_k") == "crowded_out"
    assert found(ASKED, [unit(*ALPHA), unit(*GAMMA), unit(*BETA)], 2, "top_k") == "below_budget"


def test_of_alternatives_covered_alike_the_outcome_that_is_first_counts():
    """Nothing of either is there: what stands just behind the line is what to try for."""
    asked = question((passage(*BETA),), (passage(0, 18, document="e"),))
    assert found(asked, [unit(*GAMMA), unit(0, 18, "e")], 4) == "below_budget"
    assert found(asked, [unit(*GAMMA)], 4) == "wrong_passage"


def test_the_share_covered_chooses_not_the_characters():
    # 18 of 35 characters of both sentences, or the whole of one.
    asked = question((passage(*ALPHA), passage(*GAMMA)), (passage(0, 9),))
    assert found(asked, [unit(*ALPHA)], 4) == "complete"


def test_under_cut_the_unit_that_repeats_push_over_the_line_is_cut_there():
    repeated = [unit(*ALPHA), unit(*ALPHA), unit(19, 55)]
    assert found(ASKED, repeated, 8, "cut") == "crowded_out"
    assert found(ASKED, repeated, 8, "whole") == "below_budget"


def test_a_title_that_is_there_already_is_text_already_present():
    def titled(start, end):
        return Unit("d", (Span(start, end),), (), "Title", (Span(start, end),), 5)

    assert found(ASKED, [titled(*GAMMA), titled(*BETA)], 9) == "crowded_out"


def test_of_a_whole_document_any_part_will_do():
    asked = question((Passage("d", Span(0, 55), whole=True), Passage("e", Span(0, 18), whole=True)))
    assert found(asked, [unit(*ALPHA), unit(0, 5, "e")], 5) == "complete"
    assert found(asked, [unit(*ALPHA), unit(*GAMMA)], 8) == "partial"
    assert found(asked, [unit(*ALPHA), unit(0, 18, "e")], 4) == "below_budget"


def test_every_outcome_has_one_sentence_of_what_to_try():
    for told in NEXT_STEPS.values():
        assert told.endswith(".") and told.count(".") == 1 and told[0].isupper()
