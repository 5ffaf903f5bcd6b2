"""The parts of a run's archive, unpacked only after the whole of its list is checked."""

import hashlib
import io
import stat
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn
from zlib import error as zlib_error

from golden_sets.language import tr
from golden_sets.toml_words import zip_words

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
    """An archive whose list is checked; parts are unpacked one at a time, as they are read."""

    def __init__(self, name: str, zip_: zipfile.ZipFile) -> None:
        self.name, self._zip = name, zip_
        self._sizes = {entry.filename: entry.file_size for entry in zip_.infolist()}

    def __contains__(self, part: str) -> bool:
        return part in self._sizes

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
        left = self._sizes[part]
        with self._zip.open(part) as file:
            while piece := file.read(MB):
                left -= len(piece)
                yield piece
        if left:
            refuse(tr("{name}: {entry} is not as large as it says", name=self.name, entry=part))


@contextmanager
def opened(name: str, data: bytes) -> Iterator[Opened]:
    """An archive; nothing is unpacked before its list is checked.

    Raises:
        ArchiveError: It cannot be unpacked, or not safely.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as zip_:
            _check_list(name, zip_.infolist(), len(data))
            yield Opened(name, zip_)
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
