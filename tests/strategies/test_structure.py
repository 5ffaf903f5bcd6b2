"""Sections, tables, lists and bonds, worked by hand."""

import pytest

from golden_sets.document import Span
from golden_sets.markdown import read_markdown
from golden_sets.sentences import sentences
from strategies.bonds import bonds, broken_bonds, turns_meaning
from strategies.registry import make_strategy
from strategies.structure import Structure
from strategies.tools import Tools
from strategies.variant import Variant


def texts(text, **parameters):
    document = read_markdown("x.md", text)
    return [c.matched_text(document) for c in Structure(**parameters).cut(document, Tools())]


def test_a_section_that_fits_is_whole_with_its_heading():
    text = f"# Handbook\n\n## A\n\n{'a ' * 30}\n\n## B\n\n{'b ' * 30}\n"
    found = texts(text, size=90)
    assert [piece.split()[0:2] for piece in found] == [["#", "Handbook"], ["##", "B"]]
    assert "## A" in found[0], "the bare title joins the section after it"


def test_table_rows_keep_their_header_row():
    rows = "".join(f"| Plan {i:02} | {i} |\n" for i in range(12))
    text = "Table 1. Sizes\n\n| Plan | GB |\n|---|---|\n" + rows + "\n\\* Decimal.\n"
    found = texts(text, size=110)
    assert len(found) > 2
    for piece in found[1:]:
        assert piece.startswith("| Plan | GB |\n|---|---|\n")
        assert len(piece) <= 110
    for piece in found:
        assert all(
            line.endswith("|") or "Table 1" in line or "\\*" in line or not line
            for line in piece.splitlines()
        ), "a cut inside a row"
    assert found[-1].endswith("\\* Decimal.")


def test_an_oversize_list_repeats_its_lead():
    items = "".join(f"- item number {i} of the list\n" for i in range(8))
    found = texts(f"The steps are:\n\n{items}", size=100)
    assert all(piece.startswith("The steps are:") for piece in found)
    assert all(len(piece) <= 100 for piece in found)


def test_code_is_never_cut_even_when_oversize():
    code = "```\n" + "line of code\n" * 20 + "```"
    assert code in texts(f"Text before.\n\n{code}\n\nText after.\n", size=60)


def test_an_exception_stays_with_its_rule():
    rule = "7.1 Deleted files stay in the bin for thirty days on every plan."
    exception = "7.2 However, files under legal hold stay until the hold ends."
    filler = "7.0 " + "The bin is emptied by the system. " * 3
    text = f"{filler.strip()}\n\n{rule}\n\n{exception}\n"
    together = [piece for piece in texts(text, size=190) if rule in piece]
    assert exception in together[0]


def test_a_bond_that_does_not_fit_is_counted():
    text = f"7.1 {'The rule is long. ' * 5}\n\n7.2 However, {'the exception is longer. ' * 3}\n"
    document = read_markdown("x.md", text)
    chunks = Structure(size=120).cut(document, Tools())
    bonded = bonds(document, sentences(document))
    assert len(bonded) == 1
    assert broken_bonds(bonded, [chunk.matched for chunk in chunks]) == 0, "moved to a sentence"
    small = Structure(size=30, min_size=1).cut(document, Tools())
    assert broken_bonds(bonded, [chunk.matched for chunk in small]) == 1


def test_a_cut_inside_a_bonded_sentence_breaks_the_bond():
    document = read_markdown("x.md", "All pay. However, Solo users do not.")
    bonded = bonds(document, sentences(document))
    before, after = bonded[0]
    assert broken_bonds(bonded, [[Span(0, after.start + 5)]]) == 1
    assert broken_bonds(bonded, [[before, after]]) == 0, "in two spans of one chunk"
    assert broken_bonds(bonded, [[before], [after]]) == 1


def test_words_that_turn_the_meaning():
    for text in (
        "However, no.",
        "7.2 Except where",
        "- Unless",
        "**But** no",
        "但是不行",
        "前款规定",
    ):
        assert turns_meaning(text), text
    for text in ("Butter is", "The rule", "However1", "7.2 The exception", "不但"):
        assert not turns_meaning(text), text


def test_an_hash_in_code_opens_no_section():
    text = f"# T\n\n{'a ' * 40}\n\n```\n# not a title\n```\n\n~~~\n# nor this\n~~~\n"
    found = texts(text, size=60)
    assert not any(piece.lstrip().startswith("# not") for piece in found)


