"""The golden set `calls`: long transcripts that give a strategy no structure to cut at."""

import re
from collections import Counter

import pytest

from evaluation.statistics import CLUSTERS_FROM, clusters
from golden_sets.golden_set import GoldenSet, find_golden_set, load_golden_set

# What a writer would use to show structure: Markdown, numbered or bulleted items, cells, rules.
MARKUP = re.compile(
    r"^\s*(?:#|>|[-*+•]\s|\(?\w[.)]\s|\d+[.)]\s|={3}|-{3}|```)|\||\t|\*\*", re.MULTILINE
)


@pytest.fixture(scope="module")
def calls() -> GoldenSet:
    return load_golden_set(find_golden_set("calls"))


def test_the_transcripts_are_many_and_long(calls):
    lengths = [len(document.text) for document in calls.documents]
    assert len(lengths) >= 12
    assert min(lengths) >= 7_000 and max(lengths) <= 14_000
    assert sum(lengths) >= 110_000


def test_every_document_has_a_class(calls):
    assert {d.document_class for d in calls.documents} == {
        "meeting",
        "support",
        "interview",
        "negotiation",
    }


def test_nothing_in_a_transcript_is_written_as_structure(calls):
    marked = {d.id: MARKUP.findall(d.text) for d in calls.documents if MARKUP.search(d.text)}
    assert not marked


def test_no_heading_title_or_list_is_read_into_a_transcript(calls):
    """A turn that is one question, alone between blank lines, is no heading."""
    for document in calls.documents:
        assert document.title_span is None
        assert {block.kind for block in document.blocks} == {"paragraph"}


def test_some_transcripts_name_no_speaker_and_run_on(calls):
    unnamed = [
        d
        for d in calls.documents
        if not re.search(r"^(?:\[[\d:]+\] )?\w+(?: \S+)?: ", d.text, re.M)
    ]
    assert len(unnamed) >= 5
    run_on = [d for d in unnamed if max(b.span.end - b.span.start for b in d.blocks) > 1_000]
    assert len(run_on) >= 4


def test_there_are_enough_questions_of_each_kind(calls):
    kinds = Counter(question.kind for question in calls.questions)
    assert len(calls.answerable) >= 50
    assert kinds["multi_hop"] >= 10
    assert kinds["unanswerable"] >= 5
    per_class = Counter(question.question_class for question in calls.answerable)
    assert all(per_class[d.document_class] >= 10 for d in calls.documents)


def test_every_transcript_is_asked_about(calls):
    asked = Counter(p.document for q in calls.answerable for p in q.evidence[0])
    assert all(asked[document.id] >= 4 for document in calls.documents)


def test_a_multi_hop_question_needs_two_answer_passages(calls):
    for question in calls.questions:
        if question.kind == "multi_hop":
            for alternative in question.evidence:
                assert sum(p.role == "answer" for p in alternative) >= 2, question.id


def test_some_questions_need_two_calls(calls):
    needs_two = [
        question.id
        for question in calls.answerable
        if all(len({p.document for p in a if p.role == "answer"}) > 1 for a in question.evidence)
    ]
    assert len(needs_two) >= 5


def test_a_context_tag_stands_exactly_where_a_context_passage_does(calls):
    with_context = {
        q.id for q in calls.questions if any(p.role == "context" for a in q.evidence for p in a)
    }
    tagged = {q.id for q in calls.questions if any(t.startswith("context:") for t in q.tags)}
    assert tagged == with_context
    assert len(with_context) >= 20


def test_some_context_stands_far_from_what_it_limits(calls):
    far = 0
    for question in calls.answerable:
        alternative = question.evidence[0]
        answers = [p for p in alternative if p.role == "answer"]
        gaps = [
            max(p.span.start, a.span.start) - min(p.span.end, a.span.end)
            for p in alternative
            if p.role == "context"
            for a in answers
            if a.document == p.document
        ]
        far += bool(gaps) and max(gaps) >= 300
    assert far >= 20


def test_both_splits_hold_about_half_of_every_class(calls):
    assert {question.split for question in calls.questions} == {"tune", "decide"}
    sides = Counter((question.question_class, question.split) for question in calls.questions)
    for name in {question.question_class for question in calls.questions}:
        assert abs(sides[name, "tune"] - sides[name, "decide"]) <= 2


def test_there_are_clusters_enough_to_speak_for_other_documents(calls):
    decide = [question for question in calls.questions if question.split == "decide"]
    assert len(set(clusters(calls.questions).values())) >= CLUSTERS_FROM
    assert len(set(clusters(decide).values())) >= CLUSTERS_FROM


def test_every_quote_is_whole_words(calls):
    by_id = calls.by_id()
    for question in calls.answerable:
        for passage in (p for alternative in question.evidence for p in alternative):
            text = by_id[passage.document].text
            start, end = passage.span
            assert not (start and text[start - 1].isalnum()), question.id
            assert text[end - 1] in ".?" or not text[end].isalnum(), question.id


def test_who_asked_is_on_record_and_no_question_is_asked_twice(calls):
    assert {question.author for question in calls.questions} == {"Chunkboard authors"}
    assert len({question.text for question in calls.questions}) == len(calls.questions)
