"""Read Markdown and plain-text files: the bytes as text, and what is left out of it."""

import re
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from golden_sets.document import Document
from golden_sets.encodings import NotTextError, decoded
from golden_sets.file_report import Extraction, NoTextError, UnreadableError
from golden_sets.language import of_error, worded
from golden_sets.markdown import read_markdown
from golden_sets.plain_text import read_plain_text

TEXT_READERS: dict[str, Callable[[str, str, str], Document]] = {
    ".md": read_markdown,
    ".markdown": read_markdown,
    ".txt": read_plain_text,
}
_OPENED = re.compile(r"^ {0,3}<(script|style)\b", re.I | re.M)
# By the name that was opened: where it closes, with the rest of that line.
_CLOSED = {name: re.compile(rf"</{name}>[^\n]*$", re.I | re.M) for name in ("script", "style")}
_UNCLOSED = re.compile(r"\A---[ \t]*\n[A-Za-z_][\w-]*[ \t]*:")
_FENCED = re.compile(r"^ {0,3}(`{3,}|~{3,}).*?(?:^ {0,3}\1[`~]*[ \t]*$|\Z)", re.M | re.S)


def normalise_newlines(text: str) -> str:
    """The text with `\\r\\n` and `\\r` as `\\n`, without a byte-order mark at its start."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def read_markdown_file(data: bytes, document_id: str, document_class: str = "") -> Extraction:
    """A document of Markdown; blocks that are a script or a style are left out of its text.

    Raises:
        UnreadableError: It is no text, or all blank.
    """
    text, encoding, notes = _text(data)
    text, more = _without_scripts(text)
    document = _document(read_markdown, document_id, text, document_class)
    if document.body_start == 0 and _UNCLOSED.match(text):
        more = (
            *more,
            worded("front matter opens on line 1 and is not closed by ---; read as text"),
        )
    if document.text and not document.text[document.body_start :].strip():
        raise UnreadableError(worded("no text but front matter"))
    return Extraction(document, (*notes, *more), encoding)


def read_text_file(data: bytes, document_id: str, document_class: str = "") -> Extraction:
    """A document of plain text; form feeds, where it has any, part its pages.

    Raises:
        UnreadableError: It is no text, or all blank.
    """
    text, encoding, notes = _text(data)
    document = _document(read_plain_text, document_id, text, document_class)
    if "\f" not in text.strip():
        return Extraction(document, notes, encoding)
    page, at, blocks = 1, 0, []
    for block in document.blocks:
        page += text.count("\f", at, block.span.start)
        at = block.span.start
        blocks.append(replace(block, page=page))
    pages = text.rstrip().count("\f") + 1
    return Extraction(replace(document, blocks=tuple(blocks)), notes, encoding, pages)


def _text(data: bytes) -> tuple[str, str, tuple[str, ...]]:
    try:
        text, encoding, notes = decoded(data)
    except NotTextError as error:
        raise UnreadableError(of_error(error)) from None
    if not text.strip():
        raise NoTextError(worded("no text: every character is blank"))
    return normalise_newlines(text), encoding, notes


def _document(
    read: Callable[[str, str, str], Document], document_id: str, text: str, document_class: str
) -> Document:
    try:
        return read(document_id, text, document_class)
    except RecursionError:
        raise UnreadableError(worded("nested deeper than can be read")) from None


def _without_scripts(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without blocks of script and style that stand outside fences."""
    active = list(_active(text))
    if not active:
        return text, ()
    fences = [found.span() for found in _FENCED.finditer(text)]
    cut = [(start, end) for start, end in active if not _within(start, fences)]
    if not cut:
        return text, ()
    kept, at = [], 0
    for start, end in cut:
        kept.append(text[at:start])
        at = end
    characters = sum(end - start for start, end in cut)
    note = worded(
        "{n} blocks of script or style left out, {characters:,} characters",
        n=len(cut),
        characters=characters,
    )
    return "".join([*kept, text[at:]]), (note,)


def _within(at: int, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether a place is inside one of disjoint spans in order."""
    before = bisect_right(spans, (at, sys.maxsize))
    return before > 0 and at < spans[before - 1][1]


def _active(text: str) -> Iterator[tuple[int, int]]:
    """Blocks of script and style, in order; one that nothing closes is none.

    As one pattern each of 100,000 openings without a close would be tried to the end of the text.
    """
    at = 0
    open_for_good: set[str] = set()
    for found in _OPENED.finditer(text):
        name = found[1].lower()
        if found.start() < at or name in open_for_good:
            continue
        close = _CLOSED[name].search(text, found.end())
        if close is None:
            open_for_good.add(name)
            continue
        at = close.end()
        yield found.start(), at
