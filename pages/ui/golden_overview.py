"""What is in a golden set, as one picture, and the smallest difference it could show."""

from collections.abc import Iterable, Mapping

import streamlit as st

from evaluation.outcome_totals import NO_CLASS
from evaluation.set_overview import NO_SPLIT, Overview, overview
from golden_sets.golden_set import GoldenSet
from golden_sets.language import marked, tr, trn
from pages.ui.golden_terms import KIND_WORDS, term
from pages.ui.question_links import shown

PICTURE_STYLE = """<style>
.cbo{display:grid;grid-template-columns:minmax(6rem,max-content) 1fr;gap:.35rem .9rem;
  align-items:start;font-size:.9rem;margin:.2rem 0 .4rem}
.cbo-name{font-weight:600;padding-top:.15rem}
.cbo-bar{display:flex;gap:2px;height:1.4rem}
.cbo-bar span{min-width:2px;border-radius:2px;font-size:.75rem;
  line-height:1.4rem;text-align:center;overflow:hidden;print-color-adjust:exact;
  -webkit-print-color-adjust:exact}
.cbo-words{margin:.1rem 0 .35rem;overflow-wrap:anywhere}
@media (max-width:640px){.cbo{grid-template-columns:1fr}.cbo-name{margin-top:.3rem}}
</style>"""
CLASS_WORDS = {NO_CLASS: marked("no class"), "mixed": marked("mixed")}
SPLIT_WORDS = {
    NO_SPLIT: marked("no split"),
    "tune": marked("tune"),
    "decide": marked("decide"),
}
NAMED = 12
SHADES = (0.5, 0.4, 0.31, 0.23, 0.16)


def show(golden: GoldenSet) -> None:
    """The finding, the picture, and what it means."""
    found = _overview(golden.digest, golden)
    st.markdown(f"## {finding(found)}")
    if golden.description:
        st.text(golden.description)
    st.html(PICTURE_STYLE + picture_html(found))
    st.caption(meaning(found), help=term("detectable"))
    for line in _unread(golden):
        st.code(line, language=None, wrap_lines=True)


@st.cache_resource(max_entries=8, show_spinner=False)
def _overview(digest: str, _golden: GoldenSet) -> Overview:
    return overview(_golden)


def finding(found: Overview) -> str:
    """How many questions over how many clusters, and what they could tell apart."""
    asked = trn("{n:,} answerable question", "{n:,} answerable questions", found.answerable)
    groups = trn("{n:,} cluster of documents", "{n:,} clusters of documents", len(found.clusters))
    if found.detectable is None:
        return tr("{asked} over {groups} can show no difference at all", asked=asked, groups=groups)
    return tr(
        "{asked} over {groups} could show a difference of {points:.0f} points or more",
        asked=asked,
        groups=groups,
        points=100 * found.detectable,
    )


def meaning(found: Overview) -> str:
    """What the figure assumes and what the clusters mean for it."""
    words = tr(
        "{documents:,} documents of {characters:,} characters, {unused:,} without evidence.",
        documents=found.documents,
        characters=found.characters,
        unused=found.unused,
    )
    words += " " + tr(
        "A cluster is a set of documents that questions link by their evidence; questions of one "
        "cluster are not independent, so it counts by cluster."
    )
    if found.detectable is not None:
        words += " " + tr(
            "The smallest difference holds if {percent:.0f} % of the questions come out "
            "differently under two variants, at 95 % and a power of 80 %.",
            percent=100 * found.changed,
        )
    if found.local:
        words += " " + tr(
            "With under 8 clusters any result speaks for these documents only, and no variant "
            "can be adopted on it."
        )
    return words


def picture_html(found: Overview) -> str:
    """A bar each for kinds, classes, splits and clusters, all as wide as their questions."""
    rows = [
        _row(label, {_word(words, name): count for name, count in counts.items()})
        for label, counts, words in (
            (tr("Kind"), found.kinds, KIND_WORDS),
            (tr("Class"), found.classes, CLASS_WORDS),
            (tr("Split"), found.splits, SPLIT_WORDS),
        )
    ]
    if found.clusters:
        rows.append(_row(tr("Clusters"), found.clusters, _cluster_words(found)))
    return f'<div class="cbo">{"".join(rows)}</div>'


def _row(label: str, counts: dict[str, int], words: str = "") -> str:
    """A bar of counts, and the same in words."""
    bars = "".join(
        f'<span style="flex:{count} 1 0;background:rgba(11,110,117,{SHADES[at % len(SHADES)]})" '
        f'title="{shown(f"{name}: {count:,}")}">{count if count > 1 else ""}</span>'
        for at, (name, count) in enumerate(counts.items())
    )
    words = words or _listed(counts.items())
    bar = f'<div class="cbo-bar" role="img" aria-label="{shown(f"{label}: {words}")}">{bars}</div>'
    return (
        f'<div class="cbo-name">{shown(label)}</div>'
        f'<div>{bar}<p class="cbo-words">{shown(words)}</p></div>'
    )


def _word(words: Mapping[str, str], name: str) -> str:
    return tr(words[name]) if name in words else name


def _listed(counts: Iterable[tuple[str, int]]) -> str:
    found = [f"{name} {count:,}" for name, count in counts]
    more = len(found) - NAMED
    return " · ".join(found[:NAMED] + ([tr("… and {n:,} more", n=more)] if more > 0 else []))


def _cluster_words(found: Overview) -> str:
    name, count = next(iter(found.clusters.items()))
    documents = trn("{n:,} document", "{n:,} documents", found.sizes[name])
    return tr(
        "{n:,} clusters; the largest, around {name}, links {documents} and has {count:,} of the "
        "{answerable:,} questions",
        n=len(found.clusters),
        name=name,
        documents=documents,
        count=count,
        answerable=found.answerable,
    )


def _unread(golden: GoldenSet) -> list[str]:
    """Files of the set that could not be used."""
    return [one.line for one in golden.reading if one.problem]
