"""A run in one file: report, contexts, notes and decision, with a list of what is inside.

The archive is a zip of `chunking-report.json`, `contexts.jsonl` (a line a question and result),
`notes.json`, `decision.json` (see `run_record`) and `manifest.json` (schema, run, and size and
sha256 of the rest). The same run gives the same bytes. It is written and read a piece at a time:
of contexts, the most of it, no more is ever held than as the database packs them.
"""

import hashlib
import io
import json
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from evaluation.run_json import json_bytes, parsed
from evaluation.run_marks import Note
from evaluation.run_record import (
    NO_RECORD,
    Record,
    checked_notes,
    checked_record,
    faults_of_times,
)
from evaluation.run_schema import contexts_faults, report_faults
from evaluation.run_sums import sum_faults
from evaluation.run_zip import (
    CONTEXTS,
    DECISION,
    FILE_BYTES,
    LATER,
    MANIFEST,
    MB,
    NOTES,
    PART_BYTES,
    PARTS,
    REPORT,
    ArchiveError,
    Opened,
    refuse,
)
from evaluation.store import packed, result_key
from golden_sets.language import tr

SCHEMA, EARLIER = "chunkboard-run/2", "chunkboard-run/1"
_EPOCH = (1980, 1, 1, 0, 0, 0)


class Parcel(NamedTuple):
    """A run as a file holds it.

    Attributes:
        contexts: By result key, as `store.packed` has them; sorted by key.
        notes: The one that holds first.
    """

    report: dict[str, Any]
    contexts: dict[str, bytes]
    notes: list[Note]
    record: Record = NO_RECORD


