"""One document made in six formats, and what a reader should find in each."""

import csv
import html
import io
import re
from dataclasses import dataclass, field

WORDS = (
    "The provider keeps each backup for thirty days and then removes it from every region. "
    "A customer may ask for an earlier removal, which is done within two working days. "
    "However, what a court has ordered to be kept stays until the order ends. "
    "Internationally operating customers choose the region before the first upload. "
)
_TOPICS = (
    "Backups Regions Invoices Leave Security Accounts Devices Support Holidays Contracts Payments "
    "Audits Deletion Retention Training Travel Passwords Visitors Equipment Suppliers Meetings "
    "Releases Logs"
)
TOPICS = re.findall(r"\w+", _TOPICS)


@dataclass(frozen=True)
class Table:
    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    footnote: str


@dataclass(frozen=True)
class Section:
    level: int
    heading: str
    paragraphs: tuple[str, ...]
    lead: str = ""
    items: tuple[str, ...] = ()
    table: Table | None = None
    code: str = ""
    image: str = ""
    new_page: bool = False


@dataclass
class Made:
    """A file, and the page each heading stands on where the format has pages."""

    data: bytes
    pages: dict[str, int] = field(default_factory=dict)


def sections(count: int = 12, words: int = 3) -> list[Section]:
    """A title, then sections with one of everything in turn."""
    made = [Section(1, "Service handbook", (WORDS,))]
    for n in range(1, count + 1):
        table = Table(
            f"Table {n}. Plans of region {n}",
            ("Plan", "Storage (GB)", "Price (EUR)"),
            tuple((f"Plan {n}.{r}", str(100 * r), f"{r}.50") for r in range(1, 5)),
            f"* Prices of region {n} are without tax.",
        )
        made.append(
            Section(
                2 if n % 3 == 1 else 3,
                f"{TOPICS[n % len(TOPICS)]} {TOPICS[n // len(TOPICS) % len(TOPICS)].lower()}",
                tuple(f"Part {n}.{p}: {WORDS * words}".strip() for p in range(2)),
                f"The steps of region {n} are:",
                tuple(f"do step {s} of region {n}" for s in range(1, 4)),
                table if n % 2 else None,
                f"def region_{n}():\n    return {n}" if n % 4 == 0 else "",
                f"A map of region {n}" if n % 3 == 0 else "",
                new_page=n > 1 and n % 2 == 1,
            )
        )
    return made


def markdown(parts: list[Section]) -> Made:
    out = []
    for part in parts:
        out += ["#" * part.level + " " + part.heading, *part.paragraphs]
        if part.items:
            out += [part.lead, "\n".join(f"- {item}" for item in part.items)]
        if part.table:
            t = part.table
            rows = [t.header, ("---",) * len(t.header), *t.rows]
            table = "\n".join("| " + " | ".join(row) + " |" for row in rows)
            out += [t.caption, table, f"\\{t.footnote}"]
        if part.code:
            out.append(f"```\n{part.code}\n```")
        if part.image:
            out.append(f"![{part.image}](map.png)")
    return Made(("\n\n".join(out) + "\n").encode())


def web_page(parts: list[Section]) -> Made:
    e = html.escape
    out = ["<!doctype html><meta charset=utf-8><title>x</title><nav><a href=/>Home</a></nav>"]
    for part in parts:
        out.append(f"<h{part.level}>{e(part.heading)}</h{part.level}>")
        out += [f"<p>{e(text)}</p>" for text in part.paragraphs]
        if part.items:
            items = "".join(f"<li>{e(item)}</li>" for item in part.items)
            out.append(f"<p>{e(part.lead)}</p><ul>{items}</ul>")
        if part.table:
            t = part.table
            head = "".join(f"<th>{e(cell)}</th>" for cell in t.header)
            body = "".join(
                "<tr>" + "".join(f"<td>{e(cell)}</td>" for cell in row) + "</tr>" for row in t.rows
            )
            out.append(
                f"<table><caption>{e(t.caption)}</caption><tr>{head}</tr>{body}</table>"
                f"<p>{e(t.footnote)}</p>"
            )
        if part.code:
            out.append(f"<pre><code>{e(part.code)}</code></pre>")
        if part.image:
            out.append(f"<img src=map.png alt='{e(part.image)}'><hr>")
    return Made("\n".join(out).encode())


