"""What a protocol would come to if it were sealed now: nothing is sealed, nothing is run."""

from typing import Any, NamedTuple

from evaluation.checks.power import CHANGED
from evaluation.deciding import deciding, has_split
from evaluation.embedders.choice import make_embedder, sample_of
from evaluation.embedding import EmbedderError
from evaluation.protocol import Protocol
from evaluation.seal import Seal, SealError, content_of, sealed
from evaluation.seal_store import SealStore
from evaluation.settings import RunSettings
from evaluation.statistics import CLUSTERS_FROM, assumed_detectable, clusters
from golden_sets.golden_set import GoldenSet
from strategies.variant import variant_named


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


def previewed(protocol: Protocol, golden: GoldenSet, seals: SealStore, model: str) -> Preview:
    """What `protocol` would come to on this golden set, as things are now.

    Args:
        model: As `--model` takes it.
    """
    asked = deciding(golden.questions)
    # All questions link documents, as they do in a verdict, whichever decide.
    linked = clusters(golden.questions)
    seen = seals.seen(golden)
    found, when, fault = _unsealed(protocol, seen), "", ""
    try:
        content = _content(protocol, golden, model)
        found = sealed(content, "", seen, seals.first(golden))
        when = _when(found.hash, seals)
    except (SealError, EmbedderError) as error:
        fault = str(error)
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


def _content(protocol: Protocol, golden: GoldenSet, model: str) -> dict[str, Any]:
    """What would be sealed: the run has the usual settings in all that a protocol leaves open."""
    baseline = variant_named(protocol.baseline)
    if baseline is None:
        raise SealError(f"no variant {protocol.baseline!r} can be made of its id")
    embedder = make_embedder(model, sample_of(golden))
    return content_of(protocol, golden, RunSettings((baseline,)), embedder)


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
