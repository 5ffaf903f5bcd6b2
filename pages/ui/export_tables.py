"""The tables of a report that leaves the dashboard, every cell escaped."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from evaluation.decision import stated_seal
from evaluation.interval_words import interval_kind
from evaluation.plain_words import signed
from golden_sets.language import shown, tr
from pages.ui import stored
from pages.ui.decide_view import seal_lines
from pages.ui.question_view import OUTCOME_WORDS
from pages.ui.results import RETRIEVER_NAMES, Row, column_labels, table

Report = dict[str, Any]


def html_table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table that scrolls by itself on a narrow screen."""
    top = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return (
        f'<div class="wide" tabindex="0"><table><thead><tr>{top}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _cell(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return f"<td>{escape('–' if value is None else str(value))}</td>"
    if value != value:  # what pandas makes of None among numbers
        return "<td>–</td>"
    shown = (f"{value:,}" if isinstance(value, int) else f"{value:,.1f}").replace("-", "−")
    return f'<td class="n">{shown}</td>'


def numbers(found: list[Row]) -> str:
    """What the dashboard's own table shows."""
    frame = table(found)
    labels = column_labels()
    head = [labels.get(name, name) for name in frame.columns]
    return html_table(head, frame.astype(object).itertuples(index=False))


def comparisons(report: Report, budget: int) -> str:
    """Each variant against the baseline, in points."""
    head = [tr("Variant"), tr("Retriever"), tr("Difference, points"), tr("95 % interval"), "p"]
    rows = []
    for one in report["comparisons"]:
        if one["budget_tokens"] != budget or one["difference"] is None:
            continue
        ends = tr("{low} to {high}", low=signed(one["low"]), high=signed(one["high"]))
        p = "–" if one["p"] is None else f"{one['p']:.3f}"
        retriever = RETRIEVER_NAMES[one["retriever"]]
        moved = len(one["gained"]), len(one["lost"])
        rows.append([one["candidate"], retriever, signed(one["difference"]), ends, p, *moved])
    return html_table([*head, tr("Gained"), tr("Lost")], rows) if rows else ""


def outcomes(found: list[Row]) -> str:
    """How often each outcome came."""
    names = [name for name in OUTCOME_WORDS if any(name in r.result["outcomes"] for r in found)]
    head = [tr("Variant"), tr("Retriever"), *(OUTCOME_WORDS[name] for name in names)]
    rows = (
        [
            row.variant,
            RETRIEVER_NAMES[row.retriever],
            *(row.result["outcomes"].get(name, 0) for name in names),
        ]
        for row in found
    )
    return html_table(head, rows)


def verdicts(report: Report) -> str:
    """What the protocol's rules say of each candidate; nothing without a protocol."""
    if not report["verdicts"]:
        return ""
    head = [tr("Candidate"), tr("Retriever"), tr("Verdict"), tr("Reason")]
    rows = []
    for one in report["verdicts"]:
        verdict, retriever = one["verdict"], one["retriever"]
        name = RETRIEVER_NAMES.get(retriever, retriever)
        rows.append([one["candidate"], name, tr(verdict), shown(one, "reason")])
    heading = tr("Verdicts")
    try:
        seal = stated_seal(report)
    except ValueError:  # an early report, without a whole one
        lines = []
    else:
        lines = seal_lines(seal, stored.store().imported(report["run"]["id"]))
    said = "".join(f"<p>{escape(line)}</p>" for line in lines)
    return f"<h2>{escape(heading)}</h2>{said}{html_table(head, rows)}"


def settings(report: Report) -> str:
    """What the run records of how it was made."""
    run = report["run"]
    model, fill = run.get("embedding_model") or {}, run["fill"]
    rows = [
        (tr("Run"), run["id"]),
        (tr("Golden set"), f"{run['golden_set']['name']}, sha256 {run['golden_set']['digest']}"),
        (tr("Embedding model"), f"{model.get('name') or '–'} {model.get('revision') or ''}"),
        (tr("Tokenizer"), run["tokenizer"]),
        (tr("Fill rule"), tr(fill)),
        (tr("Intervals"), interval_kind(run["interval"])),
        (tr("Packages"), ", ".join(f"{name} {v}" for name, v in run["versions"].items())),
        (tr("Code"), run.get("code") or "–"),
    ]
    return html_table([tr("Setting"), tr("Value")], rows)
