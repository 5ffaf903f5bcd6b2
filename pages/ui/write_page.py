"""The page that writes golden sets: the text on one side, the question on the other."""

from collections import Counter

import streamlit as st

from golden_sets.document import Document, Span
from golden_sets.language import tr
from golden_sets.open_set import OpenQuestion, OpenSet
from golden_sets.question import Passage
from golden_sets.shelf import Shelved
from pages.ui import (
    people,
    write_candidates,
    write_conflict,
    write_evidence,
    write_form,
    write_found,
    write_history,
    write_reader,
    write_set,
    write_stored,
)
from pages.ui.source import STYLE, key_html
from pages.ui.url_choice import choice, said
from pages.ui.write_draft import Draft, opened
from pages.ui.write_text import Mark

NEW = ""


def show() -> None:
    """The set, document and question that the URL names."""
    st.title(tr("Write a golden set"))
    said()
    place, who = write_set.choose()
    writable = place.own and people.person().may_edit
    if place.own and not writable:
        st.info(people.why_not(), icon=":material/lock:")
    found = write_stored.opened_set(place.folder)
    if found.error:
        st.warning(tr("The settings of this set cannot be read, so no run can take it:"))
        st.code(tr(found.error), language=None, wrap_lines=True)
    write_set.documents(place, found, who)
    if not found.documents:
        st.info(
            tr(
                "Add the documents that your readers ask about, by themselves or a folder of them "
                "as "
                ".zip. Then select what answers a question, and write the question."
            )
            if place.own
            else tr("This set has no document that can be read."),
            icon=":material/info:",
        )
        return
    text_side, question_side = st.columns([6, 5], gap="medium")
    with question_side:
        name, there = _question(place, found)
    draft = opened(place.name, name, there.line if there else None, who)
    with text_side:
        document = _document(found, draft)
        _text(draft, document, found, writable)
        if writable and not found.whole:
            write_candidates.show(draft, document, _taken(found, document))
    with question_side:
        _form(place, found, draft, name, there, who, document, writable)
        if place.own:
            write_history.of_set(place, found, who)
            _next(place, found)


def _next(place: Shelved, found: OpenSet) -> None:
    """What to do with a set that has questions."""
    if any(one.question is not None for one in found.questions):
        st.caption(tr("To evaluate the set, or only to check it:"))
        commands = (f"python -m evaluation {one} {place.name}" for one in ("run", "check"))
        # Streamlit's colours of code are too faint to be read in either theme.
        st.code("\n".join(commands), language=None, wrap_lines=True)


def _question(place: Shelved, found: OpenSet) -> tuple[str, OpenQuestion | None]:
    """The question the URL names; new ones come first."""
    counts = Counter(one.line.id for one in found.questions)
    first: dict[str, OpenQuestion] = {}
    for one in found.questions:
        good = one.line.id and (counts[one.line.id] == 1 or one.line.id not in first)
        first[one.line.id if good else f"line-{one.line.digest[:12]}"] = one
    drafts: dict[tuple[str, str], Draft] = st.session_state.get("write_drafts", {})
    unsaved = {
        name for (owner, name), draft in drafts.items() if owner == place.name and draft.changed
    }
    options = [*([NEW] if place.own else []), *first]
    options += sorted(name for name in unsaved if name not in options)
    if not options:
        st.info(tr("This set has no questions."))
        st.stop()

    def label(name: str) -> str:
        words = _label(name, first)
        return tr("{label} · not saved", label=words) if name in unsaved else words

    count = len(first)
    title = tr("Question, {count:,} in the set", count=count)
    name = choice(title, "question", options, label, clears=("document",))
    return name, first.get(name)


def _label(name: str, first: dict[str, OpenQuestion]) -> str:
    if name == NEW:
        return tr("A new question")
    one = first.get(name)
    if one is None:
        return tr("{name} · removed by someone else", name=name)
    if one.question is None:
        return tr("{name} · line {n}, to be mended", name=one.line.id or name, n=one.line.number)
    return f"{name} · {one.question.text}"


def _document(found: OpenSet, draft: Draft) -> Document:
    """The document the URL names, else the one the evidence stands in."""
    names = list(found.documents)
    own = (str(piece.row.get("document", "")) for way in draft.ways for piece in way)
    first = next((name for name in own if name in found.documents), None)
    picked = choice(
        tr("Document, {n:,} in the set", n=len(names)), "document", names, default=first
    )
    return found.documents[picked]


def _text(draft: Draft, document: Document, found: OpenSet, writable: bool) -> None:
    placed = [one for way in draft.passages(found.documents, found.whole) for _, one in way]
    passages = [one for one in placed if isinstance(one, Passage) and not one.whole]
    marks = [Mark(one.span, one.role) for one in passages if one.document == document.id]

    if st.session_state.get("write_looked") != draft.number:
        # A question that is opened shows where its evidence stands.
        st.session_state["write_looked"] = draft.number
        if marks:
            write_reader.look_at(min(mark.span.start for mark in marks))

    def take(taken: write_reader.Taken) -> None:
        write_evidence.take(draft, document, taken.span, taken.role, found.whole)

    if not document.blocks:
        st.info(tr("This document has no text outside its front matter."))
        return
    write_reader.show(document, marks, write_evidence.goes_to(draft), take if writable else None)
    st.html(STYLE + key_html())


def _taken(found: OpenSet, document: Document) -> list[Span]:
    """The answers that questions of the set have in this document."""
    questions = (one.question for one in found.questions if one.question is not None)
    return [
        passage.span
        for question in questions
        for way in question.evidence
        for passage in way
        if passage.document == document.id and passage.role == "answer" and not passage.whole
    ]


def _form(
    place: Shelved,
    found: OpenSet,
    draft: Draft,
    name: str,
    there: OpenQuestion | None,
    who: str,
    document: Document,
    writable: bool,
) -> None:
    if there is not None and there.question is None:
        write_conflict.mend(place, there, name, who, writable)
        if there.line.row is None:
            return
    now = there.line.digest if there else ""
    if draft.base != now:
        write_conflict.show(place, draft, name, there)
    write_form.question(draft, writable)
    write_evidence.show(draft, found.documents, writable, found.whole)
    if found.whole:
        st.caption(
            tr("The evidence of this set is whole documents: taking any place takes all of it.")
        )
    elif writable:
        write_evidence.by_words(draft, found.documents, document.id)
    write_form.about(draft, writable)
    if place.own:
        write_form.save(place, draft, name, there, who)
    text = str(draft.row.get("question", ""))
    placed = [[one for _, one in way] for way in draft.passages(found.documents, found.whole)]
    ways = [tuple(one for one in way if isinstance(one, Passage)) for way in placed]
    # A way without an answer passage is no evidence yet.
    evidence = tuple(way for way in ways if any(one.role == "answer" for one in way))
    write_found.show(place.folder, found.documents, text, evidence)
    if place.own and there is not None:
        write_history.of_question(place, draft, there, who)
