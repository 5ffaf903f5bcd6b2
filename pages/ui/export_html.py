"""A report in one file that opens without a network: charts that can be moved, and tables."""

import json
from dataclasses import replace
from html import escape
from typing import Any

from evaluation.interval_words import interval_kind
from evaluation.notes import notes
from golden_sets.language import language, tr
from pages.ui import export_tables
from pages.ui.charts import cost_chart, hit_chart
from pages.ui.export_charts import file_name
from pages.ui.findings import cost_finding, hit_finding
from pages.ui.results import RETRIEVER_NAMES, Row, budget_words, of_budget, rows

Report = dict[str, Any]
# Nothing is fetched and nothing is sent, whatever a document's text should say.
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"
)
STYLE = """
:root {color-scheme: light}
body {font: 16px/1.5 system-ui, "Noto Sans CJK SC", sans-serif; color: #1c2529;
  background: #fff; max-width: 1100px; margin: 0 auto; padding: 1.5rem 1rem 4rem;
  overflow-wrap: anywhere}
h1 {font-size: 1.9rem; margin: 0} h2 {font-size: 1.35rem; margin: 2.5rem 0 .5rem}
h3 {font-size: 1.1rem; margin: 2rem 0 .25rem}
p, figcaption {color: #4a565c; margin: .25rem 0} figure {margin: 0 0 1rem}
.wide {overflow-x: auto} .chart {min-width: 600px}
table {border-collapse: collapse; font-size: .875rem}
th, td {text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #dde2e4;
  vertical-align: top; overflow-wrap: normal} th {color: #4a565c; font-weight: 600}
td.n {text-align: right; font-variant-numeric: tabular-nums}
button {font: inherit; font-size: .8rem; color: #0b6e75; background: none; cursor: pointer;
  border: 1px solid #0b6e75; border-radius: 4px; padding: .1rem .6rem; margin-right: .4rem}
.note {border-left: 3px solid #b58900; padding-left: .6rem; margin: .5rem 0}
@media print {button {display: none}}
"""
SAVE = """
function save(id, format) {
  const at = document.getElementById(id);
  Plotly.downloadImage(at, {format: format, filename: id, width: at.offsetWidth,
    height: at.offsetHeight, scale: format === "png" ? 2 : 1});
}
"""


def html_report(report: Report) -> bytes:
    """The report as one HTML file in the reader's language."""
    from plotly.offline import get_plotlyjs

    found = rows(report)
    golden = report["run"]["golden_set"]
    title = tr("Where to cut {name}", name=golden["name"])
    made = report["run"]["created"].replace("T", " ").removesuffix("Z")
    lead = tr(
        "{documents:,} documents, {answerable:,} answerable questions of {questions:,}. Run {run} "
        "of {made} UTC.",
        documents=golden["documents"],
        answerable=golden["answerable"],
        questions=golden["questions"],
        run=report["run"]["id"],
        made=made,
    )
    body = [f"<h1>{escape(title)}</h1><p>{escape(lead)}</p>"]
    body += [f'<p class="note">{escape(note)}</p>' for note in notes(report)]
    body.append(export_tables.verdicts(report))
    for budget in sorted({row.budget_tokens for row in found}):
        body.append(_budget(report, of_budget(found, budget)))
    heading = tr("How it was made")
    body.append(f"<h2>{escape(heading)}</h2>{export_tables.settings(report)}")
    head = (
        f'<!doctype html><html lang="{language()}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>"
        f"<script>{get_plotlyjs()}</script><script>{SAVE}</script></head><body>"
    )
    return f"{head}{''.join(body)}</body></html>".encode()


def _named(found: list[Row]) -> list[Row]:
    """The rows, each by its whole id: all variants stand in one chart."""
    return [replace(row, name=row.variant) for row in found]


def _budget(report: Report, found: list[Row]) -> str:
    """Everything under one budget."""
    budget = found[0].budget_tokens
    caption = tr(
        "n = {n}; {budget}; lines are 95 % intervals ({kind}), each for itself.",
        n=found[0].hit["n"],
        budget=budget_words(report, found[0]),
        kind=interval_kind(report["run"]["interval"]),
    )
    name = f"{report['run']['golden_set']['name']}-{report['run']['id']}-{budget}"
    heading = tr("Budget {budget:,}", budget=budget)
    parts = [f"<h2>{escape(heading)}</h2>"]
    parts.append(
        _figure(hit_chart(_named(found)), hit_finding(report, found), caption, f"{name}-hit-rate")
    )
    for retriever in dict.fromkeys(row.retriever for row in found):
        shown = [row for row in found if row.retriever == retriever]
        said = tr("{retriever}. A point a variant; hollow with headers. The grey line joins those "
                  "that no other beats on both.", retriever=RETRIEVER_NAMES[retriever])  # fmt: skip
        parts.append(
            _figure(cost_chart(shown), cost_finding(shown), said, f"{name}-cost-{retriever}")
        )
    for words, made in (
        (tr("All numbers"), export_tables.numbers(found)),
        (tr("Differences to the baseline"), export_tables.comparisons(report, budget)),
        (tr("What became of the questions"), export_tables.outcomes(found)),
    ):
        if made:
            parts.append(f"<h3>{escape(words)}</h3>{made}")
    return "".join(parts)


def _figure(chart: Any, title: str, caption: str, name: str) -> str:
    """A chart under its finding, with a button for each kind of picture."""
    place = file_name(name)
    # On the dashboard its theme makes this room.
    chart.update_layout(margin={"b": 60})
    chart.update_xaxes(automargin=True)
    drawn = chart.to_html(
        full_html=False,
        include_plotlyjs=False,
        div_id=place,
        config={"displayModeBar": False, "responsive": True},
        default_height=f"{chart.layout.height}px",
    )
    buttons = ""
    for kind in ("png", "svg"):
        words = tr("Save as {kind}", kind=kind.upper())
        call = f"save({json.dumps(place)}, {json.dumps(kind)})"
        buttons += f"<button onclick='{call}'>{escape(words)}</button>"
    return (
        f'<figure><h3>{escape(title)}</h3><div class="wide"><div class="chart">{drawn}</div></div>'
        f"<figcaption>{escape(caption)}</figcaption><p>{buttons}</p></figure>"
    )
