"""A question's context and evidence as HTML: every piece of document text escaped."""

from collections.abc import Sequence
from typing import Any

from evaluation.spans import merged, required, total, without
from golden_sets import language
from golden_sets.document import Document, Span
from golden_sets.language import tr
from golden_sets.question import Passage, Question
from pages.ui.question_links import shown

STYLE = """<style>
.cb-unit{border:1px solid rgba(128,128,128,.4);border-radius:6px;margin:0 0 .75rem;
  padding:.6rem .8rem}
.cb-top{display:flex;flex-wrap:wrap;gap:.25rem 1rem;font-size:.85rem;opacity:.85;
  margin-bottom:.4rem;overflow-wrap:anywhere}
.cb-text{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.95rem;line-height:1.5;
  font-family:inherit;margin:0}
.cb-header{font-size:.85rem;font-style:italic;border-left:3px solid currentColor;
  padding-left:.5rem;margin-bottom:.4rem;opacity:.8;overflow-wrap:anywhere}
.cb-text mark,.cb-header mark{color:inherit;padding:0 .1em;border-radius:2px}
mark.cb-answer{background:rgba(0,158,115,.28);border-bottom:2px solid #009e73}
mark.cb-context{background:rgba(230,159,0,.25);border-bottom:2px dashed #e69f00}
.cb-more{opacity:.6}
.cb-added{border-left:3px dotted currentColor;padding-left:.4rem;display:inline-block;opacity:.85}
.cb-link{color:inherit}
.cb-key mark{color:inherit;padding:0 .3em}
</style>"""
ROLES = {"answer": language.marked("answer"), "context": language.marked("context")}
MARKS = {"answer": language.marked("answer passage"), "context": language.marked("context passage")}
STATES = {
    "found": language.marked("in the context"),
    "partly": language.marked("partly in the context"),
    "missing": language.marked("not in the context"),
}
AROUND = 160
# Characters of one piece of text that are put into a page.
MOST = 20_000


def key_html() -> str:
    """What the marks mean."""
    answer, context = tr("states the fact"), tr("without it the fact misleads")
    return (
        f'<p class="cb-key"><mark class="cb-answer">{tr(ROLES["answer"])}</mark> {answer} &nbsp; '
        f'<mark class="cb-context">{tr(ROLES["context"])}</mark> {context}</p>'
    )


def added_key_html() -> str:
    """What text that no retriever found looks like."""
    words = tr("added by expansion")
    return f'<p class="cb-key"><span class="cb-added">{words}</span></p>'


def marked(document: Document, span: Span, passages: Sequence[Passage]) -> str:
    """The span's text, escaped, with the passages in it marked; an answer wins over a context."""
    start, end = span
    roles: dict[str, list[Span]] = {"answer": [], "context": []}
    for passage in passages:
        low, high = max(start, passage.span.start), min(end, passage.span.end)
        if passage.document == document.id and low < high:
            roles[passage.role].append(Span(low, high))
    answers = merged(roles["answer"])
    contexts = without(merged(roles["context"]), answers)
    pieces = sorted([(s, "answer") for s in answers] + [(s, "context") for s in contexts])
    html, at = [], start
    for (low, high), role in pieces:
        html.append(shown(document.text[at:low]))
        html.append(f'<mark class="cb-{role}" title="{shown(tr(MARKS[role]))}">')
        html.append(f"{shown(document.text[low:high])}</mark>")
        at = high
    return "".join([*html, shown(document.text[at:end])])


def unit_html(
    number: int,
    unit: dict[str, Any],
    document: Document | None,
    passages: Sequence[Passage],
    notes: Sequence[str] = (),
    css: str = "",
) -> str:
    """One unit of a context; where its document is not at hand, everything but text.

    Args:
        notes: More to say beside its place and size, as HTML.
        css: One more class of the unit.
    """
    facts = [shown(unit["document"]), tr("{n:,} tokens", n=unit["tokens"]), *notes]
    spans = "".join(f"<span>{fact}</span>" for fact in facts)
    top = f'<div class="cb-top"><strong>{number}</strong>{spans}</div>'
    if document is None:
        body = f'<p class="cb-text cb-more">{shown(places(unit))}</p>'
    else:
        body = _header_html(unit, document, passages)
        body += f'<div class="cb-text">{_text_html(unit, document, passages)}</div>'
    return f'<div class="cb-unit{f" {css}" if css else ""}">{top}{body}</div>'


