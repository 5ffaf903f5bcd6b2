import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from evaluation.embedding import MiniLmEmbedder, check_file, truncated
from tests.evaluation.hash_embedder import HashEmbedder


def test_making_one_and_counting_loads_no_model() -> None:
    """A web process that only shows counts must not pay for torch."""
    code = (
        "import sys\n"
        "from evaluation.embedding import MiniLmEmbedder\n"
        "embedder = MiniLmEmbedder()\n"
        "assert embedder.encode_documents([]).shape == (0, 384)\n"
        # [CLS] alpha pays 10 eu ##r . [SEP]
        "assert embedder.count_tokens('Alpha pays 10 EUR.') == 8\n"
        "loaded = {'torch', 'sentence_transformers', 'transformers'} & set(sys.modules)\n"
        "sys.exit(str(loaded) if loaded else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_tokens_are_counted_beyond_the_models_limit() -> None:
    # "word" is one piece; [CLS] and [SEP] are the model's own.
    embedder = MiniLmEmbedder()
    assert embedder.count_tokens("") == 2
    assert embedder.count_tokens("word " * 254) == 256
    assert embedder.count_tokens("word " * 1000) == 1002
    assert truncated(embedder, ["word " * 254, "word " * 255, "word " * 1000, ""]) == 2


def test_truncated_without_a_limit_is_none_of_them() -> None:
    embedder = HashEmbedder()
    assert truncated(embedder, ["one", "a b c d e f g h", "a b c d e f g h i"]) == 1
    embedder.max_tokens = None
    assert truncated(embedder, ["a b c d e f g h i"]) == 0


def test_another_model_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "model.safetensors"
    file.write_bytes(b"abc")
    sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    check_file(file, sha256)
    with pytest.raises(ValueError, match=f"{sha256}; expected is 00"):
        check_file(file, "00" + sha256[2:])


@pytest.mark.filterwarnings("default")  # torch and transformers warn of their own future
def test_the_packaged_model() -> None:
    """The one test that loads the model."""
    embedder = MiniLmEmbedder()
    texts = ["Annual leave is 15 days.", "The invoice is due in May.", "", "half \ud800 pair"]
    vectors = embedder.encode_documents(texts)
    assert vectors.shape == (4, 384)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(4), abs=1e-5)
    question = embedder.encode_questions(["How much vacation do I get?"])
    assert (vectors @ question[0]).argmax() == 0
    # The end of a long text is unread: it changes nothing.
    long = embedder.encode_documents(["word " * 300, "word " * 300 + "invoice"])
    assert np.allclose(long[0], long[1], atol=1e-6)
    # The counting tokenizer agrees with the model's own.
    for text in (*texts[:3], "Résumé of 10,000 EUR 年假", "word " * 200):
        assert embedder.count_tokens(text) == len(embedder._model.tokenizer(text)["input_ids"])
