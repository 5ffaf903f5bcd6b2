"""The expansion modifier: what is handed over beside a chunk that was found."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal

from golden_sets.document import Document, Span
from golden_sets.markdown import trim
from strategies.chunk import Chunk, join_spans
from strategies.references import Targets
from strategies.sections import Section, section_tree
from strategies.tokenizer import count_tokens
from strategies.tools import Tools

ExpansionMode = Literal["none", "parent", "neighbours", "named"]
EXPANSIONS: dict[str, str] = {
    "none": "What was found, and nothing else.",
    "parent": "The rest of the section around it.",
    "neighbours": "The chunks before and after it.",
    "named": "The clause or table that its text names (see 7.2, Table 3, 前款).",
}
Regions = Callable[[int], list[Span]]


def with_expansion(
    document: Document,
    chunks: Sequence[Chunk],
    mode: ExpansionMode,
    limit_tokens: int,
    tools: Tools,
) -> tuple[Chunk, ...]:
    """The document's chunks, each with what expansion adds, whole sentences of `limit_tokens` at
    most. From around it the nearest come first, of what it names the first."""
    nearest = mode != "named"
    regions = _regions(document, chunks, mode)
    sentences = tools.sentences(document)
    starts = tools.sentence_starts(document)
    made: list[Chunk] = []
    known: dict[tuple[Span, ...], tuple[Span, ...]] = {}
    for at, chunk in enumerate(chunks):
        if chunk.read not in known or mode == "neighbours":
            wanted = _outside(document.text, _inside(sentences, starts, regions(at)), chunk.read)
            if nearest:
                wanted = sorted(wanted, key=lambda span: (_distance(span, chunk.read), span))
            known[chunk.read] = _within(document.text, wanted, limit_tokens)
        made.append(chunk._replace(added=known[chunk.read]))
    return tuple(made)


def _regions(document: Document, chunks: Sequence[Chunk], mode: ExpansionMode) -> Regions:
    if mode == "neighbours":
        around = _neighbours(chunks)
        return lambda at: around[at]
    if mode == "named":
        targets = Targets(document)
        return lambda at: [t for span in chunks[at].read for t in targets.named_by(span)]
    root = section_tree(document.blocks)
    return lambda at: [_section_around(root, chunks[at].read)]


def _neighbours(chunks: Sequence[Chunk]) -> list[list[Span]]:
    """For each chunk, what the nearest chunks on either side are read as; children of one parent
    have the parents beside it."""
    reads = [read for read, _ in groupby(chunk.read for chunk in chunks)]
    found: list[list[Span]] = []
    at = -1
    for number, chunk in enumerate(chunks):
        at += not number or chunk.read != chunks[number - 1].read
        before = reads[at - 1] if at else ()
        after = reads[at + 1] if at + 1 < len(reads) else ()
        found.append([*before, *after])
    return found


def _section_around(root: Section, read: Sequence[Span]) -> Span:
    """The smallest section that holds the text and more than that."""
    start, end = read[-1]
    section = root
    while section.children:
        at = bisect_right(section.children, start, key=lambda child: child.start) - 1
        inner = section.children[max(0, at)]
        within = inner.start <= start and end <= inner.end
        if not within or (start <= inner.start and inner.end <= end):
            break
        section = inner
    return section.span


def _inside(
    sentences: Sequence[Span], starts: Sequence[int], regions: Iterable[Span]
) -> Iterator[Span]:
    """The sentences of the regions, in the order of the regions, each once."""
    seen: set[int] = set()
    for start, end in regions:
        first = bisect_left(starts, start)
        if first and sentences[first - 1].end > start:
            first -= 1
        for at in range(first, bisect_left(starts, end)):
            if at not in seen:
                seen.add(at)
                yield sentences[at]


def _outside(text: str, spans: Iterable[Span], read: Sequence[Span]) -> list[Span]:
    """What of the spans no span of `read` holds, in order."""
    left: list[Span] = []
    for span in spans:
        start, end = span
        for low, high in read:
            if low <= start < high:
                start = min(end, high)
            if low < end <= high:
                end = max(start, low)
        rest = trim(text, start, max(start, end))
        if rest.start < rest.end:
            left.append(rest)
    return left


def _distance(span: Span, read: Sequence[Span]) -> int:
    own = read[-1]
    return max(own.start - span.end, span.start - own.end, 0)


def _within(text: str, wanted: Sequence[Span], limit_tokens: int) -> tuple[Span, ...]:
    """As many of the first as fit, joined where they are neighbours, in order of the text."""
    low, high = 0, len(wanted)
    best: tuple[Span, ...] = ()
    while low < high:
        middle = (low + high + 1) // 2
        joined = _joined(text, wanted[:middle])
        if count_tokens(join_spans(text, joined)) <= limit_tokens:
            best, low = joined, middle
        else:
            high = middle - 1
    return best


def _joined(text: str, spans: Iterable[Span]) -> tuple[Span, ...]:
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and not text[joined[-1].end : span.start].strip():
            joined[-1] = Span(joined[-1].start, span.end)
        else:
            joined.append(span)
    return tuple(joined)
