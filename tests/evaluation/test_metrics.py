"""Each metric against a table worked by hand, and against a slow oracle over characters."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.metrics import METRICS, metric, precision_omega, score
from golden_sets.document import Span
from golden_sets.markdown import read_markdown
from golden_sets.question import Passage
from strategies.chunk import Chunk
from tests.evaluation.cases import DOCUMENTS, D, case, passage, question, unit

BETA = question((passage(19, 36),))
GAMMA_IF_BETA = question((passage(37, 55), passage(19, 36, "context")))
BETA_AND_DELTA = question((passage(19, 36), passage(0, 18, document="e")))
NONE = question()


@pytest.mark.parametrize(
    ("asked", "units", "expected"),
    [
        # One chunk of two sentences: both gold sentences' characters once, 35 of 36 characters.
        (
            question((passage(0, 18), passage(19, 36))),
            [unit(0, 36)],
            {"hit": 1, "span_recall": 1.0, "span_precision": 35 / 36, "iou": 35 / 36, "rank": 1},
        ),
        # A chunk that only touches the evidence.
        (
            BETA,
            [unit(0, 19)],
            {"hit": 0, "document_hit": 1, "span_recall": 0, "span_precision": 0, "rank": None},
        ),
        # Evidence over two chunks: the union covers it, at the second.
        (
            BETA,
            [unit(19, 28), unit(37, 55), unit(28, 36)],
            {"hit": 1, "rank": 3, "reciprocal_rank": 1 / 3, "tokens_to_hit": 2 + 4 + 2},
        ),
        # The same chunk's text twice: recall stays 1, half of it is duplication.
        (
            BETA,
            [unit(19, 36), unit(19, 36)],
            {"hit": 1, "span_recall": 1.0, "span_precision": 1.0, "context_duplication": 0.5},
        ),
        # One gold sentence twice is not two gold sentences: 17 of 17 + 18 characters.
        (
            question((passage(19, 36), passage(37, 55))),
            [unit(19, 36), unit(19, 36)],
            {"hit": 0, "span_recall": 17 / 35, "span_precision": 1.0, "iou": 17 / 35},
        ),
        # The right words in the wrong document.
        (
            BETA,
            [unit(0, 18, "e")],
            {"hit": 0, "document_hit": 0, "document_rank": None, "reciprocal_rank": 0},
        ),
        # Across documents: at the second unit; the first is of an answer document.
        (
            BETA_AND_DELTA,
            [unit(0, 18, "e"), unit(19, 36)],
            {"hit": 1, "rank": 2, "document_rank": 1, "document_hit": 1},
        ),
        (BETA_AND_DELTA, [unit(0, 55)], {"hit": 0, "rank": None, "span_recall": 17 / 35}),
        # The fact without what limits it.
        (GAMMA_IF_BETA, [unit(37, 55)], {"hit": 1, "complete": 0, "context_kept": 0}),
        (GAMMA_IF_BETA, [unit(19, 55)], {"hit": 1, "complete": 1, "context_kept": 1}),
        (GAMMA_IF_BETA, [unit(19, 36)], {"hit": 0, "complete": 0, "context_kept": None}),
        # Two places that state it: either is enough.
        (
            question((passage(0, 18),), (passage(19, 36),)),
            [unit(19, 36)],
            {"hit": 1, "span_recall": 1.0, "iou": 1.0},
        ),
        # Nothing retrieved.
        (
            BETA,
            [],
            {
                "hit": 0,
                "document_hit": 0,
                "span_recall": 0,
                "span_precision": 0,
                "iou": 0,
                "rank": None,
                "reciprocal_rank": 0,
                "units_in_context": 0,
                "context_tokens": 0,
                "context_duplication": None,
                "context_kept": None,
            },
        ),
        # No answer in the documents: only the context's own figures are defined.
        (NONE, [unit(0, 36)], {"hit": None, "complete": None, "rank": None, "context_tokens": 8}),
    ],
)
def test_by_hand(asked, units, expected):
    found = score(case(asked, units))
    assert {name: found[name] for name in expected} == pytest.approx(expected)


def test_rank_looks_behind_the_context():
    found = score(case(BETA, [unit(0, 18), unit(19, 36)], packed=1))
    assert (found["hit"], found["rank"], found["units_in_context"]) == (0, 2, 1)


def test_of_a_whole_document_any_part_is_a_hit_and_spans_are_not_scored():
    asked = question((Passage("d", Span(0, 55), whole=True), Passage("e", Span(0, 18), whole=True)))
    found = score(case(asked, [unit(37, 40), unit(0, 5, "e")]))
    assert (found["hit"], found["rank"], found["document_hit"]) == (1, 2, 1)
    assert found["span_recall"] is found["span_precision"] is found["iou"] is None
    found = score(case(asked, [unit(37, 40), unit(0, 5, "e")], packed=1))
    assert (found["hit"], found["rank"]) == (0, 2)


def test_blanks_and_table_marks_need_not_be_covered():
    document = read_markdown("d", "| Plan | GB |\n|---|---|\n| Solo | 200 |\n")
    row = document.blocks[1].span
    asked = question((passage(*row),))
    words = unit(document.text.index("Solo"), document.text.index("200") + 3)
    assert score(case(asked, [words], documents={"d": document}))["hit"] == 1
    half = unit(document.text.index("Solo"), document.text.index("200"))
    assert score(case(asked, [half], documents={"d": document}))["hit"] == 0


def test_a_name_is_registered_once():
    with pytest.raises(ValueError, match="metric 'hit' is registered already"):

        @metric("again", "x")
        def hit(case):
            return None


_SPANS = st.tuples(st.integers(0, 54), st.integers(1, 20)).map(lambda s: (s[0], min(55, sum(s))))


@given(st.lists(_SPANS, min_size=1, max_size=3), st.lists(_SPANS, max_size=5))
def test_against_sets_of_characters(evidence, retrieved):
    asked = question(tuple(passage(*span) for span in evidence))
    found = score(case(asked, [unit(*span) for span in retrieved]))
    gold = {i for span in evidence for i in range(*span)}
    read = {i for span in retrieved for i in range(*span)}
    assert found["span_recall"] == pytest.approx(len(gold & read) / len(gold))
    assert found["span_precision"] == pytest.approx(len(gold & read) / len(read) if read else 0)
    assert found["iou"] == pytest.approx(len(gold & read) / len(gold | read) if read else 0)

    def covered(span, characters):
        wanted = {i for i in range(*span) if not D.text[i].isspace()} or set(range(*span))
        return wanted <= characters

    assert found["hit"] == all(covered(span, read) for span in evidence)
    first = [
        n
        for n in range(1, len(retrieved) + 1)
        if all(covered(s, {i for r in retrieved[:n] for i in range(*r)}) for s in evidence)
    ]
    assert found["rank"] == (first[0] if first else None)
    every = [i for span in retrieved for i in range(*span) if not D.text[i].isspace()]
    duplicated = 1 - len(set(every)) / len(every) if every else None
    assert found["context_duplication"] == pytest.approx(duplicated)
    for name, described in METRICS.items():
        if described.unit.startswith("share") and found[name] is not None:
            assert 0 <= found[name] <= 1


@given(st.lists(_SPANS, min_size=1, max_size=4))
def test_at_one_unit_rank_and_hit_agree(retrieved):
    found = score(case(BETA, [unit(*span) for span in retrieved], packed=1))
    assert (found["hit"] == 1) == (found["rank"] == 1) == (found["reciprocal_rank"] == 1)


def test_the_documents_are_as_the_table_says():
    assert [D.text[slice(*s)] for s in (Span(19, 36), Span(37, 55))] == [
        "Beta pays 20 EUR.",
        "Gamma pays 30 EUR.",
    ]
    assert DOCUMENTS["e"].text[0:18] == "Delta pays 40 EUR."


def chunk(start, end, document="d"):
    span = (Span(start, end),)
    return Chunk(document, "", span, span)


@pytest.mark.parametrize(
    ("asked", "chunks", "expected"),
    [
        # [0,19) only touches "Beta pays 20 EUR." [19,36); [37,56) holds none of it.
        (BETA, [chunk(0, 19), chunk(19, 36), chunk(37, 56)], 1.0),
        # Both hold some: 17 characters of evidence in 30 + 26.
        (BETA, [chunk(0, 30), chunk(30, 56)], 17 / 56),
        # Overlapping chunks count their shared characters once: [10,36) and [19,46) are 36.
        (BETA, [chunk(10, 36), chunk(19, 46)], 17 / 36),
        # Over two documents: 17 + 18 of 36 + 18.
        (BETA_AND_DELTA, [chunk(0, 36), chunk(36, 56), chunk(0, 18, "e")], 35 / 54),
        # The better of two alternatives.
        (question((passage(0, 18),), (passage(19, 36),)), [chunk(0, 19), chunk(19, 36)], 1.0),
        (BETA, [], 0.0),
        (NONE, [chunk(0, 56)], None),
    ],
)
def test_precision_omega_by_hand(asked, chunks, expected):
    assert precision_omega(asked, chunks) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("own", "added", "complete", "self_contained"),
    [
        # GAMMA_IF_BETA: the answer [37,55) misleads without [19,36).
        ((19, 55), (), 1, 1),
        ((37, 55), ((19, 36),), 1, 0),
        ((0, 18), ((19, 55),), 1, 0),
        ((37, 55), (), 0, 0),
        ((37, 55), ((0, 18),), 0, 0),
    ],
)
def test_what_expansion_completed_is_told_apart(own, added, complete, self_contained):
    found = replace(unit(*own), added=tuple(Span(*one) for one in added))
    scores = score(case(GAMMA_IF_BETA, [found]))
    assert (scores["complete"], scores["self_contained"]) == (complete, self_contained)
