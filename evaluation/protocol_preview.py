"""What a protocol would come to if it were sealed now: nothing is sealed, nothing is run."""

from typing import Any, NamedTuple

from evaluation.checks.power import CHANGED
from evaluation.deciding import deciding, has_split
from evaluation.embedders.choice import make_embedder, sample_of
from evaluation.embedding import Embedder, EmbedderError
from evaluation.offer import NOTHING, Offer
from evaluation.protocol import Protocol
from evaluation.seal import Seal, SealError
from evaluation.seal_store import SealStore
from evaluation.sealing import Chunks, chunks_before, content_before
from evaluation.settings import RunSettings
from evaluation.statistics import CLUSTERS_FROM, assumed_detectable, clusters
from evaluation.vectors import VectorTable
from golden_sets.golden_set import GoldenSet
from golden_sets.language import of_error, worded
from strategies.tools import Tools


class Preview(NamedTuple):
    """What can be said of a protocol before it is sealed.

    Attributes:
        questions: To decide on.
        clusters: Of documents that these questions link.
        detectable: The smallest difference these questions could show, a share; None where none.
        changed: The share of questions taken to come out differently, on which `detectable` rests.
        seal: As it would be made now, without a time; see `seal.declared`.
        sealed: When just this was sealed, "" where it was not; that seal would be taken.
        fault: Why no seal could be made of it, "" where one could.
    """

    questions: int
    split: bool
    clusters: int
    detectable: float | None
    changed: float
    seal: Seal
    sealed: str
    fault: str

    @property
    def local(self) -> bool:
        """Whether the verdicts will speak for these documents only, so that nothing is adopted."""
        return self.clusters < CLUSTERS_FROM


KEPT = 32
# Cuts of the documents as they are: a form is drawn anew at every key that is pressed.
_KNOWN: dict[tuple[str, ...], Chunks] = {}


def previewed(
    protocol: Protocol,
    golden: GoldenSet,
    seals: SealStore,
    model: str | Embedder | None,
    vectors: VectorTable,
    offer: Offer = NOTHING,
) -> Preview:
    """What `protocol` would come to on this golden set, as things are now.

    Args:
        model: As `--model` takes it, or one that has answered; None for one that was not asked
            yet, of which there is no seal.
        vectors: What cutting by vectors takes; none are made.
        offer: What the golden set offers beside variants that an id names by itself.
    """
    asked = deciding(golden.questions)
    # All questions link documents, as they do in a verdict, whichever decide.
    linked = clusters(golden.questions)
    seen = seals.seen(golden)
    found, when, fault = _unsealed(protocol, seen), "", ""
    try:
        if model is None:
            raise SealError(worded("the model has not been asked yet"))
        embedder = make_embedder(model, sample_of(golden)) if isinstance(model, str) else model
        content, chunks = _content(protocol, golden, embedder, vectors, offer)
        found = seals.unkept(content, golden, chunks)
        when = _when(found.hash, seals)
    except (SealError, EmbedderError) as error:
        fault = of_error(error)
    return Preview(
        len(asked),
        has_split(golden.questions),
        len({linked[question.id] for question in asked}),
        assumed_detectable(asked, CHANGED, protocol.shared_level, cluster=linked),
        CHANGED,
        found,
        when,
        fault,
    )


def _content(
    protocol: Protocol, golden: GoldenSet, embedder: Embedder, vectors: VectorTable, offer: Offer
) -> tuple[dict[str, Any], Chunks]:
    """What would be sealed: the run has the usual settings in all that a protocol leaves open."""
    named = {name: offer.variant(name) for name in (protocol.baseline, *protocol.candidates)}
    variants = tuple(variant for variant in named.values() if variant is not None)
    if len(variants) < len(named):
        lacking = next(name for name, variant in named.items() if variant is None)
        raise SealError(worded("no variant {name!r} can be made of its id", name=lacking))
    key = (golden.digest, embedder.name, embedder.revision, *named)
    chunks = _KNOWN.get(key)
    if chunks is None:
        chunks = chunks_before(variants, golden, Tools(vectors.kept(embedder)))
        # What lacks vectors now may have them at the next look.
        if None not in chunks.values():
            if len(_KNOWN) >= KEPT:
                _KNOWN.clear()
            _KNOWN[key] = chunks
    return content_before(protocol, golden, RunSettings(variants), embedder, chunks), chunks


def _unsealed(protocol: Protocol, seen: set[str]) -> Seal:
    """What had been seen, of a protocol that cannot be sealed."""
    candidates = tuple(sorted(seen & set(protocol.candidates)))
    return Seal({"protocol": protocol.stored()}, "", "", candidates, tuple(sorted(seen)))


def _when(name: str, seals: SealStore) -> str:
    """When just this was sealed, "" where it was not."""
    try:
        return seals.read(name).sealed
    except KeyError:
        return ""
