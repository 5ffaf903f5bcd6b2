"""Names from outside as paths that are safe on every system, and no two of them the same."""

import re
import unicodedata

# Formats whose text is the file itself; what was extracted from others is plain text.
TEXT_ENDINGS = (".md", ".markdown", ".txt")
_LONGEST, _DEEPEST = 100, 6
_UNSAFE = re.compile(
    r'[\x00-\x1f\x7f-\x9f<>:"|?*\ud800-\udfff\u200e\u200f\u202a-\u202e\u2066-\u2069]+'
)
_RESERVED = re.compile(r"(?i:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?")


def safe_path(name: str) -> str:
    """A relative path of a text file, with forward slashes: `Super Bowl?` is `Super Bowl_.txt`."""
    parts = [_safe_part(part) for part in re.split(r"[/\\]", unicodedata.normalize("NFC", name))]
    parts = [part for part in parts if part][-_DEEPEST:] or ["document"]
    last = parts[-1]
    ending = next((e for e in TEXT_ENDINGS if last.lower().endswith(e) and last[: -len(e)]), "")
    stem = last[: len(last) - len(ending)]
    # No folder is named as a file may be.
    short = [_short(part) for part in parts[:-1]]
    folders = [f"{p}_" if _key(p).endswith(TEXT_ENDINGS) else p for p in short]
    return "/".join([*folders, (_short(stem) or "document") + (ending or ".txt")])


def _safe_part(part: str) -> str:
    safe = _UNSAFE.sub("_", part).strip().strip(".").strip()
    return f"{safe}_" if _RESERVED.fullmatch(safe) else safe


def _short(part: str) -> str:
    """At most so many bytes, cut between characters."""
    return part.encode("utf-8")[:_LONGEST].decode("utf-8", "ignore").rstrip(". ")


class Names:
    """Gives each name a path of its own, also where case is no difference."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._tried: dict[str, int] = {}

    def path(self, name: str) -> str:
        """The safe path of a name; `-2` and so on behind it where that is taken."""
        wanted = safe_path(name)
        stem, ending = wanted.rsplit(".", 1)
        number, path = self._tried.get(_key(wanted), 1), wanted
        while _key(path) in self._taken:
            number += 1
            path = f"{stem}-{number}.{ending}"
        self._tried[_key(wanted)] = number
        self._taken.add(_key(path))
        return path


def _key(path: str) -> str:
    # Some systems keep names apart that others fold: by case, and by how accents are written.
    return unicodedata.normalize("NFKC", path.casefold())
