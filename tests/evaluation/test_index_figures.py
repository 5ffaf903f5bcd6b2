"""Index figures counted by hand on two small documents."""

import pytest

from evaluation.index_figures import Corpus, index_figures
from evaluation.spans import Blanks
from golden_sets.document import Span
from golden_sets.golden_set import GoldenSet
from golden_sets.markdown import read_markdown
from golden_sets.question import Passage, Question
from strategies.registry import make_strategy
from strategies.tokenizer import count_tokens
from strategies.tools import Tools
from strategies.variant import Variant

# 20 characters in two sentences, and 10 in one.
ONE = read_markdown("a", "It is on. Be off it.")
TWO = read_markdown("b", "Go now all")


def figures(documents, questions=(), **parameters):
    golden = GoldenSet("g", "", tuple(documents), tuple(questions))
    name = parameters.pop("name", "fixed")
    headers = parameters.pop("headers", "none")
    variant, tools = Variant(make_strategy(name, **parameters), headers), Tools()
    chunks = variant.cut(golden.documents, tools)
    by_id = golden.by_id()
    texts = [chunk.index_text(by_id[chunk.document]) for chunk in chunks]
    blanks = {document.id: Blanks(document.text) for document in documents}
    return index_figures(variant, chunks, texts, Corpus(golden, tools, blanks))


def test_windows_of_six_with_overlap_two():
    # a: 0-6 4-10 8-14 12-18 16-20; b: 0-6 4-10. Shared: 2 characters six times... of which
    # "is" [4,6), ". B"... blanks do not count.
    found = figures([ONE, TWO], size=6, overlap=2)
    assert found["chunks"] == 7
    assert found["mean_chars"] == pytest.approx((6 * 4 + 4 + 6 + 6) / 7)
    assert found["achieved_overlap"] == pytest.approx(2.0)
    spans = [(ONE, s) for s in [(0, 6), (4, 10), (8, 14), (12, 18), (16, 20)]]
    spans += [(TWO, (0, 6)), (TWO, (4, 10))]
    every = [(d.id, i) for d, s in spans for i in range(*s) if not d.text[i].isspace()]
    assert found["duplication"] == pytest.approx(1 - len(set(every)) / len(every))


def test_mid_sentence_with_and_without_the_last_chunks():
    # "It is on. " ends a sentence; "Be off it." too and is last; "Go now all" is last.
    found = figures([ONE, TWO], size=10)
    assert found["mid_sentence_rate"] == 0.0
    # "It is o", "n. Be o", "ff it."; "Go now ", "all": two of two, and one of one, end inside.
    found = figures([ONE, TWO], size=7)
    assert found["mid_sentence_rate"] == 1.0
    assert found["mid_sentence_rate_all"] == pytest.approx(3 / 5)


def test_a_colon_ends_nothing():
    text = read_markdown("c", "The steps are:\n\n- one\n- two\n")
    assert figures([text], size=15)["mid_sentence_rate"] == 1.0


def test_tokens_added_over_the_corpus():
    plain = figures([ONE, TWO], size=10)
    assert plain["added_tokens"] == plain["tokens"] - sum(count_tokens(d.text) for d in (ONE, TWO))
    headed = figures([ONE, TWO], size=10, headers="path")
    assert headed["added_tokens"] > plain["added_tokens"]


def test_shares_of_chunks():
    found = figures([ONE, TWO], size=10)
    # "It is on. " opens pointing back; "Go now all" is its whole document.
    assert found["pointing_back"] == pytest.approx(1 / 3)
    assert found["whole_documents"] == pytest.approx(1 / 3)
    assert found["oversize"] == 0


def test_a_passage_whole_in_two_chunks_is_blurred():
    evidence = ((Passage("a", Span(6, 8)),), (Passage("a", Span(0, 2)),))
    asked = Question("q", "?", "single", evidence)
    # Windows 0-10 and 5-15: "on" [6,8) stands in both, "It" [0,2) in one.
    assert figures([ONE], [asked], size=10, overlap=5)["blurred_citations"] == 0.5


def test_tokens_read_over_tokens_matched():
    # Every child makes one read its whole parent, so with n children the ratio is near n.
    text = read_markdown("c", "# A\n\n" + "Alpha pays. " * 10)
    variant, tools = Variant(make_strategy("parent_child", size=80)), Tools()
    chunks = variant.cut([text], tools)
    read = sum(count_tokens(chunk.read_text(text)) for chunk in chunks)
    matched = sum(count_tokens(chunk.matched_text(text)) for chunk in chunks)
    found = figures([text], name="parent_child", size=80)["read_over_matched"]
    assert found == pytest.approx(read / matched)
    assert found > 2
    assert figures([text], size=80)["read_over_matched"] == 1.0
