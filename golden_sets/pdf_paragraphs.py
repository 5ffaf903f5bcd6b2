"""Which lines of a PDF are one paragraph, over pages and parted words too."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from golden_sets.list_lines import bullet_end, marker_end
from golden_sets.markdown import CAPTION
from golden_sets.numbering import opening
from golden_sets.pdf_lines import HYPHEN, Line

_CLOSED = re.compile(r"[.!?:;。！？：；][)\]）”’\"']{0,2}$")
_NUMBERED = re.compile(r"\d{1,3}[.)]\s")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_LAST_WORD = re.compile(r"([^\W\d_]+(?:-[^\W\d_]+)*)$")
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_CJK = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")


@dataclass(frozen=True, slots=True)
class Setting:
    """How a document is set: what most of its text has.

    Attributes:
        size: Of the type.
        leading: From one line to the next, in sizes.
        fixed: Most of it is in letters of one width.
        bold: Most of it is bold.
    """

    size: float
    leading: float
    fixed: bool
    bold: bool


def setting_of(lines: Sequence[Line]) -> Setting:
    """What most characters, and most steps from line to line, have."""
    sizes: Counter[float] = Counter()
    steps: Counter[float] = Counter()
    fixed = bold = total = 0
    for line in lines:
        sizes[line.size] += len(line.text)
        total += len(line.text)
        fixed += len(line.text) * line.fixed
        bold += len(line.text) * line.bold
    size = sizes.most_common(1)[0][0] if sizes else 10.0
    for one, other in pairwise(lines):
        step = (one.bottom - other.bottom) / (size or 1.0)
        if one.page == other.page and one.size == other.size == size and 0.7 < step < 3:
            steps[round(step, 1)] += 1
    leading = steps.most_common(1)[0][0] if steps else 1.2
    return Setting(size, leading, fixed > total / 2, bold > total / 2)


def paragraphs_of(lines: Sequence[Line], setting: Setting) -> list[list[Line]]:
    """The lines of each paragraph, heading, item or piece of code."""
    rights: dict[int, list[float]] = {}
    for line in lines:
        rights.setdefault(line.page, []).append(line.right)
    # One line in ten may stand out without moving the edge that the others are set to.
    edges = {page: sorted(ends)[int(0.9 * (len(ends) - 1))] for page, ends in rights.items()}
    made: list[list[Line]] = []
    for line in lines:
        if made and _goes_on(made[-1], line, setting, edges[made[-1][-1].page]):
            made[-1].append(line)
        else:
            made.append([line])
    return made


def _goes_on(before: Sequence[Line], line: Line, setting: Setting, edge: float) -> bool:
    """Whether a line belongs to the paragraph before it."""
    last = before[-1]
    if abs(last.size - line.size) > 0.08 * last.size:
        return False
    code = not setting.fixed and last.fixed and line.fixed
    if last.fixed != line.fixed and not setting.fixed:
        return False
    elsewhere = line.page != last.page or line.bottom > last.bottom
    if code:
        return not elsewhere and last.bottom - line.bottom < 3 * line.size
    hyphen = last.text.endswith((HYPHEN, "-", "\xad")) and line.text[:1].islower()
    if hyphen:
        return True
    closed = bool(_CLOSED.search(last.text))
    short = _is_short(last, line, edge)
    if last.bold != line.bold and (short or closed or line.page != last.page):
        return False
    if _opens(line.text):
        stepped = last.bottom - line.bottom > 1.25 * setting.leading * line.size
        return not (closed or elsewhere or stepped or short or _opens(before[0].text))
    if elsewhere:
        small = line.text[:1].islower()
        return not closed and (small or not short) and not line.bold
    if last.bottom - line.bottom > 1.3 * setting.leading * max(line.size, last.size):
        return False
    indented = line.left > last.left + 0.9 * line.size and len(before) > 1
    if closed and indented:
        return False
    return not (short and (closed or not line.text[:1].islower()))


def _is_short(last: Line, line: Line, edge: float) -> bool:
    """Whether a line ends before the edge though the next line's first word would have fit."""
    word = len(line.text.split(maxsplit=1)[0])
    width = (last.right - last.left) / max(1, len(last.text))
    slack = max(2 * last.size, 0.1 * (edge - last.left))
    return last.right + (word + 1) * width + slack < edge


def _opens(text: str) -> bool:
    """Whether a line opens with a bullet, a marker or a number."""
    end = len(text)
    return bool(
        CAPTION.match(text)
        or bullet_end(text, 0, end)
        or marker_end(text, 0, end)
        or _NUMBERED.match(text)
        or opening(text, 0, end)
    )


def vocabulary_of(lines: Iterable[Line]) -> set[str]:
    """Every word that stands whole inside a line, in lower case."""
    found: set[str] = set()
    for line in lines:
        words = _WORD.findall(line.text)
        parted = line.text.endswith((HYPHEN, "-", "\xad"))
        found.update(word.lower() for word in (words[:-1] if parted else words))
    return found


def joined(lines: Sequence[Line], vocabulary: set[str]) -> str:
    """One line of text: words parted at a line's end are whole again.

    A hyphen stays where the word with it stands elsewhere in the document and the word without it
    does not, and before a capital or a digit.
    """
    text = ""
    for line in lines:
        piece = line.text.strip()
        if not text:
            text = piece
        elif text[-1] in (HYPHEN, "\xad", "-") and len(text) > 1 and text[-2].isalpha():
            text = _together(text, piece, vocabulary)
        elif _CJK.match(text[-1]) and _CJK.match(piece[:1]):
            text += piece
        else:
            text = f"{text.removesuffix(HYPHEN)} {piece}"
    return text.replace(HYPHEN, "-")


def _together(text: str, piece: str, vocabulary: set[str]) -> str:
    body = text[:-1]
    last, first = _LAST_WORD.search(body), _FIRST_WORD.match(piece)
    if text[-1] == "\xad":
        return body + piece
    if not (last and first and piece[:1].islower()):
        return f"{body}-{piece}"
    whole = f"{last[1]}{first[0]}".lower()
    hyphened = f"{last[1]}-{first[0]}".lower()
    keep = hyphened in vocabulary and whole not in vocabulary
    return f"{body}-{piece}" if keep else body + piece
