"""Archives and files as somebody would make them to break what reads them."""

import io
import stat
import struct
import zipfile
import zlib

_LISTED = b"PK\x01\x02"


def zipped(*entries, method=zipfile.ZIP_DEFLATED):
    """A ZIP of (name or ZipInfo, data)."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, data in entries:
            archive.writestr(name, data, method)
    return made.getvalue()


def lying(data, size, entry=0):
    """The same ZIP, an entry of which says in the list that it is so large."""
    made, at = bytearray(data), -1
    for _ in range(entry + 1):
        at = made.index(_LISTED, at + 1)
    made[at + 24 : at + 28] = struct.pack("<I", size)
    return bytes(made)


def link(name):
    """An entry that is a symbolic link."""
    made = zipfile.ZipInfo(name)
    made.external_attr = (stat.S_IFLNK | 0o777) << 16
    return made


def pdf(objects):
    """A PDF of these objects, numbered from 1; the first is its catalogue."""
    made, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(objects) + 1
    start = len(made)
    made += b"xref\n0 %d\n0000000000 65535 f \n%s" % (count, table)
    return made + b"trailer <</Size %d /Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (count, start)


def _stream(body, head=b""):
    packed = zlib.compress(body, 9)
    head = b"<</Length %d /Filter /FlateDecode %s>>" % (len(packed), head)
    return head + b"\nstream\n" + packed + b"\nendstream"


def forms_in_forms(depth):
    """A PDF of 2 KB whose page shows ten times ten times ... the same eleven characters."""
    font = b"/Font<</F 5 0 R>>"
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<<%s%s>>>>"
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        page % (font, b"/XObject<</X 6 0 R>>"),
        _stream(b"/X Do " * 10),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    for level in range(1, depth + 1):
        last = level == depth
        body = b"BT /F 12 Tf 72 700 Td (Hello world) Tj ET" if last else b"/X Do " * 10
        more = b"" if last else b"/XObject<</X %d 0 R>>" % (6 + level)
        head = b"/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<<%s%s>>" % (font, more)
        objects.append(_stream(body, head))
    return pdf(objects)


_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_CELL = '<row r="{row}"><c r="{at}" t="inlineStr"><is><t>{text}</t></is></c></row>'


def _relations(kind, target):
    one = f'<Relationship Id="r1" Type="{_OFFICE}/{kind}" Target="{target}"/>'
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{one}</Relationships>'


def workbook(dimension, rows):
    """An XLSX of (row, cell, text), which says of itself that it is so large."""
    kinds = "".join(
        f'<Override PartName="/xl/{part}" ContentType="{_KIND}.{kind}+xml"/>'
        for part, kind in (("workbook.xml", "sheet.main"), ("worksheets/s.xml", "worksheet"))
    )
    cells = "".join(_CELL.format(row=row, at=at, text=text) for row, at, text in rows)
    sheets = '<sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets>'
    sheet = f'<dimension ref="{dimension}"/><sheetData>{cells}</sheetData>'
    return zipped(
        ("[Content_Types].xml", f'<Types xmlns="{_PACKAGE}/content-types">{kinds}</Types>'),
        ("_rels/.rels", _relations("officeDocument", "xl/workbook.xml")),
        ("xl/workbook.xml", f'<workbook xmlns="{_SHEET}" xmlns:r="{_OFFICE}">{sheets}</workbook>'),
        ("xl/_rels/workbook.xml.rels", _relations("worksheet", "worksheets/s.xml")),
        ("xl/worksheets/s.xml", f'<worksheet xmlns="{_SHEET}">{sheet}</worksheet>'),
    )


_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def word(document, method=zipfile.ZIP_DEFLATED):
    """A DOCX whose main part is this; it is the third of its entries."""
    return zipped(
        ("[Content_Types].xml", "<Types/>"),
        ("_rels/.rels", _relations("officeDocument", "word/document.xml")),
        ("word/document.xml", document),
        method=method,
    )


def word_xml(body, head=""):
    return f'{head}<w:document xmlns:w="{_WORD}"><w:body>{body}</w:body></w:document>'
