"""The parts of a run's archive, unpacked only after the whole of its list is checked."""

import stat
import zipfile
from io import BytesIO
from typing import NoReturn
from zlib import error as zlib_error

from golden_sets.language import tr
from golden_sets.toml_words import zip_words

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
        with zipfile.ZipFile(BytesIO(data)) as opened:
            entries = opened.infolist()
            _check_list(name, entries, len(data))
            return {entry.filename: _read(name, opened, entry) for entry in entries}
    except (
        zipfile.BadZipFile,
        zlib_error,
        EOFError,
        NotImplementedError,
        RuntimeError,
        OSError,
    ) as error:
        refuse(tr("{name}: cannot be unpacked: {error}", name=name, error=tr(zip_words(error))))


def _check_list(name: str, entries: list[zipfile.ZipInfo], size: int) -> None:
    names = [entry.filename for entry in entries]
    for entry in entries:
        if entry.filename not in PARTS:
            shown = ascii(entry.filename)[1:-1][:100]
            refuse(
                tr("{name}: holds {entry}; allowed are {parts}", name=name, entry=shown,
                   parts=", ".join(PARTS))
            )  # fmt: skip
        if stat.S_ISLNK(entry.external_attr >> 16):
            refuse(tr("{name}: {entry} is a link, not a file", name=name, entry=entry.filename))
        if entry.flag_bits & 1:
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


def _read(name: str, opened: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """The entry's bytes; no more are unpacked than its size says."""
    with opened.open(entry) as file:
        data = file.read(entry.file_size + 1)
    if len(data) != entry.file_size:
        refuse(tr("{name}: {entry} is not as large as it says", name=name, entry=entry.filename))
    return data
