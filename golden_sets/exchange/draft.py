"""A golden set in the making, from a file of another format: documents, questions, problems."""

import re
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from golden_sets.exchange.names import Names
from golden_sets.near import LEAST_SIMILAR, nearest
from golden_sets.quotes import places_of, shown
from golden_sets.reading import normalise_newlines

_UNUSABLE = re.compile("[\x00\ud800-\udfff]")


def clean(text: str) -> str:
    """The text as a document holds it: line ends as `\\n`, no mark at its start, no half of a
    surrogate pair and no NUL, for each of which U+FFFD stands."""
    return normalise_newlines(_UNUSABLE.sub("\ufffd", text).lstrip("\ufeff"))


class Offsets:
    """From offsets in a text as it came to offsets in it as it is kept."""

    def __init__(self, raw: str) -> None:
        self._dropped = len(raw) - len(raw.lstrip("\ufeff"))
        self._pairs = [found.start() for found in re.finditer("\r\n", raw)]

    def kept(self, offset: int) -> int:
        """The new offset; what pointed between `\\r` and `\\n` points at the line end."""
        return max(0, offset - self._dropped) - bisect_left(self._pairs, offset)


@dataclass(frozen=True, slots=True)
class Part:
    """A text that came by itself and is a part of a document, or all of it.

    Attributes:
        document: The document's id.
        base: Where the part begins in the document.
        text: As it is kept.
        offsets: From the text as it came.
    """

    document: str
    base: int
    text: str
    offsets: Offsets


@dataclass(slots=True)
class Draft:
    """What a reader of a format has found so far.

    Attributes:
        whole: Whether the evidence is whole documents.
        documents: By id, each text as it is kept.
        copies: By id, the file that a document is copied from, whose text it has.
        rows: Lines of `questions.jsonl`.
        problems: What was wrong and what was done about it, a line each.
        notes: What a person must know of the format as a whole.
        evidence: Passages and alternatives offered by the source, right or wrong.
    """

    description: str
    whole: bool = False
    documents: dict[str, str] = field(default_factory=dict)
    copies: dict[str, Path] = field(default_factory=dict)
    rows: list[dict[str, Any]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    evidence: int = 0
    _names: Names = field(default_factory=Names)
    _ids: set[str] = field(default_factory=set)

    def add_document(self, name: str, *raws: str) -> list[Part]:
        """Adds a document whose texts are joined by blank lines; a part a text, in order."""
        document, parts, base = self._names.path(name), [], 0
        for raw in raws:
            part = Part(document, base, clean(raw), Offsets(raw))
            parts.append(part)
            base += len(part.text) + 2
        # A mark at the start of the document would be dropped when it is read.
        self.documents[document] = "\n\n".join(part.text for part in parts)
        return parts

    def add_question(
        self,
        name: str,
        text: str,
        evidence: list[list[dict[str, Any]]],
        more: Mapping[str, Any] | None = None,
    ) -> None:
        """Adds a question; equal alternatives are one, and a name that is taken gets a number."""
        wanted = taken = clean(name).strip() or f"q{len(self.rows) + 1:04}"
        number = 1
        while taken in self._ids:
            number += 1
            taken = f"{wanted}-{number}"
        self._ids.add(taken)
        different: list[list[dict[str, Any]]] = []
        for way in evidence:
            if way not in different:
                different.append(way)
        several = any(sum(p.get("role") != "context" for p in way) > 1 for way in different)
        kind = "multi_hop" if several else "single" if different else "unanswerable"
        row = {"id": taken, "question": clean(text), "kind": kind}
        self.rows.append({**row, **(more or {}), "evidence": different})

    def passage(self, part: Part, start: int, quote: str) -> dict[str, Any]:
        """A passage at an offset of the part as it is kept, with `start` if its quote repeats."""
        text = self.documents[part.document]
        row: dict[str, Any] = {"document": part.document, "quote": quote}
        if text.find(quote, text.find(quote) + 1) >= 0:
            row["start"] = part.base + start
        return row

    def at_offset(
        self, part: Part, where: str, quote: str, raw_start: int
    ) -> dict[str, Any] | None:
        """The passage that a source says stands at an offset of a part, as it came or is kept.

        Where it does not, the nearest place of the part that holds it is taken, for a person to
        confirm; where none does, None. Either is a problem that is told.
        """
        self.evidence += 1
        quote, start = clean(quote), part.offsets.kept(raw_start)
        for right in (start, raw_start):
            if quote.strip() and raw_start >= 0 and part.text.startswith(quote, right):
                return self.passage(part, right, quote)
        said = f"{where}: {shown(quote)} does not stand at {raw_start}"
        places = places_of(part.text, quote) if quote.strip() else []
        if not places:
            self.problems.append(f"{said}, nor anywhere in its text: left out{_near(part, quote)}")
            return None
        place = min(places, key=lambda p: (abs(p.start - start), p.start))
        of = f", the nearest of {len(places)} places" if len(places) > 1 else ""
        self.problems.append(f"{said} but at {place.start}{of}: taken there, to be confirmed")
        row = self.passage(part, place.start, part.text[slice(*place)])
        return {**row, "confirmed": False}


def _near(part: Part, quote: str) -> str:
    near = nearest(part.text, quote, LEAST_SIMILAR)
    if near is None:
        return ""
    text = shown(part.text[slice(*near.span)])
    return f"; nearest ({near.similarity:.0f} % the same) at {near.span.start} is {text}"
