"""What checks look at: a golden set, what is to be run on it, and the cuts."""

from collections.abc import Sequence
from functools import cached_property

from evaluation.cuts import Cuts
from evaluation.embedding import Embedder
from evaluation.identical import fingerprint
from evaluation.settings import RunSettings
from golden_sets.document import Document
from golden_sets.golden_set import GoldenSet
from golden_sets.question import Passage
from strategies.chunk import Chunk
from strategies.tokenizer import count_tokens
from strategies.variant import Variant


class Subject:
    """A run before it starts.

    Attributes:
        embedder: None where nobody knows the model yet.
        cuts: Where a run and its checks share what they cut.
    """

    def __init__(
        self,
        golden: GoldenSet,
        settings: RunSettings,
        embedder: Embedder | None = None,
        cuts: Cuts | None = None,
    ) -> None:
        self.golden, self.settings, self.embedder = golden, settings, embedder
        self.cuts = cuts or Cuts(golden)
        self.documents = golden.by_id()
        self._fingerprints: dict[str, str] = {}

    @cached_property
    def variants(self) -> tuple[Variant, ...]:
        """Those that can be cut without a model."""
        return tuple(v for v in self.settings.variants if not v.embeds_sentences())

    def chunks(self, variant: Variant) -> tuple[Chunk, ...]:
        return self.cuts.made(variant).chunks

    def fingerprint(self, variant: Variant) -> str:
        if variant.id not in self._fingerprints:
            made = fingerprint(self.chunks(variant), self.documents)
            self._fingerprints[variant.id] = made
        return self._fingerprints[variant.id]

    def by_document(self, variant: Variant) -> dict[str, list[Chunk]]:
        found: dict[str, list[Chunk]] = {name: [] for name in self.documents}
        for chunk in self.chunks(variant):
            found[chunk.document].append(chunk)
        return found

    def tokens_within(self, documents: Sequence[Document], budget: int) -> int | None:
        """Tokens of the documents, front matter left out, where they are no more than a budget.

        No token reaches over a blank, so most of what is larger shows by its count of words.
        """
        texts = [document.text[document.body_start :] for document in documents]
        if sum(len(text.split()) for text in texts) > budget:
            return None
        tokens = sum(map(count_tokens, texts))
        return tokens if tokens <= budget else None

    @cached_property
    def classes(self) -> dict[str, list[Document]]:
        """The documents of each class, empty where there are no two classes to tell apart."""
        found: dict[str, list[Document]] = {}
        for document in self.golden.documents:
            found.setdefault(document.document_class, []).append(document)
        return found if len(found) > 1 else {}

    @cached_property
    def answers(self) -> dict[str, tuple[Passage, ...]]:
        """By question id, its answer passages in all alternatives, each once."""
        return {q.id: _answers(q.evidence) for q in self.golden.answerable}

    def quote(self, passage: Passage) -> str:
        start, end = passage.span
        return self.documents[passage.document].text[start:end]

    @property
    def uses_vectors(self) -> bool:
        retrievers = set(self.settings.retrievers) - {"bm25"}
        return bool(retrievers) or len(self.variants) < len(self.settings.variants)


def _answers(evidence: Sequence[Sequence[Passage]]) -> tuple[Passage, ...]:
    return tuple(dict.fromkeys(p for way in evidence for p in way if p.role == "answer"))
