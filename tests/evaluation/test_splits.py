"""Questions to tune on and to decide on are kept apart."""

import json
from pathlib import Path

import pytest

from evaluation.command_line import main
from evaluation.database import open_store
from evaluation.seal_store import SealStore
from evaluation.store import RunStore
from golden_sets.golden_set import load_golden_set
from tests.evaluation.hash_embedder import hash_embedder
from tests.evaluation.small import write_small


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The small golden set, its questions to tune and to decide on in turns."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("evaluation.commands.make_embedder", hash_embedder)
    made = write_small(tmp_path / "small")
    path = made / "questions.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    for number, row in enumerate(rows):
        row["split"] = ("tune", "decide")[number % 2]
    path.write_text("\n".join(map(json.dumps, rows)) + "\n")
    return made


def asked(report):
    return {
        row["id"]
        for variant in report["variants"]
        for result in variant["results"]
        for row in result["per_question"]
    }


def of(golden, split):
    return {q.id for q in golden.answerable if q.split == split}


def test_a_part_is_of_the_same_set(folder):
    golden = load_golden_set(folder)
    part = golden.of_split("tune")
    assert (part.digest, part.split) == (golden.digest, "tune")
    assert {q.split for q in part.questions} == {"tune"}
    with pytest.raises(ValueError, match="no question has the split 'none'"):
        golden.of_split("none")


def test_a_run_to_tune_shows_nothing_of_what_decides(folder, capsys):
    options = ["--strategies", "fixed", "--retrievers", "bm25", "--store", "s", "--split", "tune"]
    assert main(["run", str(folder), *options]) == 0
    assert "those to tune on" in capsys.readouterr().out
    golden = load_golden_set(folder)
    report = json.loads(Path("chunking-report.json").read_text())
    assert asked(report) == of(golden, "tune")
    assert report["run"]["golden_set"]["split"] == "tune"
    assert SealStore(open_store(folder.parent / "s")).seen(golden) == set()


def test_bills_are_for_tuning(folder, capsys):
    options = ["--strategies", "fixed", "--retrievers", "bm25", "--store", "s", "--steps", "0,20%"]
    assert main(["bills", str(folder), *options]) == 0
    golden = load_golden_set(folder)
    store = RunStore(open_store(folder.parent / "s"))
    assert asked(store.report(store.runs()[0].id)) == of(golden, "tune")
    assert main(["bills", str(folder), *options, "--split", "all"]) == 0
    reports = [store.report(run.id) for run in store.runs()]
    assert {q.id for q in golden.answerable} in [asked(report) for report in reports]


def test_a_protocol_takes_the_questions_to_decide_on_and_no_others(folder, capsys):
    rules = folder.parent / "decision.toml"
    rules.write_text('baseline = "fixed-400c"\ncandidates = ["recursive-400c"]\n')
    assert main(["run", str(folder), "--protocol", str(rules), "--split", "tune"]) == 2
    assert "--split: a protocol decides by" in capsys.readouterr().err
