"""A strategy's shape in its colour as HTML: what a chart draws, beside text."""

from pages.ui.charts import style_of

# Plotly's names of symbols, as outlines in percent of a square; a circle has none.
_OUTLINES = {
    "square": "8% 8%,92% 8%,92% 92%,8% 92%",
    "diamond": "50% 0,100% 50%,50% 100%,0 50%",
    "triangle-up": "50% 5%,100% 95%,0 95%",
    "triangle-down": "0 5%,100% 5%,50% 95%",
    "star": "50% 0,61% 35%,98% 35%,68% 57%,79% 91%,50% 70%,21% 91%,32% 57%,2% 35%,39% 35%",
    "pentagon": "50% 0,100% 38%,82% 100%,18% 100%,0 38%",
    "hexagram": "50% 0,66% 25%,98% 25%,80% 50%,98% 75%,66% 75%,50% 100%,34% 75%,2% 75%,20% 50%,"
    "2% 25%,34% 25%",
    "x": "20% 0,50% 30%,80% 0,100% 20%,70% 50%,100% 80%,80% 100%,50% 70%,20% 100%,0 80%,30% 50%,"
    "0 20%",
    "cross": "35% 0,65% 0,65% 35%,100% 35%,100% 65%,65% 65%,65% 100%,35% 100%,35% 65%,0 65%,0 35%,"
    "35% 35%",
    "bowtie": "0 0,50% 40%,100% 0,100% 100%,50% 60%,0 100%",
    "hourglass": "0 0,100% 0,60% 50%,100% 100%,0 100%,40% 50%",
    "star-square": "50% 30%,100% 0,70% 50%,100% 100%,50% 70%,0 100%,30% 50%,0 0",
}
SHAPE_STYLE = """<style>
.cb-shape{display:inline-block;width:.8em;height:.8em;flex:none;border-radius:50%;
  print-color-adjust:exact;-webkit-print-color-adjust:exact}
.cb-shape-cut{border-radius:0}
</style>"""


def shape(strategy: str, css: str = "") -> str:
    """The shape of a strategy, for readers who see it; its name stands beside it in words."""
    colour, symbol = style_of(strategy)
    outline = _OUTLINES.get(symbol)
    cut = f";clip-path:polygon({outline})" if outline else ""
    names = " ".join(["cb-shape", *(["cb-shape-cut"] if outline else []), *([css] if css else [])])
    return f'<span class="{names}" aria-hidden="true" style="background:{colour}{cut}"></span>'
