"""What is said before anything runs, and of variants that cannot be told apart."""

from collections.abc import Callable
from html import escape
from typing import Any

import streamlit as st

from evaluation.checks.finding import NOTHING, SEVERITIES, severity_count, severity_word
from evaluation.identical import identical_variants, told
from golden_sets.language import of_error, shown, tr, trn
from golden_sets.reading import GoldenSetError
from pages.ui import faults, stored
from pages.ui.question_links import link

Finding = dict[str, Any]
Place = Callable[[str], str | None]
ICONS = {"blocks": "block", "warning": "warning", "info": "info"}
SHOWN_GROUPS = 2
STYLE = """<style>
.cb-check{border-left:4px solid #0072b2;padding:.1rem .8rem;margin:0 0 .8rem;
  overflow-wrap:anywhere}
.cb-check p{margin:.15rem 0}
.cb-check-blocks{border-color:#d55e00}
.cb-check-warning{border-color:#e69f00}
.cb-check-word{font-size:.85rem;font-weight:600}
.cb-check-icon{font-family:"Material Symbols Rounded";font-weight:400;font-size:1.1rem;
  line-height:1;vertical-align:-.2rem;font-feature-settings:"liga"}
.cb-check-so{opacity:.85}
.cb-check details{font-size:.9rem;margin:.15rem 0}
.cb-check summary{cursor:pointer}
</style>"""


def section(name: str, report: dict[str, Any] | None, place: Place | None = None) -> None:
    """The findings by severity, one opened at a time; one calm line where there are none.

    Args:
        place: The address of the question or document of an id, None where it is neither.
    """
    try:
        findings = stored.preflight(name, report)
    except GoldenSetError:
        # Said where its questions would stand.
        return
    except RuntimeError as error:
        st.caption(_titled("error", tr("the golden set could not be checked.")))
        st.code(tr(of_error(error)), language=None, wrap_lines=True)
        return
    if findings is None:
        _wait(name, report)
    elif not findings:
        st.caption(_titled("check_circle", tr("{nothing}.", nothing=tr(NOTHING))))
    else:
        with st.expander(_label(findings), key="preflight"):
            st.html(STYLE + "".join(finding_html(one, place) for one in findings))


@faults.fragment(run_every=1.0)
def _wait(name: str, report: dict[str, Any] | None) -> None:
    """Looks again until something is found, and then has the page shown anew."""
    try:
        ready = stored.preflight(name, report) is not None
    except (GoldenSetError, RuntimeError):
        ready = True
    if ready:
        st.rerun()
    st.caption(_titled("hourglass_top", tr("looking at the golden set.")))


def _label(findings: list[Finding]) -> str:
    found = [finding["severity"] for finding in findings]
    counts = [
        f":material/{ICONS[severity]}: {severity_count(severity, number)}"
        for severity in SEVERITIES
        if (number := found.count(severity))
    ]
    return tr("Before you run: {what}", what=" · ".join(counts))


def _titled(icon: str, what: str) -> str:
    return f":material/{icon}: " + tr("Before you run: {what}", what=what)


def finding_html(finding: Finding, place: Place | None = None) -> str:
    """One finding, every word of it escaped: ids and classes are named by a golden set."""
    severity, ids = finding["severity"], finding["ids"]
    icon = f'<span class="cb-check-icon" aria-hidden="true" translate="no">{ICONS[severity]}</span>'
    word = f"{icon} {escape(severity_word(severity, 1))}"
    listed = ""
    if ids:
        names = ", ".join(_named(one, place) for one in ids)
        which = escape(tr("Which ({n:,})", n=len(ids)))
        listed = f"<details><summary>{which}</summary><p>{names}</p></details>"
    return (
        f'<div class="cb-check cb-check-{severity}"><p class="cb-check-word">{word}</p>'
        f"<p>{escape(shown(finding, 'finding'))}</p>"
        f'<p class="cb-check-so">{escape(shown(finding, "consequence"))}</p>{listed}</div>'
    )


def _named(one: str, place: Place | None) -> str:
    """An id, as a link where there is something to go to."""
    address = place(one) if place is not None else None
    return escape(one) if address is None else link(address, one)


def identical_banner(report: dict[str, Any]) -> None:
    """Names the variants that cut alike, above anything that compares them."""
    groups = identical_variants(report)
    if not groups:
        return
    lines = [tr(told(names)) for names in groups[:SHOWN_GROUPS]]
    if (more := len(groups) - SHOWN_GROUPS) > 0:
        lines.append(
            trn(
                "So did {n:,} more group of variants.",
                "So did {n:,} more groups of variants.",
                more,
            )
        )
    # Ids are letters, digits, dots, hyphens and underscores, which alone mean something here.
    st.warning("\n\n".join(lines).replace("_", "\\_"), icon=":material/content_copy:")
