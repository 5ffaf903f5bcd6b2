"""Texts that the embedding model cannot read, as far as that is known without loading it."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import accumulate

from evaluation.checks.finding import counted
from evaluation.checks.registry import Told, check
from evaluation.checks.subject import Subject
from evaluation.embedders.choice import MOST_UNKNOWN, sample_of, share_in
from evaluation.embedding import CountsUnknown, Embedder, truncated
from golden_sets.document import Document
from golden_sets.language import marked, worded, wordedn
from strategies.chunk import Chunk
from strategies.variant import Variant

# A word that a cut parts may become a few tokens more than it was.
SLACK = 20


def _countable(subject: Subject) -> Embedder | None:
    """The model, if the run asks it for vectors and it counts tokens without being loaded."""
    model = subject.embedder if subject.uses_vectors else None
    return model if getattr(model, "counts_unloaded", False) else None


@check(
    "unknown_words",
    marked("What its vectors find says little, and so does any comparison of them."),
)
def unknown_words(subject: Subject) -> Iterator[Told]:
    model = _countable(subject)
    share = share_in(model, sample_of(subject.golden)) if model else None
    if model and share is not None and share > MOST_UNKNOWN:
        yield Told(
            "blocks",
            worded(
                "{share:.0f} % of the golden set's tokens are unknown to {name}.",
                share=100 * share,
                name=model.name,
            ),
        )


@check(
    "unread_ends",
    marked("The ends of these chunks are in no vector, and are found by nothing in them."),
)
def unread_ends(subject: Subject) -> Iterator[Told]:
    model = _countable(subject)
    if model is None or model.max_tokens is None:
        return
    lengths = _Lengths(subject, model)
    cut = {variant.id: lengths.too_long(variant) for variant in subject.variants}
    over = {name: count for name, count in cut.items() if count}
    if over:
        most = max(over, key=lambda name: over[name])
        yield Told(
            "warning",
            wordedn(
                "{n:,} variant of {total} has chunks longer than the {limit:,} tokens that {model} "
                "reads, {most} the most with {chunks:,}.",
                "{n:,} variants of {total} have chunks longer than the {limit:,} tokens that "
                "{model} reads, {most} the most with {chunks:,}.",
                len(over),
                total=len(cut),
                limit=model.max_tokens,
                model=model.name,
                most=most,
                chunks=over[most],
            ),
            tuple(over),
        )


class _Lengths:
    """Counts chunks longer than a model reads.

    A chunk has at least the tokens of the sentences it holds and at most those of the sentences
    it touches, which are counted once for all variants; only where the limit is between the two
    is the chunk itself counted.
    """

    def __init__(self, subject: Subject, model: Embedder) -> None:
        self._subject, self._model = subject, model
        self._limit = model.max_tokens or 0
        self._marks = model.count_tokens("")
        self._sums: dict[str, list[int]] = {}
        self._ends: dict[str, list[int]] = {}
        self._known: dict[str, int] = {}
        self._headers: dict[str, int] = {"": 0}

    def too_long(self, variant: Variant) -> int:
        found, near = 0, []
        for chunk in self._subject.chunks(variant):
            least, most = self._bounds(chunk)
            if least > self._limit:
                found += 1
            elif most > self._limit:
                near.append(chunk.index_text(self._subject.documents[chunk.document]))
        return found + (truncated(self._model, near, self._known) or 0)

    def _bounds(self, chunk: Chunk) -> tuple[int, int]:
        document = self._subject.documents[chunk.document]
        sums = self._before(document)
        starts = self._subject.cuts.tools.sentence_starts(document)
        ends = self._ends[document.id]
        header = chunk.header_text(document)
        if header not in self._headers:
            self._headers[header] = self._model.count_tokens(header) - self._marks
        least = most = self._headers[header] + self._marks
        for start, end in chunk.matched:
            first, last = bisect_left(starts, start), bisect_right(ends, end)
            least += sums[last] - sums[first] if first < last else 0
            most += sums[bisect_left(starts, end)] - sums[max(0, bisect_right(starts, start) - 1)]
        return least, most + SLACK

    def _before(self, document: Document) -> list[int]:
        """For each sentence of a document, the tokens before it; then all of them."""
        if document.id not in self._sums:
            sentences = self._subject.cuts.tools.sentences(document)
            texts = (document.text[start:end] for start, end in sentences)
            counts = (self._model.count_tokens(text) - self._marks for text in texts)
            self._sums[document.id] = list(accumulate(counts, initial=0))
            self._ends[document.id] = [end for _, end in sentences]
        return self._sums[document.id]


@check("not_looked_at", marked("It is looked at in the run; what it finds stands in the report."))
def not_looked_at(subject: Subject) -> Iterator[Told]:
    vectors = [v.id for v in subject.settings.variants if v.embeds_sentences()]
    if vectors:
        yield Told(
            "info",
            worded(
                "{variants} of {n} cut by sentence vectors, which only a run makes.",
                variants=counted(len(vectors), "variant"),
                n=len(subject.settings.variants),
            ),
            tuple(vectors),
        )
    model = subject.embedder if subject.uses_vectors and not _countable(subject) else None
    if model and (isinstance(model, CountsUnknown) or not model.limit_known):
        yield Told(
            "info",
            worded(
                "How much of the texts {name} reads is known once it is loaded.", name=model.name
            ),
        )
