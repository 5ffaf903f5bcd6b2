"""The map of questions by results: a table whose cells open a question."""

from collections.abc import Mapping, Sequence
from typing import Any
from zlib import crc32

import pandas as pd
import streamlit as st

from golden_sets.exchange.tables import guarded
from golden_sets.language import tr, trn
from pages.ui.compare_lines import drawn
from pages.ui.compare_outcomes import OUTCOMES, key_html, letter, outcome_words
from pages.ui.compare_scope import Scope
from pages.ui.compare_url import how_many, literal
from pages.ui.results import Row, question_query

QUESTIONS = (40, 100, 200)
LONGEST = 300
PANEL = 150
# A table of more styled cells takes a second of the server's time.
MOST_CELLS = 12_000


def show(scope: Scope) -> None:
    """What became of each question under each result, those that tell results apart first."""
    heading = st.empty()
    shown = drawn(scope)
    found = _outcomes(scope, shown)
    names = telling_first(found)
    heading.markdown(f"## {_finding(found)}")
    first = first_of(names, MOST_CELLS // len(shown))
    st.html(key_html([name for name in OUTCOMES if any(name in found[one] for one in first)]))
    # Of a fixed height, so that the table stays where it is when something is selected.
    place = st.container(border=True, height=PANEL)
    labels = [scope.label(row) for row in shown]
    picked = _table(scope, labels, first, found)
    with place:
        _opened(scope, shown, first, picked, found)
    st.caption(
        tr(
            "A row a result, a column a question; the questions that tell results apart come "
            "first. n = {n:,} questions, {shown:,} of them shown.",
            n=len(names),
            shown=len(first),
        )
    )


def _finding(found: Mapping[str, Sequence[str]]) -> str:
    tell = sum(len(set(map(_is_hit, outcomes))) > 1 for outcomes in found.values())
    if not tell:
        return tr("No question tells the results shown apart: all hit it, or all miss it")
    return trn(
        "{n:,} of {of:,} questions is hit by some of the results shown and missed by others",
        "{n:,} of {of:,} questions are hit by some of the results shown and missed by others",
        tell,
        of=len(found),
    )


def _is_hit(outcome: str) -> bool:
    return outcome in ("complete", "missing_context")


def _outcomes(scope: Scope, shown: Sequence[Row]) -> dict[str, list[str]]:
    """By question id, the outcome under each result, in their order."""
    sides = [{r["id"]: r["outcome"] for r in scope.part.rows(row.result)} for row in shown]
    names = [name for name in scope.part.ordered.questions if name in scope.part.kept]
    return {name: [side.get(name, "") for side in sides] for name in names}


def telling_first(found: Mapping[str, Sequence[str]]) -> list[str]:
    """Question ids, the more evenly split between hit and missed the earlier, then those with more
    different outcomes, then those more often missed, then by id."""

    def place(name: str) -> tuple[int, int, int, str]:
        outcomes = found[name]
        hits = sum(map(_is_hit, outcomes))
        return -min(hits, len(outcomes) - hits), -len(set(outcomes)), hits, name

    return sorted(found, key=place)


def first_of(names: Sequence[str], most: int) -> list[str]:
    """The first of these, as many as the person asks for, and `most` at most."""
    options = [n for n in QUESTIONS if n < len(names) and n <= most]
    if len(names) <= min(most, QUESTIONS[-1]):
        options.append(len(names))
    if len(options) < 2:
        return list(names[: options[0]])
    label = tr("Questions shown, the most telling first, of {n:,}", n=len(names))
    return list(names[: how_many(label, "questions", options)])


def _table(
    scope: Scope, labels: Sequence[str], names: Sequence[str], found: Mapping[str, Sequence[str]]
) -> tuple[int, int] | None:
    """Draws the map; the place of the cell that is selected, by result and question."""
    head = "result"
    columns = [f"q{at}" for at in range(len(names))]
    cells = [[found[name][at] for name in names] for at in range(len(labels))]
    letters = [[letter(one) if one else "" for one in row] for row in cells]
    frame = pd.DataFrame(letters, columns=columns)
    frame.insert(0, head, list(labels))
    styles = pd.DataFrame([["", *map(_css, row)] for row in cells], columns=[head, *columns])
    texts = _texts(scope)
    config: dict[str, Any] = {
        column: st.column_config.TextColumn(
            guarded(name),
            width=40,
            alignment="center",
            help=literal(_short(f"{name}: {texts.get(name, '')}")),
        )
        for column, name in zip(columns, names, strict=True)
    }
    config[head] = st.column_config.TextColumn(tr("Result"), pinned=True, width=_wide(labels))
    state = st.dataframe(
        frame.style.apply(lambda _: styles, axis=None),
        column_config=config,
        hide_index=True,
        height=min(640, 40 + 35 * len(labels)),
        on_select="rerun",
        selection_mode="single-cell",
        # What is selected stays selected only while the table is of the same results and questions.
        key=f"compare_map_{crc32(repr((scope.run, labels, names)).encode('utf-8', 'replace'))}",
    )
    for row, column in state.selection.cells:
        if column in columns and row < len(labels):
            return row, columns.index(column)
    return None


def _css(outcome: str) -> str:
    if outcome not in OUTCOMES:
        return ""
    back, front, _ = OUTCOMES[outcome]
    return f"background-color:{back};color:{front};text-align:center"


def _short(words: str) -> str:
    return words if len(words) <= LONGEST else f"{words[:LONGEST]}…"


def _wide(labels: Sequence[str]) -> int:
    return min(230, 24 + 6 * max(map(len, labels)))


def _texts(scope: Scope) -> dict[str, str]:
    if scope.golden is not None:
        return {question.id: question.text for question in scope.golden.questions}
    return {row["id"]: row["text"] for row in scope.report["run"]["golden_set"].get("asked", ())}


def _opened(
    scope: Scope,
    shown: Sequence[Row],
    names: Sequence[str],
    picked: tuple[int, int] | None,
    found: Mapping[str, Sequence[str]],
) -> None:
    """What the selected cell is about, and the link to the question's own page."""
    if picked is None:
        st.caption(tr("Select a cell to read its question and to open it under that result."))
        return
    row, name = shown[picked[0]], names[picked[1]]
    outcome = found[name][picked[0]]
    st.text(f"{name} · {_texts(scope).get(name, '')}")
    st.text(f"{scope.label(row)} · {outcome_words(outcome) if outcome else ''}")
    if scope.golden is not None:
        st.page_link(
            "pages/views/question.py",
            label=tr("Open this question under this result"),
            icon=":material/find_in_page:",
            query_params=question_query(scope.run, name, row),
        )
