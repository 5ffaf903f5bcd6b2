"""A run made again from its report, and a citation found again."""

import copy
import json

import pytest

from evaluation.command_line import main
from evaluation.database import open_store
from evaluation.rerun import rebuilt
from evaluation.rerun_changes import result_changes, scores_changed, unrecorded
from evaluation.run import evaluate
from evaluation.settings import Cutting, RunSettings, matrix
from evaluation.store import RunStore
from evaluation.vectors import VectorTable
from golden_sets.golden_set import SHIPPED, load_documents, load_golden_set
from tests.evaluation.hash_embedder import HashEmbedder
from tests.evaluation.small import write_small


def stored(report):
    return json.loads(json.dumps(report))


def test_a_report_says_all_that_made_its_scores(tmp_path, engine):
    golden = load_golden_set(write_small(tmp_path / "small"))
    (tmp_path / "mixed.toml").write_text('[manual]\nstrategy = "recursive"\n')
    variants = matrix(
        ("fixed", "structure", "parent_child", "semantic", "sentence", "mixed"),
        Cutting(120, mixed=tmp_path / "mixed.toml"),
        ("20%",),
        ("path",),
        expansions=("none", "neighbours"),
        expansion_tokens=40,
    )
    more = {"fill": "cut", "depth": 7, "seed": 3, "repeats": "drop", "diverse": True}
    settings = RunSettings(variants, ("hybrid", "bm25"), (30, 60), **more, baseline=variants[3].id)
    embedder, vectors = HashEmbedder(), VectorTable(engine)
    report = stored(evaluate(golden, settings, embedder, vectors)[0])
    again = rebuilt(report)
    assert again.left_out == ()
    assert set(again.settings.retrievers) == {"hybrid", "bm25"}
    assert [v.id for v in again.settings.variants] == [v.id for v in variants]
    for name in (*more, "budgets", "key_boost", "baseline"):
        assert getattr(again.settings, name) == getattr(settings, name), name
    made = stored(evaluate(golden, again.settings, embedder, vectors)[0])
    assert list(result_changes(report, made)) == []
    assert scores_changed(report, made) == (0, {})
    assert unrecorded(report, made) == []
    assert made["comparisons"] == report["comparisons"]


@pytest.fixture
def run(empty_store, tmp_path, monkeypatch, capsys):
    """The id of a small run, made by the command line in either database."""
    monkeypatch.chdir(tmp_path)
    write_small(tmp_path / "small")
    asked = ["--strategies", "fixed,structure", "--size", "120", "--budget", "60"]
    assert main(["run", "small", "--retrievers", "bm25", *asked]) == 0
    capsys.readouterr()
    return RunStore(open_store(tmp_path / ".chunkboard")).runs()[0].id


def again(run, capsys):
    status = main(["rerun", run, "--golden-set", "small"])
    told = capsys.readouterr()
    return status, told.out, told.err


def test_a_run_made_again_is_equal_and_stores_nothing(run, capsys, tmp_path):
    status, out, _ = again(run, capsys)
    assert status == 0
    assert out == (
        f"Run {run} made again, 12 variants, 12 results, 24 scored questions: every score is "
        "equal, and every other figure\n"
    )
    assert len(RunStore(open_store(tmp_path / ".chunkboard")).runs()) == 1


def test_what_a_question_scored_is_listed_by_run(run, capsys):
    assert main(["runs", "--question", "q1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 12
    assert all(line.startswith(f"{run}  ") and "  bm25  60  " in line for line in lines)
    assert main(["runs", "--question", "none"]) == 0
    assert capsys.readouterr().out == "No run of this store has scored a question 'none'.\n"


def test_what_changed_in_the_golden_set_is_told(run, capsys, tmp_path):
    documents = tmp_path / "small" / "documents"
    text = (documents / "leave.md").read_text()
    (documents / "leave.md").write_text(text.replace("# Leave", "# Leave of absence", 1))
    (documents / "more.md").write_text("# More\n\nOf it.\n")
    status, out, error = again(run, capsys)
    assert (status, out) == (2, "")
    assert error.split("\n")[1:] == [
        "error: documents: 1 changed (leave.md), 1 new (more.md)",
        "error: questions: 2 with evidence in a changed document (q1, q2)",
        "",
    ]


def test_a_question_that_changed_is_told_and_one_of_another_split_is_not(
    capsys, tmp_path, monkeypatch
):
    """The questions of the other split were told as new."""
    monkeypatch.chdir(tmp_path)
    path = write_small(tmp_path / "small") / "questions.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()]

    def write():
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))

    rows[0]["split"], rows[1]["split"] = "tune", "decide"
    write()
    asked = ["--strategies", "fixed", "--size", "120", "--retrievers", "bm25", "--split", "tune"]
    assert main(["run", "small", *asked]) == 0
    capsys.readouterr()
    run = RunStore(open_store(tmp_path / ".chunkboard")).runs()[0].id
    rows[1]["question"] += " And why?"
    write()
    status, out, _ = again(run, capsys)
    assert status == 0
    assert out.startswith("the golden set has changed in what the run did not ask: its settings, ")
    rows[0]["question"] += " And why?"
    write()
    status, _, error = again(run, capsys)
    assert (status, error.splitlines()[1:]) == (
        2,
        [f"error: questions: 1 changed ({rows[0]['id']})"],
    )


