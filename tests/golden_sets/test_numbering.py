"""Numbers that are headings, numbers that only look like it, and the text between them."""

import pytest
from hypothesis import given

from golden_sets.document import Document
from golden_sets.headings import is_run_in
from golden_sets.markdown import read_markdown
from golden_sets.numbering import PATTERNS, clause_number, opening
from golden_sets.numerals import to_chinese, value
from golden_sets.plain_text import read_plain_text
from golden_sets.reading import normalise_newlines
from tests.strategies.texts import TEXTS


def blocks(document: Document) -> list[tuple[str, str]]:
    return [(block.kind, document.text[slice(*block.span)]) for block in document.blocks]


def headings(document: Document) -> list[tuple[int, str]]:
    return [
        (block.level, document.text[slice(*block.span)])
        for block in document.blocks
        if block.kind == "heading"
    ]


NUMBERS = [
    ("附录", "附录 A 术语", "附录A"),
    ("附录", "附件一 报价单", "附件一"),
    ("appendix", "Appendix A", "Appendix A"),
    ("appendix", "EXHIBIT 10.18", "Exhibit 10.18"),
    ("appendix", "Schedule 1 Fees", "Schedule 1"),
    ("appendix", "Annex C. Forms", "Annex C"),
    ("编", "第一编 总则", "第一编"),
    ("编", "第二部分 合同", "第二部分"),
    ("part", "Part II", "Part 2"),
    ("分编", "第一分编 通则", "第一分编"),
    ("章", "第3章 附则", "第三章"),
    ("章", "第 十二 章 附则", "第十二章"),
    ("chapter", "CHAPTER 3: Methods", "Chapter 3"),
    ("节", "第一节 一般规定", "第一节"),
    ("article", "ARTICLE V. CONFIDENTIALITY", "Article 5"),
    ("article", "Article 5 Duties", "Article 5"),
    ("section", "Section 2.1 Access", "2.1"),
    ("section", "§ 4 Fees", "4"),
    ("roman", "IV. LICENSES", "IV"),
    ("条", "第一千一百六十四条 本编", "第一千一百六十四条"),
    ("条", "第105条 违约", "第一百零五条"),
    ("条", "第一百二十条之一 罚则", "第一百二十条之一"),
    ("顿号", "一、总则", "一"),
    ("括号", "（一）总则", "（一）"),
    ("decimal", "7.2 Fees", "7.2"),
    ("decimal", "8.1(a) Caps", "8.1(a)"),
    ("decimal", "1.1.1. Payment.", "1.1.1"),
    ("ordinal", "1. TERM", "1"),
    ("bare", "2 Quality", "2"),
]


@pytest.mark.parametrize(("name", "line", "number"), NUMBERS)
def test_the_number_a_line_opens_with(name, line, number):
    found = opening(line, 0, len(line))
    assert found is not None
    assert found.pattern.name == name
    assert clause_number(line) == number


def test_every_pattern_has_an_example():
    assert {pattern.name for pattern in PATTERNS} == {name for name, _, _ in NUMBERS}


@pytest.mark.parametrize("line", ["Fees", "2.5% of", "12.05.2024 was", "2024. A year", "v1.2 Fees"])
def test_what_opens_with_no_number(line):
    assert clause_number(line) is None


def test_a_reference_and_its_clause_have_one_number():
    assert clause_number("Section 7.2") == clause_number("7.2. Fees") == "7.2"
    assert clause_number("第七条") == clause_number("第7条 定义") == "第七条"


@pytest.mark.parametrize(
    ("numeral", "number"),
    [("十", 10), ("一百零五", 105), ("一百一十", 110), ("一千二百六十", 1260), ("二十一", 21)],
)
def test_chinese_numerals(numeral, number):
    assert value(numeral) == number
    assert to_chinese(number) == numeral


@pytest.mark.parametrize(
    ("numeral", "number"),
    [("五十万", 500_000), ("50万", 500_000), ("三亿五千万", 350_000_000), ("一万亿", 10**12)],
)
def test_chinese_numerals_above_ten_thousand(numeral, number):
    assert value(numeral) == number


def test_roman_numerals_and_letters():
    assert [value(n) for n in ("I", "IV", "IX", "XIV", "C", "b", "XL")] == [1, 4, 9, 14, 3, 2, 40]