def test_text_before_the_first_heading_is_kept():
    assert texts("Before.\n\n# A\n\n" + "x. " * 40, size=60)[0].startswith("Before.")


def test_headings_alone_make_a_chunk():
    assert texts("# A\n\n## B\n\n### C\n") == ["# A\n\n## B\n\n### C"]


def test_pieces_that_repeat_a_lead_stand_in_the_order_of_their_own_text():
    items = "".join(f"- item {i} {'word ' * size}\n" for i, size in enumerate((3, 12, 3, 12, 3)))
    document = read_markdown("x.md", f"The steps to take are these:\n\n{items}")
    chunks = Variant(make_strategy("structure", size=80)).cut([document], Tools())
    own = [chunk.matched[-1].start for chunk in chunks]
    assert any(len(chunk.matched) > 1 for chunk in chunks)
    assert any(len(chunk.matched) == 1 for chunk in chunks[1:])
    assert own == sorted(own)


ROWS = [f"| Plan {i} | {i} |" for i in range(1, 7)]


def parts(text, **parameters):
    document = read_markdown("x.md", text)
    return [chunk.part for chunk in Structure(**parameters).cut(document, Tools())]


def test_the_parts_of_a_table_are_counted():
    table = "\n".join(["| Plan | GB |", "|---|---|", *ROWS])
    assert parts(f"# A\n\n{table}\n\nText behind the table.\n", size=60, min_size=0) == [
        None, (1, 3), (2, 3), (3, 3), None,
    ]  # fmt: skip
    assert parts(table, size=500) == [None], "a table in one piece has no parts"


def test_a_short_text_that_joins_the_first_part_leaves_it_the_first():
    """It once took the number away, and the table began at part 2."""
    table = "\n".join(["| Plan | GB |", "|---|---|", *ROWS])
    assert texts(f"So:\n\n{table}", size=60)[0].startswith("So:\n\n| Plan | GB |")
    assert parts(f"So:\n\n{table}", size=60) == [(1, 3), (2, 3), (3, 3)]


def test_two_tables_are_counted_apart():
    table = "\n".join(["| Plan | GB |", "|---|---|", *ROWS[:4]])
    assert parts(f"{table}\n\n{table}\n", size=60) == [(1, 2), (2, 2), (1, 2), (2, 2)]


FIRST = "7.1 Fees are due on the first day. Fees are paid in advance."
LAST = "7.3 Notices are in writing and are sent to the address that the other party gave."


def test_an_exception_stays_with_the_clause_beside_it_where_both_fit():
    turn = "7.2 However, Solo users pay later."
    assert texts(f"{FIRST}\n\n{turn}\n\n{LAST}", size=100) == [f"{FIRST}\n\n{turn}", LAST]


def test_an_exception_takes_the_tail_of_the_clause_before_where_not_all_fits():
    turn = "7.2 However, Solo users pay on the last day of the month instead."
    rule, tail = FIRST.split(" Fees are paid")
    tail = f"Fees are paid{tail}"
    assert texts(f"{FIRST}\n\n{turn}\n\n{LAST}", size=100) == [rule, f"{tail}\n\n{turn}", LAST]


def test_clauses_that_turn_nothing_stay_apart():
    plain = "7.2 Solo users pay in the same way."
    assert texts(f"{FIRST}\n\n{plain}\n\n{LAST}", size=100, min_size=0) == [FIRST, plain, LAST]


def test_chinese_articles_keep_their_exceptions():
    rule, turn = "第一条　用户应当在每月第一日付费。", "第二条　但个人用户可以在月底付费。"
    other = "第三条　通知应当采用书面形式。"
    assert texts(f"{rule}\n\n{turn}\n\n{other}", size=40, min_size=0) == [
        f"{rule}\n\n{turn}",
        other,
    ]


@pytest.mark.parametrize("hostile", ["_" * 5000, "*" * 5000, "(" * 5000, "(a) " * 4000])
def test_a_line_to_sign_on_ends(hostile):
    """Each more character doubled the time when the marks could be divided in every way."""
    assert not turns_meaning(hostile)
    assert turns_meaning("(a) **However**, no.")


def test_a_short_heading_stands_with_what_follows_it_or_alone():
    text = "## 1 One\n\n1.1 " + "Alpha pays. " * 6 + "\n\n## 2 Two\n\n" + "Beta pays. " * 9
    for size in (90, 100, 110, 120):
        for piece in texts(text, size=size):
            assert not piece.endswith("## 2 Two") or piece == "## 2 Two", size
