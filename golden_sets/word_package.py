"""The parts of a DOCX, unpacked only after what they would unpack to is known.

python-docx would unpack every part, images included, and shows neither tracked insertions, content
controls, footnotes nor list numbers; so the few parts with text are read here with lxml.
"""

import posixpath
from typing import Any

from golden_sets.archives import SafeZip, UnsafeZipError, is_locked
from golden_sets.file_report import UnreadableError
from golden_sets.language import of_error, worded
from golden_sets.limits import MAX_ENTRIES, MAX_RATIO, MAX_UNPACKED
from golden_sets.signatures import kind_of, ole_kind

# A part this small may be packed as tightly as it likes.
_SMALL = 2_000_000


class WordPackage:
    """A DOCX whose sizes are allowed.

    Raises:
        UnreadableError: It is none, is damaged, or would unpack to too much.
    """

    def __init__(self, data: bytes) -> None:
        kind = kind_of(data)
        if kind == "an OLE file":
            raise UnreadableError(ole_kind(data))
        if kind != "a ZIP archive":
            raise UnreadableError(
                worded("{kind}, not a .docx", kind=kind or worded("something else"))
            )
        try:
            self._archive = SafeZip(data)
        except UnsafeZipError:
            raise UnreadableError(
                worded("a damaged or truncated .docx: its ZIP does not open")
            ) from None
        _check_sizes(self._archive)
        self._names = {entry.filename: entry for entry in self._archive.entries}
        if "[Content_Types].xml" not in self._names:
            raise UnreadableError(
                worded("a ZIP archive, not a .docx: no [Content_Types].xml in it")
            )
        self.main = self._related("", "officeDocument")
        if self.main not in self._names or not self.main.endswith(".xml"):
            raise UnreadableError(worded("a ZIP archive, not a .docx: no Word document in it"))
        if not self.main.startswith("word/"):
            raise UnreadableError(
                worded("an Office file, not a .docx: its main part is {main}", main=self.main)
            )

    def part(self, kind: str) -> Any:
        """The root element of a part that the document refers to; None where it has none."""
        name = self.main if kind == "officeDocument" else self._related(self.main, kind)
        return self._parsed(name) if name in self._names else None

    def count(self, *kinds: str) -> int:
        """How many parts of these kinds the document refers to."""
        targets = self._relations(self.main)
        return sum(kind.rsplit("/", 1)[-1] in kinds for kind, _ in targets)

    def _related(self, source: str, kind: str) -> str:
        found = (t for k, t in self._relations(source) if k.rsplit("/", 1)[-1] == kind)
        target = next(found, "word/document.xml" if not source else "")
        folder = posixpath.dirname(source)
        return posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")

    def _relations(self, source: str) -> list[tuple[str, str]]:
        folder, name = posixpath.split(source)
        path = posixpath.join(folder, "_rels", f"{name}.rels")
        if path not in self._names:
            return []
        return [(e.get("Type", ""), e.get("Target", "")) for e in self._parsed(path)]

    def _parsed(self, name: str) -> Any:
        from lxml import etree

        try:
            data = self._archive.read(self._names[name], MAX_UNPACKED)
        except UnsafeZipError as error:
            raise UnreadableError(
                worded(
                    "a damaged .docx: {name} does not unpack ({error})",
                    name=name,
                    error=of_error(error),
                )
            ) from None
        # Word writes no document type; one could define entities that grow without end, and what
        # stands behind an entity is left out.
        kinds = worded("{name} declares a document type, which no Word file does", name=name)
        if b"<!DOCTYPE" in data:
            raise UnreadableError(kinds)
        parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True)
        try:
            root = etree.fromstring(data, parser)
        except etree.XMLSyntaxError as error:
            raise UnreadableError(
                worded("a damaged .docx: {name} is no XML ({msg})", name=name, msg=error.msg)
            ) from None
        if root.getroottree().docinfo.doctype:  # in UTF-16 its letters are other bytes
            raise UnreadableError(kinds)
        return root


def _check_sizes(archive: SafeZip) -> None:
    entries = archive.entries
    if len(entries) > MAX_ENTRIES:
        raise UnreadableError(
            worded(
                "{n:,} parts in the .docx; allowed are {MAX_ENTRIES:,}",
                n=len(entries),
                MAX_ENTRIES=MAX_ENTRIES,
            )
        )
    unpacked = archive.sizes().unpacked
    if unpacked > MAX_UNPACKED:
        raise UnreadableError(
            worded(
                "unpacks to {unpacked:,} bytes; allowed are {MAX_UNPACKED:,}",
                unpacked=unpacked,
                MAX_UNPACKED=MAX_UNPACKED,
            )
        )
    for entry in entries:
        if is_locked(entry):
            raise UnreadableError(worded("encrypted: a password is needed; save it without one"))
        if entry.file_size > max(_SMALL, MAX_RATIO * entry.compress_size):
            raise UnreadableError(
                worded(
                    "{filename} unpacks to {max:,} times its size; allowed are {MAX_RATIO} times",
                    filename=entry.filename,
                    max=entry.file_size // max(1, entry.compress_size),
                    MAX_RATIO=MAX_RATIO,
                )
            )
