"""What each shipped golden set promises: a thinned-out set would give figures nobody may trust."""

import json
from collections import Counter
from functools import cache
from typing import NamedTuple

import pytest

from golden_sets.golden_set import SHIPPED, GoldenSet, find_golden_set, load_golden_set


class Promise(NamedTuple):
    """The least that a set holds.

    Attributes:
        tagged: Questions by tag.
        smaller_half: Share of the questions in the smaller of the halves tune and decide.
    """

    name: str
    documents: int
    characters: int
    context: int
    multi_hop: int
    unanswerable: int
    of_each_class: int
    tagged: dict[str, int]
    smaller_half: float = 0.4


PROMISES = (
    Promise("handbook", 40, 150_000, 25, 15, 10, 5, {"context:exception": 15}, 0.3),
    Promise("contracts_zh", 14, 70_000, 25, 10, 6, 25, {"lang:zh": 60, "lang:en": 10}),
    Promise("calls", 12, 110_000, 20, 10, 5, 10, {"context:correction": 20}),
)
SPLITS = ("tune", "decide")

every_set = pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.name)


@cache
def load(name: str) -> GoldenSet:
    return load_golden_set(find_golden_set(name))


def test_every_shipped_set_makes_a_promise():
    folders = {path.parent.name for path in SHIPPED.glob("*/golden_set.toml")}
    assert {promise.name for promise in PROMISES} == folders


@every_set
def test_a_set_holds_what_it_promises(promise):
    golden = load(promise.name)
    kinds = Counter(question.kind for question in golden.questions)
    tags = Counter(tag for question in golden.questions for tag in question.tags)
    with_context = sum(
        any(passage.role == "context" for way in question.evidence for passage in way)
        for question in golden.questions
    )
    assert len(golden.documents) >= promise.documents
    assert sum(len(document.text) for document in golden.documents) >= promise.characters
    assert with_context >= promise.context
    assert kinds["multi_hop"] >= promise.multi_hop
    assert kinds["unanswerable"] >= promise.unanswerable
    assert {tag: tags[tag] for tag, least in promise.tagged.items() if tags[tag] < least} == {}


@every_set
def test_every_class_of_documents_is_asked_about_in_both_halves(promise):
    golden = load(promise.name)
    classes = {document.document_class for document in golden.documents}
    asked = Counter((q.question_class, q.split) for q in golden.questions)
    assert "" not in classes
    for name in classes:
        counts = [asked[name, split] for split in SPLITS]
        assert sum(counts) >= promise.of_each_class, name
        assert min(counts) >= 1, name


@every_set
def test_every_question_has_a_half_and_the_halves_are_balanced(promise):
    splits = Counter(question.split for question in load(promise.name).questions)
    assert set(splits) == set(SPLITS)
    assert min(splits.values()) / splits.total() >= promise.smaller_half


@every_set
def test_a_quote_stands_where_its_span_says(promise):
    golden = load(promise.name)
    documents = golden.by_id()
    lines = (SHIPPED / promise.name / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    rows = {row["id"]: row for row in map(json.loads, lines)}
    for question in golden.questions:
        for way, quoted in zip(question.evidence, rows[question.id]["evidence"], strict=True):
            texts = [documents[p.document].text[slice(*p.span)] for p in way]
            assert texts == [passage["quote"] for passage in quoted], question.id


@every_set
def test_a_context_tag_goes_with_a_context_passage(promise):
    for question in load(promise.name).questions:
        tagged = any(tag.startswith("context:") for tag in question.tags)
        needed = [any(passage.role == "context" for passage in way) for way in question.evidence]
        assert any(needed) or not tagged, question.id
        assert tagged or not needed or not all(needed), question.id


@every_set
def test_a_multi_hop_question_takes_two_answers_whichever_way(promise):
    for question in load(promise.name).questions:
        for way in question.evidence if question.kind == "multi_hop" else ():
            assert sum(passage.role == "answer" for passage in way) >= 2, question.id
