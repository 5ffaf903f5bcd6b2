"""What BM25 and vectors find for the question as it stands, at once."""

from dataclasses import asdict
from html import escape
from pathlib import Path

import streamlit as st

from evaluation.asking import Found, FoundUnit
from evaluation.embedding import EmbedderError
from evaluation.jobs import LIVE
from evaluation.settings import DEFAULT_BUDGET, DEFAULT_SIZE
from golden_sets.document import Document
from golden_sets.language import Spoken, joined, marked, of_error, tr, trn
from golden_sets.language import shown as shown_of
from pages.ui import change_vectors, faults, people, write_stored
from pages.ui.progress import progress_bar
from pages.ui.question_view import OUTCOME_WORDS
from pages.ui.write_stored import Evidence
from pages.ui.write_terms import TERMS
from strategies.tools import NoEmbedderError

SHOWN = 8
WORDS = 90
NAMES = Spoken({"bm25": "BM25", "vector": marked("Vectors")})
SIGNS = {"covered": "●", "partly": "◐", "none": "○"}
SAYS = Spoken(
    {
        "covered": marked("holds a passage whole"),
        "partly": marked("holds a part"),
        "none": marked("holds none of it"),
    }
)
STYLE = """<style>
.cbf-strip{position:relative;display:flex;height:1.5rem;margin:.2rem 0 .1rem;gap:2px}
.cbf-strip>span{min-width:3px;border-radius:2px;font-size:.7rem;line-height:1.5rem;
  text-align:center;overflow:hidden;border:1px solid rgba(128,128,128,.6);box-sizing:border-box}
.cbf-covered{background:rgba(0,158,115,.45)}
.cbf-partly{background:repeating-linear-gradient(45deg,rgba(230,159,0,.5) 0 5px,
  transparent 5px 9px)}
.cbf-strip>.cbf-out{opacity:.45;border-style:dashed}
.cbf-strip>.cbf-line{min-width:3px;width:3px;border:0;background:currentColor;flex:none}
.cbf-list{list-style:none;margin:.3rem 0 0;padding:0;font-size:.88rem}
.cbf-list li.cbf-unit{margin:0 0 .3rem;padding:0 0 0 1.2rem;text-indent:-1.2rem;
  overflow-wrap:anywhere}
.cbf-more{opacity:.65}
</style>"""


def show(folder: Path, documents: dict[str, Document], text: str, evidence: Evidence) -> None:
    """Both retrievers' ranks for the question, once it has words."""
    title = tr("What is found for it")
    st.markdown(f"## {title}")
    left, right = st.columns(2)
    size = left.number_input(
        tr("Size, characters"), 100, 2000, DEFAULT_SIZE, 50, key="write_size", help=TERMS["size"]
    )
    budget = right.number_input(
        tr("Budget, tokens"), 50, 8000, DEFAULT_BUDGET, 50, key="write_budget", help=TERMS["budget"]
    )
    if not text.strip():
        st.caption(tr("Write the question, and what it finds shows here at every change."))
        return
    desk = write_stored.desk(documents, int(size))
    _one(write_stored.by_words(desk, text, evidence, int(budget)), documents)
    try:
        found = write_stored.by_vectors(desk, text, evidence, int(budget))
    except NoEmbedderError:
        _vectors(folder, text, int(size))
    except EmbedderError as error:
        st.markdown(f"**{NAMES['vector']}**")
        st.code(tr(of_error(error)), language=None, wrap_lines=True)
    else:
        _one(found, documents)


def _one(found: Found, documents: dict[str, Document]) -> None:
    st.markdown(f"**{finding(found)}**", help=TERMS["rank"])
    if found.units:
        st.html(STYLE + strip_html(found) + list_html(found, documents))


