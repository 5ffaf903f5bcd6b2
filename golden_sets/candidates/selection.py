"""Which candidates an author is shown: the best first, and no flood of them."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from golden_sets.candidates.candidate import Candidate
from golden_sets.candidates.layout import Layout
from golden_sets.document import Span
from golden_sets.question import Passage

PER_SECTION = 3
# A section longer than this may have as many again.
_SECTION = 1_500


def best(
    found: Iterable[Candidate], layouts: Mapping[str, Layout], taken: Iterable[Passage] = ()
) -> tuple[Candidate, ...]:
    """The best first, at most three in a section and in every 1,500 characters of a longer one.

    Args:
        layouts: Of every document of the candidates, by id.
        taken: Passages that no answer may overlap. A context may: rows share their header.
    """
    covered = _merged(taken)
    used: set[tuple[str, Span]] = set()
    counts: Counter[tuple[str, int, int]] = Counter()
    chosen = []
    for one in sorted(found, key=lambda c: (-c.score, c.document, c.span, c.kind)):
        place = _place(layouts[one.document], one.span)
        key = (one.document, *place)
        full = counts[key] >= PER_SECTION or (one.document, one.span) in used
        if full or _overlaps(covered.get(one.document, []), one.span):
            continue
        used.add((one.document, one.span))
        counts[key] += 1
        chosen.append(one)
    return tuple(chosen)


def _place(layout: Layout, span: Span) -> tuple[int, int]:
    """The section a span stands in, and which stretch of it."""
    section = layout.sections[layout.block_at(span.start)]
    return section, (span.start - section) // _SECTION


def _merged(taken: Iterable[Passage]) -> dict[str, list[Span]]:
    """The passages of each document as disjoint spans in order."""
    merged: dict[str, list[Span]] = defaultdict(list)
    for passage in sorted(taken, key=lambda p: (p.document, p.span)):
        spans = merged[passage.document]
        if spans and passage.span.start <= spans[-1].end:
            spans[-1] = Span(spans[-1].start, max(spans[-1].end, passage.span.end))
        else:
            spans.append(passage.span)
    return merged


def _overlaps(spans: list[Span], span: Span) -> bool:
    at = bisect_right(spans, span.end - 1, key=lambda one: one.start) - 1
    return at >= 0 and spans[at].end > span.start
