"""Evidence that stands elsewhere too, or that nobody confirmed."""

from dataclasses import replace

import pytest

from golden_sets.document import Span
from golden_sets.question import Passage
from tests.evaluation.checks.sets import asked, golden, says

FACT = "Refunds take ten days."


def of(**texts):
    documents = {f"{name}.md": text for name, text in texts.items()}
    return golden(documents, [asked("q1", "How long?", ("a.md", FACT))])


@pytest.mark.parametrize(
    "other",
    [
        f"As said: {FACT}",
        "REFUNDS  take\nten days.",
    ],
)
def test_an_answer_that_stands_in_another_document_too(other):
    (told,) = says("repeated_evidence", of(a=FACT, b=other))
    assert told.ids == ("q1",)
    assert told.finding == (
        "1 of 1 answerable question has an answer whose words stand in other places of the "
        "documents too, q1 in b.md."
    )


def test_an_answer_that_stands_twice_in_its_own_document():
    twice = golden(
        {"a.md": f"{FACT}\n\nAgain: {FACT.lower()}"}, [asked("q1", "How long?", ("a.md", FACT))]
    )
    (told,) = says("repeated_evidence", twice)
    assert "q1 in a.md" in told.finding


@pytest.mark.parametrize("other", ["Refunds take twenty days.", "Refunds take ten dayshifts."])
def test_an_answer_that_stands_once(other):
    assert says("repeated_evidence", of(a=FACT, b=other)) == []


def test_a_short_answer_is_not_found_inside_a_longer_word():
    inside = golden({"a.md": "It is 10 EUR.", "b.md": "It is 110 EUR."}, ())
    question = asked("q", "?", ("a.md", "10 EUR"))
    assert (
        says("repeated_evidence", golden({d.id: d.text for d in inside.documents}, [question]))
        == []
    )


def test_the_other_place_marked_as_an_alternative_is_no_finding():
    given = of(a=FACT, b=FACT)
    (question,) = given.questions
    ways = (*question.evidence, (Passage("b.md", Span(0, len(FACT))),))
    marked = replace(given, questions=(replace(question, evidence=ways),))
    assert says("repeated_evidence", marked) == []


def test_a_context_passage_may_stand_anywhere():
    given = of(a=f"{FACT} Except in May.", b="Except in May.")
    (question,) = given.questions
    context = Passage("a.md", Span(23, 37), "context")
    ways = ((*question.evidence[0], context),)
    assert (
        says("repeated_evidence", replace(given, questions=(replace(question, evidence=ways),)))
        == []
    )


def test_evidence_that_is_not_confirmed():
    given = of(a=FACT)
    (question,) = given.questions

    def marked(confirmed):
        ways = ((Passage("a.md", Span(0, len(FACT)), confirmed=confirmed),),)
        return replace(given, questions=(replace(question, evidence=ways),))

    (told,) = says("unconfirmed_evidence", marked(False))
    assert told.ids == ("q1",)
    assert says("unconfirmed_evidence", marked(True)) == []
    assert says("unconfirmed_evidence", given) == [], "nothing is said of it"
