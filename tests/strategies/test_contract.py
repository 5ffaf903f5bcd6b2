"""What every registered strategy and modifier promises, for any text."""

import itertools
import re
import unicodedata
from bisect import bisect_left, bisect_right

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from golden_sets.document import Document, Span
from golden_sets.markdown import read_markdown
from strategies.chunk import Chunk
from strategies.expansion import EXPANSIONS
from strategies.fixed import Fixed
from strategies.measure import Tokens
from strategies.mixed import Mixed
from strategies.parent_child import ParentChild
from strategies.recursive import SEPARATORS, Recursive
from strategies.registry import STRATEGIES, Strategy, make_strategy
from strategies.rules import RULES
from strategies.structure import Structure
from strategies.tokenizer import count_tokens
from strategies.tools import Tools
from strategies.variant import Variant
from tests.strategies.texts import CLASSES, LARGE, documents, large

NAMES = sorted(STRATEGIES)
# Behind one of these a cut of `recursive` may be one at a separator, however odd what follows it.
STOPS = frozenset(".!?…\"')]”’」』）。！？;；,，、")


def letter_counts(texts):
    """Vectors that depend on the text alone: letters counted."""
    return np.array([[text.count(c) for c in "aeios.。"] for text in texts], np.float32)


def check_contract(
    variant: Variant, document: Document, shared: Tools | None = None
) -> tuple[Chunk, ...]:
    """Everything a chunk promises, of what a variant makes of a document.

    Args:
        shared: Saves large documents from being read again for every variant.
    """
    tools = shared or Tools(letter_counts)
    chunks = variant.cut([document], tools)
    again = variant.cut([document], shared or Tools(letter_counts))
    assert chunks == again, "another result the next time"
    made = variant.strategy
    made = made.strategy_for(document) if isinstance(made, Mixed) else made
    _check_spans(document, chunks)
    _check_texts(variant, document, chunks)
    _check_sizes(made, document, chunks, tools)
    _check_covered(document, chunks)
    _check_overlap(made, document, chunks, tools)
    _check_parts(chunks)
    _check_added(variant, document, chunks, tools)
    if isinstance(made, Recursive) and set(made.separators) <= set(SEPARATORS):
        _check_clusters(made, document, chunks, tools)
    return chunks


def _check_spans(document, chunks):
    for chunk in chunks:
        assert (chunk.document, chunk.revision) == (document.id, document.revision)
        for spans in (chunk.matched, chunk.read, chunk.added):
            for start, end in spans:
                assert document.body_start <= start < end <= len(document.text)
            for before, after in itertools.pairwise(spans):
                assert before.end <= after.start, "spans out of order or overlapping"
        assert document.text[slice(*chunk.matched[-1])].strip(), "an empty chunk"
        for span in chunk.matched:
            assert any(s <= span.start and span.end <= e for s, e in chunk.read), "not read"
    own = [chunk.matched[-1] for chunk in chunks]
    for before, after in itertools.pairwise(own):
        assert before.start < after.start and before.end < after.end, "one chunk inside another"


def _check_texts(variant, document, chunks):
    """Texts are slices of the source, a newline between them; a header is of headings and title."""

    def slices(spans, separator="\n"):
        return separator.join(document.text[start:end] for start, end in spans)

    headings = {block.heading_path[-1] for block in document.blocks if block.heading_path}
    for chunk in chunks:
        matched = slices(chunk.matched)
        assert chunk.matched_text(document) == matched
        assert chunk.read_text(document) == slices(chunk.read)
        assert set(chunk.header) <= headings and set(chunk.heading_path) <= headings
        assert chunk.title in ("", document.title)
        header = " > ".join(filter(None, [chunk.title, slices(chunk.header, " > ")]))
        assert chunk.index_text(document) == (f"{header}\n{matched}" if header else matched)
        assert variant.headers == "path" or not header
        for heading in chunk.header:
            assert not any(s <= heading.start and heading.end <= e for s, e in chunk.read)


def _check_sizes(made, document, chunks, tools):
    measured = tools.measure(document, made.unit)
    limit = getattr(made, "child_size", made.size)
    for chunk in chunks:
        _check_size(document, chunk.matched, limit, measured, isinstance(made, Structure))
        if isinstance(made, ParentChild):
            _check_size(document, chunk.read, made.parent_size, measured, True)


