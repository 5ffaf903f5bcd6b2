"""The one place that opens a ZIP from outside: nothing is unpacked before its list is checked.

What a ZIP says of itself may be a lie, so no more is ever made of an entry than it says: it is
unpacked in steps, and only methods whose steps the interpreter can bound are read. (`zipfile` makes
of one step of bzip2 or LZMA as much as is in it: 764 bytes were 300 MB.)
"""

import stat
import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import NamedTuple
from zlib import error as zlib_error

from golden_sets.language import worded
from golden_sets.toml_words import zip_words

# What a damaged or hostile archive makes `zipfile` raise.
BROKEN = (
    zipfile.BadZipFile,
    zlib_error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    OSError,
    ValueError,
    OverflowError,
)
# Entries that a list may have before it is read at all: each costs about half a kilobyte.
MOST_LISTED = 50_000
_ENTRY = b"PK\x01\x02"
_STEP = 1 << 16
_SHOWN = 200
_BOUNDED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class UnsafeZipError(ValueError):
    """What is wrong with an archive or one of its entries; one line for a person."""


class Sizes(NamedTuple):
    """What an archive says of itself.

    Attributes:
        packed, unpacked: Bytes; those of the entries that count.
    """

    entries: int
    packed: int
    unpacked: int

    def ratio_over(self, most: int, least: int = 1000) -> bool:
        """Whether it unpacks to more than so many times its size; a small one may."""
        return self.unpacked > most * max(self.packed, least)


class SafeZip:
    """A ZIP in memory, whose list was read and of which nothing was unpacked yet.

    Raises:
        UnsafeZipError: It is none, or its list alone is too long.
    """

    def __init__(self, data: bytes) -> None:
        # Counted before `zipfile` makes an object of each.
        if (listed := data.count(_ENTRY)) > MOST_LISTED:
            raise UnsafeZipError(
                worded("{n:,} entries; allowed are {most:,}", n=listed, most=MOST_LISTED)
            )
        self.size = len(data)
        try:
            self._zip = zipfile.ZipFile(BytesIO(data))
        except BROKEN as error:
            raise UnsafeZipError(_words(error)) from None

    @property
    def entries(self) -> list[zipfile.ZipInfo]:
        return self._zip.infolist()

    def sizes(self, entries: list[zipfile.ZipInfo] | None = None) -> Sizes:
        """Of these entries, or of all."""
        chosen = self.entries if entries is None else entries
        return Sizes(len(chosen), self.size, sum(entry.file_size for entry in chosen))

    def read(self, entry: zipfile.ZipInfo, most: int) -> bytes:
        """An entry's bytes, as many as it says it has.

        Raises:
            UnsafeZipError: It is over `most`, is not as large as it says, or cannot be unpacked.
        """
        return b"".join(self.pieces(entry, most))

    def pieces(self, entry: zipfile.ZipInfo, most: int) -> Iterator[bytes]:
        """The same, a step at a time, so that a large one is never held whole.

        Raises:
            UnsafeZipError: Likewise; at its end where it is not as large as it says.
        """
        if entry.file_size > most:
            raise UnsafeZipError(
                worded("{n:,} bytes; allowed are {most:,}", n=entry.file_size, most=most)
            )
        if entry.compress_type not in _BOUNDED:
            raise UnsafeZipError(worded("packed in a way that is not read"))
        # One byte more than it says would be found, and is asked for.
        left = entry.file_size + 1
        try:
            with self._zip.open(entry) as file:
                while step := file.read(min(_STEP, left)):
                    left -= len(step)
                    yield step
        except BROKEN as error:
            raise UnsafeZipError(_words(error)) from None
        if left != 1:
            raise UnsafeZipError(worded("not as large as it says"))


def is_link(entry: zipfile.ZipInfo) -> bool:
    """Whether it is a symbolic link, or another thing that is no file."""
    kind = stat.S_IFMT(entry.external_attr >> 16)
    return kind not in (0, stat.S_IFREG, stat.S_IFDIR)


def is_locked(entry: zipfile.ZipInfo) -> bool:
    """Whether a password is needed."""
    return bool(entry.flag_bits & 1)


def _words(error: Exception) -> str:
    """What `zipfile` says, which may quote a name of 65,000 characters."""
    words = zip_words(error)
    return words if len(words) <= _SHOWN else f"{words[:_SHOWN]}…"
