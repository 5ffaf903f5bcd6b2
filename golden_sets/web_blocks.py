"""From the tags of a web page, as they come, to pieces of text."""

import re
from collections import Counter
from collections.abc import Mapping

from golden_sets.document import BlockKind
from golden_sets.extracted import Piece, code_of, item_of, lines_of
from golden_sets.language import marked, worded
from golden_sets.tables import Cell, Table

_BLOCKS = frozenset(
    re.findall(
        r"\w+",
        "address article aside blockquote body caption center dd details dialog dir div dl dt "
        "fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li "
        "main menu ol optgroup option p pre section select summary table tbody td tfoot th thead "
        "tr ul",
    )
)
# What is inside is not the page's text; each kind is counted.
_LEFT_OUT = {
    **dict.fromkeys(("script", "noscript", "template"), marked("script")),
    "style": marked("style"),
    "nav": marked("navigation"),
    **dict.fromkeys(
        ("iframe", "object", "embed", "video", "audio", "canvas", "svg"), marked("embedded")
    ),
    "textarea": marked("form field"),
}
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_BLANKS = re.compile(r"[ \t\n\r\f]+")
_HIDDEN = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_NOTE_ROLES = frozenset({"doc-footnote", "doc-endnote", "doc-endnotes"})
_NOTE_CLASSES = frozenset({"footnote", "footnotes", "endnotes"})
_LISTS = ("ul", "ol", "menu", "dir")


