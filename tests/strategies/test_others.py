"""Parent-child, semantic, sentence, overlap, headers and the variant's name."""

import numpy as np
import pytest

from golden_sets.markdown import read_markdown
from golden_sets.plain_text import read_plain_text
from strategies.headers import with_headers
from strategies.registry import make_strategy
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
