"""A document's text with the boundaries of several variants drawn beside it, as HTML.

A boundary is a mark of no width inside the text; its shape is taken out of the flow and moved
sideways into the variant's lane, so that it stands beside the line it cuts wherever that wraps.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from evaluation.boundaries import Boundary, boundaries
from golden_sets.document import Document, Span
from golden_sets.language import tr, trn
from golden_sets.question import Passage
from pages.ui.charts import style_of
from pages.ui.question_cuts import Lane
from pages.ui.question_links import shown
from pages.ui.question_shapes import shape
from pages.ui.source import MARKS

WORDS = 48
LANES_STYLE = """<style>
.cb-lanes{--lane:2.3rem;position:relative;white-space:pre-wrap;overflow-wrap:anywhere;
  font-size:.95rem;line-height:1.65;border:1px solid rgba(128,128,128,.4);border-radius:6px;
  padding:.6rem calc(var(--count)*var(--lane) + .8rem) .6rem .8rem}
.cb-lanes mark{color:inherit;padding:0}
.cb-lane{position:absolute;top:0;bottom:0;width:1px;opacity:.4;
  right:calc((var(--count) - var(--n) - .5)*var(--lane))}
.cb-in{border-left:2px solid var(--c);margin:0 1px 0 0}
.cb-in-end{border-left-style:dotted}
.cb-tick{position:absolute;right:calc((var(--count) - var(--n) - 1)*var(--lane));
  width:var(--lane);height:1.55rem;display:inline-flex;align-items:center;justify-content:center;
  gap:2px;font-size:.68rem;line-height:1;cursor:help;font-variant-numeric:tabular-nums;
  white-space:nowrap}
