"""A run in one file: its report, its contexts and its notes, with a list of what is inside.

The archive is a zip of `manifest.json` (schema, run, and size and sha256 of the rest),
`chunking-report.json`, `contexts.jsonl` (a line a question and result) and `notes.json`. The same
run gives the same bytes.
"""

import hashlib
import json
import zipfile
from collections import Counter
from collections.abc import Mapping
from io import BytesIO
from typing import Any, NamedTuple

from evaluation.report_file import MOST_DEEP
from evaluation.run_marks import NOTE_CHARACTERS, Note
from evaluation.run_schema import contexts_faults, report_faults
from evaluation.run_sums import sum_faults
from evaluation.run_zip import (
    CONTEXTS,
    FILE_BYTES,
    MANIFEST,
    MB,
    NOTES,
    PARTS,
    REPORT,
    ArchiveError,
    refuse,
    unpacked,
)
from evaluation.store import result_key
from golden_sets.error_words import json_words
from golden_sets.language import tr, worded

SCHEMA = "chunkboard-run/1"
# Above it no chart and no column of a database takes a number.
_LARGEST = 10**18
_EPOCH = (1980, 1, 1, 0, 0, 0)
Contexts = dict[str, list[dict[str, Any]]]


class Parcel(NamedTuple):
    """A run as a file holds it."""

    report: dict[str, Any]
    contexts: Contexts
    notes: list[Note]


