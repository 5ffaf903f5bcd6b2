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
    return "/".join([*parts[:-1], _short(stem) + (ending or ".txt")])


def _safe_part(part: str) -> str:
    safe = _UNSAFE.sub("_", part).strip().strip(".").strip()
    safe = _short(safe)
    return f"{safe}_" if _RESERVED.fullmatch(safe) else safe


def _short(part: str) -> str:
    """At most so many bytes, cut between characters."""
    cut = part.encode("utf-8")[:_LONGEST].decode("utf-8", "ignore").rstrip(". ")
    return cut or "document"


class Names:
    """Gives each name a path of its own, also where case is no difference."""

    def __init__(self) -> None:
        self._files: set[str] = set()
        self._folders: set[str] = set()

    def path(self, name: str) -> str:
        """The safe path of a name; `-2` and so on behind it where that is taken."""
        wanted = safe_path(name)
        stem, ending = wanted.rsplit(".", 1)
        number, path = 1, wanted
        while not self._free(path):
            number += 1
            path = f"{stem}-{number}.{ending}"
        key = _key(path)
        self._files.add(key)
        self._folders.update(_parents(key))
        return path

    def _free(self, path: str) -> bool:
        key = _key(path)
        taken = key in self._files or key in self._folders
        return not taken and not any(parent in self._files for parent in _parents(key))


def _key(path: str) -> str:
    # Some systems keep names apart that others fold: by case, and by how accents are written.
    return unicodedata.normalize("NFKC", path.casefold())


def _parents(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[:n]) for n in range(1, len(parts))]