def plain_text(parts: list[Section]) -> Made:
    made, text, page = Made(b""), "", 1
    for part in parts:
        if part.new_page:
            text += "\f"
            page += 1
        made.pages[part.heading] = page
        out = [part.heading, *part.paragraphs]
        if part.items:
            out += [part.lead, "\n".join(f"- {item}" for item in part.items)]
        if part.table:
            t = part.table
            rows = "\n".join("".join(cell.ljust(16) for cell in r) for r in (t.header, *t.rows))
            out += [t.caption, rows, t.footnote]
        if part.code:
            out.append(f"```\n{part.code}\n```")
        text += "\n\n".join(out) + "\n\n"
    made.data = text.encode()
    return made


def spreadsheet(parts: list[Section]) -> Made:
    file = io.StringIO()
    tables = [part.table for part in parts if part.table]
    writer = csv.writer(file)
    writer.writerow(tables[0].header)
    for table in tables:
        writer.writerows(table.rows)
    return Made(file.getvalue().encode())


def word(parts: list[Section]) -> Made:
    import docx
    from docx.oxml.ns import qn
    from docx.shared import Inches

    document = docx.Document()
    document.sections[0].header.paragraphs[0].text = "Running header"
    picture = _png()
    made, page = Made(b""), 1
    for part in parts:
        if part.new_page:
            document.add_page_break()
            page += 1
        made.pages[part.heading] = page
        document.add_heading(part.heading, part.level)
        for text in part.paragraphs:
            document.add_paragraph(text)
        if part.items:
            document.add_paragraph(part.lead)
            for item in part.items:
                document.add_paragraph(item, style="List Bullet")
        if part.table:
            t = part.table
            document.add_paragraph(t.caption, style="Caption")
            grid = document.add_table(1 + len(t.rows), len(t.header))
            for r, row in enumerate((t.header, *t.rows)):
                for c, cell in enumerate(row):
                    grid.cell(r, c).text = cell
            document.add_paragraph(t.footnote)
        for line in part.code.split("\n") if part.code else ():
            document.add_paragraph(line, style="macro")
        if part.image:
            shape = document.add_picture(io.BytesIO(picture), width=Inches(1))
            properties = shape._inline.find(qn("wp:docPr"))
            properties.set("descr", part.image)
    file = io.BytesIO()
    document.save(file)
    made.data = file.getvalue()
    return made


def _png() -> bytes:
    from PIL import Image

    file = io.BytesIO()
    Image.new("RGB", (4, 4), "red").save(file, "PNG")
    return file.getvalue()


def pdf(parts: list[Section], ruled: bool = True) -> Made:
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import (
        KeepTogether,
        ListFlowable,
        Paragraph,
        Preformatted,
        SimpleDocTemplate,
        Spacer,
    )
    from reportlab.platypus import Table as Grid

    made = Made(b"")
    styles = getSampleStyleSheet()

    class Template(SimpleDocTemplate):
        def afterFlowable(self, flowable: object) -> None:  # noqa: N802
            style = getattr(getattr(flowable, "style", None), "name", "")
            if style.startswith("Heading"):
                made.pages[flowable.getPlainText()] = self.page  # type: ignore[attr-defined]

    def furniture(canvas: object, document: object) -> None:
        canvas.setFont("Helvetica", 8)  # type: ignore[attr-defined]
        canvas.drawString(72, 800, "Service handbook, internal")  # type: ignore[attr-defined]
        number = document.page  # type: ignore[attr-defined]
        canvas.drawCentredString(300, 40, f"Page {number}")  # type: ignore[attr-defined]

    out: list[object] = []
    for part in parts:
        heading = Paragraph(html.escape(part.heading), styles[f"Heading{part.level}"])
        first, *rest = (Paragraph(html.escape(x), styles["BodyText"]) for x in part.paragraphs)
        out += [KeepTogether([heading, first]), *rest]
        if part.items:
            items = [Paragraph(html.escape(item), styles["BodyText"]) for item in part.items]
            out.append(Paragraph(html.escape(part.lead), styles["BodyText"]))
            out.append(ListFlowable(items, bulletType="bullet"))
        if part.table:
            t = part.table
            style = [("GRID", (0, 0), (-1, -1), 0.5, "black")] if ruled else []
            grid = Grid([list(t.header), *(list(row) for row in t.rows)], style=style)
            caption, note = (Paragraph(x, styles["BodyText"]) for x in (t.caption, t.footnote))
            out.append(KeepTogether([caption, grid, Spacer(1, 4), note]))
        if part.code:
            out.append(Preformatted(part.code, styles["Code"]))
    file = io.BytesIO()
    Template(file, pagesize=A4, invariant=1).build(
        out, onFirstPage=furniture, onLaterPages=furniture
    )
    made.data = file.getvalue()
    return made


FORMATS = {
    ".md": markdown,
    ".html": web_page,
    ".docx": word,
    ".pdf": pdf,
    ".csv": spreadsheet,
    ".txt": plain_text,
}
