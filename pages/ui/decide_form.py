"""The form of a protocol: every rule and every assumption, a fault beside its field."""

from collections.abc import Callable, Collection, Mapping, Sequence
from html import escape
from typing import Any

import streamlit as st

from evaluation.embedders.choice import AUTO
from evaluation.protocol_fields import AGAIN_FILLS, MODELS, NONE
from evaluation.protocol_form import AGAINST, MODEL, Draft
from evaluation.protocol_parts import VERDICTS
from evaluation.settings import DEFAULT_STRATEGIES, RETRIEVERS
from golden_sets.language import marked, tr
from pages.ui.decide_draft import key
from pages.ui.decide_terms import TERMS, term
from pages.ui.decide_words import METRICS, metric_name, retriever
from pages.ui.decide_words import VERDICTS as ALL_VERDICTS

OFFERED = tuple(
    f"{strategy}-400c{more}"
    for strategy in (*DEFAULT_STRATEGIES, "sentence")
    for more in ("", "-headers", "-o80", "-o80-headers")
)
LABELS = {
    "baseline": marked("Baseline"),
    "candidates": marked("Candidates"),
    "retrievers": marked("Retrievers that decide"),
    "metric": marked("Metric"),
    "budget_tokens": marked("Budget, context tokens"),
    "reject_below": marked("Reject below, points"),
    "adopt_at": marked("Adopt at, points"),
    "level": marked("Level, %"),
    "pilot_class": marked("Class for a pilot"),
    "baseline_top_k": marked("The baseline's own number of units"),
    "limits.index_tokens": marked("Index tokens, at most"),
    "limits.duplication": marked("Duplication, at most %"),
    "limits.indexing_seconds": marked("Indexing, at most seconds"),
    "limits.query_ms": marked("A query, at most milliseconds"),
    "limits.monthly_cost": marked("A month, at most (currency below)"),
    "costs.currency": marked("Currency"),
    "costs.embedding_per_million_tokens": marked("Embedding, a million tokens"),
    "costs.storage_per_gb_month": marked("Storage, a GB and month"),
    "costs.bytes_per_vector": marked("Bytes a vector"),
    "costs.corpus_tokens": marked("Tokens of the corpus"),
    "costs.changed_per_month": marked("Documents edited a month, %"),
    "costs.reembedding": marked("Made again after an edit, instead of as measured"),
    "robustness.budgets": marked("Other budgets"),
    "robustness.retrievers": marked("Other retrievers"),
    "robustness.fill": marked("Another fill rule"),
    "robustness.model": marked("A second model"),
    "gate.max_lost": marked("Questions lost, at most"),
    "gate.variant": marked("Lost by"),
    "gate.require": marked("Verdict, at least"),
    "gate.candidate": marked("Verdict of"),
    AGAINST: marked("Counted from the run"),
    MODEL: marked("Model of the run"),
}
Faults = Mapping[str, str]


