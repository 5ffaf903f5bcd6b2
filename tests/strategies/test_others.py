"""Parent-child, semantic, sentence, overlap, headers and the variant's name."""

import numpy as np
import pytest

from golden_sets.markdown import read_markdown
from golden_sets.plain_text import read_plain_text
from strategies.headers import with_headers
from strategies.registry import make_strategy
from strategies.tokenizer import LONGEST_TOKEN, count_tokens, token_starts
from strategies.tools import NoEmbedderError, Tools
from strategies.variant import Variant


def test_children_are_found_and_parents_read():
    text = f"# A\n\n{'Alpha pays. ' * 12}\n\n# B\n\n{'Beta pays. ' * 12}\n"
    document = read_markdown("x.md", text)
    chunks = make_strategy("parent_child", size=100).cut(document, Tools())
    parents = {chunk.read for chunk in chunks}
    assert len(parents) == 2 and len(chunks) > len(parents)
    assert all(len(chunk.matched_text(document)) <= 50 for chunk in chunks)
    assert all("Beta" not in document.text[slice(*c.read[0])] for c in chunks[:3])


def test_equal_parents_of_two_documents_are_two():
    strategy = make_strategy("parent_child", size=100)
    one, other = (strategy.cut(read_markdown(n, "Same text."), Tools()) for n in ("a", "b"))
    assert one[0].id != other[0].id


def _by_letter(texts):
    return np.array([[text.count("a"), text.count("b")] for text in texts], np.float32)


def test_semantic_cuts_where_the_subject_changes():
    document = read_plain_text("x", "Ants eat ants. Cats eat rats. Bob is blobby. Bubbles bob.")
    chunks = make_strategy("semantic", size=100, min_size=0).cut(document, Tools(_by_letter))
    assert [chunk.matched_text(document) for chunk in chunks] == [
        "Ants eat ants. Cats eat rats.",
        "Bob is blobby. Bubbles bob.",
    ]


def test_semantic_with_equal_sentences_has_nothing_strictly_under_the_percentile():
    document = read_plain_text("x", "Cats eat. Cats eat. Cats eat.")
    assert len(make_strategy("semantic", size=100).cut(document, Tools(_by_letter))) == 1


@pytest.mark.parametrize("text", ["", " \n", "One sentence"])
def test_semantic_with_one_sentence_or_none(text):
    document = read_plain_text("x", text)
    assert len(make_strategy("semantic").cut(document, Tools(_by_letter))) == bool(text.strip())


def test_semantic_without_a_model_is_refused_not_replaced():
    with pytest.raises(NoEmbedderError, match="need an embedding model"):
        make_strategy("semantic").cut(read_plain_text("x", "One. Two."), Tools())


def test_sentence_overlap_is_of_whole_sentences():
    document = read_plain_text("x", "One two. Three four. Five six. Seven.")
    chunks = make_strategy("sentence", size=30, overlap=12).cut(document, Tools())
    texts = [chunk.matched_text(document) for chunk in chunks]
    assert texts[0] == "One two."
    assert all(text[0].isupper() and text.endswith(".") for text in texts)


def test_headers_add_only_what_is_not_there():
    text = f"# Leave\n\n## Annual\n\n{'Staff get days. ' * 12}\n"
    document = read_markdown("x.md", text)
    chunks = with_headers(document, make_strategy("structure", size=110).cut(document, Tools()))
    headers = [chunk.header_text(document) for chunk in chunks]
    assert headers == ["", "Leave", "Leave > Annual"]
    assert chunks[2].index_text(document).startswith("Leave > Annual\nStaff")


def test_a_title_that_stands_nowhere_is_put_first():
    document = read_markdown("x.md", "---\ntitle: Fees 2026\n---\nSolo is 5 EUR.\n")
    chunk = with_headers(document, make_strategy("fixed").cut(document, Tools()))[0]
    assert chunk.header == () and chunk.title == "Fees 2026"
    assert chunk.index_text(document) == "Fees 2026\nSolo is 5 EUR.\n"


