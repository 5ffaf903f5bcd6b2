"""The parts of a run's archive, unpacked only after the whole of its list is checked."""

import hashlib
from collections.abc import Iterator
from typing import NoReturn
from zipfile import ZipInfo

from golden_sets.archives import SafeZip, UnsafeZipError, is_link, is_locked
from golden_sets.language import of_error, tr

MANIFEST, REPORT = "manifest.json", "chunking-report.json"
CONTEXTS, NOTES, DECISION = "contexts.jsonl", "notes.json", "decision.json"
PARTS = (MANIFEST, REPORT, CONTEXTS, NOTES, DECISION)
# Archives of earlier versions come without.
LATER = (DECISION,)
MB = 1_000_000
# A run of 60 variants x 500 questions x 8 budgets x 3 retrievers takes 54 MB and unpacks to 651.
FILE_BYTES = 200 * MB
PART_BYTES = 2_000 * MB
# Of a line of contexts, one question's; there one has 800 bytes.
LINE_BYTES = 10 * MB
# What was measured of runs is 5 to 19 times; what packs more than this is there to fill a disk.
RATIO = 100


class ArchiveError(ValueError):
    """What is wrong with a file that should hold a run; a line a fault."""


def refuse(line: str) -> NoReturn:
    """Raises what is wrong with an archive."""
    raise ArchiveError(line) from None


class Opened:
    """An archive whose list is checked; parts are unpacked one at a time, as they are read.

    Raises:
        ArchiveError: It cannot be unpacked, or not safely; so while it is read.
    """

    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        try:
            self._zip = SafeZip(data)
        except UnsafeZipError as error:
            refuse(tr("{name}: cannot be unpacked: {error}", name=name, error=tr(of_error(error))))
        _check_list(name, self._zip.entries, len(data))
        self._entries = {entry.filename: entry for entry in self._zip.entries}

    def __contains__(self, part: str) -> bool:
        return part in self._entries

    def digest(self, part: str) -> str:
        """sha256 of a part in hex; none of it is held."""
        found = hashlib.sha256()
        for piece in self._pieces(part):
            found.update(piece)
        return found.hexdigest()

    def read(self, part: str) -> bytes:
        """All of a part."""
        return b"".join(self._pieces(part))

    def lines(self, part: str) -> Iterator[bytes]:
        """A part line by line; never more than a line of it is held."""
        rest = b""
        for piece in self._pieces(part):
            *whole, rest = (rest + piece).split(b"\n")
            if max(map(len, (*whole, rest))) > LINE_BYTES:
                refuse(
                    tr("{name}: {entry} has a line of more than {most} MB", name=self.name,
                       entry=part, most=LINE_BYTES // MB)
                )  # fmt: skip
            yield from whole
        if rest:
            yield rest

    def _pieces(self, part: str) -> Iterator[bytes]:
        """No more is unpacked than the part's size says."""
        try:
            yield from self._zip.pieces(self._entries[part], PART_BYTES)
        except UnsafeZipError as error:
            refuse(
                tr("{name}: {entry} cannot be unpacked: {error}", name=self.name, entry=part,
                   error=tr(of_error(error)))
            )  # fmt: skip


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
        times = names.count(part)
        if times != 1 and (times or part not in LATER):
            refuse(
                tr("{name}: holds {part} {n} times; allowed is once", name=name, part=part,
                   n=times)
            )  # fmt: skip
    whole = sum(entry.file_size for entry in entries)
    if whole > PART_BYTES or whole > RATIO * size:
        refuse(
            tr("{name}: would unpack to {size:,.0f} MB; allowed are {most} MB, and {ratio} times "
               "its own size", name=name, size=whole / MB, most=PART_BYTES // MB, ratio=RATIO)
        )  # fmt: skip
