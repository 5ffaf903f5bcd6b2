"""What a person at a terminal is told."""

from evaluation.command_line import main
from tests.evaluation.hash_embedder import HashEmbedder
from tests.evaluation.small import write_small


def test_chroma_is_reported_with_its_recall_against_the_exact_search(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("evaluation.commands.MiniLmEmbedder", HashEmbedder)
    small = str(write_small(tmp_path / "small"))
    options = ["--strategies", "fixed", "--overlap", "0", "--headers", "none", "--size", "120"]
    assert main(["run", small, "--retrievers", "vector,chroma", *options]) == 0
    out = capsys.readouterr().out
    assert "chroma found 100.0 to 100.0 % of vector's exact top 10" in out
    assert "Overlap" not in out, "one overlap is no comparison"