HEADINGS = [
    ("第一章 总则\n\n第一条 为了保护权益，制定本法。", ["第一章 总则", "第一条"]),
    (
        "第一编 总则\n第一分编 通则\n第一节 规定\n本法适用。",
        ["第一编 总则", "第一分编 通则", "第一节 规定"],
    ),
    ("一、总则\n\n本办法适用于员工。\n\n二、附则\n\n自发布之日起施行。", ["一、总则", "二、附则"]),
    ("（一）总则\n\n本办法适用于员工。", ["（一）总则"]),
    ("附录 A 术语\n\n术语如下。", ["附录 A 术语"]),
    ("第三条【适用范围】 本法适用于员工。", ["第三条【适用范围】"]),
    ("1.1 Access and Use. The Customer may.", ["1.1 Access and Use."]),
    ("1.1 Except for this, all stays.\n\n1.2 The rest goes.", ["1.1", "1.2"]),
    ('7.1 "Fees" means fees.\n7.2 "Tax" means tax.', ["7.1", "7.2"]),
    ("8.1(a) if it fails.\n\n8.1(b) upon notice.", ["8.1(a)", "8.1(b)"]),
    ("1.1 付款方式：乙方应当付款。", ["1.1 付款方式："]),
    ("1. TERM\n\nFive years.\n\n2. FEES\n\nTen euros.", ["1. TERM", "2. FEES"]),
    ("They agree as follows:\n\n1. TERM\n\nFive years.", ["1. TERM"]),
    ("1. Introduction. This is said.\n\n2. Use. It is used.", ["1. Introduction.", "2. Use."]),
    ("1. Fees\n1.1 The fee is due.\n2. Tax\n2.1 So is tax.", ["1. Fees", "1.1", "2. Tax", "2.1"]),
    ("1 Supply\n\nIt comes.\n\n2 Quality\n\nIt is good.", ["1 Supply", "2 Quality"]),
    ("I. DEFINITIONS\n\n1.1 All words are words.", ["I. DEFINITIONS", "1.1"]),
    ("ARTICLE V.      CONFIDENTIALITY\n\nIt is secret.", ["ARTICLE V.      CONFIDENTIALITY"]),
    ("Section 2.1 Access. The Customer may.", ["Section 2.1 Access."]),
    ("Section 5. Duties\nThe user is liable.", ["Section 5. Duties"]),
    ("**第一条** 为了保护。\n\n**1.1 Use.** It is.", ["**第一条**", "**1.1 Use.**"]),
    ("Chapter 3: Methods\n\nWe tried.", ["Chapter 3: Methods"]),
    ("Part II\n\nMore.", ["Part II"]),
    ("Exhibit A\n\nThe list is here.", ["Exhibit A"]),
    ("It was said.\n\nAutomatic docs\n\nThey are made.", ["Automatic docs"]),
    ("已经说明。\n\n自动文档\n\n文档会生成。", ["自动文档"]),
]


@pytest.mark.parametrize(("text", "expected"), HEADINGS)
def test_headings_of_plain_text(text, expected):
    assert [words for _, words in headings(read_plain_text("x.txt", text))] == expected


@pytest.mark.parametrize(
    "text",
    [
        "7.2 applies only if it rains.\n\n7.3 applies never.",
        "第七条规定的情形除外。",
        "第七条、第八条的规定\n\n不适用。",
        "Section 8.4 and Section 8.1 apply.",
        "Section 8.4, Section 8.1 apply.",
        "Article 5 GDPR requires consent.",
        "The cap in Section\n8.4 Applies to all of it.",
        "2.5 percent of it.\n\n2.6 percent of it.",
        "2.5 GB are free.\n\n2.6 GB are not.",
        "3.11 Python is fast.",
        "3.5 元\n\n每月支付。",
        "1. January 2026\n\nIt begins.",
        "26 September 2019\n\nIt began.\n\n27 September 2019\n\nIt went on.",
        "1.1 Access ............ 3\n1.2 Use ............... 4",
        "第一章 总则 …… 3\n\n第二章 附则 …… 9",
        "Definitions      4\n\nThe words.",
        "1. Open the app\n2. Close the app",
        "1. Open the app\n\n2. Close the app\n\nThat is all.",
        "1. Name | Price\n\nText.",
        "```\n1. TERM\n\nFees\n\n1.1 Scope\n```",
        "It was said.\n\nThe list is:\n\nIt is long.",
        "It was said.\n\nIt is over.\n\nThere is more.",
        "It was said.\n\nfoo = bar\n\nIt was run.",
        "It was said.\n\nBy: Ann\n\nIt was signed.",
        "It was said.\n\nThe end",
        "A Ltd\n\nOld Road\n\nB Town\n\nC Land\n\nEU\n\nOther Town\n\nDear Ann, hello.",
        "Ann said\nnothing at all",
    ],
)
def test_what_is_no_heading(text):
    assert headings(read_plain_text("x.txt", text)) == []


def test_a_repeated_line_is_page_furniture():
    text = "".join(f"Some text stands here.\n\nPage {n}\n\n" for n in range(4))
    assert headings(read_plain_text("x.txt", text + "The end.")) == []


def test_enumerated_items_stay_with_their_lead():
    text = "第二条 有下列情形之一的：\n\n（一）甲；\n\n（二）乙。\n\n第三条 施行。"
    expected = [
        ("heading", "第二条"),
        ("paragraph", "有下列情形之一的："),
        ("list_item", "（一）甲；"),
        ("list_item", "（二）乙。"),
        ("heading", "第三条"),
        ("paragraph", "施行。"),
    ]
    assert blocks(read_plain_text("x.txt", text)) == expected
    assert blocks(read_markdown("x.md", text)) == expected
    items = [b for b in read_plain_text("x.txt", text).blocks if b.kind == "list_item"]
    assert [item.level for item in items] == [1, 1]


