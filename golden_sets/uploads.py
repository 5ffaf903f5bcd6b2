"""Files as people send them, a zipped folder among them: what is taken, and why the rest is not."""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipInfo

from golden_sets.archives import SafeZip, Sizes, UnsafeZipError, is_link, is_locked
from golden_sets.file_names import safe_document_name
from golden_sets.language import of_error, worded
from golden_sets.reading import READERS, GoldenSetError
from golden_sets.set_documents import DOCUMENTS, add_document, document_ids

MB = 1_000_000
FILE_BYTES = 20 * MB
SET_BYTES = 200 * MB
SET_FILES = 200
ZIP_BYTES = 50 * MB
ZIP_ENTRIES = 2_000
# Text packs 3 to 10 times; what packs more than this is there to fill a disk.
ZIP_RATIO = 200


class Sent(NamedTuple):
    """A file as it came."""

    name: str
    data: bytes


class Taken(NamedTuple):
    """What became of the files.

    Attributes:
        added: Ids of the documents that are in the set now.
        refused: One line a file that is not, with its name and the reason.
    """

    added: list[str]
    refused: list[str]


def expected(sent: Iterable[Sent]) -> int:
    """How many documents the files hold, those inside archives counted; about, where one is no
    archive or is refused as a whole."""
    count = 0
    for name, data in sent:
        inside = None
        if name.lower().endswith(".zip"):
            with contextlib.suppress(UnsafeZipError):
                listed = SafeZip(data).entries
                inside = sum(not entry.is_dir() and not _is_litter(entry) for entry in listed)
        count += 1 if inside is None else inside
    return count


def take(
    folder: Path,
    sent: Iterable[Sent],
    who: str,
    told: Callable[[str, int], None] = lambda name, before: None,
) -> Taken:
    """Adds files and the contents of zip archives to a set, as far as limits allow.

    Args:
        told: Of each document as it is begun: its name, and how many came before it.
    """
    taken = Taken([], [])
    there = {name: (folder / DOCUMENTS / name).stat().st_size for name in document_ids(folder)}
    for before, (name, data) in enumerate(_unpacked(sent, taken.refused)):
        told(name, before)
        try:
            known = name in there
            _check_room(name, len(data), 0 if known else len(there), sum(there.values()))
            path = add_document(folder, name, data, who)
        except GoldenSetError as error:
            taken.refused.append(of_error(error))
            continue
        there[path] = len(data)
        taken.added.append(path)
    return taken


def _check_room(name: str, size: int, files: int, total: int) -> None:
    if size > FILE_BYTES:
        raise GoldenSetError(
            worded(
                "{name}: {size:.1f} MB; allowed are {most} MB a file",
                name=name,
                size=size / MB,
                most=FILE_BYTES // MB,
            )
        )
    if files >= SET_FILES:
        raise GoldenSetError(
            worded(
                "{name}: the set has {n} documents already, the most allowed",
                name=name,
                n=SET_FILES,
            )
        )
    if total + size > SET_BYTES:
        raise GoldenSetError(
            worded("{name}: the set would pass {n} MB", name=name, n=SET_BYTES // MB)
        )


def _unpacked(sent: Iterable[Sent], refused: list[str]) -> Iterator[Sent]:
    """The files, those inside archives in their place."""
    for name, data in sent:
        try:
            if name.lower().endswith(".zip"):
                yield from _zipped(name, data, refused)
            else:
                yield Sent(_checked(name), data)
        except GoldenSetError as error:
            refused.append(of_error(error))


def _checked(name: str) -> str:
    """The safe name of a file some reader takes."""
    safe = safe_document_name(name)
    ending = Path(safe).suffix.lower()
    if ending not in READERS:
        raise GoldenSetError(
            worded(
                "{path}: no reader for {ending}; allowed are {names}, and .zip",
                path=safe,
                ending=ending or worded("a file without an ending"),
                names=", ".join(READERS),
            )
        )
    return safe


def _zipped(archive: str, data: bytes, refused: list[str]) -> Iterator[Sent]:
    """The files in an archive; nothing is unpacked before the whole of its list is checked."""
    if len(data) > ZIP_BYTES:
        raise GoldenSetError(
            worded(
                "{archive}: {size:.1f} MB; allowed are {most} MB",
                archive=archive,
                size=len(data) / MB,
                most=ZIP_BYTES // MB,
            )
        )
    try:
        opened = SafeZip(data)
    except UnsafeZipError as error:
        raise GoldenSetError(
            worded("{archive}: cannot be unpacked: {error}", archive=archive, error=of_error(error))
        ) from None
    entries = [e for e in opened.entries if not e.is_dir() and not _is_litter(e)]
    _check_list(archive, opened.sizes(entries))
    for entry in entries:
        try:
            safe = _checked(_name_of(entry))
            yield Sent(safe, _read(safe, opened, entry))
        except GoldenSetError as error:
            refused.append(worded("{path}: {note}", path=archive, note=of_error(error)))


def _check_list(archive: str, sizes: Sizes) -> None:
    """Refuses an archive that would fill a disk."""
    if sizes.entries > ZIP_ENTRIES:
        raise GoldenSetError(
            worded(
                "{archive}: {n:,} files; allowed are {most:,}",
                archive=archive,
                n=sizes.entries,
                most=ZIP_ENTRIES,
            )
        )
    if sizes.unpacked > SET_BYTES:
        raise GoldenSetError(
            worded(
                "{archive}: {size:,.0f} MB unpacked; allowed are {most} MB",
                archive=archive,
                size=sizes.unpacked / MB,
                most=SET_BYTES // MB,
            )
        )
    if sizes.ratio_over(ZIP_RATIO):
        raise GoldenSetError(
            worded(
                "{archive}: unpacks to {n} times its size",
                archive=archive,
                n=sizes.unpacked // max(1, sizes.packed),
            )
        )


def _read(name: str, opened: SafeZip, entry: ZipInfo) -> bytes:
    """The entry's bytes; no more are unpacked than a file may have, whatever its size says."""
    if is_link(entry):
        raise GoldenSetError(worded("{name}: a link, not a file", name=name))
    if is_locked(entry):
        raise GoldenSetError(worded("{name}: locked with a password", name=name))
    if entry.file_size > FILE_BYTES:
        raise GoldenSetError(
            worded("{name}: over {n} MB, the most a file may have", name=name, n=FILE_BYTES // MB)
        )
    try:
        return opened.read(entry, FILE_BYTES)
    except UnsafeZipError as error:
        raise GoldenSetError(
            worded("{name}: cannot be unpacked: {error}", name=name, error=of_error(error))
        ) from None


def _is_litter(entry: ZipInfo) -> bool:
    """What systems put into archives unasked."""
    parts = entry.filename.split("/")
    return parts[0] == "__MACOSX" or parts[-1] in (".DS_Store", "Thumbs.db", "desktop.ini")


def _name_of(entry: ZipInfo) -> str:
    """The name; without the flag for UTF-8 it is often that, or GB18030, all the same."""
    if entry.flag_bits & 0x800 or entry.filename.isascii():
        return entry.filename
    raw = entry.filename.encode("cp437", "replace")
    for encoding in ("utf-8", "gb18030"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return entry.filename
