"""The start page: full, running, empty and failing."""

import json
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from evaluation.jobs import Jobs, JobState

APP = str(Path(__file__).parent.parent.parent / "app.py")


def opened(**query):
    app = AppTest.from_file(APP, default_timeout=30)
    for name, value in query.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    return app


def words(app):
    parts = [*app.markdown, *app.title, *app.subheader, *app.caption, *app.info, *app.warning]
    return "\n".join(part.value for part in parts)


@pytest.fixture
def started(monkeypatch):
    """Names of the golden sets that jobs were started for, none of them run."""
    names = []

    def start(self, golden_set, arguments=()):
        names.append(golden_set)
        return JobState("j1", golden_set)

    monkeypatch.setattr(Jobs, "start", start)
    return names


def put_job(store, **state):
    folder = store / "jobs" / "20260101-000000-aaaaaa"
    folder.mkdir(parents=True)
    made = JobState(folder.name, "handbook", **state)
    (folder / "state.json").write_text(json.dumps(asdict(made)))
    return folder


def test_a_run_is_shown_with_its_finding_and_its_numbers(run, started):
    app = opened()
    text = words(app)
    assert "Where should our documents be cut?" in text
    assert "handbook: 2 documents" in text
    assert "for these documents only" in text, "two clusters speak for no other documents"
    assert "under" in text and "95 %" in text
    assert started == []
    numbers = app.dataframe[0].value
    assert len(numbers) == sum(len(v["results"]) for v in run["variants"])
    assert set(numbers["Retriever"]) == {"BM25", "vector"}


def test_the_controls_choose_what_is_drawn_and_start_from_the_url(run):
    assert opened().segmented_control(key="overlap").value == "0"
    app = opened(headers="on", overlap="20")
    assert app.segmented_control(key="headers").value == "on"
    assert app.segmented_control(key="overlap").value == "20"


def test_a_question_is_opened_beside_two_variants(run):
    app = opened()
    app.selectbox(key="question").set_value("q1").run()
    assert not app.exception
    assert len(app.get("html")) >= 2


def test_the_first_visit_starts_the_run_and_waits_for_it(empty_store, started):
    app = opened()
    assert started == ["handbook"]
    assert "Evaluating handbook" in words(app)


def test_a_running_job_shows_what_it_has_and_starts_no_other(
    run, empty_store, started, monkeypatch
):
    monkeypatch.setattr("evaluation.jobs._alive", lambda pid: True)
    put_job(empty_store, status="running", stage="Making vectors", done=10, total=40)
    app = opened()
    assert "Evaluating handbook" in words(app)
    assert started == []
    assert app.button(key="cancel")
    assert app.button(key="rerun").disabled


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        ("failed", "The last evaluation failed"),
        ("cancelled", "The last evaluation was cancelled"),
        ("interrupted", "stopped before its end"),
    ],
)
def test_a_job_that_ended_badly_says_so_and_waits_for_the_person(
    empty_store, started, status, sentence
):
    put_job(empty_store, status=status, error="ValueError: <b>no</b>")
    app = opened()
    assert sentence in words(app)
    assert app.code[0].value == "ValueError: <b>no</b>"
    assert started == []
    app.button(key="again").click().run()
    assert started == ["handbook"]


def test_a_golden_set_that_changed_is_said_and_its_text_not_shown(run, tmp_path):
    (tmp_path / "handbook" / "documents" / "limits.md").write_text(
        "# Limits\n\n| Plan | Size (GB) |\n|---|---|\n| Solo | 200 |\n| Team | 1001 |\n"
    )
    app = opened()
    assert "has changed since this run" in words(app)
    assert not app.get("html")


def test_the_web_process_imports_no_model_and_no_chroma(run, empty_store):
    code = (
        "import sys\n"
        "from streamlit.testing.v1 import AppTest\n"
        f"app = AppTest.from_file({APP!r}, default_timeout=60).run()\n"
        "assert not app.exception and app.dataframe, 'the page is not full'\n"
        "print([n for n in ('torch', 'chromadb', 'sentence_transformers', 'transformers')"
        " if n in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(APP).parent,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().splitlines()[-1] == "[]"