class Form:
    """The fields of one golden set's draft. Each writes what is typed into the draft."""

    def __init__(
        self,
        golden_set: str,
        draft: Draft,
        faults: Faults,
        classes: Collection[str],
        runs: Mapping[str, str],
    ) -> None:
        self._set, self._draft, self._faults = golden_set, draft, faults
        self._classes, self._runs = sorted(classes), runs

    def show(self) -> None:
        """All fields, the few that every protocol needs first."""
        self._one("baseline", OFFERED, free=True)
        self._many("candidates", OFFERED, free=True)
        left, right = st.columns(2)
        with left:
            self._many("retrievers", RETRIEVERS, shown=retriever)
        with right:
            self._one("metric", tuple(METRICS), shown=metric_name)
        self._row("budget_tokens", "reject_below", "adopt_at", "level")
        with st.expander(tr("Pilot, model, production"), icon=":material/tune:"):
            columns = st.columns(3)
            with columns[0]:
                self._one("pilot_class", ("", *self._classes), shown=lambda one: one or tr("none"))
            with columns[1]:
                self._one(MODEL, (AUTO, *MODELS), free=True)
            with columns[2]:
                self._text("baseline_top_k")
        self._parts()

    def _parts(self) -> None:
        names = list(LABELS)
        limits = [name for name in names if name.startswith("limits.")]
        costs = [name for name in names if name.startswith("costs.")]
        with self._expander(tr("Limits"), limits, ":material/block:"):
            st.caption(term("limits"))
            self._row(*limits[:3])
            self._row(*limits[3:])
        with self._expander(tr("Costs"), costs, ":material/payments:", opened=True):
            st.caption(term("costs"))
            self._row(*costs[:3])
            self._row(*costs[3:6])
            self._text(costs[6])
        robust = [name for name in names if name.startswith("robustness.")]
        with self._expander(tr("Robustness"), robust, ":material/balance:"):
            st.caption(term("robustness"))
            left, right = st.columns(2)
            with left:
                self._text("robustness.budgets")
                self._one("robustness.fill", (*AGAIN_FILLS, NONE), shown=tr)
            with right:
                self._many("robustness.retrievers", (*RETRIEVERS, NONE), shown=_none)
                self._one("robustness.model", ("", *MODELS, NONE), shown=_second, free=True)
        self._gate()

    def _gate(self) -> None:
        names = [name for name in LABELS if name.startswith("gate.")]
        used = any(self._draft[name] for name in names)
        with self._expander(tr("Gate"), [*names, AGAINST], ":material/door_front:", opened=used):
            st.caption(term("gate"))
            candidates = [one.strip() for one in self._draft["candidates"].split(",")]
            left, middle, right = st.columns(3)
            with left:
                self._text("gate.max_lost")
            with middle:
                named = ["", self._draft["baseline"], *candidates]
                self._one("gate.variant", named, shown=lambda one: one or tr("the baseline"))
            with right:
                runs = ["", *self._runs]
                shown = {"": tr("none"), **self._runs}
                self._one(AGAINST, runs, shown=lambda one: shown.get(one, one))
            left, right = st.columns(2)
            with left:
                least = ["", *VERDICTS]
                self._one("gate.require", least, shown=_required)
            with right:
                usual = tr("the only candidate")
                self._one("gate.candidate", ["", *candidates], shown=lambda one: one or usual)

    def _expander(self, label: str, names: Sequence[str], icon: str, opened: bool = False) -> Any:
        # A fault in a closed part would be a riddle.
        return st.expander(
            label, icon=icon, expanded=opened or any(name in self._faults for name in names)
        )

    def _row(self, *names: str) -> None:
        for column, name in zip(st.columns(len(names)), names, strict=True):
            with column:
                self._text(name)

    def _text(self, name: str) -> None:
        widget = self._ready(name, self._draft[name])
        # No assumption is hidden behind an empty field.
        usual = tr("4 bytes a dimension") if name == "costs.bytes_per_vector" else None
        self._draft[name] = st.text_input(
            tr(LABELS[name]), key=widget, help=_help(name), max_chars=500, placeholder=usual
        )
        self._fault(name)

    def _one(
        self,
        name: str,
        options: Sequence[str],
        shown: Callable[[str], str] = str,
        free: bool = False,
    ) -> None:
        given = self._draft[name]
        # What an address or a file says stays on show, allowed or not.
        offered = list(dict.fromkeys([*options, given] if given or "" in options else options))
        widget = self._ready(name, given if given in offered else None)
        picked = st.selectbox(
            tr(LABELS[name]),
            offered,
            key=widget,
            format_func=shown,
            accept_new_options=free,
            help=_help(name),
        )
        self._draft[name] = (picked or "").strip()
        self._fault(name)

    def _many(
        self,
        name: str,
        options: Sequence[str],
        shown: Callable[[str], str] = str,
        free: bool = False,
    ) -> None:
        given = [piece.strip() for piece in self._draft[name].split(",") if piece.strip()]
        widget = self._ready(name, given)
        picked = st.multiselect(
            tr(LABELS[name]),
            list(dict.fromkeys([*options, *given])),
            key=widget,
            format_func=shown,
            accept_new_options=free,
            help=_help(name),
            wrap=True,
            placeholder=tr("Choose, or write an id") if free else tr("Choose"),
        )
        self._draft[name] = ", ".join(picked)
        self._fault(name)

    def _ready(self, name: str, value: Any) -> str:
        """The widget's key, holding the draft's value where the widget is new."""
        widget = key(self._set, name)
        if widget not in st.session_state:
            st.session_state[widget] = value
        return widget

    def _fault(self, name: str) -> None:
        if name in self._faults:
            told = tr("{field}: {fault}", field=tr(LABELS[name]), fault=self._faults[name])
            st.html(f'<div class="cbd-fault" role="alert">{escape(told)}</div>')


def _required(name: str) -> str:
    return tr(ALL_VERDICTS.get(name, name)) if name else tr("none")


def _second(name: str) -> str:
    return _none(name) if name else tr("by itself")


def _none(name: str) -> str:
    return tr("none") if name == NONE else retriever(name)


def _help(name: str) -> str | None:
    return term(name) if name in TERMS else None
