"""Each outcome from spans and ranks alone, worked by hand; 4 words a sentence."""

import pytest

from evaluation.diagnosis import NEXT_STEPS, outcome
from evaluation.metrics import Case
from evaluation.packing import pack
from tests.evaluation.cases import case, passage, question, table, unit

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
