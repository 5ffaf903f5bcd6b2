"""A question that someone else changed meanwhile, and a line that says nothing: both to settle."""

import json

import streamlit as st

from golden_sets import editing
from golden_sets.error_words import json_words
from golden_sets.language import tr, worded
from golden_sets.open_set import OpenQuestion
from golden_sets.reading import GoldenSetError
from golden_sets.shelf import Shelved
from pages.ui import change_sets, people
from pages.ui.url_choice import go, say
from pages.ui.write_draft import Draft, forget, readable


def show(place: Shelved, draft: Draft, name: str, there: OpenQuestion | None) -> None:
    """Both versions, and what can be done; nothing of either is lost until one is chosen."""
    st.warning(
        tr(
            "Someone else removed this question while you were writing. Nothing of yours is saved "
            "and nothing of theirs is overwritten: choose what happens."
        )
        if there is None
        else tr(
            "Someone else changed this question while you were writing. Nothing of yours is saved "
            "and nothing of theirs is overwritten: choose what happens."
        ),
        icon=":material/call_split:",
    )
    theirs, mine = st.columns(2)
    theirs.markdown(tr("**Theirs, in the set now**"))
    line = None if there is None else there.line
    theirs.code(
        tr("(removed)") if line is None else readable(line.row) or printable(line.raw),
        language=None,
        wrap_lines=True,
    )
    mine.markdown(tr("**Yours, not saved**"))
    mine.code(readable(draft.line()), language=None, wrap_lines=True)
    with st.container(horizontal=True, gap="small"):
        if st.button(tr("Take theirs"), key="write_theirs"):
            forget(place.name, name)
            go(question=name if there is not None else "")
        if st.button(tr("Go on with yours in its place"), key="write_mine"):
            draft.renew(editing.ABSENT if line is None else line.digest)
            st.rerun()
        if st.button(tr("Keep both: yours as a new question"), key="write_both"):
            _as_new(place, draft, name)


def _as_new(place: Shelved, draft: Draft, name: str) -> None:
    forget(place.name, name)
    draft.row.pop("id", None)
    draft.renew(editing.ABSENT)
    st.session_state["write_drafts"][(place.name, "")] = draft
    go(question="")


def mend(place: Shelved, there: OpenQuestion, name: str, who: str, writable: bool) -> None:
    """What is wrong with a line; one that is no question at all is mended as text."""
    st.warning(
        tr(
            "Line {number} of questions.jsonl cannot be used, so no run can take this set until it "
            "is mended:",
            number=there.line.number,
        ),
        icon=":material/error:",
    )
    st.code(tr(there.error), language=None, wrap_lines=True)
    if there.line.row is not None or not writable:
        return
    text = st.text_area(
        tr("The line as it stands"),
        printable(there.line.raw),
        key=f"write_mend_{name}",
        height=160,
    )
    if st.button(tr("Save the mended line"), key="write_mended", **people.locked(not who)):
        try:
            row = json.loads(text)
            if not isinstance(row, dict):
                raise GoldenSetError(
                    worded("a question is a JSON object: {example}", example="{...}")
                )
            line = change_sets.put_question(place.folder, row, there.line.digest, who)
        except (ValueError, RecursionError) as error:
            st.code(tr(json_words(error)), language=None, wrap_lines=True)
            return
        forget(place.name, name)
        say(tr("The line is mended."))
        go(question=line.id)


def printable(raw: str) -> str:
    """A line with what is not UTF-8 in it as question marks."""
    return raw.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
