"""Which of a run's questions the page Compare counts: by class, kind and split."""

from collections import Counter
from collections.abc import Sequence

import streamlit as st

from evaluation.outcome_totals import NO_CLASS
from evaluation.subset import Subset, chosen, class_of, subset
from golden_sets.language import marked, tr, trn
from golden_sets.question import Question
from pages.ui.compare_url import asked, explained, keep, literal, one_of, some_of

KIND_WORDS = {"single": marked("one passage"), "multi_hop": marked("several passages")}
SPLIT_WORDS = {"all": marked("all"), "tune": marked("to tune"), "decide": marked("to decide")}
FILTERS = ("class", "kind", "split")


def filtered(questions: Sequence[Question], seed: int, known: bool) -> tuple[Subset, str]:
    """The questions that the filters leave, and the filters in short; stops where none is left.

    Args:
        known: Whether the questions' classes, kinds and splits are.
    """
    if not known:
        st.caption(
            tr(
                "The golden set has changed since this run, so its questions cannot be filtered "
                "or opened; all of them count."
            )
        )
        part = subset(questions, None, seed)
        _say_what_is_left(part, "")
        return part, ""
    used = any(name in st.query_params for name in FILTERS)
    with st.expander(tr("Which questions count"), expanded=used, icon=":material/filter_alt:"):
        picked = _classes(questions), _kinds(questions), _split(questions)
    part = subset(questions, chosen(questions, *picked), seed)
    if not part.n:
        st.info(tr("No question is left by these filters."), icon=":material/info:")
        st.button(tr("Show all questions"), key="compare_clear", on_click=_clear)
        st.stop()
    _say_what_is_left(part, _split_words(questions, picked[2]))
    return part, repr(picked) if not part.whole else ""


def _clear() -> None:
    for name in FILTERS:
        keep(name, [])


def _classes(questions: Sequence[Question]) -> list[str]:
    counts = Counter(map(class_of, questions))
    label = tr("Document class")
    if len(counts) < 2:
        asked("class", label, sorted(counts))
        return []
    return some_of(
        label,
        "class",
        sorted(counts),
        lambda one: f"{_class_name(one)} {counts[one]:,}",
        help=tr("The class of the documents that hold the answer, with its questions."),
    )


def _class_name(name: str) -> str:
    return tr("no class") if name == NO_CLASS else literal(name)


def _kinds(questions: Sequence[Question]) -> list[str]:
    counts = Counter(question.kind for question in questions)
    label = tr("Question kind")
    if len(counts) < 2:
        asked("kind", label, sorted(counts))
        return []
    return some_of(
        label,
        "kind",
        sorted(counts, reverse=True),
        lambda one: f"{tr(KIND_WORDS[one])} {counts[one]:,}",  # type: ignore[index]
        help=tr("How many passages an answer takes, with the questions of that kind."),
    )


def _split(questions: Sequence[Question]) -> str:
    """Which part of a set with a split; empty for all."""
    counts = Counter(question.split for question in questions if question.split)
    label = tr("Questions")
    if len(counts) < 2:
        asked("split", label, ["all", *counts])
        return ""
    picked = one_of(
        st.segmented_control,
        label,
        "split",
        list(SPLIT_WORDS),
        "all",
        lambda one: tr(SPLIT_WORDS[one]),
        wrap=True,
        help=tr(
            "Settings are tuned on some questions and decided on others, so that no setting is "
            "praised for fitting the questions it was chosen by."
        ),
    )
    return "" if picked == "all" else picked


def _split_words(questions: Sequence[Question], split: str) -> str:
    """How the set is split, and which part is shown; empty for a set without a split."""
    counts = Counter(question.split for question in questions if question.split)
    if not counts:
        return ""
    if len(counts) < 2 and len(questions) == sum(counts.values()):
        return (
            tr("The run asked only those to tune on, so it decides nothing.")
            if "tune" in counts
            else tr("The run asked only those to decide on.")
        )
    if split == "tune":
        return tr(
            "Shown are those to tune on; a verdict uses only the {n:,} to decide on.",
            n=counts["decide"],
        )
    if split == "decide":
        return tr("Shown are those to decide on, which alone a verdict uses.")
    return tr(
        "{tune:,} of the set are to tune on and {decide:,} to decide on; both are shown, and a "
        "verdict uses only the latter.",
        tune=counts["tune"],
        decide=counts["decide"],
    )


def _say_what_is_left(part: Subset, split: str) -> None:
    """n and clusters, and what too few of them mean."""
    every = len(part.ordered.questions)
    if part.whole:
        counted = trn("The {n:,} answerable question", "All {n:,} answerable questions", every)
    else:
        counted = tr("{n:,} of {every:,} answerable questions", n=part.n, every=every)
    clusters = trn("{n:,} cluster of documents", "{n:,} clusters of documents", part.clusters)
    told = tr("{questions}, on {clusters}.", questions=counted, clusters=clusters)
    st.markdown(f"{told} {split}", help=explained("interval"))
    if part.local:
        st.warning(
            tr(
                "Fewer than 8 clusters: what follows speaks for these documents only, and its "
                "intervals are too narrow for others like them."
            ),
            icon=":material/warning:",
        )
