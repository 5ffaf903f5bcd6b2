"""A document's blocks as HTML, with the evidence of all questions in place."""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple
from zlib import crc32

from golden_sets.document import Block, Document, Span
from golden_sets.language import marked, tr
from golden_sets.question import Passage, Question
from pages.ui.question_links import link, shown
from pages.ui.source import MARKS

KNOWN = {
    "markup": marked("known by markup"),
    "style": marked("known by style"),
    "rule": marked("known by rule"),
}
BLOCKS_STYLE = """<style>
.cbg{border:1px solid rgba(128,128,128,.4);border-radius:6px;padding:.7rem .9rem;
  line-height:1.6;font-size:.96rem;overflow-wrap:anywhere}
.cbg>*{white-space:pre-wrap;margin:0 0 .6rem;scroll-margin-top:4rem}
.cbg-heading{font-weight:650;margin-top:.9rem}
.cbg-heading.cbg-l1{font-size:1.3rem}.cbg-heading.cbg-l2{font-size:1.15rem}
.cbg>.cbg-list_item{margin:0 0 .3rem 1rem}
.cbg>.cbg-list_item.cbg-l2{margin-left:2.2rem}.cbg>.cbg-list_item.cbg-l3{margin-left:3.4rem}
.cbg>.cbg-table_header,.cbg>.cbg-table_row{margin:0;padding:.15rem .3rem;
  border-bottom:1px solid rgba(128,128,128,.35);font-variant-numeric:tabular-nums}
.cbg-table_header{font-weight:600;background:rgba(128,128,128,.12)}
.cbg-code,.cbg-front{font-family:monospace;font-size:.85rem;padding:.4rem .6rem;
  background:rgba(128,128,128,.1)}
.cbg-quote{border-left:3px solid rgba(128,128,128,.5);padding-left:.7rem}
.cbg-caption,.cbg-footnote,.cbg-front{font-size:.86rem}
.cbg>.cbg-style{border-right:3px dashed rgba(128,128,128,.6);padding-right:.4rem}
.cbg>.cbg-rule{border-right:3px dotted rgba(128,128,128,.6);padding-right:.4rem}
.cbg-markup{opacity:.5}
.cbg mark{color:inherit;padding:0;border-radius:2px}
.cbg-q{font-size:.72rem;line-height:1;padding:.1rem .35rem;margin-right:.2rem;border-radius:.6rem;
  border:1px solid currentColor;color:inherit;text-decoration:none;white-space:nowrap}
.cbg-q:focus-visible,.cbg-q:hover{outline:2px solid #0b6e75}
.cbg-jumps{font-size:.88rem;line-height:1.9;margin:0 0 .5rem}
.cbg-outline{font-size:.88rem;max-height:75vh;overflow-y:auto}
.cbg-outline a{display:block;color:inherit;text-decoration:none;padding:.18rem .3rem;
  overflow-wrap:anywhere;border-left:2px solid transparent}
.cbg-outline a:hover,.cbg-outline a:focus-visible{border-color:#0b6e75;
  background:rgba(128,128,128,.12)}
@media (max-width:640px){.cbg-outline{max-height:12rem;border:1px solid rgba(128,128,128,.3)}}
</style>"""
OUTLINED = 400
WORDS = 90


class Marked(NamedTuple):
    """A passage of some question."""

    question: str
    passage: Passage


def evidence_in(document: str, questions: Iterable[Question]) -> list[Marked]:
    """Every passage of every question in the document, by place."""
    found = {
        Marked(question.id, passage)
        for question in questions
        for way in question.evidence
        for passage in way
        if passage.document == document
    }
    return sorted(found, key=lambda one: (*one.passage.span, one.question, one.passage.role))


def part_html(
    document: Document, part: Span, evidence: Sequence[Marked], href: Callable[[str], str]
) -> str:
    """One part of the document: front matter, then its blocks, evidence marked.

    Args:
        href: The address of a question by its id.
    """
    html = []
    if part.start < document.body_start:
        front = document.text[part.start : min(part.end, document.body_start)].rstrip("\n")
        html.append(f'<div class="cbg-front">{shown(front)}</div>' if front.strip() else "")
    for number, block in enumerate(document.blocks):
        if block.span.end <= part.start:
            continue
        if block.span.start >= part.end:
            break
        span = Span(max(part.start, block.span.start), min(part.end, block.span.end))
        own = [m for m in evidence if m.passage.span.start < span.end and span.start < _end(m)]
        html.append(_block(document, number, block, span, own, href))
    return f'<div class="cbg">{"".join(html)}</div>'


