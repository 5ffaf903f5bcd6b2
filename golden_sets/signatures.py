"""What a file is by its first bytes, whatever its name says."""

from golden_sets.language import worded

_FIRST = (
    (b"%PDF-", worded("a PDF")),
    (b"PK\x03\x04", worded("a ZIP archive")),
    (b"PK\x05\x06", worded("an empty ZIP archive")),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", worded("an OLE file")),
    (b"{\\rtf", "RTF"),
    (b"\x89PNG\r\n\x1a\n", worded("a PNG image")),
    (b"\xff\xd8\xff", worded("a JPEG image")),
    (b"GIF8", worded("a GIF image")),
    (b"II*\0", worded("a TIFF image")),
    (b"MM\0*", worded("a TIFF image")),
    (b"BM", worded("a BMP image")),
    (b"\x1f\x8b", worded("a gzip archive")),
    (b"7z\xbc\xaf\x27\x1c", worded("a 7z archive")),
    (b"Rar!", worded("a RAR archive")),
    (b"\x7fELF", worded("a program")),
    (b"MZ", worded("a program")),
    (b"SQLite format 3\0", worded("an SQLite database")),
)
# The last words of the kinds that are no text.
BINARY = ("image", "archive", "program", "database", "PDF", "file", "RTF")
# Two letters also open a text; these need a byte beside them that no text has.
_SHORT = (b"BM", b"MZ")


def kind_of(data: bytes) -> str:
    """What the bytes are, with its article; "" where they open like nothing known."""
    for first, name in _FIRST:
        if data.startswith(first) and (first not in _SHORT or b"\0" in data[:64]):
            return name
    head = data[:512].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if head.startswith((b"<!doctype html", b"<html")):
        return "HTML"
    if head.startswith(b"<?xml"):
        return "XML"
    if head.startswith((b"{", b"[")):
        return "JSON"
    return ""


def ole_kind(data: bytes) -> str:
    """What an OLE file holds, for a person who expected a DOCX."""
    if "EncryptedPackage".encode("utf-16-le") in data:
        return worded("encrypted: a password is needed; save it without one")
    if "WordDocument".encode("utf-16-le") in data:
        return worded("an old Word .doc, not a .docx; save it as .docx")
    return worded("an OLE file, not a .docx; save it as .docx")