def _check_size(document, spans, limit, measured, atoms):
    size = sum(measured.size(*span) for span in spans) + len(spans) - 1
    start, end = spans[-1]
    # One character may be several tokens, of which the last may reach into the next character.
    inner = measured.starts if isinstance(measured, Tokens) else range(start + 1, end)
    if size > limit and any(start < at < end for at in inner):
        assert atoms and _atom(document, spans[-1]), (size, limit, document.text[start:end])


def _atom(document, span):
    """Whether an oversize span may be one: a code block, a row, a header row with one row."""
    inside = [b for b in document.blocks if b.span.start < span.end and span.start < b.span.end]
    kinds = tuple(block.kind for block in inside)
    whole = inside[0].span.start == span.start and inside[-1].span.end == span.end
    atoms = (("code",), ("table_row",), ("table_header",), ("table_header", "table_row"))
    return whole and kinds in atoms


def _check_covered(document, chunks):
    covered = bytearray(len(document.text))
    for chunk in chunks:
        for start, end in chunk.matched:
            covered[start:end] = b"\1" * (end - start)
    for found in re.compile(r"\S+").finditer(document.text, document.body_start):
        assert 0 not in covered[found.start() : found.end()], f"{found[0]!r} is in no chunk"


def _check_overlap(made, document, chunks, tools):
    measured = tools.measure(document, made.unit)
    asked = getattr(made, "child_overlap", made.overlap)
    starts = set(tools.sentence_starts(document))
    for before, after in itertools.pairwise(chunk.matched[-1] for chunk in chunks):
        if before.end <= after.start:
            continue
        assert measured.size(after.start, before.end) <= asked, "more overlap than asked"
        if isinstance(made, Fixed):
            continue
        assert not _extends(document.text, after.start), "overlap opens inside a character"
        assert not made.snap or after.start in starts, "snapped, and to no sentence"


def _extends(text, at):
    """Whether a reader sees the character as one with what stands before it."""
    joined = text[at] == "\u200d" or (at > 0 and text[at - 1] == "\u200d")
    return joined or unicodedata.category(text[at])[0] == "M" or "🏻" <= text[at] <= "🏿"


def _check_clusters(made, document, chunks, tools):
    """A hard cut parts nothing seen as one that fits into a chunk, up to 32 characters of it."""
    text, measured = document.text, tools.measure(document, made.unit)
    for before, after in itertools.pairwise(chunk.matched[-1] for chunk in chunks):
        at = before.end
        if not after.start <= at < len(text) or not _extends(text, at) or text[at - 1] in STOPS:
            continue
        start, end = at - 1, at + 1
        while start and _extends(text, start):
            start -= 1
        while end < len(text) and _extends(text, end):
            end += 1
        fits = measured.size(start, end) <= made.size - made.overlap
        assert not fits or end - start > 32, f"{text[start:end]!r} cut apart at {at}"


def _check_parts(chunks):
    """1 to n, one after the other; the children of one parent have its number."""
    reads = [(chunk.read, chunk.part) for chunk in chunks]
    parts = [part for (_, part), _ in itertools.groupby(reads)]
    for before, after in itertools.pairwise([None, *parts, None]):
        if before is not None and before[0] < before[1]:
            assert after == (before[0] + 1, before[1]), (before, after)
        elif after is not None:
            assert after[0] == 1 < after[1], (before, after)


def _check_added(variant, document, chunks, tools):
    text = document.text
    found, starts = tools.sentences(document), tools.sentence_starts(document)
    for chunk in chunks:
        if variant.expansion == "none":
            assert not chunk.added
        if not chunk.added:
            continue
        tokens = count_tokens("\n".join(text[start:end] for start, end in chunk.added))
        assert tokens <= variant.expansion_tokens
        assert not any(a < e and s < b for a, b in chunk.added for s, e in chunk.read), "read twice"
        for start, end in chunk.added:
            first = max(0, bisect_right(starts, start) - 1)
            for sentence in found[first : bisect_left(starts, end)]:
                for low, high in _rests(text, sentence, chunk.read):
                    whole = any(s <= low and high <= e for s, e in chunk.added)
                    apart = all(e <= low or high <= s for s, e in chunk.added)
                    assert whole or apart, "part of a sentence"


def _rests(text, sentence, read):
    """What `read` leaves of a sentence, each run without the blanks around it."""
    start = sentence.start
    for low, high in [*read, Span(sentence.end, sentence.end)]:
        run = text[start : min(low, sentence.end)]
        if run.strip():
            first = start + len(run) - len(run.lstrip())
            yield first, first + len(run.strip())
        start = max(start, high)


