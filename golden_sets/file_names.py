"""Names of files and folders as people give them, made safe for every file system."""

import re
import unicodedata
from collections.abc import Iterable

from golden_sets.language import worded
from golden_sets.reading import GoldenSetError

MOST_BYTES = 120
MOST_FOLDERS = 8
MOST_CHARACTERS = 2_000
# Windows takes none of these as a name, whatever the ending.
_RESERVED = frozenset(
    ["con", "prn", "aux", "nul", *(f"{name}{n}" for name in ("com", "lpt") for n in range(1, 10))]
)
_SET_NAME = re.compile(r"\w[\w-]*")


def folded(name: str) -> str:
    """The name as a file system that ignores case and spelling of accents sees it."""
    return unicodedata.normalize("NFKC", name).casefold()


def is_reserved(part: str) -> bool:
    return folded(part.split(".")[0].strip()) in _RESERVED


def safe_set_name(name: str, taken: Iterable[str] = ()) -> str:
    """The name of a golden set, as its folder may be called.

    Args:
        taken: Names that stand beside it.

    Raises:
        GoldenSetError: It is no name for a folder, or one of the taken but for case.
    """
    found = unicodedata.normalize("NFC", name.strip())
    too_long = len(found.encode("utf-8", "replace")) > MOST_BYTES
    if not _SET_NAME.fullmatch(found) or too_long or is_reserved(found):
        raise GoldenSetError(
            worded(
                "no name for a golden set: {name!r}; allowed are letters, digits, - and _, not a "
                "reserved name, {most} bytes at most",
                name=name,
                most=MOST_BYTES,
            )
        )
    if same := next((one for one in taken if folded(one) == folded(found)), None):
        raise GoldenSetError(
            worded(
                "the name {found!r} is taken by {same!r}; choose another", found=found, same=same
            )
        )
    return found


def safe_document_name(name: str) -> str:
    """A path inside a documents folder, with forward slashes, made of a name as it came.

    What no file system takes becomes a dash; a reserved name gets a line below; a long one is
    shortened before its ending.

    Raises:
        GoldenSetError: It leads out of the folder, or lies too deep.
    """
    if len(name) > MOST_CHARACTERS:
        raise GoldenSetError(
            worded(
                "{name!r}...: a name of {n:,} characters; allowed are {most:,}",
                name=name[:60],
                n=len(name),
                most=MOST_CHARACTERS,
            )
        )
    slashed = unicodedata.normalize("NFC", name).replace("\\", "/")
    parts = [part for part in slashed.split("/") if part.strip() not in ("", ".")]
    out = slashed.startswith("/") or re.match(r"[A-Za-z]:", slashed)
    if out or any(part.strip() == ".." for part in parts):
        raise GoldenSetError(worded("{name!r}: leads out of the documents folder", name=name))
    if not parts or len(parts) > MOST_FOLDERS:
        raise GoldenSetError(
            worded(
                "{name!r}: allowed is a name in at most {n} folders",
                name=name,
                n=MOST_FOLDERS - 1,
            )
        )
    return "/".join(_safe_part(part) for part in parts)


def _safe_part(part: str) -> str:
    shown = "".join("-" if _is_odd(character) else character for character in part)
    shown = shown.strip(" .") or "document"
    stem, dot, ending = shown.rpartition(".")
    if not dot:
        stem, ending = shown, ""
    tail = f".{ending}" if dot else ""
    while len((stem + tail).encode()) > MOST_BYTES and len(stem) > 1:
        stem = stem[:-1]
    found = stem.rstrip() + tail
    return f"{stem}_{tail}" if is_reserved(found) else found


def _is_odd(character: str) -> bool:
    # Control, format (direction marks), surrogate, private and unassigned characters.
    return character in '<>:"|?*' or unicodedata.category(character).startswith("C")