def finding(found: Found) -> str:
    """What one retriever makes of the question, in words."""
    name = NAMES[found.retriever]
    if not found.units:
        return tr(
            "{name}: nothing is found; no word of the question is in the documents", name=name
        )
    inside = sum(one.inside for one in found.units)
    budget = trn(
        "{tokens:,} tokens, {n} unit",
        "{tokens:,} tokens, {n} units",
        inside,
        tokens=found.budget_tokens,
    )
    if found.outcome == "not_applicable":
        return tr(
            "{name}: ranked; take evidence to see whether it is found ({budget})",
            name=name,
            budget=budget,
        )
    outcome = OUTCOME_WORDS[found.outcome].lower()
    if found.rank is None:
        return tr(
            "{name}: {outcome}; never complete ({budget})",
            name=name,
            outcome=outcome,
            budget=budget,
        )
    return tr(
        "{name}: {outcome}; complete at rank {rank} ({budget})",
        name=name,
        outcome=outcome,
        rank=found.rank,
        budget=budget,
    )


def shown(found: Found) -> list[FoundUnit]:
    """The units worth a line: the first, and those that hold evidence behind them."""
    return [
        one
        for one in found.units
        if one.rank <= SHOWN or (one.holds != "none" and one.rank <= (found.rank or 50))
    ]


def strip_html(found: Found) -> str:
    """The units in rank order as wide as their tokens, a line where the budget ends."""
    parts, ended = [], False
    for one in found.units[: max(SHOWN, sum(unit.inside for unit in found.units) + 3)]:
        if not one.inside and not ended:
            parts.append('<span class="cbf-line"></span>')
            ended = True
        out = "" if one.inside else " cbf-out"
        parts.append(
            f'<span class="cbf-{one.holds}{out}" style="flex:{max(1, one.unit.tokens)} 1 0">'
            f"{one.rank}</span>"
        )
    said = [
        tr("{rank} {holds}", rank=one.rank, holds=SAYS[one.holds])
        for one in found.units
        if one.inside
    ]
    label = tr(
        "{name}, units in the budget: {units}",
        name=NAMES[found.retriever],
        units=tr(joined(said, ", ")),
    )
    if not said:
        label = tr("{name}, units in the budget: none", name=NAMES[found.retriever])
    return f'<div class="cbf-strip" role="img" aria-label="{escape(label)}">{"".join(parts)}</div>'


def list_html(found: Found, documents: dict[str, Document]) -> str:
    """A line a unit: its rank, what it holds, where it is from, and how it begins."""
    lines = []
    for one in shown(found):
        start, end = one.unit.spans[0]
        words = " ".join(documents[one.unit.document].text[start : end + 1].split())
        words = words if len(words) <= WORDS else f"{words[:WORDS]} …"
        tokens, holds = one.unit.tokens, SAYS[one.holds]
        what = (
            tr("{tokens:,} tokens, {holds}", tokens=tokens, holds=holds)
            if one.inside
            else tr("{tokens:,} tokens, behind the budget, {holds}", tokens=tokens, holds=holds)
        )
        lines.append(
            f'<li class="cbf-unit"><span aria-hidden="true">{SIGNS[one.holds]}</span> '
            f"<strong>{one.rank}</strong> {escape(one.unit.document)} · {escape(what)}"
            f'<br><span class="cbf-more">{escape(words)}</span></li>'
        )
    return f'<ul class="cbf-list">{"".join(lines)}</ul>'


def _vectors(folder: Path, text: str, size: int) -> None:
    """A button that has the missing vectors made, or how far that is."""
    st.markdown(f"**{NAMES['vector']}**", help=TERMS["vectors"])
    state = write_stored.ask_state(folder, st.session_state.get("write_ask") or "")
    if state is not None and state.status in LIVE:
        _watch(state.id)
        return
    if state is not None and state.status not in ("done", "cancelled"):
        st.warning(tr("The vectors could not be made:"), icon=":material/error:")
        st.code(shown_of(asdict(state), "error"), language=None, wrap_lines=True)
    st.caption(tr("The store has no vectors of this question and these chunks yet."))
    if st.button(
        tr("Make vectors"), key="write_vectors", icon=":material/play_arrow:", **people.locked()
    ):
        st.session_state["write_ask"] = change_vectors.ask_vectors(folder, text, size).id
        st.rerun()


@faults.fragment(run_every=1.0)
def _watch(job: str) -> None:
    state = write_stored.asks().state(job)
    if state is None or state.status not in LIVE:
        st.rerun()
    progress_bar(state)
    if st.button(
        tr("Cancel"), key="write_ask_cancel", icon=":material/stop_circle:", **people.locked()
    ):
        change_vectors.cancel_ask(job)
        st.rerun()
