"""Earlier versions of a question and of the set, and how they come back."""

import json

import streamlit as st

from golden_sets import editing
from golden_sets.history import Change, changes, versions
from golden_sets.language import Spoken, marked, of_error, tr
from golden_sets.open_set import OpenQuestion, OpenSet
from golden_sets.reading import GoldenSetError
from golden_sets.shelf import Shelved
from pages.ui import change_sets, people
from pages.ui.url_choice import go, say
from pages.ui.write_conflict import printable
from pages.ui.write_draft import Draft, forget, readable
from pages.ui.write_set import NO_NAME

LAST = 12
COPY = "copy of "
ACTIONS = Spoken(
    {
        "add": marked("add"),
        "change": marked("change"),
        "remove": marked("remove"),
        "restore": marked("restore"),
        "add document": marked("add document"),
        "remove document": marked("remove document"),
        "create": marked("create"),
    }
)
_QUESTION_ACTIONS = ("add", "change", "remove", "restore")


def of_question(place: Shelved, draft: Draft, there: OpenQuestion, who: str) -> None:
    """Every version the question ever had; any of them can be brought back."""
    found = versions(place.folder, there.line.id)
    earlier = [(change, line) for change, line in found if line != there.line.raw]
    with st.expander(tr("Earlier versions: {n}", n=len(earlier)), icon=":material/history:"):
        if not earlier:
            st.caption(tr("None yet: each saved change keeps the version before it here."))
        for number, (change, line) in enumerate(earlier):
            _version(place, change, line, there.line.digest, who, f"{draft.number}_{number}")


def of_set(place: Shelved, found: OpenSet, who: str) -> None:
    """What was done to the set last, and the questions that were removed."""
    done = changes(place.folder)
    with st.expander(tr("History of the set"), icon=":material/history:"):
        if not done:
            st.caption(tr("No change has been recorded yet."))
            return
        lines = (f"{_when(c)}  {c.who}: {_done(c)} {c.question}" for c in done[: -LAST - 1 : -1])
        st.code("\n".join(lines), language=None, wrap_lines=True)
        there = {one.line.id for one in found.questions}
        gone = {c.question: c for c in done if c.action in _QUESTION_ACTIONS and c.before}
        removed = [name for name, c in gone.items() if name not in there and c.action == "remove"]
        if removed:
            st.markdown(tr("**Removed questions**"))
        for number, name in enumerate(removed):
            change = gone[name]
            _version(
                place,
                change,
                change.before,
                editing.ABSENT,
                who,
                f"gone_{number}",
            )


def _version(place: Shelved, change: Change, line: str, based_on: str, who: str, key: str) -> None:
    st.text(
        tr(
            "{when} · {action} by {who}",
            when=_when(change),
            action=_done(change),
            who=change.who,
        )
    )
    try:
        shown = readable(json.loads(line))
    except ValueError:
        shown = printable(line)
    st.code(shown, language=None, wrap_lines=True)
    if st.button(
        tr("Bring it back"),
        key=f"write_back_{key}",
        **people.locked(not who, None if who else tr(NO_NAME)),
    ):
        try:
            back = change_sets.restore_question(place.folder, line, based_on, who)
        except GoldenSetError as error:
            st.code(tr(of_error(error)), language=None, wrap_lines=True)
            return
        forget(place.name, back.id)
        say(tr("That version is the present one again."))
        go(question=back.id)


def _done(change: Change) -> str:
    """What was done, by its name in the history."""
    if change.action.startswith(COPY):
        return tr("copy of {name}", name=change.action.removeprefix(COPY))
    return ACTIONS.get(change.action, change.action)


def _when(change: Change) -> str:
    return change.time.replace("T", " ").replace("Z", " UTC")
