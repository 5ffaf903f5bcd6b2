"""What every registered strategy and modifier promises, for any text."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from golden_sets.document import Document
from golden_sets.markdown import read_markdown
from strategies.measure import measure
from strategies.registry import STRATEGIES, make_strategy
from strategies.tools import Tools
from strategies.variant import Variant
from tests.strategies.texts import documents


def _embed(texts):
    """Vectors that depend on the text alone: letters counted."""
    return np.array([[text.count(c) for c in "aeios.。"] for text in texts], np.float32)


def _is_atom(document: Document, span) -> bool:
    """Whether an oversize span may be one: a code fence, or a table's rows."""
    kinds = {b.kind for b in document.blocks if b.span.start < span.end and span.start < b.span.end}
    return bool(kinds & {"code", "table_header", "table_row"}) or span.end - span.start == 1


def check_contract(variant: Variant, document: Document) -> None:
    tools = Tools(_embed)
    chunks = variant.cut([document], tools)
    assert chunks == variant.cut([document], Tools(_embed)), "another result for the same input"
    measured = measure(document.text, variant.parameters["unit"])
    covered = bytearray(len(document.text))
    for chunk in chunks:
        assert chunk.matched_text(document).strip(), "an empty chunk"
        for spans in (chunk.matched, chunk.read):
            for start, end in spans:
                assert document.body_start <= start < end <= len(document.text)
            for before, after in itertools.pairwise(spans):
                assert before.end <= after.start, "spans out of order or overlapping"
        for start, end in chunk.matched:
            covered[start:end] = b"\1" * (end - start)
        size = sum(measured.size(*span) for span in chunk.matched) + len(chunk.matched) - 1
        limit = variant.parameters.get("child_size") or variant.parameters["size"]
        assert size <= limit or _is_atom(document, chunk.matched[-1]), (size, chunk)
        for span in chunk.matched:
            for start, end in chunk.read:
                if start <= span.start and span.end <= end:
                    break
            else:
                raise AssertionError("matched text that is not read")
    for offset in range(document.body_start, len(document.text)):
        if not document.text[offset].isspace():
            assert covered[offset], f"lost {document.text[offset]!r} at {offset}"
    own = [chunk.matched[-1] for chunk in chunks]
    for before, after in itertools.pairwise(own):
        assert before.start < after.start and before.end < after.end, "one chunk inside another"


@pytest.mark.parametrize("name", sorted(STRATEGIES))
@given(
    document=documents(),
    size=st.integers(1, 120),
    unit=st.sampled_from(["characters", "tokens"]),
    overlap=st.integers(0, 90),
    headers=st.sampled_from(["none", "path"]),
)
def test_any_text(name, document, size, unit, overlap, headers):
    strategy = make_strategy(name, size=size, unit=unit, overlap=min(overlap, size - 1))
    check_contract(Variant(strategy, headers), document)


@pytest.mark.parametrize("name", sorted(STRATEGIES))
def test_nested_list_deeper_than_the_parser_reads(name):
    text = "".join(f"{'  ' * i}- item {i}\n" for i in range(200))
    check_contract(Variant(make_strategy(name, size=300)), read_markdown("x.md", text))


@pytest.mark.parametrize("name", sorted(STRATEGIES))
def test_one_huge_line(name):
    check_contract(Variant(make_strategy(name, size=500)), read_markdown("x.md", "x" * 100_000))


@pytest.mark.parametrize("overlap", [-1, 400, 401])
@pytest.mark.parametrize("name", sorted(STRATEGIES))
def test_overlap_not_below_the_size_is_refused(name, overlap):
    with pytest.raises(ValueError, match=r"overlap .* allowed is 0 to below the size"):
        make_strategy(name, size=400, overlap=overlap)


def test_unknown_strategy_is_refused_with_the_names():
    with pytest.raises(ValueError, match="unknown strategy 'clever'; allowed are fixed"):
        make_strategy("clever")
