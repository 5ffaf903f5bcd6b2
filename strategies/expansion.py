"""The expansion modifier: what is handed over beside a chunk that was found."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import merge
from itertools import chain, groupby, islice
from typing import Literal

from golden_sets.document import Document, Span
from golden_sets.language import Spoken, marked
from golden_sets.markdown import trim
from strategies.chunk import Chunk, join_spans
from strategies.references import Targets
from strategies.sections import Section, section_tree
from strategies.tokenizer import LONGEST_TOKEN, count_tokens
from strategies.tools import Tools

ExpansionMode = Literal["none", "parent", "neighbours", "named"]
EXPANSIONS: dict[str, str] = Spoken(
    {
        "none": marked("What was found, and nothing else."),
        "parent": marked("The rest of the section around it."),
        "neighbours": marked("The chunks before and after it."),
        "named": marked("The clause or table that its text names (see 7.2, Table 3, 前款)."),
    }
)
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
            places = [_touching(sentences, starts, region) for region in regions(at)]
            order = _nearest if nearest else _in_order
            wanted = order(document.text, sentences, places, chunk.read)
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


def _touching(sentences: Sequence[Span], starts: Sequence[int], region: Span) -> range:
    """The positions of the sentences that have a character in the region."""
    first = bisect_left(starts, region.start)
    if first and sentences[first - 1].end > region.start:
        first -= 1
    return range(first, bisect_left(starts, region.end))


def _in_order(
    text: str, sentences: Sequence[Span], places: Iterable[range], read: Sequence[Span]
) -> Iterator[Span]:
    """What `read` leaves of the sentences, in the order of their places, each once."""
    for at in dict.fromkeys(chain.from_iterable(places)):
        yield from _rests(text, sentences[at], read)


def _nearest(
    text: str, sentences: Sequence[Span], places: Sequence[range], read: Sequence[Span]
) -> Iterator[Span]:
    """What `read` leaves of the sentences, the nearest to its own text first."""
    own = read[-1]
    # One range stays one: a section may hold very many sentences, of which few are taken.
    found = places[0] if len(places) == 1 else sorted(set(chain.from_iterable(places)))
    turn = bisect_left(found, own.start, key=lambda at: sentences[at].start)
    around = _rests(text, sentences[found[turn - 1]], read) if turn else []
    before = chain(
        [span for span in reversed(around) if span.start < own.start],
        (
            span
            for at in reversed(found[: max(0, turn - 1)])
            for span in reversed(_rests(text, sentences[at], read))
        ),
    )
    after = chain(
        [span for span in around if span.start >= own.start],
        (span for at in found[turn:] for span in _rests(text, sentences[at], read)),
    )
    return merge(before, after, key=lambda span: max(own.start - span.end, span.start - own.end, 0))


def _rests(text: str, sentence: Span, read: Sequence[Span]) -> list[Span]:
    """What no span of `read` holds of a sentence, in order."""
    left: list[Span] = []
    start, stop = sentence
    for low, high in [*read, Span(stop, stop)]:
        rest = trim(text, start, max(start, min(low, stop)))
        if rest.start < rest.end:
            left.append(rest)
        start = max(start, high)
    return left


def _within(text: str, wanted: Iterator[Span], limit_tokens: int) -> tuple[Span, ...]:
    """As many of the first as fit, joined where they are neighbours, in order of the text."""
    best: tuple[Span, ...] = ()
    taken: list[Span] = []
    low, step = 0, 1
    while more := list(islice(wanted, step)):
        taken += more
        joined = _joined(text, taken)
        if not _fit(text, joined, limit_tokens):
            break
        best, low, step = joined, len(taken), len(taken)
    high = len(taken) - 1
    while low < high:
        middle = (low + high + 1) // 2
        joined = _joined(text, taken[:middle])
        if _fit(text, joined, limit_tokens):
            best, low = joined, middle
        else:
            high = middle - 1
    return best


def _fit(text: str, spans: Sequence[Span], limit_tokens: int) -> bool:
    characters = sum(end - start for start, end in spans)
    if characters > limit_tokens * LONGEST_TOKEN:
        return False
    return count_tokens(join_spans(text, spans)) <= limit_tokens


def _joined(text: str, spans: Iterable[Span]) -> tuple[Span, ...]:
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and not text[joined[-1].end : span.start].strip():
            joined[-1] = Span(joined[-1].start, span.end)
        else:
            joined.append(span)
    return tuple(joined)
