"""What a visitor can take away from a run: files, and the chosen variant as code."""

import json
from collections.abc import Callable
from typing import Any

import streamlit as st

from evaluation.database import store_folder
from evaluation.score_rows import score_csv
from evaluation.snippet_langchain import langchain
from evaluation.snippet_variant import variant_of
from evaluation.snippets import command, python, table
from golden_sets.language import language, speaking, tr
from pages.ui import people, runs_stored, stored
from pages.ui.export_charts import file_name
from pages.ui.export_html import html_report
from pages.ui.runs_choice import choice

Report = dict[str, Any]


def take_away(report: Report, variant: str = "") -> None:
    """A part of a page: downloads of a report, and a variant of it as code.

    Args:
        variant: The id of the one that is offered as code at first; the first where empty.
    """
    with st.expander(tr("Take it away"), icon=":material/download:"):
        _files(report)
        _code(report, variant)


def _files(report: Report) -> None:
    """Each file is made when it is asked for: a session holds none."""
    run = report["run"]["id"]
    name = file_name(f"{report['run']['golden_set']['name']}-{run}")
    spoken, folder = language(), str(store_folder().resolve())

    def page() -> bytes:
        with speaking(spoken):
            return html_report(report)

    with st.container(horizontal=True):
        _file(
            tr("Report (HTML)"),
            page,
            f"{name}.html",
            "text/html",
            tr("One file with charts and tables; opens without a network."),
        )
        _file(
            tr("Scores (CSV)"),
            lambda: score_csv(report),
            f"{name}-scores.csv",
            "text/csv",
            tr("A row a question, variant, retriever, budget and metric."),
        )
        _file(
            tr("Report (JSON)"),
            lambda: json.dumps(report, ensure_ascii=False, allow_nan=False).encode(),
            f"{name}-chunking-report.json",
            "application/json",
            tr("All that the run found, for a program."),
        )
        if stored.is_stored(report):
            _file(
                tr("Whole run (ZIP)"),
                lambda: runs_stored.archived(folder, run),
                f"{name}-run.zip",
                "application/zip",
                tr("All of the run with notes and comments; another Chunkboard imports it."),
            )
    st.caption(
        tr("A chart is saved by the camera at its corner, or from the HTML report as PNG or SVG.")
    )


def _file(label: str, data: Callable[[], bytes], name: str, mime: str, told: str) -> None:
    st.download_button(
        label,
        people.to_readers(data),
        name,
        mime,
        key=f"take_{name}",
        help=told,
        on_click="ignore",
        icon=":material/download:",
    )


def _code(report: Report, first: str) -> None:
    """One variant as code; the URL's `snippet` says which."""
    names = [variant["id"] for variant in report["variants"]]
    names.sort(key=lambda name: name != first)
    picked = choice(
        tr("Variant as code"),
        "snippet",
        names,
        str,
        tr("This run has no such variant; here is another."),
        tr("Choose a variant"),
        first=True,
    )
    held = next((one for one in report["variants"] if one["id"] == picked), None)
    if held is None:
        return
    variant = variant_of(held)
    if variant is None:
        st.info(
            tr(
                "This variant was cut by a splitter from elsewhere or by another version, so "
                "there is no code of ours for it."
            )
        )
        return
    model = str((report["run"].get("embedding_model") or {}).get("name") or "")
    own, program, other = st.tabs([tr("Command"), "Python", "LangChain"])
    with own:
        told = command(variant, model)
        if told is None:
            st.caption(tr("The command line has no option for all of its parameters; see Python."))
        else:
            st.code(told, language=None, wrap_lines=True)
        _table(table(variant))
    with program:
        st.code(python(variant, model), language=None, wrap_lines=True)
        _table(table(variant))
    with other:
        found = langchain(variant)
        for note in found.notes:
            st.caption(note)
        if found.code is not None:
            st.code(found.code, language=None, wrap_lines=True)


def _table(toml: str | None) -> None:
    if toml is not None:
        st.caption(tr("Its table, mixed.toml; CLASS is the class of the document."))
        st.code(toml, language=None, wrap_lines=True)
