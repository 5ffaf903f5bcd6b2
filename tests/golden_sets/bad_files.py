"""Files that break readers, made by code, each with the line it has to give."""

import io
import os
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from golden_sets.limits import MAX_BYTES, MAX_ENTRIES
from tests.golden_sets.six_formats import pdf, sections, word

ZH = "员工每年享有十五天带薪年假。未休部分可以结转；但不得超过五天。\n"
EN = "The café keeps “ten” euros – no more. Zürich señor.\n"
_TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512)


@dataclass(frozen=True)
class BadFile:
    """A file and what reading it has to say.

    Attributes:
        kind: What is wrong, for the test's name.
        name: The file's.
        make: Puts it at a path.
        says: An expression that the report's lines have to match.
        usable: Whether it is read all the same, with that as a note.
        holds: Text that the document then has.
    """

    kind: str
    name: str
    make: Callable[[Path], object]
    says: str
    usable: bool = False
    holds: str = ""


def of(data: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(data)


def made(make: Callable[[], bytes]) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(make())


def _canvas(draw: Callable[..., None], **options: object) -> bytes:
    from reportlab.pdfgen.canvas import Canvas

    file = io.BytesIO()
    canvas = Canvas(file, invariant=1, **options)
    draw(canvas)
    canvas.save()
    return file.getvalue()


def _page(canvas, *lines: str, x: int = 72) -> None:
    for n, line in enumerate(lines):
        canvas.drawString(x, 700 - 14 * n, line)
    canvas.showPage()


def _image(canvas) -> None:
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    canvas.drawImage(ImageReader(Image.new("RGB", (40, 40), "red")), 72, 300, 400, 400)
    canvas.showPage()


def _in_two_columns(canvas, by_rows: bool = True) -> None:
    left = [f"Left line {n} goes on in the left one" for n in range(20)]
    right = [f"Right line {n} goes on at the right" for n in range(20)]
    places = [(60, left), (330, right)]
    if by_rows:
        for n in range(20):
            for x, lines in places:
                canvas.drawString(x, 700 - 14 * n, lines[n])
    else:
        for x, lines in places:
            for n in range(20):
                canvas.drawString(x, 700 - 14 * n, lines[n])
    canvas.showPage()


def _out_of_order(canvas) -> None:
    for n in (7, 2, 9, 0, 5, 1, 8, 3, 6, 4):
        canvas.drawString(72, 700 - 40 * n, f"Line {n} of ten that stand apart")
    canvas.showPage()


def _right_before_left(canvas) -> None:
    canvas.drawString(60, 740, "A title that stands over both of the columns of the page")
    for x, side in ((330, "Right"), (60, "Left")):
        for n in range(20):
            canvas.drawString(x, 700 - 14 * n, f"{side} line {n} goes on at its side")
    canvas.showPage()


def columns_in_order() -> bytes:
    """Two columns stored one after the other, as they are read."""
    return _canvas(lambda canvas: _in_two_columns(canvas, by_rows=False))


def encrypted_pdf() -> bytes:
    from reportlab.lib.pdfencrypt import StandardEncryption

    return _canvas(lambda canvas: _page(canvas, "Secret"), encrypt=StandardEncryption("pw"))


def _half_scanned(canvas) -> None:
    _page(canvas, "The first page has a text layer.")
    _image(canvas)


def archive(parts: dict[str, str | bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made_archive:
        for name, data in parts.items():
            made_archive.writestr(name, data)
    return file.getvalue()


def docx_of(body: str, **parts: str | bytes) -> bytes:
    """A DOCX of this body in Word's XML."""
    document = f"<w:document {_W}><w:body>{body}</w:body></w:document>"
    return archive({"[Content_Types].xml": _TYPES, "word/document.xml": document, **parts})


def _bomb() -> bytes:
    text = b"<w:t>" + b"a" * 60_000_000
    return archive({"[Content_Types].xml": _TYPES, "word/document.xml": text})


def _lying_bomb() -> bytes:
    """A part that says it unpacks to 100 bytes, and holds ten million."""
    data = bytearray(archive({"[Content_Types].xml": _TYPES, "word/document.xml": b" " * 10**7}))
    at = data.rfind(b"PK\x01\x02")
    data[at + 24 : at + 28] = (100).to_bytes(4, "little")
    return bytes(data)


def _entities() -> bytes:
    document = (
        '<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
        f"<w:document {_W}><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>"
    )
    return archive({"[Content_Types].xml": _TYPES, "word/document.xml": document})


def _entities_in_utf_16() -> bytes:
    document = (
        '<?xml version="1.0" encoding="utf-16"?><!DOCTYPE d [<!ENTITY a SYSTEM "file:///x">]>'
        f"<w:document {_W}><w:body><w:p><w:r><w:t>one &a;</w:t></w:r></w:p></w:body></w:document>"
    ).encode("utf-16")
    return archive({"[Content_Types].xml": _TYPES, "word/document.xml": document})


def _damaged_part() -> bytes:
    data = bytearray(word(sections(1)).data)
    at = data.find(b"word/document.xml") + 200
    data[at : at + 20] = bytes(20)
    return bytes(data)


def _large(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)


def _link(path: Path) -> None:
    outside = path.parent.parent / "outside.txt"
    outside.write_text("secret")
    path.symlink_to(outside)


def _dangling(path: Path) -> None:
    path.symlink_to(path.parent / "nowhere.txt")


def _forbidden(path: Path) -> None:
    path.write_text("hidden")
    path.chmod(0)


_P = "<w:p><w:r><w:t>{}</w:t></w:r></w:p>"
_TEXT_PAGE = "<p>Words of the page.</p>"
_HUGE = b"a,b\nsmall,row\nx," + b"y" * 200_000 + b"\nz,w\n"
_SCRIPT = "# Fees\n\n<script>\nalert(1)\n</script>\n\nText.\n"

BAD_FILES = [
    BadFile("encrypted PDF", "a.pdf", made(encrypted_pdf), "not read: encrypted: a password"),
    BadFile("scanned PDF", "a.pdf", made(lambda: _canvas(_image)), "no text layer: 1 pages of im"),
    BadFile(
        "PDF with an empty page",
        "a.pdf",
        made(lambda: _canvas(lambda canvas: canvas.showPage())),
        "not read: no text layer: 1 empty pages",
    ),
    BadFile("PDF without bytes", "a.pdf", of(b""), "not read: the file is empty"),
    BadFile(
        "PDF cut off early", "a.pdf", made(lambda: pdf(sections(2)).data[:900]), "damaged or trunca"
    ),
    BadFile(
        "PDF without its end",
        "a.pdf",
        made(lambda: _canvas(lambda c: _page(c, "All of it is here."))[:-6]),
        "does not end as a PDF does: pages may be missing",
        True,
        "All of it is here.",
    ),
    BadFile(
        "PDF of columns stored across",
        "a.pdf",
        made(lambda: _canvas(_in_two_columns)),
        "page 1: two columns seem to be stored line by line across",
        True,
        "Left line 3",
    ),
    BadFile(
        "PDF with the right column stored first",
        "a.pdf",
        made(lambda: _canvas(_right_before_left)),
        "page 1: a right column seems to be stored before the left one; columns may be in the wr",
        True,
        "Left line 3",
    ),
    BadFile(
        "PDF stored out of order",
        "a.pdf",
        made(lambda: _canvas(_out_of_order)),
        "page 1: text seems to be stored out of reading order",
        True,
        "Line 4",
    ),
    BadFile(
        "PDF with images alone on some pages",
        "a.pdf",
        made(lambda: _canvas(_half_scanned)),
        "1 of 2 pages have no text: 2",
        True,
        "The first page has a text layer.",
    ),
    BadFile("image named .pdf", "a.pdf", of(b"\x89PNG\r\n\x1a\n123"), "a PNG image, not a PDF"),
    BadFile("HTML named .pdf", "a.pdf", of(b"<!DOCTYPE html><p>x"), "not read: HTML, not a PDF"),
    BadFile(
        "truncated DOCX",
        "a.docx",
        made(lambda: word(sections(1)).data[:9000]),
        "damaged or truncated .docx: its ZIP does not open",
    ),
    BadFile("DOCX with a damaged part", "a.docx", made(_damaged_part), "damaged .docx: word/docum"),
    BadFile(
        "ZIP of something else", "a.docx", made(lambda: archive({"x.txt": "x"})), "a ZIP archive, n"
    ),
    BadFile(
        "ZIP with types and no document",
        "a.docx",
        made(lambda: archive({"[Content_Types].xml": _TYPES})),
        "no Word document in it",
    ),
    BadFile("bomb in a DOCX", "a.docx", made(_bomb), r"unpacks to [\d,]+ times its size; allowed"),
    BadFile("bomb that lies", "a.docx", made(_lying_bomb), "damaged .docx: word/document.xml does"),
    BadFile(
        "DOCX of too many parts",
        "a.docx",
        made(lambda: archive({f"{n}": "" for n in range(MAX_ENTRIES + 1)})),
        r"10,001 parts in the .docx; allowed are 10,000",
    ),
    BadFile("DOCX with entities", "a.docx", made(_entities), "declares a document type, which no"),
    BadFile(
        "DOCX with a document type in UTF-16",
        "a.docx",
        made(_entities_in_utf_16),
        "declares a document type, which no",
    ),
    BadFile(
        "DOCX nested too deep",
        "a.docx",
        made(lambda: docx_of("<w:sdt><w:sdtContent>" * 300)),
        "damaged .docx: word/document.xml is no XML",
    ),
    BadFile("DOCX without text", "a.docx", made(lambda: docx_of("<w:p/>")), "no text in the docum"),
    BadFile(
        "DOCX with deletions",
        "a.docx",
        made(
            lambda: docx_of(
                _P.format("It stays.") + f"<w:p><w:del>{_P.format('gone')}</w:del></w:p>"
            )
        ),
        "1 tracked deletions left out",
        True,
        "It stays.",
    ),
    BadFile(
        "old .doc named .docx",
        "a.docx",
        of(_OLE + "WordDocument".encode("utf-16-le")),
        "an old Word .doc, not a .docx; save it as .docx",
    ),
    BadFile(
        "DOCX behind a password",
        "a.docx",
        of(_OLE + "EncryptedPackage".encode("utf-16-le")),
        "not read: encrypted: a password is needed",
    ),
    BadFile("JSON named .docx", "a.docx", of(b'{"a": 1}'), "not read: JSON, not a .docx"),
    BadFile("RTF named .docx", "a.docx", of(b"{\\rtf1 x}"), "not read: RTF, not a .docx"),
    BadFile("text named .docx", "a.docx", of(b"words"), "not read: something else, not a .docx"),
    BadFile("binary named .txt", "a.txt", of(bytes(range(256)) * 40), "not read: no text in any"),
    BadFile("image named .txt", "a.txt", of(b"\x89PNG\r\n\x1a\n"), "a PNG image, not text"),
    BadFile("PDF named .md", "a.md", made(encrypted_pdf), "not read: a PDF, not text"),
    BadFile("ZIP named .csv", "a.csv", made(lambda: archive({"x": "x"})), "a ZIP archive, not"),
    BadFile("gzip named .html", "a.html", of(b"\x1f\x8b\x08" + zlib.compress(b"x" * 99)), "a gzip"),
    BadFile("empty file", "a.md", of(b""), "not read: the file is empty"),
    BadFile("blank file", "a.txt", of(b" \r\n\t\n"), "not read: no text: every character is blank"),
    BadFile("blank CSV", "a.csv", of(b" \n\n"), "not read: no text: every character is blank"),
    BadFile("CSV of empty cells", "a.csv", of(b",,\n,,\n"), "not read: no cell with anything"),
    BadFile(
        "front matter alone", "a.md", of(b"---\ntitle: x\n---\n"), "not read: no text but front mat"
    ),
    BadFile("UTF-16 without a mark", "a.txt", of(EN.encode("utf-16-le")), "no byte-o", True, EN),
    BadFile("Chinese UTF-16", "a.txt", of(ZH.encode("utf-16-be")), "no byte-order", True, ZH),
    BadFile("UTF-16 with half a pair", "a.txt", of(EN.encode("utf-16") + b"a"), "U+", True, EN),
    BadFile("GB18030", "a.md", of(ZH.encode("gb18030")), "guessed to be gb18030", True, ZH),
    BadFile("cp1252", "a.txt", of(EN.encode("cp1252")), "guessed to be cp1252", True, EN),
    BadFile(
        "Big5", "a.txt", of("員工每年享有十五天帶薪年假。".encode("big5")), "big5", True, "年假。"
    ),
    BadFile(
        "Shift-JIS",
        "a.txt",
        of("従業員は毎年十五日の有給休暇を取得できます。".encode("shift_jis")),
        "guessed to be shift_jis",
        True,
        "有給休暇",
    ),
    BadFile(
        "mixed encodings",
        "a.txt",
        of(ZH.encode() + "a café\n".encode("cp1252")),
        "mixed encodings: 1 bytes are not UTF-8, the first on line 2",
        True,
        "a café",
    ),
    BadFile("NUL bytes", "a.txt", of(b"Al\0pha " * 9 + b"pays" * 200), "9 NUL", True, "Alpha"),
    BadFile("lone surrogates", "a.txt", of(b"a \xed\xa0\x80 b"), "lone surrogates", True, "a � b"),
    BadFile(
        "ragged CSV",
        "a.csv",
        of(b"a,b\n1,2,3\n4\n"),
        "2 rows have not 2 cells",
        True,
        "Column 3: 3",
    ),
    BadFile("CSV without names", "a.csv", of(b"1,2\n3,4\n"), "look", True, "Column 2: 4"),
    BadFile("CSV of a header", "a.csv", of(b"Plan,Price\n"), "only a header row", True, "Plan"),
    BadFile("CSV with a huge cell", "a.csv", of(_HUGE), "line 3: field larger", True, "a: small"),
    BadFile("CSV by semicolons", "a.csv", of(b"a;b\n1,5;2\n"), "by ';'", True, "a: 1,5 | b: 2"),
    BadFile("CSV not closed", "a.csv", of(b'a,b\n"x,y\nz,w\n'), "mark is not closed", True, "z,w"),
    BadFile(
        "HTML 10,000 deep, and a script",
        "a.html",
        of(b"<script>x</script>" + b"<div>" * 10_000 + b"deep"),
        "1 of script left out",
        True,
        "deep",
    ),
    BadFile("HTML of scripts", "a.html", of(b"<script>1</script>"), "no text in the page .1 of"),
    BadFile(
        "HTML with a wrong charset",
        "a.html",
        of(f"<meta charset=gb2312><p>{EN}".encode()),
        "declares 'gb2312', but is UTF-8",
        True,
        "café",
    ),
    BadFile(
        "HTML with an unknown charset",
        "a.html",
        of(f"<meta charset=martian><p>{EN}".encode("cp1252")),
        "guessed to be cp1252",
        True,
        "café",
    ),
    BadFile(
        "HTML of navigation", "a.htm", of(b"<nav>Home</nav><p>x"), "navigation left out", True, "x"
    ),
    BadFile("HTML with hidden text", "a.html", of(b"<p hidden>h<p>x"), "hidden text", True, "x"),
    BadFile("Markdown with a script", "a.md", of(_SCRIPT.encode()), "1 blocks of", True, "Text."),
    BadFile(
        "unclosed front matter", "a.md", of(b"---\ntitle: x\n\n# A\n"), "not closed", True, "# A"
    ),
    BadFile("a folder named .md", "a.md", lambda path: path.mkdir(), "not read: a folder, not a"),
    BadFile("a pipe", "a.txt", lambda path: os.mkfifo(path), "not read: no regular file"),
    BadFile("no permission", "a.txt", _forbidden, "not read: cannot be read: Permission denied"),
    BadFile("link out of the folder", "a.txt", _link, "not read: a link that leads out of the doc"),
    BadFile("link to nothing", "a.txt", _dangling, "not read: cannot be read: No such file"),
    BadFile("too large", "a.txt", _large, "50,000,001 bytes; allowed are 50,000,000"),
    BadFile("unknown ending", "a.xlsx", of(b"x"), "no reader for '.xlsx'; allowed are .md"),
    BadFile("no ending", "LICENSE", of(b"x"), "no reader for 'a file without an ending'"),
    BadFile("a line end in the name", "a\nb.md", of(b"x"), r"a\\nb.md: not read: its name holds"),
]