class WebBlocks:
    """A parser target: `pieces` holds what was read when `finish` has been called."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self.title = ""
        self.left_out: Counter[str] = Counter()
        self.characters_left_out: Counter[str] = Counter()
        self._open: list[str] = []
        self._skip: tuple[int, str] | None = None
        self._within: Counter[str] = Counter()
        self._notes: list[int] = []
        self._lists: list[int | None] = []
        self._marker = ""
        self._buffer: list[str] = []
        self._only_images = False
        self._table: Table | None = None
        self._tables = 0
        self._cell: Cell | None = None

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._open.append(tag)
        if self._skip:
            return
        if reason := _reason(tag, attributes):
            self.left_out[reason] += 1
            self._skip = (len(self._open), reason)
            return
        if tag in _BLOCKS:
            self._flush()
        self._within[tag] += 1
        if tag in _BLOCKS and _is_note(attributes):
            self._notes.append(len(self._open))
        if tag in _LISTS:
            reverse = tag == "ol"
            self._lists.append(_number(attributes.get("start"), 1) - 1 if reverse else None)
        elif tag == "li":
            self._marker = self._next_marker(attributes)
        elif tag == "img":
            self._image(attributes)
        elif tag == "br":
            self._add("\n")
        elif tag in ("table", "tr", "td", "th", "thead"):
            self._start_table(tag, attributes)

    def end(self, tag: str) -> None:
        depth = len(self._open)
        if self._open:
            self._open.pop()
        if self._skip:
            if self._skip[0] >= depth:
                self._skip = None
            return
        if tag in _BLOCKS:
            self._flush()
        self._within[tag] -= 1
        if self._notes and self._notes[-1] >= depth:
            self._notes.pop()
        if tag in _LISTS and self._lists:
            self._lists.pop()
        elif tag == "li":
            self._marker = ""
        elif tag in ("table", "tr", "td", "th", "thead"):
            self._end_table(tag)

    def data(self, text: str) -> None:
        if self._skip:
            self.characters_left_out[self._skip[1]] += len("".join(text.split()))
        elif self._within["title"]:
            self.title += text
        elif self._within["pre"] and self._cell is None:
            self._buffer.append(text)
        elif self._within["head"]:
            return
        else:
            if text.strip().isdigit() and (self._within["sup"] or self._within["sub"]):
                text = text.translate(_RAISED if self._within["sup"] else _LOWERED)
            if text.strip():
                self._only_images = False
            self._add(_BLANKS.sub(" ", text))

    def close(self) -> "WebBlocks":
        return self

    def finish(self) -> None:
        """Takes what an unclosed page has left open."""
        self._flush()
        while self._table:
            self._within["table"] = 0
            self._end_table("table")

    def notes(self) -> list[str]:
        """What was left out, a line a kind."""
        said: list[str] = []
        for reason, count in sorted(self.left_out.items()):
            if reason == "image":
                said.append(
                    worded("{count} images without an alternative text not read", count=count)
                )
            elif reason != "permalink":
                characters = self.characters_left_out[reason]
                said.append(
                    worded(
                        "{count} of {reason} left out, {characters:,} characters",
                        count=count,
                        reason=worded(reason),
                        characters=characters,
                    )
                )
        return said

    def _add(self, text: str) -> None:
        if self._cell is not None:
            self._cell.text += text
        else:
            self._buffer.append(text)

    def _image(self, attributes: Mapping[str, str]) -> None:
        alt = attributes.get("alt")
        if alt is None:
            self.left_out["image"] += 1
        elif alt.strip():
            blank = not "".join(self._buffer).strip()
            self._add(f" {alt} ")
            self._only_images = self._cell is None and (blank or self._only_images)

    def _next_marker(self, attributes: Mapping[str, str]) -> str:
        if not self._lists or self._lists[-1] is None:
            return "-"
        self._lists[-1] = _number(attributes.get("value"), self._lists[-1] + 1)
        return f"{self._lists[-1]}."

    def _flush(self) -> None:
        """The text so far becomes a piece of the kind that the open tags make it."""
        if self._cell is not None:
            self._cell.text += " "
            return
        text = "".join(self._buffer)
        self._buffer.clear()
        only_images, self._only_images = self._only_images, False
        if self._within["pre"] > 0:
            if text.strip():
                self.pieces.append(Piece("code", code_of(text)))
            return
        if words := lines_of(text):
            self.pieces.append(self._piece(words, only_images))

    def _piece(self, words: str, only_images: bool) -> Piece:
        heading = next((n for n in range(1, 7) if self._within[f"h{n}"] > 0), 0)
        if heading:
            return Piece("heading", words.replace("\n", " ").rstrip("¶ ") or words, heading)
        kind: BlockKind = "paragraph"
        if self._within["caption"] > 0 or self._within["figcaption"] > 0:
            kind = "caption"
        elif self._notes:
            marker, self._marker = self._marker.replace("-", ""), ""
            return Piece("footnote", f"{marker} {words}".strip())
        elif only_images:
            kind = "image"
        elif self._lists:
            marker, self._marker = self._marker, ""
            return item_of(marker, words, len(self._lists))
        elif self._within["blockquote"] > 0:
            kind = "quote"
        return Piece(kind, words)

    def _start_table(self, tag: str, attributes: Mapping[str, str]) -> None:
        if self._within["table"] > 1 or (self._cell is not None and tag == "table"):
            return
        if tag == "table":
            self._table = Table(presentation=attributes.get("role") in ("presentation", "none"))
        elif self._table is None:
            return
        elif tag == "tr":
            self._table.rows.append([])
        elif tag in ("td", "th"):
            columns = _number(attributes.get("colspan"), 1)
            rows = _number(attributes.get("rowspan"), 1)
            self._cell = Cell("", tag == "th", columns, rows)

    def _end_table(self, tag: str) -> None:
        if self._table is None or self._within["table"] > (tag != "table"):
            return
        if tag in ("td", "th") and self._cell is not None:
            if not self._table.rows:
                self._table.rows.append([])
            self._table.rows[-1].append(self._cell)
            self._cell = None
        elif tag == "thead" and self._table.rows:
            self._table.marked = len(self._table.rows)
        elif tag == "table":
            if self._cell is not None:
                self._end_table("td")
            self._tables += 1
            self.pieces += self._table.pieces(self._tables)
            self._table = None


def _reason(tag: str, attributes: Mapping[str, str]) -> str:
    """Why what is inside the tag is not read; "" where it is."""
    if tag in _LEFT_OUT:
        return _LEFT_OUT[tag]
    if attributes.get("role") == "navigation":
        return "navigation"
    if "hidden" in attributes or _HIDDEN.search(attributes.get("style", "")):
        return marked("hidden text")
    if tag == "a" and "headerlink" in attributes.get("class", "").split():
        return "permalink"
    return ""


def _is_note(attributes: Mapping[str, str]) -> bool:
    classes = set(attributes.get("class", "").lower().split())
    return attributes.get("role") in _NOTE_ROLES or bool(classes & _NOTE_CLASSES)


def _number(text: str | None, otherwise: int) -> int:
    try:
        return max(0, min(int(text or ""), 10_000))
    except ValueError:
        return otherwise
