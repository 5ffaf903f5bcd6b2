"""What was done to a golden set, by whom and when; lines are only ever added."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from golden_sets.clock import utc_now
from golden_sets.files import append_line
from golden_sets.question_lines import written

HISTORY = "history.jsonl"


@dataclass(frozen=True, slots=True)
class Change:
    """One edit.

    Attributes:
        time: UTC, `2026-03-01T09:30:00Z`.
        action: `add`, `change`, `remove`, `restore`, `add document`, `remove document`, `create`.
        question: The question's id, or the document's.
        before, after: The question's line before and after; "" where there was none.
    """

    time: str
    who: str
    action: str
    question: str
    before: str = ""
    after: str = ""


def record(folder: Path, who: str, action: str, question: str, **lines: str) -> None:
    """Adds a change; called under the folder's lock, before the change is made.

    So that a crash between the two leaves a line too many, never a version too few.
    """
    now = utc_now()
    append_line(folder / HISTORY, written(asdict(Change(now, who, action, question, **lines))))


def changes(folder: Path, question: str | None = None) -> tuple[Change, ...]:
    """The changes, oldest first, of one question or all; an unreadable line is passed over."""
    path = folder / HISTORY
    if not path.exists():
        return ()
    lines = path.read_bytes().decode("utf-8", "surrogateescape").split("\n")
    found = (_change(line) for line in lines if line.strip())
    return tuple(c for c in found if c is not None and question in (None, c.question))


def versions(folder: Path, question: str) -> tuple[tuple[Change, str], ...]:
    """Every distinct line the question ever had, newest first, with the change that made it.

    What stood there before the history began comes last, with the change that replaced it.
    """
    found: dict[str, Change] = {}
    for change in changes(folder, question):
        for line in (change.before, change.after):
            if line and (line == change.after or line not in found):
                found.pop(line, None)
                found[line] = change
    return tuple((change, line) for line, change in reversed(found.items()))


def _change(line: str) -> Change | None:
    try:
        row: dict[str, Any] = json.loads(line)
        names = ("time", "who", "action", "question", "before", "after")
        return Change(**{name: str(row.get(name, "")) for name in names})
    except (ValueError, AttributeError):
        return None
