"""`compare` as a person or a program runs it."""

import json
from pathlib import Path

import pytest

from evaluation.command_line import main
from evaluation.database import open_store
from evaluation.store import RunStore
from tests.evaluation.hash_embedder import hash_embedder
from tests.evaluation.small import write_small


@pytest.fixture
def small(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("evaluation.commands.make_embedder", hash_embedder)
    return Path(write_small(tmp_path / "small"))


def run(small, report, *more):
    given = ["--store", "store", "--budget", "60", "--retrievers", "bm25", "--headers", "none"]
    options = ["--size", "120", "--overlap", "0", "--strategies", "fixed,structure"]
    assert main(["run", str(small), *given, *options, "--report", report, *more]) == 0
    return json.loads(Path(report).read_text())["run"]["id"]


def compare(*given):
    return main(["compare", *given, "--store", "store"])


def test_a_rerun_from_the_store_equals_the_report_file(small, capsys):
    first = run(small, "a.json")
    run(small, "b.json")
    capsys.readouterr()
    assert compare(first, "b.json", "--json", "c.json") == 0
    out = capsys.readouterr().out
    assert "Documents and questions are the same." in out
    assert "The runs are equal" in out and "nothing that they record differs." in out
    assert json.loads(Path("c.json").read_text())["equal"] is True


def test_variants_can_be_paired_and_chosen(small, capsys):
    run(small, "a.json")
    capsys.readouterr()
    assert compare("a.json", "a.json", "--variant", "fixed-120c=structure-120c") == 0
    assert "fixed-120c -> structure-120c" in capsys.readouterr().out
    assert compare("a.json", "a.json", *["--variant", "fixed-120c=structure-120c"] * 2) == 0
    assert capsys.readouterr().out.count("│ fixed-120c -> structure-120c │") == 1
    assert compare("a.json", "a.json", "--variant", "fixed-120c") == 0
    assert "structure" not in capsys.readouterr().out


def test_what_changed_in_the_golden_set_is_named(small, capsys):
    run(small, "a.json")
    asked = small / "questions.jsonl"
    asked.write_text(asked.read_text().replace("How many days off", "How much leave"))
    limits = small / "documents" / "limits.md"
    limits.write_text(limits.read_text() + "\nMore.\n")
    run(small, "b.json")
    capsys.readouterr()
    assert compare("a.json", "b.json") == 0
    out = capsys.readouterr().out
    assert (
        "Questions set aside, since they or the documents they are about changed (2): q1, q2" in out
    )
    assert "Documents whose text changed (1): limits.md" in out
    assert "its text changed" in out and "limits.md changed, where its evidence is" in out


def test_an_older_run_takes_what_it_lacks_from_the_golden_set_at_hand(small, capsys):
    name = run(small, "a.json")
    report = json.loads(Path("a.json").read_text())
    for key in ("asked", "revisions"):
        del report["run"]["golden_set"][key]
    report["run"]["id"] = "old"
    RunStore(open_store(Path("store"))).save(report, {"k": []})
    capsys.readouterr()
    assert compare("old", "old") == 0
    assert "hang together" not in capsys.readouterr().out
    asked = small / "questions.jsonl"
    asked.write_text(asked.read_text().replace("How many days off", "How much leave"))
    assert compare("old", "old") == 0
    assert "Neither run holds which questions hang together" in capsys.readouterr().out
    assert name


@pytest.mark.parametrize("name", ["no\0path", "x" * 5_000, "handbook"])
def test_a_file_whose_golden_set_is_not_at_hand_is_compared_by_what_it_holds(small, name, capsys):
    run(small, "a.json")
    report = json.loads(Path("a.json").read_text())
    golden = report["run"]["golden_set"]
    del golden["asked"], golden["revisions"]
    golden["name"] = name
    Path("old.json").write_text(json.dumps(report))
    capsys.readouterr()
    assert compare("old.json", "old.json") == 0
    assert "Neither run holds which questions hang together" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["nowhere", "a.json"], "nowhere: no such file, and no such run in store"),
        (["a.json"], "the following arguments are required: after"),
        (["a.json", "a.json", "--variant", "no=fixed-120c"], "has no variant 'no'; it has fixed"),
        (["a.json", "a.json", "--retriever", "vector"], "no result in common as asked"),
        (["a.json", "a.json", "--budget", "x"], "'x' is no count of tokens"),
        (["a.json", "a.json", "--json", "no/such.json"], "there is no folder"),
        (["a.json", "text.json"], "text.json: no JSON"),
        (["a.json", "bytes.json"], "bytes.json: no JSON"),
        (["a.json", "list.json"], "list.json: schema None; allowed is 'chunking-report/1'"),
        (["a.json", "other.json"], "other.json: schema 'x/1'"),
        (["a.json", "row.json"], "row.json: no whole report: variants[0].results[0].per_question"),
        (["a.json", "part.json"], "part.json: no whole report: run is missing"),
        (["deep.json", "a.json"], "deep.json: no report: it is nested too deep"),
        (["a.json", "weight.json"], "weight.json: no whole report: run.golden_set.asked[0].weight"),
    ],
)
def test_wrong_use_is_one_line_and_status_2(small, capsys, given, message):
    run(small, "a.json")
    Path("text.json").write_text("{\n\nno")
    Path("bytes.json").write_bytes(b"\xff\xfe\x00")
    Path("list.json").write_text("[]")
    Path("other.json").write_text('{"schema": "x/1"}')
    row = json.loads(Path("a.json").read_text())
    row["variants"][0]["results"][0]["per_question"][0]["hit"] = "1"
    Path("row.json").write_text(json.dumps(row))
    row = json.loads(Path("a.json").read_text())
    row["run"]["golden_set"]["asked"][0]["weight"] = 0
    Path("weight.json").write_text(json.dumps(row))
    Path("deep.json").write_text("[" * 100_000)
    Path("part.json").write_text('{"schema": "chunking-report/1"}')
    capsys.readouterr()
    assert compare(*given) == 2
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1
