"""Which golden set is written: choose one, make one, copy one, and give it documents."""

import streamlit as st

from golden_sets import uploads
from golden_sets.language import marked, of_error, tr, trn
from golden_sets.open_set import OpenSet
from golden_sets.reading import READERS, GoldenSetError
from golden_sets.shelf import Shelved
from pages.ui import change_sets, people, set_choice, taking, write_stored
from pages.ui.url_choice import choice, go, say
from pages.ui.write_terms import TERMS

NOTES = 20
NO_NAME = marked("Give your name first: the history keeps who changed what.")


def choose() -> tuple[Shelved, str]:
    """The set the URL names or the person chooses, and the person's name."""
    sets = {one.name: one for one in write_stored.listing()}
    left, middle, right = st.columns([4, 3, 2], vertical_alignment="bottom")
    with left:
        name = choice(
            tr("Golden set"),
            "set",
            list(sets),
            lambda one: one if sets[one].own else tr("{one} (shipped, to read only)", one=one),
            default=set_choice.last(sets),
            clears=("document", "question"),
        )
    set_choice.settle(name, lambda: next(iter(sets)))
    kept = st.session_state.get("write_name", "")
    with middle:
        who = people.name_field(kept, "write_who", 60, TERMS["who"])
    st.session_state["write_name"] = who
    with right:
        _new_set(who.strip())
    place = sets[name]
    if not place.own:
        _shipped(place, who.strip(), any(one.own for one in sets.values()))
    return place, who.strip()


def _new_set(who: str) -> None:
    with st.popover(tr("New set"), icon=":material/add:", width="stretch"):
        name = st.text_input(tr("Name"), key="write_new_name", placeholder="contracts-2026")
        words = st.text_input(tr("What it is about"), key="write_new_words", max_chars=200)
        if st.button(
            tr("Make it"),
            type="primary",
            **people.locked(not who, None if who else tr(NO_NAME)),
        ):
            try:
                made = change_sets.create_set(name, words, who)
            except GoldenSetError as error:
                st.code(tr(of_error(error)), language=None, wrap_lines=True)
                return
            say(tr("The set is made. Add the documents that questions are asked of."))
            _open(made.name)


def _open(name: str) -> None:
    for other in ("document", "question"):
        st.query_params.pop(other, None)
    go(set=name)


def _shipped(place: Shelved, who: str, has_own: bool) -> None:
    """A shipped set is for reading; what to do to write."""
    st.info(
        tr(
            "This one ships with Chunkboard and is to read only: copy it to edit it, or make a new "
            "set for documents of your own."
        )
        if has_own
        else tr(
            "You have no golden set of your own yet. This one ships with Chunkboard and is to read "
            "only: copy it to edit it, or make a new set for documents of your own."
        ),
        icon=":material/lock:",
    )
    with st.popover(tr("Copy to edit"), icon=":material/content_copy:"):
        name = st.text_input(tr("Name of the copy"), f"{place.name}-ours", key="write_copy_name")
        if st.button(
            tr("Copy it"),
            type="primary",
            **people.locked(not who, None if who else tr(NO_NAME)),
        ):
            try:
                made = change_sets.copy_set(place.folder, name, who)
            except GoldenSetError as error:
                st.code(tr(of_error(error)), language=None, wrap_lines=True)
                return
            say(tr("The copy is yours to edit."))
            _open(made.name)


def documents(place: Shelved, found: OpenSet, who: str) -> None:
    """The set's documents: how many, what cannot be read, add and remove."""
    count = len(found.documents)
    size = sum(len(document.text) for document in found.documents.values())
    label = tr("Documents: {count:,}, {size:,} characters", count=count, size=size)
    if found.unread:
        label = tr(
            "Documents: {count:,}, {size:,} characters, {n} unreadable",
            count=count,
            size=size,
            n=len(found.unread),
        )
    with st.expander(label, icon=":material/folder:", expanded=not count):
        if found.unread:
            st.warning(tr("These cannot be read, so nothing in them can be evidence:"))
            st.code("\n".join(map(tr, found.unread.values())), language=None, wrap_lines=True)
        if found.notes:
            st.caption(tr("What was guessed or left out of the others:"))
            st.code("\n".join(map(tr, found.notes[:NOTES])), language=None, wrap_lines=True)
            if len(found.notes) > NOTES:
                st.caption(tr("And {n:,} more; `check` lists all.", n=len(found.notes) - NOTES))
        if not place.own:
            st.caption(tr("Documents of a shipped set stay as they are."))
            return
        _add(place, who)
        _remove(place, found, who)


def _add(place: Shelved, who: str) -> None:
    turn = st.session_state.setdefault("write_upload_turn", 0)
    sent = st.file_uploader(
        tr("Add documents, or a folder as .zip"),
        type=[*(ending.removeprefix(".") for ending in READERS), "zip"],
        accept_multiple_files=True,
        key=f"write_upload_{turn}",
        max_upload_size=uploads.ZIP_BYTES // uploads.MB,
        **people.locked(),
    )
    st.caption(
        tr(
            "At most {file} MB a document, {zip} MB a .zip, {files} documents and {size} MB a "
            "set; {endings}, .zip.",
            file=uploads.FILE_BYTES // uploads.MB,
            zip=uploads.ZIP_BYTES // uploads.MB,
            files=uploads.SET_FILES,
            size=uploads.SET_BYTES // uploads.MB,
            endings=", ".join(READERS),
        )
    )
    label = tr("Add files to the set")
    if sent:
        label = trn("Add {n} file to the set", "Add {n} files to the set", len(sent))
    if st.button(
        label,
        key="write_add",
        **people.locked(not (sent and who), None if who else tr(NO_NAME)),
    ):
        files = [uploads.Sent(one.name, one.getvalue()) for one in sent]
        taken = taking.taken(place.folder, files, who)
        st.session_state["write_upload_turn"] = turn + 1
        added = len(taken.added)
        if taken.refused:
            words = trn(
                "{n} document added; {refused} not, for these reasons:",
                "{n} documents added; {refused} not, for these reasons:",
                added,
                refused=len(taken.refused),
            )
        else:
            words = trn("{n} document added.", "{n} documents added.", added)
        say(words, taken.refused, not taken.refused)
        if taken.added:
            st.query_params["document"] = taken.added[0]
        st.rerun()


def _remove(place: Shelved, found: OpenSet, who: str) -> None:
    names = [*found.documents, *found.unread]
    if not names:
        return
    with st.popover(tr("Remove a document"), icon=":material/delete:"):
        name = st.selectbox(tr("Document to remove"), names, key="write_remove_document")
        st.caption(tr("Only one that no question's evidence stands in. The file is deleted."))
        ready = bool(who and name)
        if (
            st.button(
                tr("Remove the document"),
                **people.locked(not ready, None if who else tr(NO_NAME)),
            )
            and name
        ):
            try:
                change_sets.remove_document(place.folder, name, who)
            except GoldenSetError as error:
                st.code(tr(of_error(error)), language=None, wrap_lines=True)
                return
            say(tr("The document is removed."))
            st.query_params.pop("document", None)
            st.rerun()
