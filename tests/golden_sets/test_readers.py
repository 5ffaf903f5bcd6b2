"""Six formats, one shape: what every reader promises, and what each keeps of its format."""

import io
import re
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab.pdfgen.canvas import Canvas

from golden_sets import text_files
from golden_sets.csv_table import read_csv
from golden_sets.document import Document
from golden_sets.extracted import Piece, document_of, item_of, row_of, words_of
from golden_sets.file_report import UnreadableError
from golden_sets.reading import READERS
from golden_sets.web_page import read_html
from golden_sets.word import read_docx
from strategies.registry import STRATEGIES, make_strategy
from strategies.variant import Variant
from tests.benchmarks.bench_reading import kept
from tests.golden_sets.bad_files import docx_of
from tests.golden_sets.six_formats import FORMATS, pdf, sections
from tests.strategies.test_contract import check_contract

ENDINGS = list(FORMATS)


def blocks(document: Document) -> list[tuple[str, str]]:
    return [(block.kind, document.text[slice(*block.span)]) for block in document.blocks]


def check_document(document: Document) -> None:
    """Blocks in order and apart, every non-blank character in one, pages never going back."""
    text, end, page = document.text, document.body_start, 1
    outside = ""
    for block in document.blocks:
        assert end <= block.span.start < block.span.end <= len(text)
        words = text[slice(*block.span)]
        assert words == words.strip()
        outside += text[end : block.span.start]
        end = block.span.end
        assert block.page is None or block.page >= page
        page = block.page or page
        at = block.span.start
        for mark in block.markup:
            assert at <= mark.start < mark.end <= block.span.end
            at = mark.end
        for heading in block.heading_path:
            assert text[slice(*heading)].strip() and heading.end <= block.span.end
    assert not (outside + text[end:]).strip()
    assert not any("\ud800" <= c <= "\udfff" or c in "\0\r" for c in text)


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_document_of_each_format_keeps_the_promises(ending):
    data = FORMATS[ending](sections()).data
    document = READERS[ending].read(data, f"x{ending}", "manual").document
    check_document(document)
    assert document.document_class == "manual"
    assert READERS[ending].read(data, f"x{ending}", "manual").document == document
    if ending != ".csv":
        assert document.title == "Service handbook"


@pytest.mark.parametrize("ending", ENDINGS)
def test_what_each_format_keeps(ending):
    """All of what the format can say; plain text says neither levels nor tables."""
    unsaid = {"its level", "table_header", "table_row", "caption", "footnote"}
    for kind, count in kept(ending, sections()).items():
        if kind == "other headings":
            assert count is None or count[0] == 0
        elif count and not (ending == ".txt" and kind in unsaid):
            assert count[0] == count[1], kind


