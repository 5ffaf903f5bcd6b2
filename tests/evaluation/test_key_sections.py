"""Key sections, by hand."""

from evaluation.key_sections import raised, with_keys
from evaluation.ranking import Ranking
from golden_sets.markdown import read_markdown
from strategies.registry import make_strategy
from strategies.tools import Tools

DOCUMENT = read_markdown(
    "x.md", "# Terms\n\n## Fees and costs\n\nFive EUR.\n\n## Use\n\nRead it.\n"
)


def cut():
    return make_strategy("structure", size=35).cut(DOCUMENT, Tools())


def keyed(*patterns):
    return [chunk.key for chunk in with_keys(cut(), {"x.md": DOCUMENT}, patterns)]


def test_a_heading_anywhere_above_makes_a_chunk_key():
    texts = [chunk.matched_text(DOCUMENT) for chunk in cut()]
    fees = ["Five EUR" in text for text in texts]
    assert any(fees) and not all(fees)
    assert keyed("*FEES*") == fees
    assert all(keyed("terms"))
    assert not any(keyed("fees"))
    assert not any(keyed())


def test_scores_of_key_chunks_are_raised_and_ranked_again():
    chunks = with_keys(cut(), {"x.md": DOCUMENT}, ["*fees*"])
    key = next(at for at, chunk in enumerate(chunks) if chunk.key)
    other = next(at for at, chunk in enumerate(chunks) if not chunk.key)
    found = raised(Ranking("q", "bm25", (other, key), (3.0, 2.0)), chunks, 2.0)
    assert found == Ranking("q", "bm25", (key, other), (4.0, 3.0))
    assert raised(Ranking("q", "bm25", (other, key), (4.0, 2.0)), chunks, 2.0).chunks[0] == other


def test_what_is_unlike_is_not_raised():
    chunks = with_keys(cut(), {"x.md": DOCUMENT}, ["*fees*"])
    key = next(at for at, chunk in enumerate(chunks) if chunk.key)
    ranking = Ranking("q", "vector", (key,), (-0.2,))
    assert raised(ranking, chunks, 2.0) == ranking
