"""What is counted of texts and models, with no model loaded."""

from pathlib import Path

import pytest

from evaluation.embedding import check_file, share_unknown, truncated
from tests.evaluation.hash_embedder import HashEmbedder


def test_truncated_counts_texts_longer_than_the_limit() -> None:
    embedder = HashEmbedder()
    texts = ["one", "a b c d e f g h", "a b c d e f g h i", "a b c d e f g h i"]
    counted: dict[str, int] = {}
    assert truncated(embedder, texts, counted) == 2
    # "one" has too few characters to be worth counting.
    assert counted == {"a b c d e f g h": 8, "a b c d e f g h i": 9}


def test_counts_at_hand_are_not_made_anew() -> None:
    assert truncated(HashEmbedder(), ["long enough"], {"long enough": 9}) == 1


def test_no_limit_is_told_apart_from_an_unknown_one() -> None:
    embedder = HashEmbedder()
    embedder.max_tokens = None
    assert truncated(embedder, ["a b c d e f g h i"], {}) == 0
    embedder.limit_known = False
    assert truncated(embedder, ["a b c d e f g h i"], {}) is None


def test_a_short_text_may_be_spelled_out_as_many_tokens() -> None:
    """One character of Arabic is 18 under NFKC; the bytes of a text are no bound of its tokens."""

    class Spelling(HashEmbedder):
        def count_tokens(self, text: str) -> int:
            return 18 * len(text)

    assert truncated(Spelling(), ["\ufdfa"], {}) == 1


def test_the_unknown_share_is_over_all_tokens() -> None:
    class Half(HashEmbedder):
        def count_unknown(self, text: str) -> tuple[int, int]:
            return text.count("x"), len(text)

    assert share_unknown(Half(), ["xxx", "a"]) == 0.75
    assert share_unknown(Half(), []) is None
    assert share_unknown(HashEmbedder(), ["xxx"]) is None


def test_another_model_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "model.safetensors"
    file.write_bytes(b"abc")
    sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    check_file(file, sha256)
    with pytest.raises(ValueError, match=f"{sha256}; expected is 00"):
        check_file(file, "00" + sha256[2:])
