"""What is proposed to the author of a golden set, worked by hand, and what is not."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from golden_sets.candidates import Candidate, candidates, twins
from golden_sets.candidates.quantities import in_figures, quantities
from golden_sets.candidates.selection import PER_SECTION
from golden_sets.document import Document, Span
from golden_sets.markdown import read_markdown
from golden_sets.question import Passage
from tests.strategies.texts import LARGE, documents


def read(text: str, name: str = "x.md") -> Document:
    return read_markdown(name, text)


def shown(text: str) -> list[tuple[str, str, list[str]]]:
    """Kind, answer and context of each candidate, in the order of the text."""
    found = sorted(candidates(read(text)), key=lambda one: one.span)
    return [
        (one.kind, text[slice(*one.span)], [text[slice(*span)] for span in one.context])
        for one in found
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It costs EUR 1,250.50, due in 30 days.", ["EUR 1,250.50", "30 days"]),
        ("Five per cent of 40 MB within two working days.", "Five per cent|40 MB|two working days"),
        ("From 1 October 2026, 22:00, on 2026-10-01.", "1 October 2026|22:00|2026-10-01"),
        ("A 30-day term, $5 million, 2.5 %, 300 km.", "30-day|$5 million|2.5 %|300 km"),
        ("After eight wrong PINs it locks.", ["eight wrong PINs"]),
        ("违约金为五十万元，应当在三十日内支付。", "五十万元|三十日"),
        ("支付EUR 30或者1.5万元，5个工作日到账。", "EUR 30|1.5万元|5个工作日"),
        ("自2024年1月1日起满三个月，年利率百分之六。", "2024年1月1日|三个月|百分之六"),
        ("年满十八周岁的二人以上，文件10GB。", "十八周岁|二人以上|10GB"),
        ("二〇二三年十二月起，代表三分之二以上表决权。", "二〇二三年十二月|三分之二"),
        # Numbers of clauses, names and codes count nothing, and neither does 一 in a word.
        ("See 4.2, clauses 5 and 6, BD-4417, v2.3.1 and D-221.", []),
        ("依照第三十条、第二款的规定，一方万一统一办理一名。", []),
    ],
)
def test_quantities(text, found):
    expected = found.split("|") if isinstance(found, str) else found
    assert [text[slice(*one.span)] for one in quantities(text)] == expected


def test_a_number_in_words_equals_its_figures():
    assert in_figures("三十日") == "30日"
    assert in_figures("五十万元") == "500000元"
    assert in_figures("1.5万元") == "1.5万元"
    assert in_figures("Five days") == "5 days"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Press the button. Logs are kept for 60 days. They are small.", "kept for 60 days."),
        ("请提交表单。违约金为合同总额的百分之二十。谢谢合作。", "违约金为合同总额的百分之二十。"),
    ],
)
def test_a_sentence_with_a_number(text, answer):
    ((kind, found, context),) = shown(text)
    assert (kind, context) == ("number", [])
    assert found.endswith(answer)


def test_an_item_brings_the_sentence_that_leads_its_list_in():
    text = "A folder may not be:\n\n- on a share;\n- larger than 40 GB.\n"
    assert shown(text) == [("number", "- larger than 40 GB.", ["A folder may not be:"])]


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ('"Working day" means Monday to Friday.', "Working day"),
        ("Its sync engine is called block sync.", "block sync"),
        ('A "keeper" is a person who orders retrievals.', "keeper"),
        ('Brindle Works Ltd (the "Provider") signs the order form.', "Provider"),
        ("本合同所称不可抗力，是指不能预见的客观情况。", "不可抗力"),
        ("甲方（以下简称“委托人”）应当提供资料。", "委托人"),
        ("- **View only**: look at files in the browser.", "View only"),
    ],
)
def test_definitions(text, term):
    (found,) = candidates(read(text))
    assert found.kind == "definition"
    assert f"“{term}”" in found.words


@pytest.mark.parametrize(
    "text",
    [
        "The means of transport is named in the claim.",
        "This means that the form is sent again.",
        "He was called by the office on the way home.",
        "请指定联系人并提交表单。",
        "Nothing in this sentence is worth a question.",
    ],
)
def test_what_is_no_candidate(text):
    assert candidates(read(text)) == ()


@pytest.mark.parametrize(
    ("text", "rule", "exception"),
    [
        (
            "Guests may read every file. However, they never see the bin.",
            "Guests may read every file.",
            "However, they never see the bin.",
        ),
        (
            "Passwords stop working for all members. This does not apply to owners.",
            "Passwords stop working for all members.",
            "This does not apply to owners.",
        ),
        (
            "3.1 Unused leave may be carried over.\n\n3.2 Leave is asked for in writing.\n\n"
            "3.3 Clause 3.1 does not apply to interns.\n",
            "Unused leave may be carried over.",
            "Clause 3.1 does not apply to interns.",
        ),
        (
            "3.1 The fee is due at once, whoever pays it.\n\n"
            "3.2 Notwithstanding 3.1, schools pay later.\n",
            "The fee is due at once, whoever pays it.",
            "Notwithstanding 3.1, schools pay later.",
        ),
        (
            "3.1 Except as provided in 3.2, the fee is due at once.\n\n"
            "3.2 Schools pay at the end of the term.\n",
            "Except as provided in 3.2, the fee is due at once.",
            "Schools pay at the end of the term.",
        ),
        (
            "买受人可以就该物解除合同。但是，分离显著损害价值的，不得解除合同。",
            "买受人可以就该物解除合同。",
            "但是，分离显著损害价值的，不得解除合同。",
        ),
        (
            "第三条 甲方应当按时支付全部费用。\n\n前款规定不适用于学校以及公益机构。\n",
            "甲方应当按时支付全部费用。",
            "前款规定不适用于学校以及公益机构。",
        ),
    ],
)
def test_an_exception_is_the_context_of_its_rule(text, rule, exception):
    assert ("exception", rule, [exception]) in shown(text)


@pytest.mark.parametrize(
    "text",
    [
        "Alcohol is not repaid, except at meals with customers.",
        "No leave is taken in that week unless the CTO agrees.",
        "合同自成立时生效，但是法律另有规定的除外。",
        "本合同价款不包括运输以及安装的费用。",
    ],
)
def test_a_rule_with_its_exception_in_one_sentence(text):
    assert shown(text) == [("exception", text, [])]


def test_a_paragraph_that_rests_on_the_one_before_is_no_exception_to_it():
    text = "第三条 甲方应当按时支付全部费用。\n\n违反前款规定的，应当赔偿乙方的损失。\n"
    expected = ("exception", "违反前款规定的，应当赔偿乙方的损失。", ["甲方应当按时支付全部费用。"])
    assert expected in shown(text)


def test_a_row_brings_its_header_and_the_footnotes_it_names():
    text = (
        "| Plan | Calls (a second) |\n|---|---|\n| Team | 10 |\n| Business | 40 [1] |\n"
        "\nTable 1. Calls.\n\n[1] Only in Europe.\n"
    )
    header = "| Plan | Calls (a second) |"
    assert shown(text) == [
        ("table_row", "| Team | 10 |", [header]),
        ("table_row", "| Business | 40 [1] |", [header, "[1] Only in Europe."]),
    ]
    assert text[slice(*candidates(read(text))[0].span)] == "| Business | 40 [1] |"


def test_a_row_of_one_cell_says_nothing():
    assert candidates(read("| Plan | Price |\n|---|---|\n| Solo | |\n")) == ()


def test_twins_differ_in_a_value_across_documents():
    first = read("Customer data is kept for 30 days after the contract ends.", "2025.md")
    second = read("Customer data is kept for 45 days after the contract ends.", "2026.md")
    found = twins([first, second])
    assert [one.document for one in found] == ["2025.md", "2026.md"]
    assert found[0].other == Passage("2026.md", Span(0, len(second.text)))
    assert "2026.md" in found[0].words
    assert "“45”" in found[0].words
    assert "“30”" in found[0].words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("本合同自签订之日起三十日内生效。", "本合同自签订之日起十五日内生效。"),
        (
            "Questions about it are answered by Mei Tan.",
            "Questions about it are answered by Al Ode.",
        ),
        ("1. The invoice is due in 14 days.", "2. The invoice is due in 30 days."),
        ("| Plan | Fee |\n|---|---|\n| Solo | 5 |", "| Plan | Fee |\n|---|---|\n| Solo | 6 |"),
    ],
)
def test_twins_by_number_name_and_row(one, other):
    assert len(twins([read(one, "a.md"), read(other, "b.md")])) == 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The invoice is due in 14 days.", "The invoice is due in 14 days."),
        ("合同自签订之日起三十日内生效。", "合同自签订之日起30日内生效。"),
        ("The fee is due in five days.", "The fee is due in 5 days."),
        ("The invoice is due in 14 days.", "The ticket is closed after 30 days."),
        ("1. The invoice is due at once.", "2. The invoice is due at once."),
        ("依照本法第七条的规定，解除劳动合同。", "依照本法第八条的规定，解除劳动合同。"),
        ("| Plan | Fee |\n|---|---|\n| Solo | 5 |", "| Plan | Seats |\n|---|---|\n| Solo | 6 |"),
        ("| Plan | Fee |\n|---|---|\n| Solo | 5 |", "| Plan | Fee |\n|---|---|\n| Team | 6 |"),
    ],
)
def test_no_twins(one, other):
    assert twins([read(one, "a.md"), read(other, "b.md")]) == ()


def test_no_flood():
    text = "# A\n\n" + " ".join(f"Rule {n} holds for {n} days." for n in range(2, 30))
    assert len(text) < 1_500
    assert len(candidates(read(text))) == PER_SECTION


def test_what_is_in_the_golden_set_is_not_proposed_again():
    text = "Logs are kept for 60 days. Tickets are kept for 36 months."
    document = read(text)
    (left,) = candidates(document, taken=[Span(20, 22)])
    assert text[slice(*left.span)] == "Tickets are kept for 36 months."
    near = read(text.replace("36", "24"), "b.md")
    kept = twins([document, near], taken=[Passage("x.md", Span(30, 40))])
    assert [(one.document, one.span.start) for one in kept] == [("b.md", 27)]


def test_front_matter_holds_no_candidate():
    assert candidates(read("---\ntitle: T\nnote: Kept for 30 days.\n---\nNothing here.\n")) == ()


def check(document: Document, found: tuple[Candidate, ...]) -> None:
    blocks = [block.span for block in document.blocks]
    for one in found:
        for span in (one.span, *one.context):
            assert document.body_start <= span.start < span.end <= len(document.text)
            assert any(b.start <= span.start and span.end <= b.end for b in blocks)
            assert document.text[slice(*span)].strip()
        assert one.span not in one.context
        assert list(one.context) == sorted(set(one.context))
        assert one.words
        assert "\n" not in one.words
    answers = sorted(one.span for one in found)
    assert all(a.end <= b.start for a, b in pairwise(answers))
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)


@given(documents(), st.lists(st.tuples(st.integers(0, 300), st.integers(1, 60)), max_size=4))
def test_any_text(document, picked):
    taken = [Span(start, start + length) for start, length in picked]
    found = candidates(document, taken)
    check(document, found)
    assert found == candidates(document, reversed(taken))
    for one in found:
        assert not any(s.start < one.span.end and one.span.start < s.end for s in taken)


@settings(max_examples=100)
@given(documents(), documents())
def test_twins_of_any_texts(one, other):
    second = read_markdown("y.md", other.text)
    found = twins([one, second])
    assert found == twins([second, one])
    check(one, tuple(c for c in found if c.document == "x.md"))
    check(second, tuple(c for c in found if c.document == "y.md"))
    by_id = {"x.md": one, "y.md": second}
    for twin in found:
        assert twin.other is not None
        text = by_id[twin.other.document].text[slice(*twin.other.span)]
        assert text != by_id[twin.document].text[slice(*twin.span)]


@pytest.mark.parametrize("name", LARGE)
def test_large_texts(name):
    document = read(LARGE[name]())
    check(document, candidates(document))
    check(document, twins([document]))
