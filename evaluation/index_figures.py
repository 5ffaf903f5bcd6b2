"""What an index costs and how its cuts fall: the figures that need no question asked."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise, zip_longest
from statistics import pstdev
from typing import Any

from evaluation.identical import fingerprint
from evaluation.spans import Blanks, merged, required, without
from golden_sets.document import Document, Span
from golden_sets.golden_set import GoldenSet
from golden_sets.headings import is_run_in
from golden_sets.question import Passage
from strategies.bonds import broken_bonds
from strategies.chunk import Chunk
from strategies.tokenizer import count_tokens
from strategies.tools import Tools
from strategies.variant import Variant

_POINTING = re.compile(
    r"[\s#>*_\-+|\d.()\[\]“\"'（【]*"
    r"(?:(?:it|its|this|that|these|those|they|such|he|she|the above|the foregoing)\b"
    r"|该|上述|其|此|前述|这)",
    re.IGNORECASE,
)
_OPEN = (":", ";", "：", "；")


class Corpus:
    """What the figures need of a golden set, made once a run.

    Attributes:
        blanks: By document id.
        tokens: Of all documents' texts outside the front matter.
        answers: Each answer passage once, and the runs of it that must be covered.
    """

    def __init__(self, golden: GoldenSet, tools: Tools, blanks: Mapping[str, Blanks]) -> None:
        self.tools, self.blanks = tools, blanks
        self.documents = golden.by_id()
        self.tokens = sum(count_tokens(d.text[d.body_start :]) for d in golden.documents)
        ways = [way for q in golden.questions for way in q.evidence]
        passages = {p for way in ways for p in way if p.role == "answer" and not p.whole}
        self.answers = {p: required(self.documents[p.document], p.span) for p in passages}

    @cached_property
    def sentence_tokens(self) -> dict[str, int]:
        """By document id."""
        return {
            name: sum(
                count_tokens(document.text[slice(*s)]) for s in self.tools.sentences(document)
            )
            for name, document in self.documents.items()
        }

    @cached_property
    def ends(self) -> dict[str, frozenset[int]]:
        """By document id, where a sentence, a block or a table cell ends."""
        return {
            name: frozenset(_ends(document, self.tools))
            for name, document in self.documents.items()
        }


def _ends(document: Document, tools: Tools) -> Iterator[int]:
    text = document.text
    yield from (span.end for span in tools.sentences(document))
    for block, following in zip_longest(document.blocks, document.blocks[1:]):
        if not is_run_in(text, block, following):
            yield block.span.end
        if block.kind in ("table_header", "table_row"):
            for mark in block.markup:
                yield mark.end
                yield block.span.start + len(text[block.span.start : mark.start].rstrip())


def index_figures(
    variant: Variant, chunks: Sequence[Chunk], texts: Sequence[str], corpus: Corpus
) -> dict[str, Any]:
    """The report's `index` object but for times and what only the embedder can tell.

    Args:
        texts: Each chunk's index text, in the order of the chunks.
    """
    documents = corpus.documents
    tokens = [count_tokens(text) for text in texts]
    sizes = [len(chunk.matched_text(documents[chunk.document])) for chunk in chunks]
    by_document: dict[str, list[Chunk]] = {name: [] for name in documents}
    for chunk in chunks:
        by_document[chunk.document].append(chunk)
    cut = [(documents[name], found) for name, found in by_document.items()]
    ends = [_ends_in_a_sentence(document, found, corpus) for document, found in cut]
    last_out = [end for found in ends for end in found[:-1]]
    all_in = [end for found in ends for end in found]
    return {
        "fingerprint": fingerprint(chunks, documents),
        "chunks": len(chunks),
        "tokens": sum(tokens),
        "added_tokens": sum(tokens) - corpus.tokens,
        "embedded_tokens": sum(tokens)
        + sum(corpus.sentence_tokens[d.id] for d, _ in cut if variant.embeds_sentences(d)),
        "bytes": sum(len(text.encode("utf-8", "surrogatepass")) for text in texts),
        "mean_chars": _mean(sizes),
        "spread_chars": pstdev(sizes) if sizes else None,
        "mean_tokens": _mean(tokens),
        "mid_sentence_rate": 1 - sum(last_out) / len(last_out) if last_out else None,
        "mid_sentence_rate_all": 1 - sum(all_in) / len(all_in) if all_in else None,
        "duplication": _duplication(cut, corpus),
        "blurred_citations": _blurred(by_document, corpus),
        "truncated": None,
        "oversize": _oversize(variant, cut, corpus.tools),
        "broken_bonds": sum(
            broken_bonds(corpus.tools.bonds(document), [chunk.read for chunk in found])
            for document, found in cut
        ),
        "whole_documents": _mean([float(is_whole(d, c)) for d, found in cut for c in found]),
        "read_over_matched": _read_over_matched(chunks, documents),
        "pointing_back": _mean(
            [
                float(bool(_POINTING.match(chunk.matched_text(documents[chunk.document]))))
                for chunk in chunks
            ]
        ),
        "achieved_overlap": _achieved_overlap(variant, cut, corpus.tools),
        "covered": _covered(cut, corpus),
        "unaligned": _unaligned(variant, corpus.tools),
        "changed_pieces": sum(
            count
            for (name, _), count in corpus.tools.changed.items()
            if name == variant.strategy_name
        ),
    }


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _ends_in_a_sentence(document: Document, chunks: Sequence[Chunk], corpus: Corpus) -> list[bool]:
    """For each chunk, whether its last non-blank character ends a sentence, block or table cell.

    A colon or semicolon ends none of them.
    """
    text, ends = document.text, corpus.ends[document.id]
    found = []
    for chunk in chunks:
        start, end = chunk.matched[-1]
        end = start + len(text[start:end].rstrip())
        found.append(end in ends and not text.endswith(_OPEN, start, end))
    return found


def _duplication(cut: Sequence[tuple[Document, Sequence[Chunk]]], corpus: Corpus) -> float | None:
    """1 minus distinct over all non-blank source characters of matched and header."""
    every = distinct = 0
    for document, chunks in cut:
        blanks = corpus.blanks[document.id]
        spans = [span for chunk in chunks for span in (*chunk.matched, *chunk.header)]
        every += blanks.count(spans)
        distinct += blanks.count(merged(spans))
    return 1 - distinct / every if every else None


def _blurred(by_document: dict[str, list[Chunk]], corpus: Corpus) -> float | None:
    """The share of answer passages that stand whole in two chunks or more."""

    def holders(passage: Passage, wanted: list[Span]) -> int:
        start, end = wanted[0].start, wanted[-1].end
        near = (
            chunk
            for chunk in by_document[passage.document]
            if chunk.matched[0].start <= start and end <= chunk.matched[-1].end
        )
        return sum(not without(wanted, chunk.matched) for chunk in near)

    return _mean([float(holders(*answer) >= 2) for answer in corpus.answers.items()])


def _oversize(
    variant: Variant, cut: Sequence[tuple[Document, Sequence[Chunk]]], tools: Tools
) -> int | None:
    """Chunks past their limit; None for a splitter that does not tell it."""
    over = 0
    for document, chunks in cut:
        limit = variant.limit(document)
        if limit is None:
            return None
        measured = tools.measure(document, limit.unit)
        for chunk in chunks:
            joins = len(chunk.matched) - 1
            over += sum(measured.size(*span) for span in chunk.matched) + joins > limit.size
    return over


def is_whole(document: Document, chunk: Chunk) -> bool:
    if not document.blocks:
        return False
    body = Span(document.blocks[0].span.start, document.blocks[-1].span.end)
    return not without([body], chunk.matched)


def _read_over_matched(chunks: Sequence[Chunk], documents: Mapping[str, Document]) -> float | None:
    """Tokens read over tokens matched, over all chunks: what finding a chunk makes one read.

    A parent counts once for each of its children, else the figure is 1 whatever its size.
    """
    read = matched = 0
    counted: dict[tuple[str, tuple[Span, ...]], int] = {}
    for chunk in chunks:
        document = documents[chunk.document]
        own = count_tokens(chunk.matched_text(document))
        unit = (chunk.document, chunk.read)
        if chunk.read == chunk.matched:
            counted[unit] = own
        elif unit not in counted:
            counted[unit] = count_tokens(chunk.read_text(document))
        matched += own
        read += counted[unit]
    return read / matched if matched else None


def _achieved_overlap(
    variant: Variant, cut: Sequence[tuple[Document, Sequence[Chunk]]], tools: Tools
) -> float | None:
    """Mean units a chunk shares with the one before it in its document, first chunks left out."""
    shared: list[int] = []
    for document, chunks in cut:
        measured = tools.measure(document, variant.unit)
        for before, after in pairwise(chunks):
            start, end = after.matched[-1].start, before.matched[-1].end
            shared.append(measured.size(start, end) if start < end else 0)
    return _mean(shared)


def _covered(cut: Sequence[tuple[Document, Sequence[Chunk]]], corpus: Corpus) -> float | None:
    """The share of the documents' non-blank characters that a chunk holds; ours hold all."""
    held = every = 0
    for document, chunks in cut:
        blanks = corpus.blanks[document.id]
        held += blanks.count(merged(span for chunk in chunks for span in chunk.matched))
        every += blanks.count([Span(document.body_start, len(document.text))])
    return held / every if every else None


def _unaligned(variant: Variant, tools: Tools) -> int:
    """Pieces of a splitter from elsewhere that stand nowhere in their document, blank ones left
    out."""
    name = variant.strategy_name
    lost = [piece for (of, _), pieces in tools.unaligned.items() if of == name for piece in pieces]
    return sum(bool(piece.text.strip()) for piece in lost)
