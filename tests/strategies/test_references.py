"""What a clause names: numbers by themselves, lists and ranges, and never another law's."""

import pytest

from golden_sets.document import Span
from golden_sets.markdown import read_markdown
from golden_sets.plain_text import read_plain_text
from strategies.references import Targets

TERMS = """# Terms

## 2 Use

2.1 Users may share files.

2.2 {}

2.3 Guests may read.

2.4 Nobody else may.
"""
LAW = "第一条 甲方付款。\n\n第二条 乙方交货。\n\n第三条 {}\n\n第四条 其他。\n"


def named(document, words):
    start = document.text.index(words)
    found = Targets(document).named_by(Span(start, start + len(words)))
    return [document.text[slice(*span)].split()[0] for span in found]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Notwithstanding 2.1, guests may not.", ["2.1"]),
        ("The limit in 2.3 holds.", ["2.3"]),
        ("Contrary to 2.4 it holds.", ["2.4"]),
        ("Clauses 2.1 and 2.3 apply.", ["2.1", "2.3"]),
        ("See clauses 2.1, 2.3, and 2.4.", ["2.1", "2.3", "2.4"]),
        ("Sections 2.3 to 2.4 apply.", ["2.3", "2.4"]),
        ("Sections 2.3–2.4 apply.", ["2.3", "2.4"]),
        ("A share of 2.1 % is due in 2.3 days, up to 2.4 GB.", []),
        ("Version 2.1.7 of 2.3.9 is out.", []),
        ("Section 2.1 of the Data Protection Act 2018 applies.", []),
        ("Section 2.1(a) of the GDPR applies.", []),
        ("Section 2.1 of this Agreement applies.", ["2.1"]),
        ("Clause 2.9 is not there.", []),
    ],
)
def test_clauses_in_english(words, expected):
    assert named(read_markdown("x.md", TERMS.format(words)), words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("适用第一条的规定。", ["第一条"]),
        ("适用第一条至第二条的规定。", ["第一条", "第二条"]),
        ("适用本法第一条。", ["第一条"]),
        ("适用《劳动法》第一条。", []),
        ("适用公司法第一条。", []),
        ("前条和前两条另有规定。", ["第二条", "第一条", "第二条"]),
    ],
)
def test_articles_in_chinese(words, expected):
    assert named(read_plain_text("x.txt", LAW.format(words)), words) == expected


def test_a_clauses_own_number_is_no_reference():
    document = read_plain_text("x.txt", LAW.format("一" * 50))
    start = document.text.index("第三条")
    assert list(Targets(document).named_by(Span(start, start + 10))) == []


@pytest.mark.parametrize(
    "hostile",
    ["sections 1" + ", 1" * 20_000, "to 1.1" + ".1" * 20_000, "section " * 20_000, "第" * 50_000],
)
def test_a_hostile_line_ends(hostile):
    document = read_markdown("x.md", hostile)
    assert list(Targets(document).named_by(Span(0, len(hostile)))) == []
