"""Prices by hand, and what an edit makes again."""

from dataclasses import replace

import pytest

from evaluation.costs import Shares, measured_shares, price, stored_shares
from evaluation.protocol_parts import Costs
from evaluation.reuse import reuse
from golden_sets.markdown import read_markdown
from strategies.adapter.exported import adapt_jsonl
from strategies.registry import make_strategy
from strategies.tools import Tools
from strategies.variant import Variant
from tests.evaluation.decisions.made import index

COSTS = Costs(
    embedding_per_million_tokens=2.0,
    storage_per_gb_month=10.0,
    bytes_per_vector=1_000,
    corpus_tokens=1_000_000_000,
    changed_per_month=0.5,
)


def test_a_price_by_hand():
    # The corpus is a million times the golden set's 1,000 tokens: 1,100 million tokens to embed
    # at 2 a million; half the documents change, a quarter of each is made again; 10 million
    # vectors of 1,000 bytes and 4 GB of text are 14 GB at 10.
    found = price(index(), COSTS, Shares(0.25, 0.9), "vector")
    assert found.first == pytest.approx(2_200)
    assert found.embedding == pytest.approx(275)
    assert found.storage == pytest.approx(140)
    assert found.monthly == pytest.approx(415)


def test_what_was_not_measured_is_taken_to_be_all():
    found = price(index(), COSTS, None, "vector")
    assert found.embedding == pytest.approx(1_100) and not found.measured


def test_bm25_pays_for_no_vectors_but_those_that_cutting_takes():
    # The index's own 1,100 tokens are not embedded; 200 of sentences are, a million times, at 2 a
    # million; half the documents change, a tenth of the sentences is new; 4 GB of text at 10.
    found = price(index(embedded_tokens=1_300), COSTS, Shares(0.25, 0.1), "bm25")
    assert found.first == pytest.approx(400)
    assert found.embedding == pytest.approx(20)
    assert found.storage == pytest.approx(40)


def test_a_vector_takes_four_bytes_a_dimension_unless_the_costs_say_otherwise():
    open_ = replace(COSTS, bytes_per_vector=None)
    stored = [price(index(), open_, None, "vector", size).storage for size in (250, 512, None)]
    assert stored == pytest.approx([140, 244.8, 193.6])


def test_shares_of_earlier_reports_are_read():
    assert stored_shares({"a": 0.25, "b": {"vectors": 0.5, "words": 0.1}}) == {
        "a": Shares(0.25, 0.25),
        "b": Shares(0.5, 0.1),
    }


def test_a_set_without_text_costs_nothing():
    empty = index(tokens=0, added_tokens=0, embedded_tokens=0, chunks=0, bytes=0)
    assert price(empty, COSTS, Shares(1.0, 1.0), "hybrid").monthly == 0


SENTENCES = [f"Sentence number {n} is about as long as the others." for n in range(40)]
DOCUMENT = read_markdown("d.md", "\n\n".join(SENTENCES) + "\n", "")


def test_one_sentence_more_makes_all_windows_behind_it_again_and_few_pieces():
    fixed, pieces = (
        reuse(Variant(make_strategy(name, size=60)), [DOCUMENT], Tools())
        for name in ("fixed", "sentence")
    )
    assert fixed.share == pytest.approx(0.5, abs=0.1)
    assert pieces.fresh <= 3 and pieces.share < 0.1


def test_exported_chunks_cannot_be_cut_again(tmp_path):
    path = tmp_path / "index.jsonl"
    path.write_text('{"document": "d.md", "text": "Sentence number 1"}\n')
    variants = [Variant(adapt_jsonl(path)), Variant(make_strategy("fixed", size=60))]
    assert list(measured_shares(variants, [DOCUMENT], Tools())) == ["fixed-60c"]


def test_of_many_documents_some_stand_for_all():
    many = [read_markdown(f"{n}.md", DOCUMENT.text, "") for n in range(205)]
    found = reuse(Variant(make_strategy("sentence", size=60)), many, Tools())
    alone = reuse(Variant(make_strategy("sentence", size=60)), many[:1], Tools())
    assert found.texts == alone.texts
