"""The text of one Word paragraph, and what stands in it besides text."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from golden_sets.language import marked, worded
from golden_sets.word_styles import attribute, child, is_on, local

TokenKind = Literal["text", "image", "footnote", "endnote", "page", "rendered_page", "box"]

_TEXT = {"tab": "\t", "cr": "\n", "noBreakHyphen": "-", "ptab": "\t"}
# What is inside is not the text of the document as it stands.
_LEFT_OUT = {"del": marked("tracked deletions"), "moveFrom": marked("tracked deletions"), "rt": ""}
_SKIPPED = frozenset({"pPr", "rPr", "instrText", "delText", "Fallback", "sdtPr", "sdtEndPr"})


class Token(NamedTuple):
    """A run of text, an image's alternative text, a note's id, a page break or a text box."""

    kind: TokenKind
    text: str = ""
    element: Any = None


@dataclass(slots=True)
class Leavings:
    """What was left out of a document, counted."""

    counts: Counter[str] = field(default_factory=Counter)

    def notes(self) -> list[str]:
        return [
            worded("{count} {what} left out", count=count, what=worded(what))
            for what, count in sorted(self.counts.items())
        ]


def tokens_of(paragraph: Any, left: Leavings) -> Iterator[Token]:
    """What a paragraph holds, in order. The parser has bounded how deep it nests."""
    for element in paragraph:
        name = local(element)
        if name in _SKIPPED:
            continue
        if name in _LEFT_OUT:
            if _LEFT_OUT[name]:
                left.counts[_LEFT_OUT[name]] += 1
        elif name == "t":
            yield Token("text", element.text or "")
        elif name in _TEXT:
            yield Token("text", _TEXT[name])
        elif name == "br":
            kind = attribute(element, "type")
            yield Token("page") if kind == "page" else Token("text", "\n")
        elif name == "lastRenderedPageBreak":
            yield Token("rendered_page")
        elif name in ("footnoteReference", "endnoteReference"):
            yield Token("footnote" if name[0] == "f" else "endnote", attribute(element, "id") or "")
        elif name == "commentReference":
            left.counts[marked("comments")] += 1
        elif name in ("drawing", "pict", "object"):
            yield from _drawing(element, left)
        elif name == "r" and is_on(child(element, "rPr", "vanish")):
            left.counts[marked("runs of hidden text")] += 1
        else:
            yield from tokens_of(element, left)


def _drawing(element: Any, left: Leavings) -> Iterator[Token]:
    """A drawing's alternative text, and the text boxes in it."""
    boxes = [e for e in element.iter() if local(e) == "txbxContent"]
    outer = [e for e in boxes if not any(local(a) == "txbxContent" for a in e.iterancestors())]
    for box in outer:
        yield Token("box", element=box)
    described = (
        attribute(e, "descr") or attribute(e, "alt") or ""
        for e in element.iter()
        if local(e) in ("docPr", "shape", "rect", "imagedata")
    )
    text = next((one for one in described if one.strip()), "")
    if text:
        yield Token("image", text)
    elif not boxes:
        left.counts[marked("images without an alternative text")] += 1
