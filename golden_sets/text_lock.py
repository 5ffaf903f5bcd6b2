"""Whether the text read from a file is still the one its questions were marked on.

Text extracted from HTML, PDF, DOCX or CSV depends on the versions of the readers too, and is made
anew at each load. `reading.lock.json`, beside the questions and written by `check --lock`, keeps
for each such file the digests of its bytes and of its text; a difference becomes a note on it.
"""

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from golden_sets.error_words import in_words
from golden_sets.file_report import FileReport
from golden_sets.files import write_atomically
from golden_sets.language import worded

LOCK = "reading.lock.json"
# Their text is the file itself.
_NOT_EXTRACTED = ("markdown", "text")


def write_lock(folder: Path, reports: Iterable[FileReport]) -> int:
    """Writes the lock of a golden set's folder; how many files are in it."""
    held = {
        report.path: {"source": report.source, "revision": report.revision}
        for report in reports
        if not report.problem and report.format not in _NOT_EXTRACTED
    }
    text = json.dumps(held, indent=1, ensure_ascii=False, sort_keys=True)
    write_atomically(folder / LOCK, f"{text}\n".encode())
    return len(held)


def with_lock_notes(folder: Path, reports: Iterable[FileReport]) -> tuple[FileReport, ...]:
    """The reports, with a note on each file whose bytes or text are not those locked."""
    try:
        held = json.loads((folder / LOCK).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return tuple(reports)
    except (OSError, ValueError, RecursionError) as error:
        told = error.strerror if isinstance(error, OSError) else in_words(error)
        note = worded(
            "{file} cannot be read ({told}); nothing was compared with it", file=LOCK, told=told
        )
        return tuple(replace(report, notes=(*report.notes, note)) for report in reports)
    return tuple(_compared(report, held) for report in reports)


def _compared(report: FileReport, held: object) -> FileReport:
    locked = held.get(report.path) if isinstance(held, dict) else None
    if not isinstance(locked, dict) or report.problem:
        return report
    if locked.get("source") != report.source:
        note = worded("the file is not the one that was locked; its quotes were looked for anew")
    elif locked.get("revision") != report.revision:
        note = worded(
            "the same file gives another text than when it was locked, by other versions of the "
            "readers; its quotes were looked for anew"
        )
    else:
        return report
    return replace(report, notes=(*report.notes, note))
