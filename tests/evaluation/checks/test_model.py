"""What a model cannot read, known before it is loaded."""

from pathlib import Path

from evaluation.embedders.minilm import MiniLmEmbedder
from evaluation.embedding import truncated
from strategies.tools import Tools
from tests.evaluation.checks.sets import asked, golden, says, variants
from tests.evaluation.hash_embedder import HashEmbedder
from tests.imported import imported

ENGLISH = golden({"a.md": "Staff get leave. " * 200}, [asked("q", "How much leave?")])
CHINESE = golden({"a.md": "员工每年享有十五天带薪年假。" * 40}, [asked("q", "年假可以结转吗？")])
ROOT = Path(__file__).parents[3]


class Counting(HashEmbedder):
    """Reads 8 words of a text, and says so without being loaded."""

    counts_unloaded = True


def test_text_the_model_does_not_know():
    minilm = MiniLmEmbedder()
    (told,) = says("unknown_words", CHINESE, retrievers=("vector",), embedder=minilm)
    assert told.severity == "blocks"
    assert told.finding.endswith("% of the golden set's tokens are unknown to all-MiniLM-L6-v2.")
    assert says("unknown_words", ENGLISH, retrievers=("vector",), embedder=minilm) == []


def test_a_run_that_asks_for_no_vectors_is_not_told_of_the_model():
    assert says("unknown_words", CHINESE, embedder=MiniLmEmbedder()) == []
    assert says("unread_ends", ENGLISH, variants(["fixed"]), embedder=Counting()) == []
    assert says("not_looked_at", ENGLISH, embedder=MiniLmEmbedder()) == []


def test_chunks_longer_than_the_model_reads_are_counted_as_a_run_counts_them():
    fixed, small = *variants(["fixed"], 400), *variants(["fixed"], 40)
    model = Counting()
    (told,) = says("unread_ends", ENGLISH, [fixed, small], retrievers=("vector",), embedder=model)
    (document,) = ENGLISH.documents
    texts = [c.index_text(document) for c in fixed.cut([document], Tools())]
    assert told.ids == (fixed.id,)
    assert told.finding == (
        "1 variant of 2 has chunks longer than the 8 tokens that hash reads, fixed-400c the most "
        f"with {truncated(model, texts, {})}."
    )
    assert says("unread_ends", ENGLISH, [small], retrievers=("vector",), embedder=model) == []


def test_a_header_counts_too():
    heading = golden({"a.md": "# One two three four five six seven\n\nStaff leave.\n"}, ())
    given = variants(["recursive"], 40, headers=["none", "path"])
    found = says("unread_ends", heading, given, retrievers=("vector",), embedder=Counting())
    assert [told.ids for told in found] == [(given[1].id,)]


def test_a_model_that_tells_nothing_unloaded_is_left_to_the_run():
    class Unloaded(HashEmbedder):
        limit_known = False

        @property
        def max_tokens(self):
            raise AssertionError("loads the model")

        @max_tokens.setter
        def max_tokens(self, value):
            pass

    model = Unloaded()
    assert says("unread_ends", ENGLISH, retrievers=("vector",), embedder=model) == []
    (told,) = says("not_looked_at", ENGLISH, retrievers=("vector",), embedder=model)
    assert told.finding == "How much of the texts hash reads is known once it is loaded."


def test_checking_loads_no_model():
    code = "from evaluation.command_line import main; assert main(['check', 'handbook']) == 0"
    assert imported(code) == []