.cb-tick .cb-shape{font-size:.85rem}
.cb-tick-end .cb-shape{opacity:.4}
.cb-tip{display:none;position:absolute;right:100%;top:-.3rem;width:min(17rem,60vw);
  padding:.45rem .6rem;white-space:normal;font-size:.8rem;line-height:1.35;text-align:left;
  z-index:5;border-radius:5px;
  background:#1c2529;color:#fff;overflow-wrap:anywhere;pointer-events:none}
.cb-tick:hover .cb-tip,.cb-tick:focus .cb-tip{display:block}
.cb-tick:focus-visible{outline:2px solid #0b6e75;outline-offset:-2px;border-radius:3px}
ul.cb-legend{list-style:none;margin:0 0 .6rem;padding:0;font-size:.88rem;display:flex;
  flex-wrap:wrap;gap:.25rem 1.3rem}
ul.cb-legend li{display:flex;align-items:center;gap:.4rem;margin:0;padding:0;overflow-wrap:anywhere}
.cb-skip{position:absolute;left:-99rem;color:inherit}
.cb-skip:focus{position:static}
@media (max-width:640px){.cb-lanes{--lane:1.05rem;font-size:.9rem}.cb-tick b{display:none}
  .cb-tick .cb-shape{font-size:.75rem}}
</style>"""


class _Cut(NamedTuple):
    """One boundary of one lane."""

    at: int
    lane: int
    boundary: Boundary


def lanes_html(
    document: Document, part: Span, lanes: Sequence[Lane], passages: Iterable[Passage]
) -> str:
    """The part's text, its evidence marked, and a lane a variant."""
    cuts = _cuts(part, lanes)
    own = [one for one in passages if one.document == document.id]
    by_place: dict[int, list[_Cut]] = {}
    for cut in cuts:
        by_place.setdefault(cut.at, []).append(cut)
    edges = {part.start, part.end, *by_place}
    for passage in own:
        edges |= {at for at in passage.span if part.start < at < part.end}
    html = [_back(lanes)]
    for start, end in pairwise(sorted(edges)):
        html += [_tick(document, lanes[cut.lane], cut) for cut in by_place.get(start, ())]
        html.append(_text(document, Span(start, end), own))
    body = "".join(html)
    return f'<div class="cb-lanes" style="--count:{len(lanes)}">{body}</div>'


def _cuts(part: Span, lanes: Sequence[Lane]) -> list[_Cut]:
    return [
        _Cut(boundary.at, number, boundary)
        for number, lane in enumerate(lanes)
        for boundary in boundaries(lane.chunks)
        if part.start <= boundary.at < part.end
    ]


def _back(lanes: Sequence[Lane]) -> str:
    return "".join(
        f'<span class="cb-lane" aria-hidden="true" style="--n:{number};'
        f'background:{style_of(lane.strategy)[0]}"></span>'
        for number, lane in enumerate(lanes)
    )


def _text(document: Document, span: Span, passages: Sequence[Passage]) -> str:
    text = shown(document.text[slice(*span)])
    over = {p.role for p in passages if p.span.start <= span.start and span.end <= p.span.end}
    role = "answer" if "answer" in over else "context" if over else ""
    if not role:
        return text
    return f'<mark class="cb-{role}" title="{shown(tr(MARKS[role]))}">{text}</mark>'


def _tick(document: Document, lane: Lane, cut: _Cut) -> str:
    """The place inside the text, and the shape in the lane that names the chunk."""
    said = shown(named(document, lane, cut.boundary))
    ends = "" if cut.boundary.starts else "-end"
    colour = style_of(lane.strategy)[0]
    return (
        f'<span class="cb-in{f" cb-in{ends}" if ends else ""}" style="--c:{colour}"></span>'
        f'<span class="cb-tick{f" cb-tick{ends}" if ends else ""}" tabindex="0" role="note" '
        f'style="--n:{cut.lane}" aria-label="{said}">{shape(lane.strategy)}'
        f'<b aria-hidden="true">{cut.boundary.chunk + 1}</b>'
        f'<span class="cb-tip" aria-hidden="true">{said}</span></span>'
    )


def named(document: Document, lane: Lane, boundary: Boundary) -> str:
    """The chunk at a boundary: whose, which of how many, how large, under what, how it begins."""
    chunk = lane.chunks[boundary.chunk]
    length = sum(end - start for start, end in chunk.matched)
    count, number = len(lane.chunks), boundary.chunk + 1
    what = (
        tr(
            "{variant}: chunk {number:,} of {count:,} starts, {n:,} characters",
            variant=lane.variant,
            number=number,
            count=count,
            n=length,
        )
        if boundary.starts
        else tr(
            "{variant}: chunk {number:,} of {count:,} ends, inside the next",
            variant=lane.variant,
            number=number,
            count=count,
        )
    )
    path = " › ".join(document.text[slice(*span)].strip() for span in chunk.heading_path)
    start = chunk.start
    words = " ".join(document.text[start : start + 2 * WORDS].split())
    words = words if len(words) <= WORDS else f"{words[:WORDS]}…"
    return " · ".join(part for part in (what, path[:120], f"“{words}”") if part)


def legend_html(lanes: Sequence[Lane], kept: Sequence[bool | None]) -> str:
    """What each lane is, and whether it leaves the evidence in one piece.

    Args:
        kept: By lane; None where the document holds no evidence.
    """
    lines = []
    for lane, whole in zip(lanes, kept, strict=True):
        if lane.why:
            words = tr(lane.why)
        else:
            words = trn("{n:,} chunk", "{n:,} chunks", len(lane.chunks))
            read = {chunk.read for chunk in lane.chunks}
            if any(chunk.read != chunk.matched for chunk in lane.chunks):
                words += trn(", read as {n:,} piece", ", read as {n:,} pieces", len(read))
            if whole is not None:
                words += " · " + (tr("answer whole") if whole else tr("answer cut"))
        name = f"<strong>{shown(lane.variant)}</strong>"
        lines.append(f"<li>{shape(lane.strategy)}<span>{name} {shown(words)}</span></li>")
    return f'<ul class="cb-legend">{"".join(lines)}</ul>'