class _Writer:
    """A zip that is being written, and what its list says."""

    def __init__(self, zip_: zipfile.ZipFile) -> None:
        self._zip, self.files = zip_, dict[str, dict[str, Any]]()
        self._left = PART_BYTES

    def write(self, part: str, pieces: Iterable[bytes]) -> None:
        """Raises: ArchiveError: The whole is larger than what is read again."""
        digest, size = hashlib.sha256(), 0
        info = zipfile.ZipInfo(part, _EPOCH)
        info.compress_type = zipfile.ZIP_DEFLATED
        with self._zip.open(info, "w") as file:
            for piece in pieces:
                digest.update(piece)
                size += len(piece)
                self._left -= len(piece)
                if self._left < 0:
                    refuse(tr("the run takes more than {most} MB, the most an archive may have",
                              most=PART_BYTES // MB))  # fmt: skip
                file.write(piece)
        self.files[part] = {"bytes": size, "sha256": digest.hexdigest()}


def archive(
    run: str,
    report: Iterable[bytes],
    contexts: Iterable[list[dict[str, Any]]],
    notes: Iterable[Note],
    record: Record,
) -> bytes:
    """The zip of a run.

    Args:
        report: Its JSON, in pieces.
        contexts: The rows of each result, in the order of their keys.
    """
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as zip_:
        writer = _Writer(zip_)
        writer.write(REPORT, report)
        writer.write(CONTEXTS, (_lines(rows) for rows in contexts))
        writer.write(NOTES, [json_bytes([note.told() for note in notes])])
        writer.write(DECISION, [json_bytes(record.stored())])
        manifest = {"schema": SCHEMA, "run": run, "files": writer.files}
        writer.write(MANIFEST, [json_bytes(manifest)])
    return made.getvalue()


def _lines(rows: list[dict[str, Any]]) -> bytes:
    return b"".join(json_bytes(row) + b"\n" for row in rows)


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
        return _from_parts(name, Opened(name, data))
    return Parcel(_report(name, data), {}, [])


def _from_parts(name: str, parts: Opened) -> Parcel:
    manifest = _manifest(name, parts)
    report = _report(f"{name}: {REPORT}", parts.read(REPORT))
    if report["run"]["id"] != manifest["run"]:
        refuse(tr("{name}: the list of contents is of another run than the report", name=name))
    contexts = _contexts(f"{name}: {CONTEXTS}", parts.lines(CONTEXTS), report)
    place = f"{name}: {NOTES}"
    notes = checked_notes(place, parsed(place, parts.read(NOTES)))
    if DECISION not in parts:
        return Parcel(report, contexts, notes)
    place = f"{name}: {DECISION}"
    record = checked_record(place, parsed(place, parts.read(DECISION)), report)
    return Parcel(report, contexts, notes, record)


def _manifest(name: str, parts: Opened) -> dict[str, Any]:
    manifest = parsed(f"{name}: {MANIFEST}", parts.read(MANIFEST))
    where = f"{name}: {MANIFEST}"
    schema = manifest.get("schema") if isinstance(manifest, dict) else None
    if schema not in (SCHEMA, EARLIER):
        refuse(
            tr("{place}: {given}; allowed is {allowed}", place=f"{where}: schema",
               given=_short(schema), allowed=f"{SCHEMA}, {EARLIER}")
        )  # fmt: skip
    lacking = [part for part in LATER if (part in parts) != (schema == SCHEMA)]
    if lacking:
        refuse(
            tr("{name}: holds {part} {n} times; allowed is once", name=name, part=lacking[0],
               n=int(lacking[0] in parts))
            if schema == SCHEMA
            else tr("{name}: holds {entry}; allowed are {parts}", name=name, entry=lacking[0],
                    parts=", ".join(part for part in PARTS if part not in LATER))
        )  # fmt: skip
    for part in PARTS[1:]:
        if part in parts:
            _check_digest(name, parts, manifest.get("files"), part)
    if not isinstance(manifest.get("run"), str):
        refuse(tr("{place}: is missing", place=f"{where}: run"))
    made: dict[str, Any] = manifest
    return made


def _check_digest(name: str, parts: Opened, files: Any, part: str) -> None:
    listed = files.get(part) if isinstance(files, dict) else None
    digest = listed.get("sha256") if isinstance(listed, dict) else None
    if digest != parts.digest(part):
        refuse(tr("{name}: {entry} was changed after it was exported", name=name, entry=part))


def _report(where: str, data: bytes) -> dict[str, Any]:
    report: Any = parsed(where, data)
    faults = report_faults(report) or sum_faults(report)
    # A run of a time to come would stand as the newest for years.
    faults = faults or list(faults_of_times([report["run"]["created"]]))
    if faults:
        raise ArchiveError("\n".join(f"{where}: {fault}" for fault in faults))
    made: dict[str, Any] = report
    return made


def _contexts(where: str, lines: Iterator[bytes], report: Mapping[str, Any]) -> dict[str, bytes]:
    """By result key, packed; a result's lines stand together, as they are exported."""
    keys = {
        result_key(variant["id"], result["retriever"], result["budget_tokens"]): {
            row["id"] for row in result["per_question"]
        }
        for variant in report["variants"]
        for result in variant["results"]
    }
    made: dict[str, bytes] = {}
    for key, rows in groupby(_rows(where, lines), lambda pair: pair[0]):
        if key not in keys:
            refuse(tr("{place}: the report has no result {key}", place=where, key=key))
        if key in made:
            refuse(tr("{place}: the lines of {key} do not stand together", place=where, key=key))
        found = [row for _, row in rows]
        _check_questions(tr("{place}: {key}", place=where, key=key), found, keys[key])
        made[key] = packed(found)
    return dict(sorted(made.items()))


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


def _rows(where: str, lines: Iterator[bytes]) -> Iterator[tuple[str, dict[str, Any]]]:
    for number, line in enumerate(lines, 1):
        place = tr("{place}, line {n}", place=where, n=number)
        row = parsed(place, line)
        if faults := contexts_faults(row):
            raise ArchiveError("\n".join(f"{place}: {fault}" for fault in faults))
        yield result_key(row["variant"], row["retriever"], row["budget_tokens"]), row


def _short(value: object) -> str:
    shown = json.dumps(value, ensure_ascii=False, default=str)
    return shown if len(shown) <= 60 else shown[:59] + "…"