@pytest.mark.parametrize("name", sorted(STRATEGIES))
@pytest.mark.parametrize("ending", ENDINGS)
def test_every_strategy_cuts_what_every_reader_reads(ending, name):
    data = FORMATS[ending](sections(5)).data
    document = READERS[ending].read(data, f"x{ending}", "").document
    for size in (60, 400):
        check_contract(Variant(make_strategy(name, size=size, overlap=size // 5), "path"), document)


_WORDS = st.text(
    st.characters(exclude_categories=("Cs",))
    | st.sampled_from(" \n\t|*-•1.()：:年\u3000\xad\ufeff"),
    max_size=30,
)
_CLEAN = _WORDS.map(words_of)
_PIECES = st.lists(
    st.one_of(
        st.builds(Piece, st.sampled_from(["paragraph", "quote", "caption", "image"]), _CLEAN),
        st.builds(lambda text, n: Piece("heading", text, n), _CLEAN, st.integers(1, 6)),
        st.builds(lambda text, n: item_of("-", text, n), _CLEAN, st.integers(1, 4)),
        st.builds(
            lambda cells, head: row_of(cells, head, 1) or Piece("paragraph", ""),
            st.lists(_CLEAN, max_size=4),
            st.booleans(),
        ),
    ),
    max_size=12,
)


@given(_PIECES)
def test_any_pieces_make_a_document(pieces):
    document = document_of("x.html", pieces)
    assert document.text == document.text.strip()
    end = 0
    for block in document.blocks:
        assert not document.text[end : block.span.start].strip()
        end = block.span.end
    assert end == len(document.text)


_MARKUP = (
    "<p> </p> <div> <h1> </h1> <h3> <ul> </ul> <ol_start=3> <li> <table> </table> <tr> <td> </td> "
    "<td_rowspan=3> <td_colspan=2> <th> <thead> <caption> <pre> </pre> <br> <img_alt='a'> <b> </b> "
    "<blockquote> <script> </script> <sup>1</sup> <nav> </nav> <section_class=footnotes> "
    "</section> <p_hidden> &amp; &nbsp; &#0; &#xD800; <!--_c_--> <![CDATA[x]]> <title> </title> "
    "<svg> </svg> </html> </body> <figcaption> <dl> <dt> <dd>"
)
_TAGS = st.sampled_from([tag.replace("_", " ") for tag in re.findall(r"\S+", _MARKUP)])


@given(st.lists(_TAGS | _WORDS | st.sampled_from(["words ", "Fees "]), max_size=25).map("".join))
def test_any_tags_are_read_or_refused(page):
    try:
        made = read_html(page.encode(), "x.html")
    except UnreadableError:
        return
    check_document(made.document)


@given(st.lists(st.lists(_WORDS, max_size=4), max_size=6), st.sampled_from(",;\t|"))
def test_any_rows_are_read_or_refused(rows, separator):
    data = "\n".join(separator.join(row) for row in rows).encode()
    try:
        made = read_csv(data, "x.csv")
    except UnreadableError:
        return
    check_document(made.document)


_XML = st.sampled_from(
    [
        "<w:p><w:r><w:t>Words here.</w:t></w:r></w:p>",
        '<w:p><w:pPr><w:outlineLvl w:val="1"/></w:pPr><w:r><w:t>Head</w:t></w:r></w:p>',
        "<w:p><w:r><w:t>a</w:t><w:tab/><w:br/><w:lastRenderedPageBreak/><w:t>b</w:t></w:r></w:p>",
        '<w:p><w:r><w:br w:type="page"/></w:r></w:p>',
        "<w:p><w:ins><w:r><w:t>new</w:t></w:r></w:ins><w:del><w:r/></w:del></w:p>",
        "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Plan</w:t></w:r></w:p></w:tc>"
        "<w:tc><w:p><w:r><w:t>GB</w:t></w:r></w:p></w:tc></w:tr>"
        '<w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr><w:p><w:r><w:t>Solo</w:t></w:r></w:p>'
        "</w:tc></w:tr></w:tbl>",
        "<w:sdt><w:sdtContent><w:p><w:r><w:t>Held.</w:t></w:r></w:p></w:sdtContent></w:sdt>",
        "<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r></w:p>",
    ]
)


@given(st.lists(_XML, min_size=1, max_size=12).map("".join))
@settings(max_examples=100)
def test_any_word_body_is_read_or_refused(body):
    try:
        made = read_docx(docx_of(body), "x.docx")
    except UnreadableError:
        return
    check_document(made.document)
    assert "hidden" not in made.document.text


def test_a_word_file_keeps_notes_lists_and_pages():
    lists = (
        '<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="0">'
        '<w:lvl w:ilvl="0"><w:start w:val="8"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/>'
        '</w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl>'
        '<w:lvl w:ilvl="2"><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="(%3)"/></w:lvl>'
        '</w:abstractNum><w:num w:numId="5"><w:abstractNumId w:val="0"/></w:num></w:numbering>'
    )
    notes = (
        '<w:footnotes xmlns:w="w"><w:footnote w:type="separator" w:id="0"/><w:footnote w:id="2">'
        "<w:p><w:r><w:t>Without tax.</w:t></w:r></w:p></w:footnote></w:footnotes>"
    )
    relations = "".join(
        f'<Relationship Type="x/{kind}" Target="{kind}.xml"/>'
        for kind in ("numbering", "footnotes")
    )

    def numbered(level: int, text: str, more: str = "") -> str:
        return (
            f'<w:p><w:pPr><w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="5"/></w:numPr></w:pPr>'
            f"<w:r>{more}<w:t>{text}</w:t></w:r></w:p>"
        )

    body = (
        '<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>Terms</w:t></w:r></w:p>'
        + numbered(1, "Fees. They are due")
        + '<w:p><w:r><w:t>They are five</w:t><w:footnoteReference w:id="2"/></w:r></w:p>'
        + numbered(1, "Tax. It is due.", "<w:lastRenderedPageBreak/>")
        + numbered(2, "in euros")
    )
    parts = {
        "word/numbering.xml": lists,
        "word/footnotes.xml": notes,
        "word/_rels/document.xml.rels": f"<Relationships>{relations}</Relationships>",
    }
    made = read_docx(docx_of(body, **parts), "x.docx")
    assert blocks(made.document) == [
        ("heading", "Terms"),
        ("heading", "8.1 Fees."),
        ("paragraph", "They are due"),
        ("paragraph", "They are five[1]"),
        ("footnote", "[1] Without tax."),
        ("heading", "8.2 Tax."),
        ("paragraph", "It is due."),
        ("list_item", "(a) in euros"),
    ]
    assert [block.page for block in made.document.blocks] == [1, 1, 1, 1, 1, 2, 2, 2]
    assert made.pages == 2 and made.notes == ()


def test_a_csv_row_reads_alone():
    made = read_csv(b"Plan,Size (GB),Note\nSolo,200,\nTeam,,new\n", "x.csv")
    assert blocks(made.document) == [
        ("table_row", "Plan: Solo | Size (GB): 200"),
        ("table_row", "Plan: Team | Note: new"),
    ]


@pytest.mark.parametrize("first", ["sep=;", '"sep=;"', "SEP=;"])
def test_excel_s_line_on_the_separator_is_no_row(first):
    made = read_csv(f"{first}\r\nPlan;Price, net\r\nSolo;1,50\r\n".encode(), "x.csv")
    assert blocks(made.document) == [("table_row", "Plan: Solo | Price, net: 1,50")]
    assert f"the first line, {first!r}, names the separator and is left out" in made.notes


def test_a_header_that_begins_like_excel_s_line_stays():
    made = read_csv(b"sep=;Plan\nx;Solo\n", "x.csv")
    assert blocks(made.document) == [("table_row", "sep=: x | Plan: Solo")]


def test_a_table_in_a_word_cell_has_no_bars_of_its_own():
    def cell(inside: str) -> str:
        return f"<w:tc>{inside}</w:tc>"

    def words(text: str) -> str:
        return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"

    def table(*rows: list[str]) -> str:
        made = "".join(f"<w:tr>{''.join(map(cell, row))}</w:tr>" for row in rows)
        return f"<w:tbl>{made}</w:tbl>"

    inner = table([words("in1"), words("in2")], [words("in3"), words("in4")])
    outer = table([words("1"), inner + "<w:p/>", words("3")])
    document = read_docx(docx_of(outer), "x.docx").document
    assert document.text == "1 | in1 in2 in3 in4 | 3"
    assert len(document.blocks[0].markup) == 2


def test_a_pdf_is_whole_again_over_its_pages():
    """Furniture gone, a sentence joined over a page, a parted word joined, a hyphen kept."""
    made = READERS[".pdf"].read(pages(), "x.pdf", "")
    assert blocks(made.document) == [
        (
            "paragraph",
            "The agreement is long and its first page ends before its international "
            "sentence does, which is well-known and goes on here.",
        ),
        ("paragraph", "Another well-known paragraph begins and ends on the second page."),
        ("paragraph", "The third page has a paragraph of its own that is as long as the others."),
    ]
    assert [block.page for block in made.document.blocks] == [1, 2, 3]
    assert [note.split("'")[1] for note in made.notes] == ["Terms of service", "Page 1 of 3"]


def pages() -> bytes:
    text = [
        ["The agreement is long and its first page ends before its inter-"],
        [
            "national sentence does, which is well-",
            "known and goes on here.",
            "",
            "Another well-known paragraph begins and ends on the second page.",
        ],
        ["The third page has a paragraph of its own that is as long as the others."],
    ]
    file = io.BytesIO()
    canvas = Canvas(file, invariant=1)
    for number, lines in enumerate(text, 1):
        canvas.drawString(72, 800, "Terms of service")
        for n, line in enumerate(lines):
            canvas.drawString(72, 700 - 14 * n, line)
        canvas.drawString(72, 30, f"Page {number} of 3")
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def test_a_table_over_two_pages_is_one_with_one_header():
    rows = [["Plan", "GB"], *([f"Plan {n}", str(n)] for n in range(60))]
    document = READERS[".pdf"].read(grid(rows), "x.pdf", "").document
    kinds = [block.kind for block in document.blocks]
    assert kinds == ["table_header", *["table_row"] * 60]
    assert {block.page for block in document.blocks} == {1, 2}
    assert "\n\n" not in document.text


def test_a_chapter_on_each_page_is_no_furniture():
    file = io.BytesIO()
    canvas = Canvas(file, invariant=1)
    for number in range(1, 5):
        canvas.setFont("Helvetica", 18)
        canvas.drawString(72, 790, f"Chapter {number}")
        canvas.setFont("Helvetica", 10)
        canvas.drawString(72, 700, f"The text of this chapter has the number {number} in it.")
        canvas.showPage()
    canvas.save()
    document = READERS[".pdf"].read(file.getvalue(), "x.pdf", "").document
    headings = [(b.page, document.text[slice(*b.span)]) for b in document.blocks[::2]]
    assert headings == [(n, f"Chapter {n}") for n in range(1, 5)]
    assert {block.kind for block in document.blocks[::2]} == {"heading"}


def grid(rows: list[list[str]]) -> bytes:
    from reportlab.platypus import SimpleDocTemplate, Table

    file = io.BytesIO()
    table = Table(rows, repeatRows=1, style=[("GRID", (0, 0), (-1, -1), 0.5, "black")])
    SimpleDocTemplate(file, invariant=1).build([table])
    return file.getvalue()


def test_chinese_of_a_pdf():
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont
    from reportlab.platypus import Paragraph, SimpleDocTemplate

    pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
    style = ParagraphStyle("zh", fontName="STSong-Light", fontSize=10, leading=14, wordWrap="CJK")
    text = "员工每年享有十五天带薪年假。未休部分可以结转到下一年，但不得超过五天。" * 3
    file = io.BytesIO()
    SimpleDocTemplate(file, invariant=1).build([Paragraph(text, style)])
    document = READERS[".pdf"].read(file.getvalue(), "x.pdf", "").document
    assert blocks(document) == [("paragraph", text)]


def test_unruled_rows_of_a_pdf_stay_apart():
    made = pdf(sections(2), ruled=False)
    document = READERS[".pdf"].read(made.data, "x.pdf", "").document
    check_document(document)
    assert ("paragraph", "Plan 1.1 100 1.50") in blocks(document)


def test_form_feeds_are_pages_of_plain_text():
    document = READERS[".txt"].read(b"One here.\n\f\nTwo here.\n\nThree.\n", "x.txt", "").document
    assert [block.page for block in document.blocks] == [1, 2, 2]


def test_heavy_libraries_are_imported_for_their_files_alone():
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from golden_sets.golden_set import load_golden_set, find_golden_set\n"
        "load_golden_set(find_golden_set('handbook'))\n"
        "heavy = {'lxml', 'pdfplumber', 'pypdfium2', 'charset_normalizer', 'docx'}\n"
        "sys.exit(', '.join(heavy & set(sys.modules)) or 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


# As one pattern, which tried each opening to the end of the text: 100 KB took over a minute.
_ACTIVE = re.compile(r"^ {0,3}<(script|style)\b.*?</\1>[^\n]*$", re.I | re.M | re.S)
_PARTS = ["<script", "<style", "</script>", "</STYLE>", ">", "\n", " ", "a", "```\n", "    "]


@given(st.lists(st.sampled_from(_PARTS), max_size=14).map("".join))
def test_scripts_are_found_where_one_pattern_would_find_them(text):
    expected = [found.span() for found in _ACTIVE.finditer(text)]
    assert list(text_files._active(text)) == expected


def test_openings_that_nothing_closes_are_read_in_one_pass():
    looked = []

    class Counted:
        def search(self, text, at):
            looked.append(at)

    text = "<script\n" * 1_000
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(text_files._CLOSED, "script", Counted())
        assert list(text_files._active(text)) == []
    assert len(looked) == 1
