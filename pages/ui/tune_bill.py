"""What overlap costs with the current cut: three lines, the current place marked."""

import streamlit as st

from evaluation.tune_bill import Step
from evaluation.tune_setting import Setting
from golden_sets.language import tr
from pages.ui import faults, link_words, tune_charts, tune_stored
from pages.ui.export_charts import chart_config
from pages.ui.tune_stored import Benched
from pages.ui.tune_widgets import term

_RESTS = "tune_rests"


def show(on: Benched, current: Setting) -> None:
    """The picture; counted aside, and only once the controls have come to rest."""
    st.header(tr("What overlap costs here"), divider="gray")
    found = tune_stored.bills(on).found(current)
    if found is not None:
        if found.error:
            st.warning(tr("What overlap costs could not be counted:"), icon=":material/error:")
            st.code(found.error, language=None, wrap_lines=True)
            return
        _drawn(found.steps, current)
        # What lacked vectors is counted again, for they may be there by now.
        if found.whole or tune_stored.bills(on).start(current).done():
            return
    else:
        st.caption(tr("Counting five overlaps …"))
    st.session_state[_RESTS] = False
    _wait(on, current)


@faults.fragment(run_every=0.6)
def _wait(on: Benched, current: Setting) -> None:
    # A slider on its way would have every place it passes counted: what draws the page does not
    # start it, only a tick behind that does.
    if not st.session_state.get(_RESTS):
        st.session_state[_RESTS] = True
    elif tune_stored.bills(on).start(current).done():
        link_words.keep()
        st.rerun()


def _drawn(steps: tuple[Step, ...], current: Setting) -> None:
    if not steps:
        st.caption(tr("These cuts take vectors of sentences that are not made yet."))
        return
    now = current.overlap_percent
    st.markdown(f"### {finding(steps, now)}")
    figure = tune_charts.bill_chart(current.strategy, steps, now)
    st.plotly_chart(figure, config=chart_config("overlap-bills"), key="tune_bill_chart")
    st.caption(
        tr(
            "{variant} at 0 to 40 % overlap, {budget:,} context tokens; the grey band is where "
            "the slider stands. Counted, not estimated: these documents and questions alone.",
            variant=current.at_overlap(0).variant.id,
            budget=current.budget,
        ),
        help=f"{term('context duplication')} {term('blurred')}",
    )
    if current.snap:
        st.caption(tr("The overlap starts at a sentence at each step."))
    if any(step.context_duplication is None for step in steps):
        st.caption(tr("Where a step lacks vectors, what its contexts repeat is left out."))


def finding(steps: tuple[Step, ...], now: int) -> str:
    """The three costs at the step nearest to the current overlap; at 0, those of the last."""
    at = min(steps[1:], key=lambda step: (abs(step.percent - now), step.percent))
    if now == 0:
        at = steps[-1]
    base = steps[0].index_tokens
    more = tr("no index tokens more")
    if base and at.index_tokens != base:
        more = tr("{share:+.0f} % index tokens", share=100 * (at.index_tokens / base - 1))
    said = [more]
    if at.context_duplication is not None:
        said.append(tr("{share:.0f} % of the context repeats", share=100 * at.context_duplication))
    if at.blurred is not None:
        said.append(
            tr("{share:.0f} % of answer passages stand in two chunks", share=100 * at.blurred)
        )
    return tr("At {percent} % overlap: {costs}", percent=at.percent, costs=tr(", ").join(said))
