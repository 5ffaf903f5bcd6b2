"""One question asked of a set while it is written: what is found, by which process."""

import json
import os
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path

import pytest

from evaluation.ask_command import KEPT_SECONDS, Asks
from evaluation.command_line import main
from evaluation.jobs import LIVE, JobState, write_json
from tests.evaluation.hash_embedder import hash_embedder
from tests.evaluation.small import QUESTIONS, write_small


@pytest.fixture
def small(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("evaluation.ask_command.make_embedder", hash_embedder)
    return write_small(tmp_path / "small")


def ask(small, *more):
    return main(["ask", str(small), "--store", "store", *more])


def test_both_retrievers_say_where_the_evidence_is(small, tmp_path, capsys):
    (tmp_path / "q.json").write_text(json.dumps(QUESTIONS[0]), encoding="utf-8")
    assert ask(small, "--question-file", "q.json", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["retriever"] for one in found] == ["bm25", "vector"]
    assert found[0]["rank"] == 1 and found[0]["outcome"] == "complete"
    first = found[0]["units"][0]
    assert (first["document"], first["holds"], first["inside"]) == ("leave.md", "covered", True)
    assert sum(u["tokens"] for u in found[0]["units"] if u["inside"]) == found[0]["tokens"] <= 600


def test_a_person_gets_lines(small, capsys):
    assert ask(small, "--question", "How large is Solo?") == 0
    out = capsys.readouterr().out
    assert "bm25: no evidence was given to look for" in out and "limits.md: # Limits" in out


def test_a_set_with_a_wrong_line_can_be_asked(small, capsys):
    (small / "questions.jsonl").write_text("{", encoding="utf-8")
    assert ask(small, "--question", "How large is Solo?") == 0


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((), "no question; give --question TEXT"),
        (("--question", " "), "no question; give"),
        (("--question-file", "nope.json"), "nope.json: cannot be read"),
        (("--question", "A?", "--size", "0"), "size"),
    ],
)
def test_wrong_use_gets_one_line(small, capsys, given, message):
    assert ask(small, *given) == 2
    error = capsys.readouterr().err.strip()
    assert message in error and "\n" not in error


def test_a_job_tells_how_far_it_is_and_is_apart_from_evaluations(small, tmp_path):
    asks = Asks(tmp_path / "store")
    job = asks.ask(small, "How large is Solo?", 400)
    assert asks.ask(small, "How large is Solo?", 400).id == job.id
    assert not (tmp_path / "store" / "jobs").exists()
    asks.cancel(job.id)
    assert asks.state(job.id).status == "cancelled"


def test_the_job_of_a_page_ends_done(small, tmp_path):
    folder = tmp_path / "store" / "asks" / "j"
    folder.mkdir(parents=True)
    write_json(folder / "state.json", {"id": "j", "golden_set": "s", "started": time.time()})
    assert ask(small, "--question", "Solo?", "--job", "j", "--json") == 0
    assert Asks(tmp_path / "store").state("j").status == "done"


def test_old_questions_are_forgotten_and_live_ones_kept(small, tmp_path):
    asks = Asks(tmp_path / "store")
    long_ago = time.time() - 2 * KEPT_SECONDS
    for name, status, pid in (("old", "done", 0), ("live", "running", os.getpid())):
        (asks.folder / name).mkdir(parents=True)
        state = JobState(name, "s", status=status, pid=pid, started=long_ago)
        write_json(asks.folder / name / "state.json", asdict(state))
    asks.cancel(asks.ask(small, "A?", 400).id)
    assert {state.id for state in asks.all() if state.status in LIVE} == {"live"}
    assert asks.state("old") is None


CODE = """
import sys
from pathlib import Path
from evaluation.database import open_store
from evaluation.vectors import VectorTable
from pages.ui import write_page, write_stored
from strategies.tools import NoEmbedderError
documents = write_stored.opened_set(Path(sys.argv[1])).documents
desk = write_stored.desk(documents, 400)
assert write_stored.by_words(desk, "How large is Solo?", (), 600).units
try:
    write_stored.by_vectors(desk, "How large is Solo?", (), 600)
except NoEmbedderError:
    print("none yet")
print([name for name in ("torch", "sentence_transformers", "chromadb") if name in sys.modules])
"""


def test_the_page_loads_no_model(small, tmp_path):
    environment = {**os.environ, "CHUNKBOARD_STORE": str(tmp_path / "store")}
    done = subprocess.run(
        [sys.executable, "-c", CODE, str(small)],
        capture_output=True,
        text=True,
        env=environment,
        cwd=Path(__file__).parent.parent.parent,
        check=False,
    )
    assert done.stdout.splitlines() == ["none yet", "[]"], done.stderr
