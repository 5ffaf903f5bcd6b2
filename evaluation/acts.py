"""What commands put into the log of who did what."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Engine

from evaluation.action_log import PROTOCOL, RUN, ActionLog, Done
from evaluation.actors import acting
from evaluation.seal import Seal


def log_run(engine: Engine, report: Mapping[str, Any]) -> None:
    """A run that is in the store now."""
    run = report["run"]
    ActionLog(engine).add(acting(), Done("ran", RUN, run["id"], run["golden_set"]["name"]))


def log_seal(engine: Engine, seal: Seal, golden_set: str) -> None:
    """A protocol that a run goes by; its seal may be older."""
    done = Done("sealed", PROTOCOL, seal.hash, golden_set, seal.sealed)
    ActionLog(engine).add(acting(), done)
