"""Questions that repeat each other, give their answer away, are too few, or without a split."""

import pytest

from tests.evaluation.checks.sets import asked, golden, says

TEXT = "Staff on probation get two days of paid leave for every month they have worked."
OTHER = "The Solo plan holds 200 GB."
CHINESE = "员工每年享有十五天带薪年假，未休部分可以结转到下一年使用。"
DOCUMENTS = {"a.md": f"{TEXT}\n\n{OTHER}\n\n{CHINESE}"}


def of(*texts, quote=OTHER, **more):
    rows = [asked(f"q{n}", text, ("a.md", quote), **more) for n, text in enumerate(texts, 1)]
    return golden(DOCUMENTS, rows)


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ("How large is the Solo plan?", "how large  is the solo plan", 1),
        ("How large is the Solo plan today?", "How large is the Solo plan, today's?", 0),
        ("年假可以结转到下一年吗？", "年假可以结转到下一年吗", 1),
    ],
)
def test_questions_that_repeat_each_other(one, other, equal):
    (told,) = says("repeated_questions", of(one, other, "Who founded the company?"))
    assert told.ids == ("q1", "q2")
    assert told.finding == (f"1 pair of questions repeat each other, {equal} word for word.")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("What did the Team plan cost in 2025?", "What did the Team plan cost in 2026?"),
        ("What is the limit in table 2-5?", "What is the limit in table 5-2?"),
        ("How large is the Solo plan?", "Who may use the Solo plan at home?"),
    ],
)
def test_questions_that_ask_for_different_facts(one, other):
    assert says("repeated_questions", of(one, other)) == []


def test_a_pair_across_the_split_is_said():
    rows = [
        asked("q1", "How large is Solo?", ("a.md", OTHER), split="tune"),
        asked("q2", "How large is Solo?", ("a.md", OTHER), split="decide"),
    ]
    (told,) = says("repeated_questions", golden(DOCUMENTS, rows))
    assert told.finding.endswith("1 word for word, 1 of them one to tune on and one to decide on.")


@pytest.mark.parametrize(
    ("question", "quote"),
    [
        ("Is it true that the Solo plan holds 200 GB?", OTHER),
        ("Do they get two days of paid leave for every month?", TEXT),
        ("请问员工每年享有十五天带薪年假，未休部分可以结转吗？", CHINESE),
    ],
)
def test_an_answer_that_leaks_into_its_question(question, quote):
    (told,) = says("answers_in_questions", of(question, quote=quote))
    assert told.ids == ("q1",)
    assert told.finding == (
        "1 of 1 answerable question holds 80 % of an answer's words or 8 of them in a row."
    )


@pytest.mark.parametrize(
    ("question", "quote"),
    [
        ("How much storage comes with the smallest plan?", OTHER),
        ("How much paid leave do staff on probation get?", TEXT),
        ("没有休完的年假可以留到明年吗？", CHINESE),
        ("What is the Solo plan?", "Solo"),
    ],
)
def test_a_question_in_its_own_words(question, quote):
    assert says("answers_in_questions", of(question, quote=quote)) == []


def classed(**counts):
    """As many questions a class, each about the class's one document."""
    documents = {f"{name}.md": f"Fact {name} is here." for name in counts}
    rows = [
        asked(f"{name}{n}", f"{name} {n}?", (f"{name}.md", f"Fact {name} is here."))
        for name, count in counts.items()
        for n in range(count)
    ]
    return golden(documents, rows, {f"{name}.md": name for name in counts})


@pytest.mark.parametrize(
    ("counts", "severity", "ids"),
    [
        ({"faq": 7, "manual": 20}, "warning", ("faq",)),
        ({"faq": 8, "manual": 19}, "info", ("faq", "manual")),
        ({"faq": 0, "manual": 20}, "warning", ("faq",)),
    ],
)
def test_classes_with_too_few_questions(counts, severity, ids):
    (told,) = says("few_questions_in_class", classed(**counts))
    assert (told.severity, told.ids) == (severity, ids)
    assert f"faq {counts['faq']}" in told.finding


def test_classes_with_enough_questions_and_sets_without_classes():
    assert says("few_questions_in_class", classed(faq=20, manual=20)) == []
    assert says("few_questions_in_class", classed(faq=3)) == []


def test_a_set_without_a_split():
    (told,) = says("no_split", of("One?", "Two?"))
    assert told.finding == (
        "2 of 2 answerable questions have no split, neither to tune on nor to decide on."
    )
    assert says("no_split", golden(DOCUMENTS, [asked("q", "?")])) == [], "none is answerable"


def test_a_set_with_a_split_in_part_or_on_one_side():
    half = asked("q1", "?", ("a.md", OTHER), split="tune"), asked("q2", "?", ("a.md", OTHER))
    (told,) = says("no_split", golden(DOCUMENTS, half))
    assert told.ids == ("q2",)
    (told,) = says("no_split", of("One?", "Two?", split="tune"))
    assert told.finding == "All 2 answerable questions are to tune on."
    both = half[0], asked("q2", "?", ("a.md", OTHER), split="decide")
    assert says("no_split", golden(DOCUMENTS, both)) == []


def weighted(*weights):
    rows = [
        asked(f"q{n}", f"How large is plan {n}?", ("a.md", OTHER), weight=weight)
        for n, weight in enumerate(weights)
    ]
    return golden(DOCUMENTS, rows)


def test_a_question_that_outweighs_the_others_is_said():
    # (9 + 3)^2 / (81 + 3) = 1.7 of 4.
    (told,) = says("heavy_questions", weighted(1, 9, 1, 1))
    assert told.finding == (
        "By their weights 4 answerable questions say as much as 2 of equal weight; the heaviest "
        "has 75 % of all weight."
    )
    assert told.ids == ("q1",)


def test_weights_that_leave_every_question_its_say():
    assert says("heavy_questions", weighted(1, 2, 5, 5)) == []
    assert says("heavy_questions", weighted(1, 1, 1)) == []
