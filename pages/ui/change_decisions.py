"""Decisions: declared, taken and commented on."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from evaluation.action_log import JOB, RUN, SET, Done
from evaluation.database import store_folder
from evaluation.jobs import JobState, read_json
from evaluation.protocol import Protocol
from evaluation.protocol_toml import kept_protocol
from evaluation.tune_handover import write_candidate as write
from evaluation.tune_setting import Setting
from pages.ui import decide_stored, people, stored
from pages.ui.change_runs import STARTING, own_jobs
from pages.ui.changing import Changed, changing, line

Report = Mapping[str, Any]


@changing
def declare(
    golden_set: str, protocol: Protocol, model: str, against: str = ""
) -> Changed[JobState]:
    """The job that seals this protocol and runs it; the one there is if two ask for the same.

    Args:
        against: The run that a gate's `max_lost` counts from.
    """
    path = kept_protocol(store_folder(), protocol)
    given = ["--protocol", str(path), "--model", model]
    given += ["--against", against] if against else []
    with STARTING:
        job = own_jobs().start(golden_set, tuple(given))
    return Changed(job, Done("declare", JOB, job.id, golden_set))


@changing
def declare_again(job: str) -> Changed[JobState]:
    """The same once more, as after a cancelled one."""
    asked = read_json(stored.jobs().folder / job / "job.json")
    with STARTING:
        made = own_jobs().start(asked["golden_set"], tuple(asked["arguments"]))
    return Changed(made, Done("go on", JOB, made.id, made.golden_set, details=job))


@changing
def decide(report: Report, who: str, chosen: tuple[str, str, str], why: str) -> Changed[None]:
    """Keeps a decision, signed by whoever is signed in, else by the name that was typed.

    Raises:
        LogError: It has no name, or departs from the verdicts without a reason.
    """
    run, seal = report["run"]["id"], report["protocol"]["hash"]
    signed = people.person().signed or who
    details = " · ".join(one for one in chosen if one)
    done = line(Done("decide", RUN, run, report["run"]["golden_set"]["name"], details), who)
    kept = decide_stored.kept().log
    kept.decide(run, seal, signed, chosen, report["verdicts"], why, log=done)
    return Changed(None)


@changing
def comment(report: Report, who: str, words: str) -> Changed[None]:
    """Keeps a comment, signed likewise.

    Raises:
        LogError: It has no name or no words, or is too long.
    """
    run, seal = report["run"]["id"], report["protocol"]["hash"]
    signed = people.person().signed or who
    done = line(Done("comment", RUN, run, report["run"]["golden_set"]["name"]), who)
    decide_stored.kept().log.comment(run, seal, signed, words, log=done)
    return Changed(None)


@changing
def write_candidate(folder: Path, pinned: Setting, current: Setting) -> Changed[str]:
    """Writes a setting into a set's decision.toml; what became of the file.

    Raises:
        ProtocolError, OSError: Nothing was written.
    """
    became = write(folder, pinned, current)
    done = Done("write candidate", SET, folder.name, folder.name, current.variant.id)
    return Changed(became, done if became != "there" else None)
