"""The decision of one run: its seal, its picture, its verdicts and what they rest on."""

from collections.abc import Callable, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import streamlit as st

from evaluation.recorded_decision import Recorded
from evaluation.seal import Seal, change_words, declared
from evaluation.seal_store import seal_of
from golden_sets.language import joined, marked, of_error, tr
from pages.ui import decide_tables
from pages.ui.decide_chart import WIDTH, difference_chart
from pages.ui.decide_terms import term
from pages.ui.decide_words import (
    counts,
    difference_finding,
    headline,
    level_words,
    metric_name,
    plain,
    retriever,
)
from pages.ui.export_charts import chart_config

Report = Mapping[str, Any]
NO_MATCH = marked("The seal does not hold, so no verdict is shown:")


@cache
def style() -> str:
    return f"<style>{(Path(__file__).parent / 'decide.css').read_text('utf-8')}</style>"


def html(words: str) -> None:
    """Our own markup, in which every word of anybody's is escaped already."""
    st.html(f'<div class="cbd">{words}</div>')


def broken(error: Exception) -> None:
    """A seal that does not hold: the reason, and nothing that could pass for a verdict."""
    st.error(tr(NO_MATCH), icon=":material/lock_open:")
    st.code(tr(of_error(error)), language=None, wrap_lines=True)


def finding(report: Report, on_record: Callable[[], None], imported: str = "") -> None:
    """What follows and by what seal, and the picture with the recorded decision beside it.

    Args:
        report: Judged anew, its seal verified.
        on_record: Shows what was decided.
        imported: When it came from elsewhere, "" where it was decided here.
    """
    stated = report["protocol"]
    seal = seal_of(stated, stated["sealed"])
    st.header(headline(report["verdicts"], seal.protocol.baseline), anchor=False)
    st.markdown(
        plain(
            tr(
                "{counts}. {rules}.",
                counts=counts(report["verdicts"]),
                rules=decide_tables.rules_line(report),
            )
        )
    )
    _seal(seal, imported)
    st.markdown(f"### {difference_finding(report)}")
    with st.container(key="cbd_pair", horizontal=True, gap="medium"):
        with st.container(key="cbd_picture", width=WIDTH):
            _picture(report)
        with st.container(key="cbd_record", width="stretch"):
            on_record()
            held = tr("; ").join(map(tr, decide_tables.held(report)))
            held = tr("All verdicts hold under: {conditions}.", conditions=held)
            html(f'<p class="cbd-soft">{escape(held)}</p>')


# Changes to a protocol that are told in a sentence; more of them are a list.
FEW = 4


def seal_lines(seal: Seal, imported: str) -> list[str]:
    """What a reader of a verdict must know of its rules; see `finding`."""
    lines = [*seal.lines()]
    if imported:
        lines[0] = tr(
            "Protocol {hash}. Its archive says: sealed {sealed}, {declared}. Nobody here vouches "
            "for that.",
            hash=seal.hash[:12],
            sealed=seal.sealed,
            declared=declared(seal),
        )
    return lines


def elsewhere(found: Recorded) -> None:
    """What of a decision is verified here, and what is only said by what came with it."""
    if found.imported:
        st.info(
            tr(
                "This run was decided in another installation and came here {when}. Seal, decision "
                "and comments are those that came with it.",
                when=found.imported.replace("T", " ").replace("Z", " UTC"),
            ),
            icon=":material/move_to_inbox:",
        )
        st.caption(
            tr(
                "Verified here: the rules are those of the seal, results and verdicts those of the "
                "sum that came along. Not verified, since whoever makes an archive can write it: "
                "when it was sealed, what had been seen by then, how the results came about, what "
                "they say of other conditions and mixed variants, and who signed."
            )
        )
    if found.again:
        st.caption(
            tr(
                "The verdicts were made again just now, from the run's results and the golden set "
                "that is here, and came out the same."
            )
        )
    else:
        st.warning(
            tr(
                "The golden set of this run is not at hand, so its verdicts were not made again: "
                "they are shown as the run recorded them."
            ),
            icon=":material/history:",
        )


def _seal(seal: Seal, imported: str) -> None:
    lines = seal_lines(seal, imported)
    if len(seal.changed) > FEW:
        lines[1:] = [
            tr(
                "It is not the first for this golden set, that is {first}; the {n:,} changes "
                "stand on the page, under “What had been seen, and all that is sealed”.",
                first=seal.first[:12],
                n=len(seal.changed),
            )
        ]
    lines.append(
        tr("Verified just now against the seal that came with it.")
        if imported
        else tr("Verified just now against the store.")
    )
    vouched = seal.declared_before and not imported
    icon = ":material/verified:" if vouched else ":material/info:"
    st.caption(f"{icon} {plain(tr(joined(lines)))}", help=term("seal"))
    if seal.seen_variants or len(seal.changed) > FEW:
        with (
            st.container(key="cbd_screen_seen"),
            st.expander(tr("What had been seen, and all that is sealed"), icon=":material/lock:"),
        ):
            st.text(", ".join(seal.seen_variants))
            st.text("\n".join(map(change_words, seal.changed)))
            st.json(dict(seal.content), expanded=1)


def _picture(report: Report) -> None:
    st.plotly_chart(
        difference_chart(report),
        config=chart_config("decision"),
        key="decide_differences",
        width=WIDTH,
    )
    metric = report["protocol"]["content"]["protocol"]["metric"]
    kinds = {one["preconditions"][decide_tables.QUESTIONS] for one in report["verdicts"]}
    st.caption(
        plain(
            tr(
                "Paired differences in {metric}; lines are {level} % intervals, the level shared "
                "over {m} comparisons; {kinds}",
                metric=metric_name(metric),
                level=level_words(report["protocol"]["shared_level"]),
                m=report["protocol"]["comparisons"],
                kinds=tr("; ").join(map(tr, sorted(kinds))),
            )
        ),
        help=term("interval"),
    )


def verdicts(report: Report) -> None:
    st.markdown("### " + tr("Each verdict, and who pays for it"), help=term("verdict"))
    spoken = st.query_params.get("lang", "")
    html(decide_tables.verdict_cards(report, {"lang": spoken} if spoken else {}))
    st.markdown("#### " + tr("The same verdict under other conditions"), help=term("robustness"))
    html(decide_tables.robustness_grid(report))


def grounds(report: Report) -> None:
    """What each class of documents would take, and what all of it costs."""
    st.markdown(
        "#### " + tr("Each class of documents, and what it costs"),
        help=f"{term('classes')} {term('price')}",
    )
    mixed = "".join(f"<p>{line}</p>" for line in decide_tables.mixed_lines(report))
    html(
        f'<div class="cbd-two"><div>{decide_tables.class_table(report)}{mixed}</div>'
        f"<div>{decide_tables.price_table(report)}"
        f'<p class="cbd-soft">{decide_tables.assumptions(report)}</p></div></div>'
    )
    tables = [row for row in report["protocol"]["mixed"] if row["toml"]]
    with st.container(key="cbd_screen_mixed", horizontal=True, gap="small"):
        for row in tables:
            st.download_button(
                tr(
                    "Table of the mixed variant, {retriever}", retriever=retriever(row["retriever"])
                ),
                row["toml"],
                f"mixed-{row['retriever']}.toml",
                mime="application/toml",
                icon=":material/download:",
                key=f"decide_mixed_{row['retriever']}",
            )