def test_variant_names():
    assert Variant(make_strategy("fixed")).id == "fixed-400c"
    assert Variant(make_strategy("fixed", overlap=80), "path").id == "fixed-400c-o80-headers"
    assert Variant(make_strategy("recursive", size=256, unit="tokens")).id == "recursive-256t"
    odd = Variant(make_strategy("structure", min_size=5)).id
    assert odd.startswith("structure-400c-") and odd != "structure-400c"


ANTS, AND, BOB, BLOB = "Ants eat ants at last.", "Aa.", "Bob is blobby.", "Bubbles bob on."


@pytest.mark.parametrize(
    "degrees, min_size, expected",
    [
        ((0, 50, 110, 120), 0, [ANTS, AND, f"{BOB} {BLOB}"]),
        ((0, 50, 110, 120), 10, [f"{ANTS} {AND}", f"{BOB} {BLOB}"]),
        ((0, 60, 110, 120), 10, [ANTS, f"{AND} {BOB} {BLOB}"]),
        ((0, 60, 110, 120), 40, [f"{ANTS} {AND} {BOB} {BLOB}"]),
    ],
)
def test_semantic_joins_a_short_run_with_the_neighbour_it_is_more_like(degrees, min_size, expected):
    document = read_plain_text("x", f"{ANTS} {AND} {BOB} {BLOB}")
    turned = {
        text: np.radians(at) for text, at in zip((ANTS, AND, BOB, BLOB), degrees, strict=True)
    }
    tools = Tools(
        lambda texts: np.array([(np.cos(turned[t]), np.sin(turned[t])) for t in texts], np.float32)
    )
    made = make_strategy("semantic", size=100, percentile=100, min_size=min_size)
    assert [chunk.matched_text(document) for chunk in made.cut(document, tools)] == expected


@pytest.mark.parametrize("line, times", [("word\n", 210_000), ("第一条　甲方付费。\n", 30_000)])
def test_tokens_of_very_long_texts_are_counted(line, times):
    """The tokenizer refuses more than 1,000,000 characters or 200,000 tokens at once."""
    text = line * times
    starts = token_starts(text)
    assert len(starts) == count_tokens(text) == times * count_tokens(line)
    assert starts[-1] == len(text) - len(line) + token_starts(line)[-1], "the place in the whole"


def test_a_run_of_very_many_characters_is_counted():
    assert count_tokens("x" * 1_100_000) == 22 * count_tokens("x" * 50_000)


def test_tokens_of_a_long_text_are_those_of_its_lines():
    """It is encoded in slices, which must not change a token."""
    line = "# Fees, e.g. 1,000.50 EUR //\n\n  indented\t(see 7.2)\n/path\n"
    text = line * 2_000
    assert len(text) > 100_000
    alone = token_starts(line * 500)
    assert token_starts(text)[: len(alone) - 5] == alone[:-5]
    assert count_tokens(text) == 2_000 * count_tokens(line)


def test_no_token_is_longer_than_the_longest():
    """Expansion passes over what surely does not fit by it, without counting."""
    assert token_starts(" " * 1_000)[1] <= LONGEST_TOKEN
    assert count_tokens("-" * 10 * LONGEST_TOKEN) >= 10


def test_semantic_joins_no_run_over_the_size():
    document = read_plain_text("x", "Ants eat ants. Cats eat rats. Bob is blobby. Bubbles bob.")
    chunks = make_strategy("semantic", size=30, min_size=60).cut(document, Tools(_by_letter))
    assert [chunk.matched_text(document) for chunk in chunks] == [
        "Ants eat ants. Cats eat rats.",
        "Bob is blobby. Bubbles bob.",
    ]


@pytest.mark.parametrize("percentile", [-1, 101])
def test_semantic_refuses_a_percentile_that_is_none(percentile):
    with pytest.raises(ValueError, match="allowed is 0 to 100"):
        make_strategy("semantic", percentile=percentile)


def test_snapped_overlap_of_children_stays_in_their_parent():
    text = "# A\n\nOne is. Two is. Three is.\n\n# B\n\nFour is. Five is. Six is."
    document = read_plain_text("x", text)
    made = make_strategy("parent_child", size=40, overlap=18, snap=True, child_size=20)
    for chunk in made.cut(document, Tools()):
        assert chunk.matched[0].start >= chunk.read[0].start
        assert chunk.matched_text(document)[0] in "#OTFS", "a child opens inside a sentence"
