"""Outcomes against an oracle over characters, on random documents, rankings and evidence.

HYPOTHESIS_PROFILE=fuzz python -m pytest tests/evaluation/test_outcomes_by_oracle.py
"""

import random as randoms
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.diagnosis import NEXT_STEPS, outcome
from evaluation.metrics import Case
from evaluation.packing import FILLS, REPEATS, Unit, UnitTable, pack
from evaluation.spans import Blanks, required
from golden_sets.document import Block, Document, Span
from golden_sets.question import Passage, Question
from tests.evaluation import outcome_oracle as oracle

WORDS = ("a", "be", "sea", "|", "|", "deed", "eels.")
COUNTS = {"words": lambda text: len(text.split()), "characters": len}


def document(name: str, random: Random) -> tuple[Document, oracle.Places]:
    """A text of few words with uneven blanks, in blocks of which every bar is markup."""
    text = "".join(random.choice(WORDS) + random.choice((" ", " ", "\n", "  ")) for _ in range(14))
    text = text.rstrip()
    middle = text.index(" ", len(text) // 2) if " " in text[len(text) // 2 :] else len(text)
    blocks = []
    for start, end in ((0, middle), (middle + 1, len(text))):
        marks = tuple(Span(at, at + 1) for at in range(start, end) if text[at] == "|")
        if start < end:
            blocks.append(Block("table_row", Span(start, end), marks))
    made = Document(name, text, name, blocks=tuple(blocks))
    return made, {(name, at) for block in blocks for span in block.markup for at in range(*span)}


def runs(random: Random, length: int, most: int) -> list[tuple[int, int]]:
    """Disjoint runs in order, some of which touch."""
    edges = sorted(random.sample(range(length + 1), 2 * random.randint(1, most)))
    found = list(zip(edges[::2], edges[1::2], strict=True))
    if len(found) > 1 and random.random() < 0.2:
        found[1] = found[0][1], found[1][1]
    return found


def piece(random: Random, documents: dict[str, Document]) -> oracle.Piece:
    name = random.choice(list(documents))
    length = len(documents[name].text)
    spans = runs(random, length, 2)
    start, end = random.choice(spans)
    low = random.randrange(start, end)
    matched = [(low, random.randint(low + 1, end))]
    header = runs(random, length, 2) if random.random() < 0.3 else []
    added = runs(random, length, 1) if random.random() < 0.2 else []
    added = oracle.less(name, added, oracle.places(name, spans))
    title = random.choice(("Title", "")) if random.random() < 0.3 else ""
    return oracle.Piece(name, spans, matched, header, title, added)


def way(random: Random, documents: dict[str, Document]) -> list[oracle.Wanted]:
    found = []
    for number in range(random.choice((1, 1, 2, 3))):
        name = random.choice(list(documents))
        start = random.randrange(len(documents[name].text))
        end = min(len(documents[name].text), start + random.randint(1, 15))
        answer = number == 0 or random.random() < 0.5
        found.append(oracle.Wanted(name, start, end, answer, random.random() < 0.1))
    return found


def both(random: Random, fill: str, repeats: str, counted: str) -> tuple[str, str]:
    """The product's outcome of a random case, and the oracle's."""
    read = [document(name, random) for name in ("d", "e", "f")]
    documents = {made.id: made for made, _ in read}
    world = oracle.World(
        {name: made.text for name, made in documents.items()},
        set().union(*(marks for _, marks in read)),
        COUNTS[counted],
        fill,
        repeats,
    )
    pieces = [piece(random, documents) for _ in range(random.randint(0, 6))]
    pieces += [random.choice(pieces) for _ in range(2 * (random.random() < 0.3)) if pieces]
    random.shuffle(pieces)
    evidence = [way(random, documents) for _ in range(random.choice((0, 1, 1, 1, 2, 3)))]
    size = 1 if counted == "words" else 5
    budget = random.randint(1, 4) if fill == "top_k" else size * random.randint(1, 16)
    return ours(world, documents, evidence, pieces, budget), oracle.outcome(
        world, evidence, pieces, budget
    )


def passage(wanted: oracle.Wanted) -> Passage:
    role = "answer" if wanted.answer else "context"
    span = Span(wanted.start, wanted.end)
    return Passage(wanted.document, span, role, whole=wanted.whole)


def ours(world, documents, evidence, pieces, budget):
    """The product's outcome of the oracle's case."""
    table = UnitTable((), documents, world.count)

    def spans(found):
        return tuple(Span(*run) for run in found)

    units = []
    for one in pieces:
        parts = spans(one.spans), spans(one.header), one.title, spans(one.matched)
        bare = Unit(one.document, *parts, tokens=0, added=spans(one.added))
        units.append(Unit(one.document, *parts, table.count(bare), added=bare.added))
    ways = tuple(tuple(map(passage, one)) for one in evidence)
    question = Question("q", "?", "single" if ways else "unanswerable", ways)
    context = pack("q", units, budget, table, world.fill, world.repeats)
    needed = {p: required(documents[p.document], p.span) for one in ways for p in one}
    blanks = {name: Blanks(made.text) for name, made in documents.items()}
    case = Case(question, tuple(units), context, needed, blanks)
    return outcome(case, table, world.fill, world.repeats)


@given(
    st.randoms(use_true_random=False),
    st.sampled_from(FILLS),
    st.sampled_from(REPEATS),
    st.sampled_from(sorted(COUNTS)),
)
def test_an_outcome_is_the_oracles(random, fill, repeats, counted):
    found, expected = both(random, fill, repeats, counted)
    assert found == expected


def test_the_random_cases_come_to_every_outcome_under_every_rule():
    """An oracle that is never asked proves nothing."""
    for fill in FILLS:
        for repeats in REPEATS:
            found = Counter(both(Random(n), fill, repeats, "words")[1] for n in range(500))
            # Where repeats are dropped or merged, next to nothing is crowded out.
            rare = {"crowded_out"} if repeats != "keep" else set()
            assert set(NEXT_STEPS) - rare <= set(found), (fill, repeats, found)


@pytest.mark.parametrize("fill", FILLS)
@pytest.mark.parametrize("repeats", REPEATS)
def test_a_few_hundred_fixed_cases(fill, repeats):
    for seed in range(100):
        random = randoms.Random(f"{fill} {repeats} {seed}")
        found, expected = both(random, fill, repeats, "words")
        assert found == expected, seed
