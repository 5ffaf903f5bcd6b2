"""What the page Compare is about: a run, a budget, a baseline, and which of its questions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from evaluation.report import baseline_of
from evaluation.subset import Subset, asked_of
from golden_sets.golden_set import GoldenSet
from golden_sets.language import tr
from golden_sets.reading import GoldenSetError
from pages.ui import stored
from pages.ui.charts import retriever_name
from pages.ui.compare_filters import filtered
from pages.ui.compare_url import explained, one_of, some_of
from pages.ui.results import Row, rows, usual_budget

Report = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Scope:
    """What is compared.

    Attributes:
        golden: The run's golden set, None where it is not what it was.
        part: The questions that count.
        found: The run's results at this budget, of the chosen retrievers.
        every: Its results at all budgets.
        filters: The chosen filters as one short string, empty without any.
    """

    report: Report
    golden: GoldenSet | None
    part: Subset
    budget: int
    baseline: str
    found: tuple[Row, ...]
    every: tuple[Row, ...]
    filters: str

    @property
    def run(self) -> str:
        return str(self.report["run"]["id"])

    @property
    def retrievers(self) -> list[str]:
        return list(dict.fromkeys(row.retriever for row in self.found))

    def label(self, row: Row) -> str:
        """The variant's id, the retriever where several are shown, and whether it is the
        baseline."""
        words = [row.variant]
        if len(self.retrievers) > 1:
            words.append(retriever_name(row.retriever))
        if row.variant == self.baseline:
            words.append(tr("baseline"))
        return " · ".join(words)


def read_golden(report: Report) -> GoldenSet | None:
    """The run's golden set; None where it cannot be read or is not the run's any more."""
    told = report["run"]["golden_set"]
    try:
        found = stored.golden_set(told["name"])
    except GoldenSetError:
        return None
    return found if found.digest == told["digest"] else None


def of_run(report: Report) -> Scope:
    """The scope that the URL names or the person chooses; stops where nothing can be compared."""
    every = tuple(rows(report))
    if not every:
        st.info(
            tr("No question of this run has an answer in the documents, so nothing was measured."),
            icon=":material/info:",
        )
        st.stop()
    golden = read_golden(report)
    questions = asked_of(report, golden)
    if questions is None:
        st.info(
            tr(
                "This run was stored by an earlier version and its golden set has changed since. "
                "Run it again to compare its variants."
            ),
            icon=":material/info:",
        )
        st.stop()
    budget, retrievers, baseline = _settings(report, every)
    seed = int(report["run"].get("seed", 0))
    part, filters = filtered(questions, seed, golden is not None)
    found = tuple(r for r in every if r.budget_tokens == budget and r.retriever in retrievers)
    return Scope(report, golden, part, budget, baseline, found, every, filters)


def _settings(report: Report, every: Sequence[Row]) -> tuple[int, list[str], str]:
    """Budget, retrievers and baseline."""
    budgets = sorted({row.budget_tokens for row in every})
    units = report["run"]["fill"] == "top_k"
    left, middle, right = st.columns([1, 1, 2])
    with left:
        budget = one_of(
            st.segmented_control,
            tr("Budget, units") if units else tr("Budget, context tokens"),
            "budget",
            [str(one) for one in budgets],
            str(usual_budget(report, budgets)),
            lambda one: f"{int(one):,}",
            wrap=True,
            help=explained("budget"),
        )
    names = list(dict.fromkeys(row.retriever for row in every))
    with middle:
        retrievers = some_of(
            tr("Retrievers"), "retriever", names, retriever_name, help=explained("retriever")
        )
    compared = report["comparisons"]
    own = compared[0]["baseline"] if compared else baseline_of(report["variants"])
    with right:
        baseline = one_of(
            st.selectbox,
            tr("Baseline"),
            "baseline",
            list(dict.fromkeys(row.variant for row in every)),
            str(own),
            help=tr("What the others are compared with. At first the run's own."),
        )
    return int(budget), retrievers or names, baseline
