"""Two runs compared: the finding, its picture, what differs between them, and the questions."""

from collections.abc import Sequence
from html import escape

import pandas as pd
import streamlit as st

from evaluation.compare_lines import golden_lines
from evaluation.interval_words import interval_kind
from evaluation.run_comparison import QuestionChange, ResultChange, RunComparison
from evaluation.store import result_key
from golden_sets.language import joined, marked, tr, trn
from pages.ui import runs_stored, stored
from pages.ui.export_charts import chart_config
from pages.ui.question_view import OUTCOME_WORDS
from pages.ui.runs_charts import MOST, change_chart, drawn
from pages.ui.runs_choice import address, choice
from pages.ui.runs_words import headline, how_many, largest, moved, name
from pages.ui.terms import TERMS

LISTED = 200
STYLE = """<style>
.cb-moved {margin: 0; padding-left: 0; list-style: none; overflow-wrap: anywhere}
.cb-moved li {padding: 0.35rem 0; border-top: 1px solid rgba(128,128,128,0.25)}
.cb-moved small {opacity: 0.75}
</style>"""
GROUPS = (
    ("gained", marked("Gained: hits that are new")),
    ("lost", marked("Lost: hits that are no more")),
    ("changed", marked("Another outcome, the hit being the same")),
    ("set_aside", marked("Set aside: not the same question any more")),
)


def section(before: str, after: str) -> None:
    """What changed from one run to the other."""
    st.divider()
    try:
        found = runs_stored.comparison(before, after)
    except ValueError:
        st.info(
            tr(
                "The two runs hold no result in common: no variant under the same retriever and "
                "budget is in both. Choose another run."
            ),
            icon=":material/info:",
        )
        return
    st.markdown(f"## {headline(found)}")
    _picture(found)
    _between(found)
    _questions(found)


def _picture(found: RunComparison) -> None:
    strategies = {
        variant["id"]: variant["strategy"]
        for run in found.runs
        for variant in stored.report(run)["variants"]
    }
    shown = drawn(found.results)
    if shown:
        st.plotly_chart(
            change_chart(shown, strategies),
            config=chart_config(f"changes-{found.runs[0]}-{found.runs[1]}"),
            key="runs_changes",
            alt=headline(found),
        )
    equal = sum(one.equal for one in found.results)
    parts = [how_many(found.results)]
    if shown:
        kinds = tr("; ").join(dict.fromkeys(interval_kind(one.interval) for one in shown))
        parts.insert(0, tr("Lines are 95 % intervals ({kind}).", kind=kinds))
    if equal:
        parts.append(
            trn(
                "{n} result is equal in every outcome, hit and rank, and not drawn.",
                "{n} results are equal in every outcome, hit and rank, and not drawn.",
                equal,
            )
        )
    if len(found.results) - equal > MOST:
        parts.append(tr("Only the {n} largest changes are drawn.", n=MOST))
    st.caption(tr(joined(parts)), help=TERMS["interval"])


def _between(found: RunComparison) -> None:
    """What the runs record of themselves that differs, and what became of the golden set."""
    st.markdown("### " + tr("What changed between the runs"))
    st.text("\n".join(map(tr, golden_lines(found.golden))))
    for names, words in (
        (found.only_before, marked("{n:,} results are only in the run before: {names}")),
        (found.only_after, marked("{n:,} results are only in the run after: {names}")),
    ):
        if names:
            more = " …" if len(names) > 6 else ""
            st.text(tr(words, n=len(names), names=", ".join(names[:6]) + more))
    if not found.settings:
        st.caption(
            tr("Nothing that the runs record of models, options, packages and code differs.")
        )
        return
    frame = pd.DataFrame(
        {
            tr("Setting"): [one.name for one in found.settings],
            tr("Before"): [_short(one.before) for one in found.settings],
            tr("After"): [_short(one.after) for one in found.settings],
        }
    )
    st.dataframe(frame, hide_index=True, key="runs_settings")


def _short(value: str) -> str:
    return value if len(value) <= 48 else value[:47] + "…"


def _questions(found: RunComparison) -> None:
    """The questions behind one result, chosen by its name."""
    results = {result_key(one.variants[0], one.retriever, one.budget_tokens): one
               for one in found.results}  # fmt: skip
    named = largest(found.results)
    order = sorted(results, key=lambda key: (results[key] is not named, -moved(results[key])))
    budgets = len({one.budget_tokens for one in found.results})

    def label(key: str) -> str:
        one = results[key]
        return f"{name(one, budgets)} · +{len(one.gained)} −{len(one.lost)}"

    st.markdown("### " + tr("The questions behind it"))
    picked = choice(
        tr("Result"),
        "result",
        order,
        label,
        tr("These runs have no such result in common; here is another."),
        tr("Choose a result"),
        first=True,
    )
    if picked is None:
        return
    one = results[picked]
    if not moved(one) and not one.set_aside:
        st.caption(tr("No question of this result has another outcome."))
    for part, words in GROUPS:
        rows: Sequence[QuestionChange] = getattr(one, part)
        if rows:
            with st.expander(f"{tr(words)} ({len(rows):,})", expanded=part in ("gained", "lost")):
                st.html(STYLE + _list(rows, one, found))


def _list(rows: Sequence[QuestionChange], one: ResultChange, found: RunComparison) -> str:
    items = [_item(row, one, found) for row in rows[:LISTED]]
    more = ""
    if len(rows) > LISTED:
        rest = tr("and {n:,} more", n=len(rows) - LISTED)
        more = f"<p>{escape(rest)}</p>"
    return f'<ul class="cb-moved">{"".join(items)}</ul>{more}'


def _item(row: QuestionChange, one: ResultChange, found: RunComparison) -> str:
    """A question with its text, what became of it, and links to both sides."""
    text = row.text if row.text is not None else tr("(its text is not at hand)")
    moved_to = " → ".join(dict.fromkeys([_outcome(row.before), _outcome(row.after)]))
    why = f" · {tr(row.why)}" if row.why else ""
    sides = zip((tr("before"), tr("after")), found.runs, one.variants, strict=True)
    links = " · ".join(
        f'<a href="{escape(_link(row.id, run, variant, one))}" target="_self">{escape(side)}</a>'
        for side, run, variant in sides
    )
    return (
        f"<li>{escape(text)}<br><small>{escape(row.id)} · {escape(moved_to)}{escape(why)} · "
        f"{links}</small></li>"
    )


def _outcome(name: str) -> str:
    return " / ".join(OUTCOME_WORDS.get(one, one) for one in name.split(" / "))


def _link(question: str, run: str, variant: str, one: ResultChange) -> str:
    names = {
        "run": run,
        "question": question,
        "variant": variant,
        "retriever": one.retriever,
        "budget": str(one.budget_tokens),
    }
    return address("question", names)
