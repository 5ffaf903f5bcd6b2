"""Cases that broke tools like ours, each with the right value."""

import itertools

import pytest

from golden_sets.markdown import read_markdown
from golden_sets.plain_text import read_plain_text
from golden_sets.reading import normalise_newlines
from strategies.fixed import Fixed
from strategies.recursive import Recursive
from strategies.registry import STRATEGIES, make_strategy
from strategies.structure import Structure
from strategies.tokenizer import count_tokens
from strategies.tools import Tools
from strategies.variant import Variant
from tests.strategies.test_contract import check_contract, letter_counts

D = "Alpha pays 10 EUR. Beta pays 20 EUR. Gamma pays 30 EUR.\n"
NAMES = sorted(STRATEGIES)


def cut(strategy, document):
    return strategy.cut(document, Tools(letter_counts))


def texts(strategy, text, read=read_plain_text):
    document = read("x", text)
    return [chunk.matched_text(document) for chunk in cut(strategy, document)]


@pytest.mark.parametrize("name", NAMES)
def test_offsets_of_token_chunks_are_exact(name):
    """Wrong: a start of -1, as where a chunk's decoded tokens are searched for in the text."""
    words = " ".join(a + b for a in "abcde" for b in "klmnopqr")
    document = read_plain_text("x", words)
    made = make_strategy(name, size=10, unit="tokens", overlap=5)
    chunks = check_contract(Variant(made), document)
    assert len(words.split()) == 40 and len(chunks) > 1
    for chunk in chunks:
        ((start, end),) = chunk.matched
        assert start >= 0 and document.text[start:end] == chunk.matched_text(document)


def test_overlap_is_there_or_the_cut_is_the_one_without():
    """Wrong: two paragraphs of 30 characters, size 30 and overlap 10, that share nothing. Snapped
    to sentences none may be in reach: then the cut is the one that asks for no overlap."""
    one, two = "Alpha pays 10 EUR to everyone.", "Gamma pays 30 EUR to everyone."
    assert len(one) == len(two) == 30
    document = read_plain_text("x", f"{one}\n\n{two}")
    own = [chunk.matched[-1] for chunk in cut(Recursive(30, overlap=10), document)]
    shared = [before.end - after.start for before, after in itertools.pairwise(own)]
    assert max(shared) == 9 and min(shared) < 10
    none = cut(Recursive(25), document)
    assert cut(Recursive(30, overlap=5, snap=True), document) == none


@pytest.mark.parametrize("name", ["fixed", "recursive", "sentence", "structure", "semantic"])
def test_no_overlap_repeats_nothing(name):
    """Wrong: characters that stand in two chunks although no overlap was asked for."""
    assert texts(make_strategy(name, size=3), "abcdef") == ["abc", "def"]


@pytest.mark.parametrize("name", NAMES)
def test_chunks_of_one_long_line_are_slices_of_it(name):
    """Wrong: pieces joined with blanks or newlines that the source never had."""
    line = ('{"plan": "Solo", "fee": [5, 10]}, ' * 15)[:500]
    document = read_plain_text("x", line)
    chunks = check_contract(Variant(make_strategy(name, size=100, overlap=20)), document)
    assert all(chunk.matched_text(document) in line for chunk in chunks)


def test_a_hash_in_code_opens_no_section():
    """Wrong: a comment in a fence or an indented block seen as a heading."""
    text = (
        "# Title\n\n```\n# not a title\n```\n\n~~~\n# not a title\n~~~\n\nText.\n\n"
        "    # not a title\n"
    )
    document = read_markdown("x", text)
    assert [b.kind for b in document.blocks].count("heading") == 1
    chunks = cut(Structure(30, min_size=0), document)
    assert {len(chunk.heading_path) for chunk in chunks} == {1}


def test_rows_are_never_cut_from_their_header():
    """Wrong: a piece of the table that does not say what its columns are, or a row cut in two."""
    header = "| Plan | GB |\n|---|---|"
    rows = [f"| P{i:03} | {i:02} |" for i in range(12)]
    size = len("\n".join([header, *rows[:4]]))
    document = read_markdown("x", "\n".join([header, *rows]))
    chunks = cut(Structure(size), document)
    made = [chunk.matched_text(document) for chunk in chunks]
    assert made == ["\n".join([header, *rows[i : i + 4]]) for i in (0, 4, 8)]
    assert [len(chunk.matched) for chunk in chunks] == [1, 2, 2], "a span of its own"
    assert [chunk.part for chunk in chunks] == [(1, 3), (2, 3), (3, 3)]
    assert all(len(text) <= size for text in made), "counted in the size"
    assert count_tokens(made[1]) > count_tokens("\n".join(rows[4:8])), "and in the budget"


@pytest.mark.parametrize("name", NAMES)
def test_carriage_returns_shift_nothing(name):
    """Wrong: offsets of the file where those of the text are meant, or an IndexError."""
    typed = D.replace(". ", ".\r\n", 1).replace(". ", ".\r", 1)
    assert typed.count("\r\n") == 1 and typed.count("\r") == 2
    document = read_plain_text("x", normalise_newlines(typed))
    assert document.text[19:36] == "Beta pays 20 EUR." and "\r" not in document.text
    chunks = check_contract(Variant(make_strategy(name, size=40)), document)
    gold = normalise_newlines("Alpha pays 10 EUR.\r\nBeta pays 20 EUR.")
    assert document.text[0:36] == gold and chunks[0].start == 0


@pytest.mark.parametrize("name", NAMES)
def test_the_last_sentence_is_there(name):
    """Wrong: a last sentence without a full stop in no chunk."""
    text = "One is here. Two is here. Three is not"
    made = make_strategy(name, size=15, **({"child_size": 15} if name == "parent_child" else {}))
    document = read_plain_text("x", text)
    chunks = check_contract(Variant(made), document)
    assert chunks[-1].matched_text(document).endswith("not")


def test_few_sentences_and_a_large_minimum_end():
    """Wrong: an IndexError on four sentences with at least three a chunk and an overlap of 64."""
    text = "One is here. Two is here. Three is here. Four is here."
    document = read_plain_text("x", text)
    for minimum in (0, 38, 1_000):
        made = make_strategy("semantic", size=100, overlap=64, min_size=minimum, percentile=50)
        chunks = check_contract(Variant(made), document)
        assert chunks[-1].matched_text(document).endswith("Four is here.")


@pytest.mark.parametrize("name", ["recursive", "sentence", "structure", "semantic"])
def test_chinese_is_cut_behind_its_stops_and_keeps_the_size(name):
    """Wrong: a paragraph without blanks as one chunk, or cut in the middle of a sentence."""
    text = "员工每年享有十五天带薪年假。未休部分可以结转到下一年。"
    assert texts(make_strategy(name, size=15), text) == [text[:14], text[14:]]
    stops = "第一句话在此！第二句话在此？第三句话在此；第四句话在此。"
    assert texts(Recursive(8), stops) == [stops[i : i + 7] for i in (0, 7, 14, 21)]


def test_the_size_of_a_chinese_window_is_kept():
    """Wrong: windows that count a paragraph without blanks as one word."""
    text = "员工每年享有十五天带薪年假。未休部分可以结转到下一年。"
    assert all(len(window) <= 15 for window in texts(Fixed(15), text))
    assert all(count_tokens(w) <= 6 for w in texts(Fixed(5, "tokens"), text))
