"""A context as a bar: its units as wide as their tokens, against the budget."""

from collections.abc import Sequence
from html import escape

from golden_sets.language import marked, tr

HOLDS = {
    "whole": marked("holds evidence whole"),
    "partly": marked("holds a part of the evidence"),
    "none": marked("holds none of it"),
}
STRIP_STYLE = """<style>
.cb-strip{position:relative;display:flex;height:1.6rem;margin:0 0 .6rem;gap:2px}
.cb-strip>span{min-width:2px;border-radius:2px;font-size:.72rem;line-height:1.5rem;
  text-align:center;overflow:hidden;border:1px solid rgba(128,128,128,.7);box-sizing:border-box;
  print-color-adjust:exact;-webkit-print-color-adjust:exact}
.cb-strip-whole{background:rgba(0,158,115,.45)}
.cb-strip-partly{background:repeating-linear-gradient(45deg,rgba(230,159,0,.5) 0 5px,
  transparent 5px 9px)}
.cb-strip>.cb-strip-free{border-style:dashed;opacity:.6}
</style>"""


def strip_html(tokens: Sequence[int], holds: Sequence[str], budget: int | None, label: str) -> str:
    """The bar; what is left of the budget is dashed.

    Args:
        budget: None where units are counted and not tokens.
        label: The same in words.
    """
    parts = [
        f'<span class="cb-strip-{what or "none"}" style="flex:{count} 1 0" '
        f'title="{escape(_said(n, count, what))}">{n}</span>'
        for n, (count, what) in enumerate(zip(tokens, holds, strict=True), 1)
    ]
    left = 0 if budget is None else budget - sum(tokens)
    if left > 0:
        free = escape(tr("{n:,} tokens left", n=left))
        parts.append(f'<span class="cb-strip-free" style="flex:{left} 1 0" title="{free}"></span>')
    if not parts:
        return ""
    return f'<div class="cb-strip" role="img" aria-label="{escape(label)}">{"".join(parts)}</div>'


def _said(number: int, tokens: int, what: str) -> str:
    if not what:
        return tr("Unit {number}: {n:,} tokens", number=number, n=tokens)
    return tr("Unit {number}: {n:,} tokens, {what}", number=number, n=tokens, what=tr(HOLDS[what]))
