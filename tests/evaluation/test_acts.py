"""What commands and jobs put into the log of who did what."""

import os
import subprocess
import sys

from evaluation.action_log import ActionLog, Wanted
from evaluation.actors import Actor, acting, system_user, told
from evaluation.command_line import main
from evaluation.database import open_store
from evaluation.jobs import Jobs
from tests.pages.factory import write_golden_set


def ran(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = write_golden_set(tmp_path / "handbook")
    given = ["--strategies", "fixed", "--retrievers", "bm25", "--overlap", "0"]
    assert main(["run", str(folder), *given, "--store", str(tmp_path / "store")]) == 0
    (line,) = ActionLog(open_store(tmp_path / "store")).found(Wanted())
    assert (line.action, line.kind, line.golden_set) == ("ran", "run", "handbook")
    return line


def test_a_run_from_the_command_line_is_the_system_users(tmp_path, monkeypatch, capsys):
    line = ran(tmp_path, monkeypatch)
    assert (line.identity, line.via) == (system_user().identity, "command line")
    assert f"Run {line.object} is in" in capsys.readouterr().out


def test_a_run_of_a_job_is_of_the_person_who_asked_for_it(tmp_path, monkeypatch):
    for name, value in told(Actor("Ana Weber", "ana@example.org")).items():
        monkeypatch.setenv(name, value)
    line = ran(tmp_path, monkeypatch)
    assert (line.who, line.identity, line.via) == ("Ana Weber", "ana@example.org", "page")


def test_a_job_is_told_whom_it_acts_for_and_its_files_hold_nothing_of_the_environment(
    tmp_path, monkeypatch
):
    monkeypatch.setenv("CHUNKBOARD_DATABASE_URL", "postgresql://u:database-password@127.0.0.1/x")
    asked = []

    real = subprocess.Popen

    def started(command, **given):
        asked.append(given["env"])
        return real([sys.executable, "-c", ""], stdout=given["stdout"])

    monkeypatch.setattr(subprocess, "Popen", started)
    jobs = Jobs(tmp_path / "store")
    ana = Actor("李雷", "li@example.org")
    jobs.environment = told(ana)
    jobs.start("handbook")
    (environment,) = asked
    assert environment["PATH"] == os.environ["PATH"]
    monkeypatch.setenv("CHUNKBOARD_ACTING_FOR", environment["CHUNKBOARD_ACTING_FOR"])
    assert acting() == Actor("李雷", "li@example.org", "page")
    kept = b"".join(one.read_bytes() for one in jobs.folder.rglob("*") if one.is_file())
    assert b"database-password" not in kept
