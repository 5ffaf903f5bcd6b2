"""Vectors that a setting lacks: how many, how long they take, and how far they are."""

from collections.abc import Sequence

import streamlit as st

from evaluation.jobs import LIVE, JobState
from evaluation.progress import counted, time_left
from evaluation.tune_bench import Needs
from evaluation.tune_setting import Setting
from evaluation.tune_vectors import about_seconds
from golden_sets.golden_set import GoldenSet
from golden_sets.language import tr, trn
from pages.ui import change_vectors, faults, link_words, people, tune_stored
from pages.ui.tune_stored import Benched
from pages.ui.tune_widgets import BY
from pages.ui.tune_words import about
from strategies.tools import NoEmbedderError

FAST = "use"


def lacking(on: Benched, settings: Sequence[Setting]) -> Needs | None:
    """What the settings lack; stops behind a sentence where the model cannot be had."""
    try:
        return on.bench.needs(*settings)
    except NoEmbedderError:
        st.warning(tr("This model cannot be had here:"), icon=":material/error:")
        st.code(on.error, language=None, wrap_lines=True)
        st.caption(tr("Choose the other model, or BM25, which needs none."))
        st.stop()


def watch_live(golden_set: str) -> None:
    """How far vectors of this set are, whoever asked for them; nothing where none are made."""
    state = tune_stored.vector_jobs().live(golden_set)
    if state is not None:
        _watch(state.id)


def offer(
    golden_set: str, golden: GoldenSet, on: Benched, model: str, settings: tuple[Setting, ...]
) -> None:
    """What is missing, and the button that has it made in a process of its own."""
    needs = lacking(on, settings)
    if needs is None or on.bench.embedder is None:
        return
    jobs = tune_stored.vector_jobs()
    seconds = about_seconds(on.bench.embedder, needs.characters, jobs.folder)
    st.info(_missing_words(needs, on.bench.embedder.name, about(seconds)), icon=":material/info:")
    _ended(next((job for job in jobs.all() if job.golden_set == golden_set), None))
    busy = jobs.live(golden_set) is not None
    with st.container(horizontal=True, gap="medium"):
        if st.button(
            tr("Make these vectors"),
            key="tune_vectors",
            type="primary",
            icon=":material/play_arrow:",
            **people.locked(busy),
        ):
            change_vectors.make_vectors(golden_set, settings, model)
            link_words.keep()
            st.rerun()
        if model != FAST:
            st.button(
                tr("Explore with the fast model"),
                key="tune_fast",
                icon=":material/bolt:",
                on_click=_fast,
            )
    if model != FAST:
        _fast_words(tune_stored.benched(golden, FAST), settings)


def _fast() -> None:
    st.query_params[BY] = FAST


def _missing_words(needs: Needs, name: str, long: str) -> str:
    if needs.then_chunks:
        return trn(
            "{n:,} text has no vector of {model} yet, a sentence to cut by; with those of the "
            "chunks behind it, making them takes {long}.",
            "{n:,} texts have no vector of {model} yet, most of them sentences to cut by; with "
            "those of the chunks behind them, making them takes {long}.",
            needs.texts,
            model=name,
            long=long,
        )
    return trn(
        "{n:,} text has no vector of {model} yet; making it takes {long}, once.",
        "{n:,} texts have no vector of {model} yet; making them takes {long}, once.",
        needs.texts,
        model=name,
        long=long,
    )


def _fast_words(on: Benched, settings: Sequence[Setting]) -> None:
    """What the fast model would take for the same."""
    if on.bench.embedder is None:
        return
    needs = on.bench.needs(*settings)
    if needs is None:
        st.caption(tr("The fast model has all of its vectors already."))
        return
    folder = tune_stored.vector_jobs().folder
    long = about(about_seconds(on.bench.embedder, needs.characters, folder))
    st.caption(
        trn(
            "The fast model lacks {n:,} text, {long}.",
            "The fast model lacks {n:,} texts, {long}.",
            needs.texts,
            long=long,
        )
    )


def _ended(state: JobState | None) -> None:
    if state is not None and state.status in ("failed", "interrupted"):
        st.warning(tr("The last vectors could not be made:"), icon=":material/error:")
        st.code(state.error, language=None, wrap_lines=True)
        st.caption(tr("Those made so far are kept; making them again goes on behind them."))


@faults.fragment(run_every=1.0)
def _watch(job: str) -> None:
    state = tune_stored.vector_jobs().state(job)
    if state is None or state.status not in LIVE:
        link_words.keep()
        st.rerun()
    share = state.done / state.total if state.total else 0.0
    count = f" · {state.done:,} / {counted(state.total, state.unit)}" if state.total else ""
    rest = time_left(state.seconds_left)
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        st.progress(
            min(1.0, share),
            f"{tr(state.stage)}{count}{' · ' + rest if rest else ''}",
            width="stretch",
        )
        if st.button(
            tr("Cancel"), key="tune_cancel", icon=":material/stop_circle:", **people.locked()
        ):
            change_vectors.cancel_vectors(job)
            link_words.keep()
            st.rerun()
    st.caption(tr("The page goes on meanwhile: BM25, and what has its vectors, can be tried."))
