"""The one door to whatever changes something: it refuses a reader, and puts a line into the log.

What the pages change stands in the modules `change_*`, as functions under `@changing`; a test holds
that no other module of the pages reaches what writes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar

import streamlit as st
from streamlit.runtime.scriptrunner import StopException

from evaluation.action_log import ActionLog, Done, log_row
from evaluation.database import open_store, store_folder
from pages.ui import people

P = ParamSpec("P")
R = TypeVar("R")
# Every function under `@changing`, by its name.
CHANGES: dict[str, Callable[..., Any]] = {}


class NotAllowedError(StopException):
    """Refused. No `except Exception` takes it for a fault, and the page stops where it is."""


@dataclass(frozen=True, slots=True)
class Changed(Generic[R]):
    """What a change hands back, and its line in the log.

    Attributes:
        done: None where nothing was changed, or the line was kept with the change, see `line`.
        typed: The name that the local person gave.
    """

    value: R
    done: Done | None = None
    typed: str = ""


def changing(function: Callable[P, Changed[R]]) -> Callable[P, R]:
    """Makes a function one that only an editor gets through to, and that is logged.

    Raises:
        ValueError: There is one of that name already.
    """
    name = function.__name__
    if name in CHANGES:
        raise ValueError(f"two changes are named {name!r}")

    @wraps(function)
    def guarded(*given: P.args, **named: P.kwargs) -> R:
        _refuse_readers()
        made = function(*given, **named)
        if made.done is not None:
            log().add(people.person().actor(made.typed), made.done)
        return made.value

    CHANGES[name] = guarded
    return guarded


def line(done: Done, typed: str = "", made: str | None = None) -> dict[str, str]:
    """The line of a change of the database, which keeps both in one transaction, or neither.

    What is changed in files, or by a job's process, is logged once it is done: a server that is
    killed just between the two has changed it without a line. Who changed a set stands in the
    set's history before the change, and who asked for a run in the line that is kept with it.

    Args:
        typed: The name that the local person gave.
        made: When, if the change itself keeps it; else it is now.
    """
    return log_row(people.person().actor(typed), done, made)


def _refuse_readers() -> None:
    """Stops the page with the reason; a control that is off in the browser may be pressed all the
    same by whoever speaks to the server directly."""
    reason = people.why_not()
    if reason is not None:
        st.error(reason, icon=":material/lock:")
        raise NotAllowedError(reason)


@st.cache_resource(max_entries=4, show_spinner=False)
def _log(folder: str) -> ActionLog:
    return ActionLog(open_store(Path(folder)))


def log() -> ActionLog:
    """Who did what, in the store."""
    return _log(str(store_folder().resolve()))