def places(unit: dict[str, Any]) -> str:
    """Where a unit's text stands, for a reader who cannot see it."""
    ranges = [
        tr("{start:,} to {end:,}", start=start, end=end) for start, end in sorted(unit["spans"])
    ]
    return tr("Its text is not at hand. Characters {places}.", places=", ".join(ranges))


def _header_html(unit: dict[str, Any], document: Document, passages: Sequence[Passage]) -> str:
    title = unit.get("title") or ""
    headings = [marked(document, Span(*span), passages) for span in unit["header"]]
    path = " › ".join([shown(title), *headings] if title else headings)
    words = tr("added header:")
    return f'<div class="cb-header">{words} {path}</div>' if path else ""


def _text_html(unit: dict[str, Any], document: Document, passages: Sequence[Passage]) -> str:
    """What was found and what expansion added, in the order of the text."""
    words = tr("added by expansion")
    added = f' class="cb-added" title="{shown(words)}"'
    spans = [(Span(*span), "") for span in unit["spans"]]
    spans += [(Span(*span), added) for span in unit.get("added", ())]
    parts: list[str] = []
    end: int | None = None
    for span, extra in sorted(spans):
        if end is not None:
            left_out = document.text[end : span.start].strip()
            parts.append('\n<span class="cb-more">⋯</span>\n' if left_out else "\n")
        parts.append(f"<span{extra}>{_shortened(document, span, passages)}</span>")
        end = span.end
    return "".join(parts)


def best_alternative(
    question: Question, units: Sequence[dict[str, Any]], documents: dict[str, Document]
) -> list[tuple[Passage, str]]:
    """Each passage of the alternative with most answer text: `found`, `partly` or `missing`."""
    spans: dict[str, list[Span]] = {}
    for unit in units:
        own = [Span(*span) for span in (*unit["spans"], *unit["header"], *unit.get("added", ()))]
        spans.setdefault(unit["document"], []).extend(own)

    def shares(way: Sequence[Passage]) -> tuple[list[int], list[int]]:
        wanted = [required(documents[p.document], p.span) for p in way]
        held = [merged(spans.get(p.document, [])) for p in way]
        left = [
            [] if passage.whole and have else without(want, have)
            for passage, want, have in zip(way, wanted, held, strict=True)
        ]
        return [total(part) for part in left], [total(part) for part in wanted]

    def answered(way: Sequence[Passage]) -> tuple[float, bool]:
        left, wanted = shares([p for p in way if p.role == "answer"])
        return 1 - sum(left) / sum(wanted), not any(shares(way)[0])

    if not question.evidence:
        return []
    best = max(question.evidence, key=answered)
    return [
        (passage, "found" if not left else "partly" if left < wanted else "missing")
        for passage, left, wanted in zip(best, *shares(best), strict=True)
    ]


def around(document: Document, passage: Passage) -> str:
    """A passage inside its document's text, marked; of a long one how it begins and ends."""
    start = max(0, passage.span.start - AROUND)
    end = min(len(document.text), passage.span.end + AROUND)
    before = "… " if start else ""
    after = " …" if end < len(document.text) else ""
    text = _shortened(document, Span(start, end), [passage], MOST // 5)
    return f"{before}{text}{after}"


def _shortened(
    document: Document, span: Span, passages: Sequence[Passage], most: int = MOST
) -> str:
    """The span's text, marked; of one that would freeze a page, its two ends."""
    if span.end - span.start <= most:
        return marked(document, span, passages)
    head, tail = Span(span.start, span.start + most // 2), Span(span.end - most // 2, span.end)
    left_out = shown(tr("… {n:,} characters left out here …", n=tail.start - head.end))
    return (
        f"{marked(document, head, passages)}"
        f'\n<span class="cb-more">{left_out}</span>\n{marked(document, tail, passages)}'
    )


def passage_html(document: Document, passage: Passage, state: str) -> str:
    """A passage in its document, with a little of the text around it."""
    top = (
        f'<div class="cb-top"><strong>{tr(ROLES[passage.role])}: {tr(STATES[state])}'
        f"</strong><span>{shown(passage.document)}</span></div>"
    )
    return f'<div class="cb-unit">{top}<div class="cb-text">{around(document, passage)}</div></div>'
