"""What a strategy makes of a document: spans to index and spans to read."""

import hashlib
from collections.abc import Iterable
from typing import NamedTuple

from golden_sets.document import Document, Span


def join_spans(text: str, spans: Iterable[Span], separator: str = "\n") -> str:
    """The spans' texts, joined by a newline (a header's by ` > `)."""
    return separator.join(text[start:end] for start, end in spans)


class Chunk(NamedTuple):
    """A unit of the index. Offsets are primary; its texts are derived from the document.

    A named tuple where the other objects are frozen dataclasses: a corpus is cut into many
    thousands at every touch of a slider, and a frozen dataclass of this many fields takes five
    times as long to make. The chunks before and after it are its neighbours in the strategy's
    result.

    Attributes:
        document: The document's id.
        revision: The revision of the text that the spans refer to.
        matched: What is indexed: in order, disjoint.
        read: What a reader gets when the chunk is found: the parent's spans for parent-child,
            else the same as `matched`.
        header: Headings put before the text, outermost first; empty unless asked for.
        title: A title put before the headings that stands nowhere in the text; it costs tokens
            and earns no evidence.
        heading_path: Spans of the headings the chunk starts under.
        part: Which part of how many, where a table or list was cut; None where none was.
        added: What expansion hands over beside `read`.
    """

    document: str
    revision: str
    matched: tuple[Span, ...]
    read: tuple[Span, ...]
    kind: str = "text"
    heading_path: tuple[Span, ...] = ()
    page: int | None = None
    part: tuple[int, int] | None = None
    header: tuple[Span, ...] = ()
    title: str = ""
    added: tuple[Span, ...] = ()
    key: bool = False

    @property
    def id(self) -> str:
        """24 hex digits of a hash of document, revision, matched, read, header and title."""
        parts = (self.document, self.revision, self.matched, self.read, self.header, self.title)
        return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()[:24]

    @property
    def start(self) -> int:
        """Where its own text starts; what it repeats from before stands in front of that."""
        return self.matched[-1].start

    def header_text(self, document: Document) -> str:
        """Title and headings joined by ` > `, "" without a header."""
        headings = [document.text[start:end] for start, end in self.header]
        return " > ".join([self.title, *headings] if self.title else headings)

    def matched_text(self, document: Document) -> str:
        return join_spans(document.text, self.matched)

    def read_text(self, document: Document) -> str:
        return join_spans(document.text, self.read)

    def index_text(self, document: Document) -> str:
        """What BM25 and the embedder get: the header, a newline, and the matched text."""
        header = self.header_text(document)
        matched = self.matched_text(document)
        return f"{header}\n{matched}" if header else matched
