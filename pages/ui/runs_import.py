"""A run that comes from elsewhere."""

import streamlit as st

from evaluation.run_import import Became
from evaluation.run_zip import FILE_BYTES, MB, ArchiveError
from golden_sets.language import marked, tr
from pages.ui import change_runs, people

SAID = "runs_import_said"
BECAME: dict[Became, str] = {
    "imported": marked("Run {run} is imported."),
    "already there": marked("Run {run} is in the store already, the same; nothing was changed."),
    "already there, deleted": marked(
        "Run {run} is in the store already, deleted; nothing was changed. It can be brought back."
    ),
}


def section() -> None:
    """A place for a file, and what became of it."""
    with st.expander(
        tr("Import a run"), icon=":material/upload:", expanded=SAID in st.session_state
    ):
        _said()
        with st.form("runs_import", clear_on_submit=True, border=False):
            file = st.file_uploader(
                tr("A run's archive (.zip), or its chunking-report.json"),
                max_upload_size=FILE_BYTES // MB,
                type=["zip", "json"],
                key="runs_file",
                **people.locked(
                    help=tr(
                        "At most {most} MB. Everything in it is checked before anything is "
                        "stored. A report alone brings no contexts, so its questions cannot be "
                        "opened.",
                        most=FILE_BYTES // MB,
                    )
                ),
            )
            if st.form_submit_button(tr("Import"), icon=":material/upload:", **people.locked()):
                _take(file)


def _take(file: "st.runtime.uploaded_file_manager.UploadedFile | None") -> None:
    if file is None:
        st.session_state[SAID] = (False, tr("No file was chosen."))
        st.rerun()
    try:
        run, became = change_runs.import_file(file.name, file.getvalue())
    except ArchiveError as error:
        st.session_state[SAID] = (False, str(error))
    else:
        st.session_state[SAID] = (True, tr(BECAME[became], run=run))
        st.query_params["run"] = run
        for name in ("with", "result", "set", "q"):
            st.query_params.pop(name, None)
        st.session_state.pop("q", None)
    st.rerun()


def _said() -> None:
    """Says once what became of the last file; a fault may quote the file, so it is no markdown."""
    good, words = st.session_state.pop(SAID, (True, ""))
    if not words:
        return
    if good:
        st.success(words, icon=":material/check_circle:")
        return
    st.error(tr("Nothing was imported:"), icon=":material/error:")
    st.code(words, language=None, wrap_lines=True)