SHAPES = st.fixed_dictionaries(
    {"size": st.integers(1, 120), "unit": st.sampled_from(["characters", "tokens"])}
)
WITHOUT = st.lists(st.sampled_from(list(RULES)), unique=True, max_size=4).map(tuple)
LARGE_TOOLS = Tools(letter_counts)
EXPRESSIONS = (r"re:(?=^\S)", "re:b|")
OWN = {
    "recursive": {
        "snap": st.booleans(),
        "separators": st.one_of(
            st.just(tuple(SEPARATORS)),
            st.lists(st.sampled_from([*SEPARATORS, r"re:(?=^\S)", "re:b|"]), unique=True).map(
                tuple
            ),
        ),
    },
    "structure": {"snap": st.booleans(), "min_size": st.integers(0, 90), "without": WITHOUT},
    "parent_child": {"snap": st.booleans(), "without": WITHOUT},
    "semantic": {
        "snap": st.booleans(),
        "percentile": st.one_of(st.sampled_from([0, 25, 100]), st.floats(0, 100)),
        "min_size": st.integers(0, 90),
    },
}


@st.composite
def made_strategies(draw: st.DrawFn, name: str) -> Strategy:
    """A strategy of that name with any of the parameters that it takes."""
    shape = draw(SHAPES)
    shape["overlap"] = draw(st.integers(0, shape["size"] - 1) | st.just(0))
    given = {key: draw(values) for key, values in OWN.get(name, {}).items()}
    if name == "parent_child" and draw(st.booleans()):
        given["parent_size"] = draw(st.integers(1, 160))
        given["child_size"] = draw(st.integers(1, given["parent_size"]))
    if name == "mixed":
        others = [other for other in NAMES if other != "mixed"]
        entries = st.sampled_from(others).flatmap(made_strategies)
        given["classes"] = tuple((of, draw(entries)) for of in CLASSES[1:3])
        given["otherwise"] = draw(st.none() | entries)
    return make_strategy(name, **shape, **given)


@pytest.mark.parametrize("name", NAMES)
@given(st.data())
def test_any_text(name, data):
    variant = Variant(
        data.draw(made_strategies(name)),
        data.draw(st.sampled_from(["none", "path"])),
        data.draw(st.sampled_from(list(EXPANSIONS))),
        data.draw(st.integers(1, 60)),
    )
    check_contract(variant, data.draw(documents()))


@pytest.mark.parametrize("text", LARGE)
@pytest.mark.parametrize("name", NAMES)
def test_large_texts(name, text):
    """Quadratic work would show here as a test that seems to hang."""
    variant = Variant(make_strategy(name, size=400, overlap=80), "path")
    check_contract(variant, large(text), LARGE_TOOLS)


@pytest.mark.parametrize("text", LARGE)
@pytest.mark.parametrize("expansion", [mode for mode in EXPANSIONS if mode != "none"])
def test_large_texts_expanded(expansion, text):
    variant = Variant(make_strategy("structure", unit="tokens"), "none", expansion)
    check_contract(variant, large(text), LARGE_TOOLS)


def test_a_list_deeper_than_the_parser_reads_is_still_there():
    document = large("a list nested 2,000 deep")
    for name in set(NAMES) - {"fixed"}:
        chunks = Variant(make_strategy(name, size=3_000)).cut([document], Tools(letter_counts))
        lines = "\n".join(chunk.matched_text(document) for chunk in chunks).splitlines()
        assert {line.lstrip() for line in lines} >= {f"- item {i}" for i in range(2_000)}, name


@pytest.mark.parametrize("overlap", [-1, 400, 401])
@pytest.mark.parametrize("name", NAMES)
def test_overlap_not_below_the_size_is_refused(name, overlap):
    with pytest.raises(ValueError, match=r"overlap .* allowed is 0 to below the size"):
        make_strategy(name, size=400, overlap=overlap)


def test_unknown_strategy_is_refused_with_the_names():
    with pytest.raises(ValueError, match="unknown strategy 'clever'; allowed are fixed"):
        make_strategy("clever")


def test_front_matter_is_in_no_chunk():
    document = read_markdown("x.md", "---\ntitle: Fees\n---\n\n# Fees\n\nSolo is 5 EUR.\n")
    for name in NAMES:
        chunks = check_contract(Variant(make_strategy(name, size=20), "path", "parent"), document)
        assert "---" not in chunks[0].read_text(document), name
