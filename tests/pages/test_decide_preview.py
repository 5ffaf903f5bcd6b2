"""What the preview of a declaration says before anything is sealed."""

from pages.ui.decide_preview import MOST_CHANGES, changed_line

PROGRAM = ["conditions.versions.numpy 2.4.5 to 2.4.6", "chunks.fixed-400c 05 to 06"]


def test_rules_that_changed_are_named_and_the_program_is_counted():
    told = changed_line(["adopt_at 5.0 to 4.0", *PROGRAM])
    assert told == "adopt_at 5.0 to 4.0; 2 parts of the program and of what it cuts"
    assert changed_line(PROGRAM[:1]) == "1 part of the program or of what it cuts"
    assert changed_line([]) == "nothing but its seal"


def test_of_many_rules_the_rest_is_counted():
    rules = [f"rule{n} 1 to 2" for n in range(MOST_CHANGES + 3)]
    told = changed_line(rules)
    assert told.endswith("rule5 1 to 2; 3 more") and "rule6" not in told
    assert "more" not in changed_line(rules[:MOST_CHANGES])