def archive(parcel: Parcel) -> bytes:
    """The zip of a run."""
    rows = (_json(row) + b"\n" for key in sorted(parcel.contexts) for row in parcel.contexts[key])
    parts = {
        REPORT: _json(parcel.report),
        CONTEXTS: b"".join(rows),
        NOTES: _json([note._asdict() for note in parcel.notes]),
    }
    files = {name: {"bytes": len(data), "sha256": _digest(data)} for name, data in parts.items()}
    manifest = {"schema": SCHEMA, "run": parcel.report["run"]["id"], "files": files}
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, data in {MANIFEST: _json(manifest), **parts}.items():
            opened.writestr(zipfile.ZipInfo(name, _EPOCH), data, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def read_run(name: str, data: bytes) -> Parcel:
    """The run of an archive, or of a report alone, with everything in it checked.

    Raises:
        ArchiveError: A line a fault.
    """
    if len(data) > FILE_BYTES:
        refuse(
            tr("{name}: {size:.1f} MB; allowed are {most} MB", name=name, size=len(data) / MB,
               most=FILE_BYTES // MB)
        )  # fmt: skip
    if data.startswith(b"PK"):
        return _from_parts(name, unpacked(name, data))
    return Parcel(_report(name, data), {}, [])


def _from_parts(name: str, parts: Mapping[str, bytes]) -> Parcel:
    manifest = _parsed(f"{name}: {MANIFEST}", parts[MANIFEST])
    _check_manifest(name, manifest, parts)
    report = _report(f"{name}: {REPORT}", parts[REPORT])
    if report["run"]["id"] != manifest["run"]:
        refuse(tr("{name}: the list of contents is of another run than the report", name=name))
    return Parcel(
        report,
        _contexts(f"{name}: {CONTEXTS}", parts[CONTEXTS], report),
        _notes(f"{name}: {NOTES}", parts[NOTES]),
    )


def _check_manifest(name: str, manifest: Any, parts: Mapping[str, bytes]) -> None:
    where = f"{name}: {MANIFEST}"
    schema = manifest.get("schema") if isinstance(manifest, dict) else None
    if schema != SCHEMA:
        refuse(
            tr("{place}: {given}; allowed is {allowed}", place=f"{where}: schema",
               given=_short(schema), allowed=SCHEMA)
        )  # fmt: skip
    files = manifest.get("files")
    for part in PARTS[1:]:
        listed = files.get(part) if isinstance(files, dict) else None
        digest = listed.get("sha256") if isinstance(listed, dict) else None
        if digest != _digest(parts[part]):
            refuse(tr("{name}: {entry} was changed after it was exported", name=name,
                       entry=part))  # fmt: skip
    if not isinstance(manifest.get("run"), str):
        refuse(tr("{place}: is missing", place=f"{where}: run"))


def _report(where: str, data: bytes) -> dict[str, Any]:
    report: Any = _parsed(where, data)
    faults = report_faults(report) or sum_faults(report)
    if faults:
        raise ArchiveError("\n".join(f"{where}: {fault}" for fault in faults))
    made: dict[str, Any] = report
    return made


def _contexts(where: str, data: bytes, report: Mapping[str, Any]) -> Contexts:
    rows = [
        _parsed(tr("{place}, line {n}", place=where, n=number), line)
        for number, line in enumerate(data.splitlines(), 1)
    ]
    if faults := contexts_faults(rows, ""):
        raise ArchiveError("\n".join(f"{where}: {fault}" for fault in faults))
    keys = {
        result_key(variant["id"], result["retriever"], result["budget_tokens"]): {
            row["id"] for row in result["per_question"]
        }
        for variant in report["variants"]
        for result in variant["results"]
    }
    made: Contexts = {}
    for row in rows:
        key = result_key(row["variant"], row["retriever"], row["budget_tokens"])
        if key not in keys:
            refuse(tr("{place}: the report has no result {key}", place=where, key=key))
        made.setdefault(key, []).append(row)
    for key, found in made.items():
        _check_questions(tr("{place}: {key}", place=where, key=key), found, keys[key])
    return made


def _check_questions(where: str, rows: list[dict[str, Any]], asked: set[str]) -> None:
    """Refuses contexts that are not one for each question that the report scores."""
    times = Counter(row["question"] for row in rows)
    for name, count in times.items():
        if count > 1:
            refuse(tr("{place}: the question {name} stands {n} times", place=where, name=name,
                      n=count))  # fmt: skip
    for name in sorted(asked - set(times)):
        refuse(tr("{place}: no context of the question {name}, which the report scores",
                  place=where, name=name))  # fmt: skip


def _notes(where: str, data: bytes) -> list[Note]:
    rows = _parsed(where, data)
    try:
        notes = [Note(row["written"], row["text"]) for row in rows]
        if all(
            isinstance(note.written, str)
            and len(note.written) <= 32
            and isinstance(note.text, str)
            and len(note.text) <= NOTE_CHARACTERS
            and "\0" not in note.written + note.text
            for note in notes
        ):
            return notes
    except (TypeError, KeyError):
        pass
    raise ArchiveError(tr("{place}: is no list of notes", place=where))


def _parsed(where: str, data: bytes) -> Any:
    def finite(text: str) -> float:
        value = float(text)
        if value in (float("inf"), float("-inf")) or value != value:
            raise ValueError(f"the number {text}")
        return value

    try:
        made = json.loads(data.decode("utf-8-sig"), parse_float=finite, parse_constant=finite)
        _check_values(made)
        _json(made)  # a lone surrogate could not be stored
    except (ValueError, RecursionError) as error:
        said = tr(json_words(error)) if isinstance(error, ValueError) else str(error)
        refuse(tr("{place}: is no JSON: {error}", place=where, error=" ".join(said.split())[:200]))
    return made


def _check_values(made: Any) -> None:
    """Refuses what no page could show, wherever it stands; a loop, so that no depth stops it."""
    left = [(made, 1)]
    while left:
        value, depth = left.pop()
        if depth > MOST_DEEP:
            raise ValueError(worded("nested more than {most} deep", most=MOST_DEEP))
        if isinstance(value, dict):
            left += [(part, depth + 1) for part in value.values()]
        elif isinstance(value, list):
            left += [(part, depth + 1) for part in value]
        elif isinstance(value, int) and abs(value) > _LARGEST:
            raise ValueError(worded("a number above {most:.0e}", most=_LARGEST))


def _short(value: object) -> str:
    shown = json.dumps(value, ensure_ascii=False, default=str)
    return shown if len(shown) <= 60 else shown[:59] + "…"


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode()


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
