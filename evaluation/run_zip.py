"""The parts of a run's archive, unpacked only after the whole of its list is checked."""

from typing import NoReturn
from zipfile import ZipInfo

from golden_sets.archives import SafeZip, UnsafeZipError, is_link, is_locked
from golden_sets.language import of_error, tr

MANIFEST, REPORT = "manifest.json", "chunking-report.json"
CONTEXTS, NOTES = "contexts.jsonl", "notes.json"
PARTS = (MANIFEST, REPORT, CONTEXTS, NOTES)
MB = 1_000_000
FILE_BYTES = 50 * MB
PART_BYTES = 400 * MB
# What was measured of runs is 5 to 12 times; what packs more than this is there to fill a disk.
RATIO = 100


class ArchiveError(ValueError):
    """What is wrong with a file that should hold a run; a line a fault."""


def refuse(line: str) -> NoReturn:
    """Raises what is wrong with an archive."""
    raise ArchiveError(line) from None


def unpacked(name: str, data: bytes) -> dict[str, bytes]:
    """The parts of an archive; nothing is unpacked before its list is checked."""
    try:
        opened = SafeZip(data)
    except UnsafeZipError as error:
        refuse(tr("{name}: cannot be unpacked: {error}", name=name, error=tr(of_error(error))))
    entries = opened.entries
    _check_list(name, entries, len(data))
    return {entry.filename: _read(name, opened, entry) for entry in entries}


def _check_list(name: str, entries: list[ZipInfo], size: int) -> None:
    names = [entry.filename for entry in entries]
    for entry in entries:
        if entry.filename not in PARTS:
            shown = ascii(entry.filename)[1:-1][:100]
            refuse(
                tr("{name}: holds {entry}; allowed are {parts}", name=name, entry=shown,
                   parts=", ".join(PARTS))
            )  # fmt: skip
        if is_link(entry):
            refuse(tr("{name}: {entry} is a link, not a file", name=name, entry=entry.filename))
        if is_locked(entry):
            refuse(tr("{name}: {entry} is locked with a password", name=name,
                       entry=entry.filename))  # fmt: skip
    for part in PARTS:
        if names.count(part) != 1:
            refuse(
                tr("{name}: holds {part} {n} times; allowed is once", name=name, part=part,
                   n=names.count(part))
            )  # fmt: skip
    whole = sum(entry.file_size for entry in entries)
    if whole > PART_BYTES or whole > RATIO * size:
        refuse(
            tr("{name}: would unpack to {size:,.0f} MB; allowed are {most} MB, and {ratio} times "
               "its own size", name=name, size=whole / MB, most=PART_BYTES // MB, ratio=RATIO)
        )  # fmt: skip


def _read(name: str, opened: SafeZip, entry: ZipInfo) -> bytes:
    """The entry's bytes; no more are unpacked than its size says."""
    try:
        return opened.read(entry, PART_BYTES)
    except UnsafeZipError as error:
        refuse(
            tr("{name}: {entry} cannot be unpacked: {error}", name=name, entry=entry.filename,
               error=tr(of_error(error)))
        )  # fmt: skip