@pytest.mark.parametrize("marks", ["- |- ", "• |• ", "(a) |(b) ", "1) |2) ", "1. |2. "])
def test_list_items(marks):
    first, second = marks.split("|")
    text = f"The fee covers:\n{first}one lamp;\n{second}two\nlamps."
    assert blocks(read_plain_text("x.txt", text)) == [
        ("paragraph", "The fee covers:"),
        ("list_item", f"{first}one lamp;"),
        ("list_item", f"{second}two\nlamps."),
    ]


NESTED = [(1, "1. Service"), (2, "1. Use."), (1, "2. Fees"), (2, "1. Due.")]


def test_levels_follow_the_nesting_of_the_document():
    text = (
        "公司法\n\n第一章 总则\n\n第一条 甲。\n\n第二章 机构\n\n第一节 会\n\n第二条 乙。\n\n"
        "附录 A 表\n\n完结。"
    )
    assert headings(read_plain_text("x.txt", text)) == [
        (1, "公司法"),
        (2, "第一章 总则"),
        (4, "第一条"),
        (2, "第二章 机构"),
        (3, "第一节 会"),
        (4, "第二条"),
        (2, "附录 A 表"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ARTICLE I\n\nSection 1.1 Use. It is.", [(1, "ARTICLE I"), (2, "Section 1.1 Use.")]),
        ("1. Service\n    1. Use. It is.\n\n2. Fees\n    1. Due. It is.", NESTED),
        ("Section 1\n\nArticle 1 Use\n\nIt is.", [(1, "Section 1"), (2, "Article 1 Use")]),
    ],
)
def test_articles_and_sections_nest_as_they_come(text, expected):
    assert headings(read_plain_text("x.txt", text)) == expected


def test_the_title_is_a_first_line_without_a_number():
    document = read_plain_text("a/b.txt", "Support Agreement\n\nIt is agreed.")
    assert (document.title, document.title_span) == ("Support Agreement", (0, 17))
    assert read_plain_text("a/b.txt", "1. TERM\n\nFive years.").title == "b"


def test_a_run_in_heading_goes_on_in_its_line():
    document = read_plain_text("x.txt", "1.1 Use. It is used.\n\n1.2 Access\n\nIt is open.")
    assert blocks(document)[:2] == [("heading", "1.1 Use."), ("paragraph", "It is used.")]
    pairs = zip(document.blocks, document.blocks[1:], strict=False)
    assert [is_run_in(document.text, a, b) for a, b in pairs] == [True, False, False]


def test_clauses_of_markdown_are_headings_below_the_marked_up_one():
    text = (
        "# Terms\n\n## 8. Liability\n\n8.1 Caps.\n\n8.1(a) if it rains.\n\n8.2 Waiver. No damages."
        "\n\n- 8.3 Item\n\n> 8.4 Quote\n\n    8.5 Code\n\nA short line\n\n3.11 Python is fast."
        "\n\n## Rest\n\nx"
    )
    assert headings(read_markdown("x.md", text)) == [
        (1, "# Terms"),
        (2, "## 8. Liability"),
        (3, "8.1 Caps."),
        (4, "8.1(a)"),
        (3, "8.2 Waiver."),
        (2, "## Rest"),
    ]


def test_a_markdown_heading_of_the_deepest_level_takes_none_below_it():
    assert headings(read_markdown("x.md", "###### Deep\n\n第一条 甲。")) == [(6, "###### Deep")]


@given(TEXTS)
def test_every_character_is_in_one_block_in_order(text):
    text = normalise_newlines(text)
    for read in (read_plain_text, read_markdown):
        document = read("x", text)
        outside, end = "", document.body_start
        for block in document.blocks:
            assert block.span.start >= end
            assert text[slice(*block.span)] == text[slice(*block.span)].strip()
            outside += text[end : block.span.start]
            end = block.span.end
        assert not (outside + text[end:]).strip()


@pytest.mark.parametrize("before", ["", "1.1 A"])
@pytest.mark.parametrize(
    "piece",
    [
        *"1(.第I`|- ",
        "1.",
        "1.1.1 ",
        "（一）",
        "第一条",
        "* ",
        "A, ",
        "\t1",
        "(a)\n",
        "A\n\n",
        "1.1 B\n",
    ],
)
def test_a_hostile_line_is_read(before, piece):
    size = 50_000 if "\n" in piece else 1_000_000
    text = before + piece * (size // len(piece)) + "!"
    for read in (read_plain_text, read_markdown):
        blocks = read("x", text).blocks
        assert blocks[0].span.start == len(text) - len(text.lstrip())
        assert blocks[-1].span.end == len(text)
