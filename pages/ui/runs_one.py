"""One run: what it is, its notes, and its deletion."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from evaluation.run_marks import NOTE_CHARACTERS, Note
from golden_sets.language import tr, trn
from pages.ui import change_runs, people, runs_log, stored

UNDO = "runs_undo"


def facts(report: Mapping[str, Any]) -> None:
    """What was run, as text: names in a report are nobody's markdown."""
    run = report["run"]
    golden = run["golden_set"]
    model = (run.get("embedding_model") or {}).get("name") or tr("no embedding model")
    results = [result for variant in report["variants"] for result in variant["results"]]
    budgets = sorted({result["budget_tokens"] for result in results})
    st.text(
        " · ".join(
            [
                golden["name"],
                f"{run['created'].replace('T', ' ').removesuffix('Z')} UTC",
                trn("{n:,} document", "{n:,} documents", golden["documents"]),
                trn("{n:,} answerable question", "{n:,} answerable questions",
                    golden["answerable"]),
                trn("{n:,} variant", "{n:,} variants", len(report["variants"])),
                tr("budget {budgets}", budgets=", ".join(f"{one:,}" for one in budgets)),
                str(model),
            ]
        )
    )  # fmt: skip


def links(report: Mapping[str, Any]) -> None:
    """Where the run can be looked into."""
    st.page_link(
        "pages/views/question.py",
        label=tr("Its questions, one by one"),
        icon=":material/find_in_page:",
        query_params={"run": report["run"]["id"]},
    )


def notes(run: str) -> None:
    """The note, which can be written anew, and those before it."""
    kept = stored.marks().notes(run)
    writers = runs_log.writers(run)
    current = kept[0].text if kept else ""
    if people.person().may_edit:
        text = _field(run, current)
    else:
        # A field that is off is too faint to be read.
        text = current
        st.caption(tr("Note"))
        st.text(current or tr("(empty)"))
    if kept:
        st.text(_signed(kept[0], writers))
    if st.button(
        tr("Save the note"), key="runs_note_save", icon=":material/save:", **people.locked()
    ):
        if change_runs.note(run, text):
            st.toast(tr("The note is saved."), icon=":material/check_circle:")
            st.rerun()
        st.toast(tr("The note is as it was."))
    if len(kept) > 1:
        with st.expander(trn("{n} earlier note", "{n} earlier notes", len(kept) - 1)):
            for note in kept[1:]:
                st.text(_signed(note, writers))
                st.text(note.text or tr("(empty)"))


def _field(run: str, current: str) -> str:
    return st.text_area(
        tr("Note"),
        current,
        key=f"runs_note_{run}",
        max_chars=NOTE_CHARACTERS,
        height=90,
        placeholder=tr("Why this run was made, what to think of it"),
        help=tr("Everyone sees it. The last one holds; earlier ones are kept."),
    )


def _signed(note: Note, writers: Mapping[str, str]) -> str:
    """When a note was written, and by whom where the log has it; a name is no markdown."""
    when = f"{note.written.replace('T', ' ').removesuffix('Z')} UTC"
    return f"{when} · {writers[note.written]}" if note.written in writers else when


def deletion(run: str) -> None:
    """Hides the run at once; the way back stands at the top of the page."""
    if st.button(
        tr("Delete this run"),
        key="runs_delete",
        icon=":material/delete:",
        **people.locked(
            help=tr(
                "Hides it from every list; it can be brought back. Where a protocol is sealed, a "
                "deleted run still counts as seen."
            )
        ),
    ):
        change_runs.delete(run)
        st.session_state[UNDO] = run
        for name in ("run", "with", "result"):
            st.query_params.pop(name, None)
        st.rerun()


def undo() -> None:
    """Offers to bring back the run that this visitor has just deleted."""
    run = st.session_state.get(UNDO)
    if run is None:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.info(tr("Run {run} is deleted.", run=run), icon=":material/delete:")
        if st.button(tr("Undo"), key="runs_undo_button", icon=":material/undo:", **people.locked()):
            bring_back(run)


def deleted(run: str) -> None:
    """Says that the run a link names is deleted, and offers to bring it back."""
    st.warning(tr("Run {run} is deleted.", run=run), icon=":material/delete:")
    if st.button(
        tr("Bring it back"),
        key=f"runs_restore_{run}",
        icon=":material/undo:",
        **people.locked(),
    ):
        bring_back(run)


def bring_back(run: str) -> None:
    change_runs.restore(run)
    st.session_state.pop(UNDO, None)
    st.query_params["run"] = run
    st.rerun()
