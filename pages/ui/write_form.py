"""The question itself: its words, what is known about it, and saving it."""

from typing import Any

import streamlit as st

from golden_sets import editing
from golden_sets.language import of_error, tr
from golden_sets.open_set import OpenQuestion
from golden_sets.reading import GoldenSetError
from golden_sets.shelf import Shelved
from pages.ui import change_sets, people
from pages.ui.url_choice import go, say
from pages.ui.write_draft import KINDS, Draft, forget
from pages.ui.write_set import NO_NAME
from pages.ui.write_terms import KIND_NAMES, SPLIT_NAMES, TERMS


def question(draft: Draft, writable: bool) -> None:
    """The question's own words."""
    text = st.text_area(
        tr("Question"),
        str(draft.row.get("question", "")),
        key=draft.key("question"),
        height=96,
        max_chars=2000,
        placeholder=tr("As the people who will ask it would say it, not in the document's words."),
        disabled=not writable,
    )
    _set(draft.row, "question", text.strip(), "")


def about(draft: Draft, writable: bool) -> None:
    """Weight, who wrote and checked it; kind, split, tags and id behind."""
    row, off = draft.row, not writable
    left, middle, right = st.columns([2, 3, 3])
    weight = left.number_input(
        tr("Weight"),
        0.01,
        1000.0,
        _number(row.get("weight")),
        0.5,
        key=draft.key("weight"),
        help=TERMS["weight"],
        disabled=off,
    )
    if float(weight) != _number(row.get("weight")):
        row["weight"] = float(weight)
    for column, name, label in (
        (middle, "author", tr("Author")),
        (right, "checked_by", tr("Checked by")),
    ):
        value = column.text_input(
            label,
            str(row.get(name) or ""),
            key=draft.key(name),
            help=TERMS[name],
            max_chars=60,
            disabled=off,
        )
        _set(row, name, value.strip(), "")
    _more(draft, off)


def _more(draft: Draft, off: bool) -> None:
    row = draft.row
    with st.expander(tr("Kind, split, tags, id"), icon=":material/tune:"):
        _kind(draft, off)
        _split(draft, off)
        tags = st.multiselect(
            tr("Tags"),
            _tags(row),
            default=_tags(row),
            accept_new_options=True,
            key=draft.key("tags"),
            help=TERMS["tags"],
            disabled=off,
        )
        _set(row, "tags", list(tags), [])
        name = st.text_input(
            tr("Id"), str(row.get("id", "")), key=draft.key("id"), help=TERMS["id"], disabled=off
        )
        _set(row, "id", name.strip(), "")


def _kind(draft: Draft, off: bool) -> None:
    derived = draft.derived_kind()
    options = ["", *KINDS]
    draft.kind = st.selectbox(
        tr("Kind"),
        options,
        index=options.index(draft.kind),
        format_func=lambda one: (
            KIND_NAMES[one] if one else tr("by the evidence: {kind}", kind=KIND_NAMES[derived])
        ),
        key=draft.key("kind"),
        help=TERMS["kind"],
        disabled=off,
    )


def _split(draft: Draft, off: bool) -> None:
    there = draft.row.get("split")
    split = st.segmented_control(
        tr("Split"),
        ["tune", "decide"],
        format_func=SPLIT_NAMES.__getitem__,
        default=there if there in ("tune", "decide") else None,
        key=draft.key("split"),
        help=TERMS["split"],
        disabled=off,
    )
    if split is None:
        draft.row.pop("split", None)
    else:
        draft.row["split"] = split


def _set(row: dict[str, Any], name: str, value: Any, empty: Any) -> None:
    """Keeps the value; one that says nothing is not put where nothing was."""
    if value != empty or name in row:
        row[name] = value


def _number(value: Any) -> float:
    try:
        found = float(value)
    except (TypeError, ValueError):
        return 1.0
    return found if 0.01 <= found <= 1000 else 1.0


def _tags(row: dict[str, Any]) -> list[str]:
    there = row.get("tags")
    return list(dict.fromkeys(map(str, there))) if isinstance(there, list) else []


def why_not(draft: Draft, who: str) -> str:
    """Why the question cannot be saved yet; "" where it can."""
    if not str(draft.row.get("question", "")).strip():
        return tr("Write the question first.")
    if not draft.ways and draft.kind != "unanswerable":
        return tr("Take its evidence from the text, or choose the kind “unanswerable”.")
    if draft.ways and draft.kind == "unanswerable":
        return tr("Evidence and the kind “unanswerable” do not go together.")
    return "" if who else tr(NO_NAME)


def save(place: Shelved, draft: Draft, name: str, there: OpenQuestion | None, who: str) -> None:
    """Buttons to save, to start anew, and to remove the question."""
    reason = why_not(draft, who)
    with st.container(horizontal=True, gap="small"):
        if st.button(
            tr("Save question"),
            type="primary",
            icon=":material/save:",
            key="write_save",
            **people.locked(bool(reason) or not draft.changed),
        ):
            saved(place, draft, name, who)
        if draft.changed and st.button(tr("Discard changes"), key="write_discard"):
            forget(place.name, name)
            st.rerun()
        if there is not None:
            _remove(place, there, name, who)
    if draft.changed or there is None:
        st.caption(reason or tr("Not saved yet."))
    elif there is not None:
        st.caption(tr("Saved; nothing has changed since."))


def saved(place: Shelved, draft: Draft, name: str, who: str) -> None:
    """Writes the draft; a refusal keeps it as it is and says why."""
    try:
        line = change_sets.put_question(place.folder, draft.line(), draft.base, who)
    except editing.ConflictError as conflict:
        if draft.base == editing.ABSENT and conflict.theirs is not None:
            say(
                tr("That id is taken by another question; choose another, or leave it empty."),
                (),
                False,
            )
        st.rerun()
    except GoldenSetError as error:
        st.warning(tr("It was not saved:"), icon=":material/error:")
        st.code(tr(of_error(error)), language=None, wrap_lines=True)
        return
    forget(place.name, name)
    say(tr("Saved, with its history."))
    go(question=line.id)


def _remove(place: Shelved, there: OpenQuestion, name: str, who: str) -> None:
    with st.popover(tr("Remove"), icon=":material/delete:"):
        st.caption(tr("The question goes out of the set; its history keeps it."))
        if st.button(tr("Remove the question"), key="write_remove", **people.locked(not who)):
            try:
                change_sets.remove_question(place.folder, there.line.digest, who, name)
            except editing.ConflictError:
                say(tr("Someone else changed it meanwhile, so it was not removed."), (), False)
                st.rerun()
            forget(place.name, name)
            say(tr("Removed. It can be brought back from the history."))
            go(question="")