def test_scores_that_come_out_otherwise_are_told(run, capsys, tmp_path):
    report = RunStore(open_store(tmp_path / ".chunkboard")).report(run)
    other = copy.deepcopy(report)
    other["variants"][0]["results"][0]["per_question"][1]["rank"] = 9
    other["variants"][1]["index"]["chunks"] += 1
    other["run"]["versions"]["numpy"] = "0.1"
    (tmp_path / "other.json").write_text(json.dumps(other))
    status, out, _ = again("other.json", capsys)
    first, second = (variant["id"] for variant in report["variants"][:2])
    assert status == 3
    assert "another version: numpy 0.1, now " in out
    assert f"{first}/bm25/60: 1 questions (q2)" in out
    assert f"{second}: index: chunks" in out
    assert "1 of the scores differ (rank 1); other figures in 2 lines above\n" in out
    assert out.splitlines()[-1].startswith(
        "What may have made the difference: another version: numpy 0.1, now "
    )


def test_a_difference_that_nothing_recorded_explains_is_told_as_such(run, capsys, tmp_path):
    report = RunStore(open_store(tmp_path / ".chunkboard")).report(run)
    report["comparisons"][0]["p"] = 0.5
    (tmp_path / "other.json").write_text(json.dumps(report))
    status, out, _ = again("other.json", capsys)
    assert status == 3
    pair = report["comparisons"][0]
    assert f"{pair['candidate']} against {pair['baseline']}/bm25/60: p\n" in out
    assert out.endswith(": none of them explains the difference\n")


def test_figures_of_another_version_are_named_and_not_taken_for_a_difference(run, capsys, tmp_path):
    """As a report of the first versions, which recorded less, and not which code it was."""
    report = RunStore(open_store(tmp_path / ".chunkboard")).report(run)
    del report["run"]["code"]
    for variant in report["variants"]:
        del variant["index"]["fingerprint"]
        for result in variant["results"]:
            del result["outcome_groups"]
    (tmp_path / "other.json").write_text(json.dumps(report))
    status, out, _ = again("other.json", capsys)
    assert status == 0
    first, second, third = out.splitlines()
    assert first.startswith("the run does not say which state of this program made it; now it is ")
    assert second == (
        "not compared, as only one of the two versions records it: index fingerprint, result "
        "outcome_groups"
    )
    assert third.endswith("every score is equal, and every other figure")


def test_intervals_alone_that_differ_are_told_apart_from_values(run, capsys, tmp_path):
    report = RunStore(open_store(tmp_path / ".chunkboard")).report(run)
    result = report["variants"][0]["results"][0]
    result["hit_rate"]["low"], result["mrr"]["value"] = -1.0, 0.123
    (tmp_path / "other.json").write_text(json.dumps(report))
    _, out, _ = again("other.json", capsys)
    where = f"{report['variants'][0]['id']}/bm25/60"
    assert f"{where}: mrr, intervals only: 1\n" in out


def test_a_model_that_is_not_here_is_told(run, capsys, tmp_path):
    report = RunStore(open_store(tmp_path / ".chunkboard")).report(run)
    report["run"]["embedding_model"] = {"name": "theirs", "revision": "1"}
    (tmp_path / "other.json").write_text(json.dumps(report))
    status, _, error = again("other.json", capsys)
    assert (status, error) == (
        2,
        "error: the run's model is theirs; give --model to say where it is\n",
    )


def cite(capsys, *arguments):
    status = main(["cite", *map(str, arguments)])
    told = capsys.readouterr()
    return status, told.out, told.err


def test_a_citation_resolves_though_its_document_changed_and_went(run, capsys, tmp_path):
    report = RunStore(open_store(tmp_path / ".chunkboard")).report(run)
    path = tmp_path / "small" / "documents" / "leave.md"
    text = path.read_text()
    path.unlink()
    revision = report["run"]["golden_set"]["revisions"]["leave.md"]
    start = text.index("Staff")
    assert cite(capsys, revision, start, start + 13) == (
        0,
        "Staff get 28 \n",
        f"leave.md, characters {start} to {start + 13} of {len(text)}\n",
    )
    status, out, error = cite(capsys, revision, 5, len(text) + 1)
    assert (status, out) == (2, "")
    assert error == f"error: characters 5 to {len(text) + 1}; leave.md has 0 to {len(text)}\n"


def test_a_citation_that_cannot_be_resolved_says_so(run, capsys):
    assert cite(capsys, "0" * 16, 0, 1)[2].startswith("error: the citation cannot be resolved: no ")
    assert cite(capsys, "0" * 15, 0, 1)[2].endswith("allowed are 16 to 64 hexadecimal digits\n")


def test_a_run_that_kept_no_texts_is_cited_from_the_golden_sets_here(capsys, tmp_path):
    """As those of earlier versions."""
    golden = load_documents(SHIPPED / "handbook")
    document = golden.documents[0]
    given = (document.revision[:16], 0, 9, "--store", tmp_path)
    assert cite(capsys, *given)[:2] == (0, f"{document.text[:9]}\n")
