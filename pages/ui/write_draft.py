"""A question while it is being written, kept for the session until it is saved."""

import itertools
import json
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from golden_sets.document import Document
from golden_sets.editing import ABSENT
from golden_sets.language import of_error, worded
from golden_sets.question import Passage
from golden_sets.question_lines import QuestionLine, written
from golden_sets.questions_file import passage_of
from golden_sets.reading import GoldenSetError

KINDS = ("single", "multi_hop", "unanswerable")
_numbers = itertools.count(1)


@dataclass(slots=True)
class Piece:
    """A passage of the draft: its row as the line keeps it, under a number of its own."""

    row: dict[str, Any]
    number: int = field(default_factory=lambda: next(_numbers))


@dataclass(slots=True)
class Draft:
    """One question as the form has it.

    Attributes:
        base: Digest of the line it was opened from, `ABSENT` for a new question.
        row: The line's object with the form's values, but for the evidence; unknown keys stay.
        ways: The alternatives; each is enough by itself.
        kind: Chosen by the person; "" goes by the evidence.
        active: The way that new evidence goes to, from 0; one past the last makes a new one.
        saved: The line as it would be written when the draft was opened.
    """

    base: str
    row: dict[str, Any]
    ways: list[list[Piece]]
    kind: str = ""
    active: int = 0
    number: int = field(default_factory=lambda: next(_numbers))
    saved: str = ""

    @property
    def changed(self) -> bool:
        return written(self.line()) != self.saved

    def key(self, name: str) -> str:
        """The key of a widget of this draft alone."""
        return f"write_{self.number}_{name}"

    def renew(self, base: str) -> None:
        """Bases the draft on another line, under widgets of its own: a browser keeps old values."""
        self.base, self.saved = base, ""
        self.number = next(_numbers)

    def derived_kind(self) -> str:
        """By the evidence: several answer passages in every way make it multi-hop."""
        answers = [
            sum(p.row.get("role", "answer") == "answer" for p in way) for way in self.ways if way
        ]
        if not answers:
            return "unanswerable"
        return "multi_hop" if min(answers) > 1 else "single"

    def line(self) -> dict[str, Any]:
        """The object to be written; what says nothing is left out unless it was there."""
        kind = self.kind or self.derived_kind()
        ways = [[piece.row for piece in way] for way in self.ways if way]
        return {**self.row, "kind": kind, "evidence": ways}

    def add(self, row: dict[str, Any]) -> None:
        """Puts evidence into the active way; the same passage is not taken twice."""
        self.active = max(0, min(self.active, len(self.ways)))
        if self.active == len(self.ways):
            self.ways.append([])
        way = self.ways[self.active]
        place = ("document", "quote", "start")
        if not any(all(p.row.get(k) == row.get(k) for k in place) for p in way):
            way.append(Piece(row))

    def drop(self, number: int) -> None:
        """Takes a passage out, and its way with the last of it."""
        self.ways = [[p for p in way if p.number != number] for way in self.ways]
        self.ways = [way for way in self.ways if way]
        self.active = min(self.active, max(0, len(self.ways) - 1))

    def passages(
        self, documents: dict[str, Document], whole: bool = False
    ) -> list[list[tuple[Piece, Passage | str]]]:
        """Each way's pieces with where they stand, or why they stand nowhere."""
        return [
            [(piece, _placed(piece.row, documents, whole)) for piece in way] for way in self.ways
        ]


def _placed(row: dict[str, Any], documents: dict[str, Document], whole: bool) -> Passage | str:
    try:
        return passage_of(row, documents, whole)
    except KeyError as error:
        return worded("the passage has no {name}", name=str(error))
    except (GoldenSetError, TypeError) as error:
        return of_error(error)


def draft_of(line: QuestionLine | None, author: str = "") -> Draft:
    """A draft of a line as far as it has the form, or of a new question."""
    row = dict(line.row) if line and line.row is not None else {}
    evidence = row.pop("evidence", [])
    kind = row.pop("kind", "")
    ways = [
        [Piece(dict(passage)) for passage in way if isinstance(passage, dict)]
        for way in (evidence if isinstance(evidence, list) else [])
        if isinstance(way, list)
    ]
    if line is None and author:
        row["author"] = author
    draft = Draft(line.digest if line else ABSENT, row, [way for way in ways if way])
    if (kind in KINDS and kind != draft.derived_kind()) or (line and kind == "unanswerable"):
        draft.kind = kind
    draft.saved = written(draft.line())
    return draft


def opened(golden_set: str, question: str, line: QuestionLine | None, author: str) -> Draft:
    """The session's draft of this question; one without changes follows the line."""
    drafts: dict[tuple[str, str], Draft] = st.session_state.setdefault("write_drafts", {})
    place = (golden_set, question)
    there = drafts.get(place)
    digest = line.digest if line else ABSENT
    follows = there is not None and not there.changed
    renamed = there is not None and line is None and there.row.get("author", "") != author
    if there is None or (follows and (there.base != digest or renamed)):
        drafts[place] = draft_of(line, author)
    return drafts[place]


def forget(golden_set: str, question: str) -> None:
    """The next time the question is opened, it is as its line says."""
    st.session_state.get("write_drafts", {}).pop((golden_set, question), None)


def readable(row: dict[str, Any] | None) -> str:
    """A question's object as a person reads it."""
    return "" if row is None else json.dumps(row, ensure_ascii=False, indent=1)
