"""The page Tune, from the controls to the command that takes a setting to a run."""

from collections.abc import Sequence

import streamlit as st

from evaluation.tune_setting import Setting
from golden_sets.golden_set import GoldenSet
from golden_sets.language import of_error, tr
from pages.ui import (
    link_words,
    set_choice,
    stored,
    tune_bill,
    tune_controls,
    tune_cut,
    tune_handover,
    tune_more,
    tune_numbers,
    tune_questions,
    tune_stored,
    tune_vectors,
    tune_words,
)
from pages.ui.tune_stored import Benched


def show() -> None:
    """The setting that the address describes, against the one it pins."""
    st.title(tr("What does moving one setting do?"))
    link_words.again()
    left, right = st.columns([1, 2], gap="medium")
    with left:
        name = set_choice.chosen()
    golden = set_choice.read_or_stop(name)
    offer = stored.offer(name)
    current = tune_controls.current(right, offer)
    tune_more.show(current, offer)
    left, right = st.columns([3, 2], gap="medium", vertical_alignment="bottom")
    with left:
        pinned = tune_controls.pinned(current, offer)
    with right:
        model = tune_controls.model((pinned, current))
    on = tune_stored.benched(golden, model)
    _stop_without_questions(name, golden, on)
    st.caption(tune_words.split_words(golden, on.bench.questions))
    tune_vectors.watch_live(name)
    _stop_where_none_cuts(on, (pinned, current))
    left, right = st.columns([4, 3], gap="large")
    found = None
    with left:
        if tune_vectors.lacking(on, (pinned, current)) is None:
            found = tune_numbers.show(on, pinned, current)
            tune_questions.changed(found, on.bench.questions)
        else:
            tune_vectors.offer(name, golden, on, model, (pinned, current))
    with right:
        tune_cut.show(golden, on, current)
        tune_bill.show(on, current)
    if found is not None:
        tune_questions.opened(golden, on, pinned, current, found)
    tune_handover.show(name, pinned, current, model)


def _stop_without_questions(name: str, golden: GoldenSet, on: Benched) -> None:
    if on.bench.questions:
        return
    if golden.answerable:
        st.info(
            tr(
                "All answerable questions of this set are kept for the decision. Give some the "
                "split `tune` to try settings on."
            ),
            icon=":material/info:",
        )
    else:
        st.info(
            tr("No question of this set has an answer marked yet, so there is nothing to count."),
            icon=":material/info:",
        )
    st.page_link(
        "pages/views/write.py",
        label=tr("To its questions"),
        icon=":material/edit:",
        query_params={"set": name},
    )
    st.stop()


def _stop_where_none_cuts(on: Benched, settings: Sequence[Setting]) -> None:
    """A splitter of another library may fail on a document; its own words say why."""
    for one in settings:
        if not one.foreign:
            continue
        try:
            on.bench.index(one.variant)
        except ValueError as error:
            st.warning(tr("This splitter cannot cut these documents:"), icon=":material/error:")
            st.code(tr(of_error(error)), language=None, wrap_lines=True)
            st.stop()
