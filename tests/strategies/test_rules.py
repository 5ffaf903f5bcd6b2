"""Each rule of `structure`: what switching it off changes, and nothing else."""

import pytest

from golden_sets.markdown import read_markdown
from strategies.parent_child import ParentChild
from strategies.rules import RULES
from strategies.structure import Structure
from strategies.tools import Tools

A, B, C = (f"{name} is here. More of it." for name in ("Alpha", "Beta", "Gamma"))
SECTIONS = [f"# A\n\n{A}", f"# B\n\n{B}", f"# C\n\n{C}"]
CLAUSES = ["7.1 Fees are due. They are paid.", "7.2 Terms are long. They are kept.",
           "7.3 Notices are few. They are read."]  # fmt: skip
HEAD, SOLO, TEAM = "| Plan | GB |\n|---|---|", "| Solo | 200 |", "| Team | 900 |"
TABLE = f"{HEAD}\n{SOLO}\n{TEAM}"
CODE = "```\nfirst = 1\nsecond = 2\nthird = 3\n```"
RULE, TURN = "All users pay on the first day.", "However, Solo users pay later."

# A document, a size, what is cut with the rule, and what is cut without it.
CASES = {
    "headings": (
        "\n\n".join(SECTIONS), 70, SECTIONS, ["\n\n".join(SECTIONS[:2]), SECTIONS[2]],
    ),
    "numbers": (
        "\n\n".join(CLAUSES), 70, CLAUSES, ["\n\n".join(CLAUSES[:2]), CLAUSES[2]],
    ),
    "tables": (
        TABLE, 45,
        [f"{HEAD}\n{SOLO}", f"{HEAD}\n{TEAM}"],
        [f"{HEAD}\n{SOLO}", TEAM],
    ),
    "captions": (
        f"Before it is this.\n\nTable 1. Sizes\n\n{TABLE}\n\n\\* Net.", 75,
        ["Before it is this.", f"Table 1. Sizes\n\n{TABLE}", f"{HEAD}\n\\* Net."],
        ["Before it is this.\n\nTable 1. Sizes", f"{TABLE}\n\n\\* Net."],
    ),
    "lists": (
        "Do this:\n\n- open the form\n- fill it in\n- send it off", 32,
        ["Do this:\n\n- open the form", "Do this:\n- fill it in", "Do this:\n- send it off"],
        ["Do this:\n\n- open the form", "- fill it in\n- send it off"],
    ),
    "code": (
        CODE, 25, [CODE], ["```\nfirst = 1\nsecond = 2", "third = 3\n```"],
    ),
    "bonds": (
        f"Go to it.\n\n{RULE}\n\n{TURN}", 65,
        ["Go to it.", f"{RULE}\n\n{TURN}"],
        [f"Go to it.\n\n{RULE}", TURN],
    ),
    "joins": (
        "\n\n".join([*SECTIONS[:2], f"# C\n\n{C} {C}"]), 70,
        ["\n\n".join(SECTIONS[:2]), f"# C\n\n{C} {C}"],
        [*SECTIONS[:2], f"# C\n\n{C} {C}"],
    ),
}  # fmt: skip


def cut(text, size, **parameters):
    document = read_markdown("x.md", text)
    chunks = Structure(size, **parameters).cut(document, Tools())
    return [chunk.matched_text(document) for chunk in chunks]


@pytest.mark.parametrize("name", RULES)
def test_a_rule_switched_off_changes_what_its_sentence_says(name):
    text, size, with_it, without_it = CASES[name]
    min_size = 40 if name == "joins" else 0
    assert cut(text, size, min_size=min_size) == with_it
    assert cut(text, size, min_size=min_size, without=(name,)) == without_it


@pytest.mark.parametrize("name", RULES)
def test_the_other_rules_do_not_change_with_it(name):
    """Each case's document is about its own rule: any other, switched off, leaves it the same."""
    text, size, with_it, _ = CASES[name]
    about = {
        "headings": {"joins"},
        "numbers": {"headings"},
        "tables": {"joins"},
        "captions": {"tables"},
        "joins": {"headings"},
    }
    min_size = 40 if name == "joins" else 0
    for other in set(RULES) - {name} - about.get(name, set()):
        assert cut(text, size, min_size=min_size, without=(other,)) == with_it, other


def test_a_clause_without_its_rule_is_one_text_with_its_number():
    """The number once became a paragraph of its own, and the rest of its sentence was lost."""
    text = "7.1 The fee is due on the first day of the month. 7.2 It is paid."
    for rule in ("numbers", "headings"):
        pieces = cut(text, 30, without=(rule,))
        assert "".join(pieces).replace(" ", "") == text.replace(" ", ""), rule
        assert pieces[0].startswith("7.1 The fee"), rule


def test_a_rule_that_does_not_exist_is_refused_with_the_names():
    for strategy in (Structure, ParentChild):
        with pytest.raises(ValueError, match="unknown rule 'x'; allowed are headings, numbers"):
            strategy(without=("bonds", "x"))


def test_parents_follow_the_rules_of_structure():
    document = read_markdown("x.md", CODE)
    parents = {c.read for c in ParentChild(parent_size=25, size=10).cut(document, Tools())}
    assert len(parents) == 1
    without = ParentChild(parent_size=25, size=10, without=("code",))
    assert len({c.read for c in without.cut(document, Tools())}) == 2
