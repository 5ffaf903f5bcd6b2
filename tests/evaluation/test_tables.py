"""What a person at a terminal is told."""

from evaluation.command_line import main
from tests.evaluation.hash_embedder import hash_embedder
from tests.evaluation.small import write_small


def test_chroma_is_reported_with_its_recall_against_the_exact_search(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("evaluation.commands.make_embedder", hash_embedder)
    small = str(write_small(tmp_path / "small"))
    options = ["--strategies", "fixed", "--overlap", "0", "--headers", "none", "--size", "120"]
    assert main(["run", small, "--retrievers", "vector,chroma", *options]) == 0
    out = capsys.readouterr().out
    assert "chroma found 100.0 to 100.0 % of vector's exact top 10, by variant; no question" in out
    assert "Overlap" not in out, "one overlap is no comparison"


def test_expansion_has_a_column_of_its_own_and_no_second_row_of_index_figures(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("evaluation.commands.make_embedder", hash_embedder)
    small = str(write_small(tmp_path / "small"))
    options = ["--strategies", "structure", "--overlap", "0", "--headers", "none", "--size", "60"]
    more = ["--retrievers", "bm25", "--expand", "none,parent", "--without", "bonds"]
    assert main(["run", small, *options, *more]) == 0
    out = capsys.readouterr().out
    before, hits = out.split("Hit rate under the budget")
    chunks = before.split("\nChunks")[1]
    assert "self-contained %" in hits
    assert "structure-60c-no-bonds" in chunks and "parent200" not in chunks
    assert "structure-60c-no-bonds-parent200" in hits
    assert "Overlap" not in out, "variants that differ in a rule are no overlaps"


def test_variants_are_compared_with_the_baseline_that_was_asked_for(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("evaluation.commands.make_embedder", hash_embedder)
    small = str(write_small(tmp_path / "small"))
    options = ["--strategies", "fixed,structure", "--overlap", "0", "--headers", "none"]
    more = ["--size", "60", "--retrievers", "bm25"]
    assert main(["run", small, *options, *more, "--baseline", "structure-60c"]) == 0
    out = capsys.readouterr().out
    compared = out.split("Hits compared with structure-60c, in points")[1]
    assert "fixed-60c" in compared and "could have shown" in compared
    assert main(["run", small, *options, *more, "--baseline", "nope"]) == 2
    assert "no variant 'nope'; allowed are fixed-60c, structure-60c" in capsys.readouterr().err


def test_outcomes_are_added_up_and_the_baselines_told_by_kind(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("evaluation.commands.make_embedder", hash_embedder)
    small = str(write_small(tmp_path / "small"))
    options = ["--strategies", "fixed,recursive", "--overlap", "0", "--headers", "none"]
    assert main(["run", small, *options, "--size", "60", "--retrievers", "bm25"]) == 0
    out = capsys.readouterr().out
    _, told = out.split("Outcomes, in questions; recursive-60c also by class and kind")
    lines = [" ".join(line.replace("│", " ").split()) for line in told.splitlines()]
    assert any(line.startswith("recursive-60c bm25 600 3 ") for line in lines)
    assert any(line.startswith("multi hop bm25 600 1 ") for line in lines)
    assert any(line.startswith("unanswerable bm25 600 1 ") for line in lines)
