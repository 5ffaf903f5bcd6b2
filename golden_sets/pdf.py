"""Read PDF: text by PDFium, ruled tables by pdfplumber's rules, structure by type and place.

A PDF stores glyphs at places, no structure: a heading is known by its size or weight, a paragraph
by its lines, and furniture by standing on many pages. What could not be read is said by page.
"""

import threading
from collections.abc import Iterator, Sequence

from golden_sets.extracted import document_of
from golden_sets.file_report import Extraction, UnreadableError
from golden_sets.language import worded
from golden_sets.limits import MAX_PAGES
from golden_sets.pdf_blocks import pieces_of
from golden_sets.pdf_columns import order_note
from golden_sets.pdf_furniture import furniture_of
from golden_sets.pdf_lines import Page, page_of
from golden_sets.signatures import kind_of

# PDFium is one engine a process and not safe between threads.
_ONE_AT_A_TIME = threading.Lock()
# A page of which more than this share of the characters has no letter is named.
_UNMAPPED = 0.1


def read_pdf(data: bytes, document_id: str, document_class: str = "") -> Extraction:
    """A document of a PDF's text, each block with the page it begins on.

    Raises:
        UnreadableError: It is none, is damaged, encrypted or scanned, or has too many pages.
    """
    if b"%PDF-" not in data[:1024]:
        raise UnreadableError(
            worded("{kind}, not a PDF", kind=kind_of(data) or worded("something else"))
        )
    with _ONE_AT_A_TIME:
        pages, notes = _pages(data)
    empty = tuple(page.number for page in pages if not page.lines)
    if len(empty) == len(pages):
        scanned = sum(bool(page.images) for page in pages)
        if scanned:
            raise UnreadableError(
                worded(
                    "no text layer: {n} pages of images; run text recognition on it first",
                    n=scanned,
                )
            )
        raise UnreadableError(worded("no text layer: {n} empty pages", n=len(pages)))
    if empty:
        notes.append(
            worded(
                "{n} of {n2} pages have no text: {list}",
                n=len(empty),
                n2=len(pages),
                list=_list(empty),
            )
        )
    if b"%%EOF" not in data[-2048:]:
        notes.append(worded("it does not end as a PDF does: pages may be missing"))
    furniture, said = furniture_of(pages)
    notes += [*said, *order_note(pages), *_unmapped(pages)]
    document = document_of(document_id, pieces_of(pages, furniture), document_class)
    if not document.text.strip():
        raise UnreadableError(worded("no text but running headers and footers"))
    return Extraction(document, tuple(notes), pages=len(pages), pages_without_text=empty)


def _pages(data: bytes) -> tuple[list[Page], list[str]]:
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise UnreadableError(_reason(str(error))) from None
    try:
        count = len(document)
        if not count:
            raise UnreadableError(worded("a PDF without pages"))
        if count > MAX_PAGES:
            raise UnreadableError(
                worded("{count:,} pages; allowed are {most:,}", count=count, most=MAX_PAGES)
            )
        pages: list[Page] = []
        notes: list[str] = []
        for number in range(1, count + 1):
            try:
                page = document[number - 1]
                pages.append(page_of(page, number))
                page.close()
            except pypdfium2.PdfiumError:
                pages.append(Page(number, 0.0, 0.0))
                notes.append(worded("page {number} is damaged and was not read", number=number))
        return pages, notes
    finally:
        document.close()


def _reason(message: str) -> str:
    low = message.lower()
    if "password" in low:
        return worded("encrypted: a password is needed; save it without one")
    if "security" in low:
        return worded("encrypted in a way that is not read; save it without encryption")
    return worded("a damaged or truncated PDF: it does not open")


def _unmapped(pages: Sequence[Page]) -> Iterator[str]:
    for page in pages:
        total = sum(len(line.text) for line in page.lines)
        if total and page.unmapped > _UNMAPPED * total:
            yield worded(
                "page {number}: {unmapped} of {total} characters have no letter",
                number=page.number,
                unmapped=page.unmapped,
                total=total,
            )


def _list(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers[:10])) + (", ..." if len(numbers) > 10 else "")
