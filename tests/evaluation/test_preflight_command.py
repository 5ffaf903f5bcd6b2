"""What is said before a run, and of variants that cut alike, to a person and to a program."""

import json

import pytest

from evaluation.command_line import main
from evaluation.database import open_store
from evaluation.store import RunStore
from tests.evaluation.hash_embedder import hash_embedder
from tests.evaluation.small import write_small

MEANINGLESS = "fixed-512t and recursive-512t produced identical chunks; comparison meaningless."
OPTIONS = ["--strategies", "fixed,recursive", "--size", "512", "--unit", "tokens"]
PLAIN = ["--overlap", "0", "--headers", "none", "--retrievers", "bm25"]


def write_ten(folder):
    """Ten documents of 60 words, and a question about each."""
    documents = folder / "documents"
    documents.mkdir(parents=True)
    (folder / "golden_set.toml").write_text('name = "ten"\n')
    lines = []
    for n in range(10):
        words = " ".join(f"word{n}x{k}" for k in range(59))
        (documents / f"d{n}.md").write_text(f"Fact{n} {words}\n")
        quote = {"document": f"d{n}.md", "quote": f"word{n}x30"}
        row = {"id": f"q{n}", "question": f"What of Fact{n}?", "evidence": [[quote]]}
        lines.append(json.dumps(row))
    (folder / "questions.jsonl").write_text("\n".join(lines))
    return str(folder)


@pytest.fixture
def ten(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("evaluation.commands.make_embedder", hash_embedder)
    return write_ten(tmp_path / "ten")


def test_ten_short_documents_are_compared_without_a_winner(ten, tmp_path, capsys):
    assert main(["run", ten, "--store", "store", *OPTIONS, *PLAIN]) == 0
    said = capsys.readouterr()
    assert "Before the run: 1 blocks a comparison" in said.err
    assert f"blocks a comparison: {MEANINGLESS}" in said.err
    before, compared = said.out.split("Hits compared with recursive-512t, in points")
    assert MEANINGLESS in before.split("\nChunks")[0], "said above the numbers"
    row = next(line for line in compared.splitlines() if "fixed-512t" in line)
    assert "identical chunks" in row and "0.0" not in row


def test_the_report_and_the_store_hold_what_was_found(ten, tmp_path):
    assert main(["run", ten, "--store", "store", *OPTIONS, *PLAIN]) == 0
    report = json.loads((tmp_path / "chunking-report.json").read_text())
    found = {row["name"]: row for row in report["run"]["preflight"]}
    assert found["identical_variants"]["severity"] == "blocks"
    assert found["identical_variants"]["ids"] == ["fixed-512t", "recursive-512t"]
    assert found["short_documents"]["finding"] == (
        "10 of 10 documents are no longer than one 512-token chunk."
    )
    assert set(found["no_split"]) == {"name", "severity", "finding", "consequence", "ids", "told"}
    kept = RunStore(open_store(tmp_path / "store")).report(report["run"]["id"])
    assert kept["run"]["preflight"] == report["run"]["preflight"]


def test_check_says_it_without_a_run(ten, capsys):
    assert main(["check", ten, *OPTIONS, *PLAIN]) == 0
    out = capsys.readouterr().out
    assert "ten: 10 documents" in out and "Before a run: 1 blocks a comparison" in out
    assert "identical_variants" in out and "short_documents" in out
    assert main(["check", ten, *OPTIONS, *PLAIN, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["name"] == "ten" and len(told["digest"]) == 64
    assert told["preflight"][0]["name"] == "identical_variants"


def test_check_and_run_find_the_same(ten, tmp_path, capsys):
    assert main(["check", ten, *OPTIONS, *PLAIN, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["preflight"]
    assert main(["run", ten, *OPTIONS, *PLAIN]) == 0
    report = json.loads((tmp_path / "chunking-report.json").read_text())
    assert report["run"]["preflight"] == told


def test_longer_documents_are_compared(ten, capsys):
    short = ["--strategies", "fixed,recursive", "--size", "100"]
    assert main(["run", ten, *short, *PLAIN]) == 0
    said = capsys.readouterr()
    assert "identical chunks" not in said.out and "blocks" not in said.err


def test_a_strategy_that_needs_vectors_is_told_alike_after_the_run(tmp_path, monkeypatch, capsys):
    """Before it, no model may be loaded; its chunks are known once it is through."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("evaluation.commands.make_embedder", hash_embedder)
    folder = write_small(tmp_path / "small")
    (folder / "documents" / "leave.md").write_text("Staff get 28 days of leave a year.\n")
    (folder / "documents" / "limits.md").unlink()
    quote = {"document": "leave.md", "quote": "28 days"}
    row = {"id": "q", "question": "How many?", "evidence": [[quote]]}
    (folder / "questions.jsonl").write_text(json.dumps(row))
    options = ["--strategies", "recursive,semantic", *PLAIN]
    assert main(["run", str(folder), *options]) == 0
    said = capsys.readouterr()
    assert "recursive-400c and semantic-400c produced identical chunks" in said.out
    assert "identical chunks" not in said.err


def test_an_overlap_without_effect_has_the_results_of_the_variant_without(ten, capsys):
    options = ["--strategies", "fixed", "--size", "512", "--unit", "tokens", "--overlap", "0,51"]
    assert main(["run", ten, *options, "--headers", "none", "--retrievers", "bm25"]) == 0
    out = capsys.readouterr().out
    assert "its chunks are those of fixed-512t, and so are its results" in out


def test_names_that_look_like_markup_are_printed_as_they_are(ten, tmp_path, capsys):
    (tmp_path / "ten" / "documents" / "[red]x.md").write_text("Nothing is asked here.\n")
    assert main(["check", ten, *OPTIONS, *PLAIN]) == 0
    assert "[red]x.md" in capsys.readouterr().out


def test_check_refuses_what_run_refuses(ten, capsys):
    assert main(["check", ten, "--strategies", "nope"]) == 2
    assert "unknown strategy 'nope'" in capsys.readouterr().err
