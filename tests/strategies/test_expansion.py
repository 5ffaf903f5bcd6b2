"""What expansion adds to a chunk, worked by hand."""

import pytest

from golden_sets.markdown import read_markdown
from strategies.registry import make_strategy
from strategies.tokenizer import count_tokens
from strategies.tools import Tools
from strategies.variant import Variant

HANDBOOK = """# Leave

## Annual

Staff get 20 days. They ask first.

## Sick

Call before nine. Bring a note.
"""


def added(text, mode, tokens=200, name="structure", of="", **parameters):
    """By the chunk's own text, the texts that expansion adds to it."""
    document = read_markdown("x.md", text)
    variant = Variant(make_strategy(name, **parameters), "none", mode, tokens)
    return {
        document.text[slice(*chunk.matched[-1])]: [document.text[a:b] for a, b in chunk.added]
        for chunk in variant.cut([document], Tools())
        if of in document.text[slice(*chunk.matched[-1])]
    }


def named_by(text, of, tokens=200):
    """What the one chunk that holds `of` names, with every paragraph a chunk."""
    (found,) = added(text, "named", tokens, of=of, size=1 + len(max(text.split("\n\n"), key=len)),
                     without=("joins", "bonds")).values()  # fmt: skip
    return found


def test_parent_adds_the_rest_of_the_smallest_section_around_it():
    found = added(HANDBOOK, "parent", name="sentence", size=20)
    assert found["They ask first."] == ["## Annual\n\nStaff get 20 days."]
    assert found["Bring a note."] == ["## Sick\n\nCall before nine."]
    assert found["# Leave\n\n## Annual"] == [
        "Staff get 20 days. They ask first.\n\n## Sick\n\nCall before nine. Bring a note."
    ], "a chunk of two sections' headings has the outer section around it"


def test_parent_of_a_whole_section_is_the_section_above():
    found = added(HANDBOOK, "parent", size=50)
    sick = "## Sick\n\nCall before nine. Bring a note."
    assert found[sick] == ["# Leave\n\n## Annual\n\nStaff get 20 days. They ask first."]


def test_a_chunk_that_is_the_whole_document_has_nothing_around_it():
    assert list(added(HANDBOOK, "parent").values()) == [[]]


def test_neighbours_are_the_chunks_before_and_after():
    found = added(
        "One is here. Two is here. Three is. Four is.", "neighbours", name="sentence", size=12
    )
    assert found["One is here."] == ["Two is here."]
    assert found["Two is here."] == ["One is here.", "Three is."]
    assert found["Four is."] == ["Three is."]


def test_neighbours_of_children_are_the_parents_beside_theirs():
    parts = [f"# {name}\n\n{name} one. {name} two." for name in ("Ax", "Bx", "Cx")]
    found = added("\n\n".join(parts), "neighbours", name="parent_child", size=15, child_size=8)
    assert found["Bx one."] == found["Bx two."] == [parts[0], parts[2]]
    assert found["Ax one."] == [parts[1]]


def test_the_nearest_come_first_and_the_limit_is_kept():
    """A sentence that does not fit is left out whole; a limit under one sentence adds nothing."""
    text = "One is here. Two is here. Three is here. Four is here. Five is here."
    limit = count_tokens("Two is here.\nFour is here.")
    found = added(text, "parent", limit, name="sentence", size=14)
    assert found["Three is here."] == ["Two is here.", "Four is here."]
    assert added(text, "parent", 3, name="sentence", size=14)["Three is here."] == []


def test_a_chunk_inside_a_sentence_gets_what_is_left_of_it_on_both_sides():
    """It once got the whole sentence, its own text in it a second time."""
    found = added("alpha beta gamma", "parent", name="recursive", size=6)
    assert found == {"alpha": ["beta gamma"], "beta": ["alpha", "gamma"], "gamma": ["alpha beta"]}


def test_what_overlap_repeats_is_not_added_again():
    text = "One is here. Two is here. Three is. Four is."
    found = added(text, "neighbours", name="sentence", size=26, overlap=13)
    document = read_markdown("x.md", text)
    for own, extra in found.items():
        assert not any(sentence in own for sentence in extra)
    assert sum(len(extra) for extra in found.values()) and document.text == text


CLAUSES = """## 7.1 Fees

A fee is due monthly, {reference}.

## 7.2 Exceptions

Charities pay no fee.

## 8.4 Notices

Notices are in writing.
"""


@pytest.mark.parametrize(
    "reference, target",
    [
        ("see 7.2", "## 7.2 Exceptions\n\nCharities pay no fee."),
        ("subject to Section 8.4", "## 8.4 Notices\n\nNotices are in writing."),
        ("subject to clause 7.2", "## 7.2 Exceptions\n\nCharities pay no fee."),
        ("under § 8.4", "## 8.4 Notices\n\nNotices are in writing."),
    ],
)
def test_a_named_clause_is_added(reference, target):
    assert named_by(CLAUSES.format(reference=reference), "A fee") == [target]


@pytest.mark.parametrize("reference", ["see 9.9", "at 7.2 percent", "see 7.1", "as agreed"])
def test_what_names_no_other_clause_adds_nothing(reference):
    """7.1 is its own clause: only what the chunk lacks of it could be added."""
    assert "Charities" not in "".join(named_by(CLAUSES.format(reference=reference), "A fee"))


def test_several_named_clauses_are_each_added_once_and_the_first_one_first():
    text = CLAUSES.format(reference="see 8.4, Section 7.2 and again see 8.4")
    both = named_by(text, "A fee")
    assert both == [
        "## 7.2 Exceptions\n\nCharities pay no fee.\n\n## 8.4 Notices\n\nNotices are in writing."
    ]
    limit = count_tokens("## 8.4 Notices\n\nNotices are in writing.")
    assert named_by(text, "A fee", limit) == ["## 8.4 Notices\n\nNotices are in writing."]


def test_a_named_table_is_added_with_its_caption_and_footnote():
    table = "Table 3. Prices\n\n| Plan | EUR |\n|---|---|\n| Solo | 5 |\n\n\\* Net."
    lead = "The prices of all the plans stand in Table 3 of this page."
    text = f"# Prices\n\n{lead}\n\n# More\n\n{table}\n"
    assert named_by(text, "The prices of") == [table]


STATUTE = """第五条　甲方应当按月支付费用。

前款规定的费用不含税。

第六条　乙方应当开具发票。

依照第七条的规定可以延期。

第七条　延期不得超过十日。

第八条　违反前条规定的，应当赔偿。
"""


@pytest.mark.parametrize(
    "of, target",
    [
        ("依照第七条", "第七条　延期不得超过十日。"),
        ("前款规定", "第五条　甲方应当按月支付费用。"),
        ("违反前条", "第七条　延期不得超过十日。"),
    ],
)
def test_chinese_references(of, target):
    assert named_by(STATUTE, of) == [target]