def jumps_html(part: Span, evidence: Sequence[Marked]) -> str:
    """Links to the evidence inside the part, so that one need not scroll to find it."""
    links = [
        link(f"#{_anchor(one)}", one.question, "cbg-q")
        for one in evidence
        if one.passage.span.start < part.end and part.start < one.passage.span.end
    ]
    if not links:
        return ""
    words = tr("Evidence below:")
    return f'<p class="cbg-jumps">{shown(words)} {"".join(links)}</p>'


def _anchor(one: Marked) -> str:
    """Where a passage begins; questions are named by their users, so not after those."""
    start, end = one.passage.span
    name = f"{one.question} {one.passage.role}".encode("utf-8", "surrogatepass")
    return f"evidence-{start}-{end}-{crc32(name):x}"


def _end(one: Marked) -> int:
    return one.passage.span.end


def _block(
    document: Document,
    number: int,
    block: Block,
    span: Span,
    evidence: Sequence[Marked],
    href: Callable[[str], str],
) -> str:
    level = f" cbg-l{block.level}" if block.level else ""
    known = "" if block.known_by == "markup" else f" cbg-{block.known_by}"
    title = f' title="{shown(tr(KNOWN[block.known_by]))}"' if known else ""
    marks = [mark for mark in block.markup if mark.start < span.end and span.start < mark.end]
    edges = {span.start, span.end}
    for one in (*marks, *(m.passage.span for m in evidence)):
        edges |= {at for at in one if span.start < at < span.end}
    html = []
    for start, end in pairwise(sorted(edges)):
        # A passage that began before this block is named again where the block begins.
        begins = [m for m in evidence if max(m.passage.span.start, span.start) == start]
        html += [
            f'<span id="{_anchor(m)}"></span>{link(href(m.question), m.question, "cbg-q")}'
            for m in begins
        ]
        html.append(_piece(document, Span(start, end), marks, evidence))
    head = f'<div id="block-{number}" class="cbg-{block.kind}{level}{known}"{title}>'
    return f"{head}{''.join(html)}</div>"


def _piece(
    document: Document, span: Span, marks: Sequence[Span], evidence: Sequence[Marked]
) -> str:
    text = shown(document.text[slice(*span)])
    if any(start <= span.start and span.end <= end for start, end in marks):
        text = f'<span class="cbg-markup">{text}</span>'
    over = {
        m.passage.role
        for m in evidence
        if m.passage.span.start <= span.start and span.end <= m.passage.span.end
    }
    role = "answer" if "answer" in over else "context" if over else ""
    if not role:
        return text
    return f'<mark class="cb-{role}" title="{shown(tr(MARKS[role]))}">{text}</mark>'


def outline_html(document: Document, part: Span, href: Callable[[int, int], str]) -> str:
    """The headings as links, indented by level; of very many, those from the part on.

    Args:
        href: The address of a block by its number and its start.
    """
    found = [(n, block) for n, block in enumerate(document.blocks) if block.kind == "heading"]
    before = sum(block.span.end <= part.start for _, block in found)
    first = max(0, min(before - 1, len(found) - OUTLINED))
    words = tr("… {n:,} headings before these", n=first)
    lines = [f"<p>{shown(words)}</p>"] if first else []
    for number, block in found[first : first + OUTLINED]:
        words = document.text[slice(*block.heading_path[-1])] if block.heading_path else ""
        words = " ".join((words or document.text[slice(*block.span)]).split())
        words = words if len(words) <= WORDS else f"{words[:WORDS]}…"
        indent = f"padding-left:{0.3 + 0.8 * max(0, block.level - 1):.1f}rem"
        address = shown(href(number, block.span.start))
        lines.append(f'<a target="_self" href="{address}" style="{indent}">{shown(words)}</a>')
    if (more := len(found) - OUTLINED - first) > 0:
        words = tr("… and {n:,} more", n=more)
        lines.append(f"<p>{shown(words)}</p>")
    label = shown(tr("Outline of the document"))
    return f'<nav class="cbg-outline" aria-label="{label}" tabindex="0">{"".join(lines)}</nav>'
