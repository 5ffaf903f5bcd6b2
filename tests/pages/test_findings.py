"""What the charts' titles say, and what they must not say."""

from pages.ui.findings import cost_finding, hit_finding, signed
from pages.ui.results import of_budget
from tests.pages.test_ui import SHOWN, report, row


def test_a_bound_near_zero_is_not_rounded_to_zero():
    """`(95 %: 0 to +12)` would read as an interval that holds 0."""
    assert [signed(s) for s in (0.004, -0.004, 0.0, 0.006)] == ["+0.4", "−0.4", "0", "+1"]
    found = hit_finding(report(("structure", 0.06, 0.004, 0.12)), SHOWN)
    assert found.endswith("(95 %: +0.4 to +12)")


def test_the_highest_hit_rate_is_given_with_its_interval():
    found = cost_finding([row("fixed", 0.4, 90), row("structure", 0.56, 120)])
    assert "56 % (46 to 66) for 120 index tokens" in found
    assert "40 % (30 to 50) for 90" in found


def test_a_finding_speaks_of_the_budget_that_is_shown():
    """The same variant and retriever stand in a run once for each budget."""
    given = report(("structure", 0.06, 0.02, 0.1))
    wide = {**given["comparisons"][0], "budget_tokens": 1200, "difference": 0.3, "low": 0.2}
    given["comparisons"].append(wide)
    assert hit_finding(given, SHOWN).startswith("structure hits 6 points more")


def test_rows_of_one_budget():
    rows = [*SHOWN, row("fixed", 0.9, budget_tokens=1200)]
    assert [r.budget_tokens for r in of_budget(rows, 1200)] == [1200]
    assert of_budget(rows, 600) == SHOWN


def test_an_interval_that_leaves_out_0_against_the_test_is_explained():
    """`cannot be told apart (95 %: −22 to −1)` alone would contradict itself."""
    given = report(("structure", -0.11, -0.22, -0.01))
    given["comparisons"][0]["p"] = 0.07
    found = hit_finding(given, SHOWN)
    assert found.startswith("No strategy can be told apart")
    assert found.endswith("(95 %: −22 to −1, but p = 0.07 by the sign-flip test)")
