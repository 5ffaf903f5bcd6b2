"""A question's context and evidence as HTML: every piece of document text escaped."""

from collections.abc import Sequence
from html import escape
from typing import Any

from evaluation.spans import merged, required, total, without
from golden_sets.document import Document, Span
from golden_sets.question import Passage, Question

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
.cb-key mark{color:inherit;padding:0 .3em}
</style>"""
KEY = (
    '<p class="cb-key"><mark class="cb-answer">answer</mark> states the fact &nbsp; '
    '<mark class="cb-context">context</mark> without it the fact misleads</p>'
)
ADDED_KEY = '<p class="cb-key"><span class="cb-added">added by expansion</span></p>'
AROUND = 160


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
        html.append(escape(document.text[at:low]))
        html.append(f'<mark class="cb-{role}" title="{role} passage">')
        html.append(f"{escape(document.text[low:high])}</mark>")
        at = high
    return "".join([*html, escape(document.text[at:end])])


def unit_html(
    number: int, unit: dict[str, Any], document: Document | None, passages: Sequence[Passage]
) -> str:
    """One unit of a context; where its document is not at hand any more, everything but text."""
    top = (
        f'<div class="cb-top"><strong>{number}</strong><span>{escape(unit["document"])}</span>'
        f"<span>{unit['tokens']:,} tokens</span></div>"
    )
    if document is None:
        text = '<p class="cb-text cb-more">The document is not in the golden set any more.</p>'
        return f'<div class="cb-unit">{top}{text}</div>'
    title = unit.get("title") or ""
    headings = [marked(document, Span(*span), passages) for span in unit["header"]]
    path = " › ".join([escape(title), *headings] if title else headings)
    header = f'<div class="cb-header">added header: {path}</div>' if path else ""
    text = _text_html(unit, document, passages)
    return f'<div class="cb-unit">{top}{header}<div class="cb-text">{text}</div></div>'


def _text_html(unit: dict[str, Any], document: Document, passages: Sequence[Passage]) -> str:
    """What was found and what expansion added, in the order of the text."""
    added = ' class="cb-added" title="added by expansion"'
    spans = [(Span(*span), "") for span in unit["spans"]]
    spans += [(Span(*span), added) for span in unit.get("added", ())]
    parts: list[str] = []
    end: int | None = None
    for span, extra in sorted(spans):
        if end is not None:
            left_out = document.text[end : span.start].strip()
            parts.append('\n<span class="cb-more">⋯</span>\n' if left_out else "\n")
        parts.append(f"<span{extra}>{marked(document, span, passages)}</span>")
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


def passage_html(document: Document, passage: Passage, state: str) -> str:
    """A passage in its document, with a little of the text around it."""
    start = max(0, passage.span.start - AROUND)
    end = min(len(document.text), passage.span.end + AROUND)
    text = marked(document, Span(start, end), [passage])
    before = "… " if start else ""
    after = " …" if end < len(document.text) else ""
    words = {"found": "in the context", "partly": "partly in the context"}
    top = (
        f'<div class="cb-top"><strong>{passage.role}: {words.get(state, "not in the context")}'
        f"</strong><span>{escape(passage.document)}</span></div>"
    )
    return f'<div class="cb-unit">{top}<div class="cb-text">{before}{text}{after}</div></div>'
