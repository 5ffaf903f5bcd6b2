"""A document's chunks as HTML: every piece of document text escaped."""

from collections.abc import Sequence
from html import escape
from itertools import islice

from evaluation.cut_view import Part, cut_parts, described
from golden_sets.document import Document
from golden_sets.language import tr
from strategies.chunk import Chunk

CUT_STYLE = """<style>
.cb-chunk{border-left:4px solid #0072b2;padding:.15rem .8rem;margin:0 0 .6rem;
  background:rgba(0,114,178,.05)}
.cb-chunk:nth-of-type(even){border-color:#e69f00;background:rgba(230,159,0,.07)}
.cb-what{font-size:.8rem;opacity:.75;font-variant-numeric:tabular-nums}
.cb-chunk pre{white-space:pre-wrap;overflow-wrap:anywhere;font-family:inherit;font-size:.95rem;
  line-height:1.5;margin:0;background:none;padding:0;color:inherit}
.cb-overlap{opacity:.55}
.cb-header{font-style:italic;border-bottom:1px dashed currentColor}
.cb-repeated{background:rgba(204,121,167,.22)}
.cb-added{border-bottom:2px dotted currentColor;opacity:.8}
.cb-cutkey span{margin-right:.9rem}
.cb-window{max-height:480px;overflow:auto;border:1px solid rgba(128,128,128,.3);
  border-radius:.5rem;padding:.8rem}
</style>"""


def window_html(name: str, inside: str) -> str:
    """A window onto what is longer, scrolled by keys too."""
    return (
        f'<div class="cb-window" role="region" tabindex="0" aria-label="{escape(name)}">{inside}'
        "</div>"
    )


def cut_key() -> str:
    """What the marks mean."""
    marks = (
        ("overlap", tr("overlap with the chunk before")),
        ("header", tr("added header")),
        ("repeated", tr("said again: header row or lead")),
        ("added", tr("added by expansion, not indexed")),
    )
    spans = (f'<span class="cb-{name}">{escape(words)}</span>' for name, words in marks)
    return f'<p class="cb-cutkey">{"".join(spans)}</p>'


def chunks_html(document: Document, chunks: Sequence[Chunk], first: int, count: int) -> str:
    """`count` chunks from `first` on, each with its number, size and kind above its text."""
    parts = islice(cut_parts(document, chunks), first, first + count)
    return "".join(
        f'<div class="cb-chunk"><div class="cb-what">'
        f"{escape(described(chunks[at], at + 1, len(chunks), document))}</div>"
        f"<pre>{''.join(_pieces(found))}</pre></div>"
        for at, found in enumerate(parts, first)
    )


def _pieces(parts: Sequence[Part]) -> list[str]:
    """The parts' texts; what does not run on from the part before starts a new line."""
    html: list[str] = []
    for part, after in zip(parts, [*parts[1:], None], strict=True):
        runs_on = part.role == "overlap" and after is not None and after.role == "own"
        end = "" if runs_on or after is None else "\n"
        html.append(f'<span class="cb-{part.role}">{escape(part.text)}</span>{end}')
    return html
