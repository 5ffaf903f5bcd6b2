"""What commands put into the log of who did what."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Engine

from evaluation.action_log import PROTOCOL, RUN, ActionLog, Done, log_row
from evaluation.actors import acting
from evaluation.seal import Seal


def ran_row(report: Mapping[str, Any]) -> dict[str, str]:
    """The line of a run, to be written with it."""
    run = report["run"]
    return log_row(acting(), Done("ran", RUN, run["id"], run["golden_set"]["name"]))


def log_seal(engine: Engine, seal: Seal, golden_set: str) -> None:
    """A protocol that a run goes by; its seal may be older."""
    done = Done("sealed", PROTOCOL, seal.hash, golden_set, seal.sealed)
    ActionLog(engine).add(acting(), done)
