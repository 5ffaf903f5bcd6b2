"""What a protocol would come to if it were sealed now: nothing is sealed, nothing is run."""

from typing import NamedTuple

from evaluation.checks.power import CHANGED
from evaluation.deciding import deciding, has_split
from evaluation.embedders.choice import make_embedder, sample_of
from evaluation.embedding import EmbedderError
from evaluation.protocol import Protocol
from evaluation.seal import Seal, SealError, changes, content_hash, content_of
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
        seal: As it would be made now, without hash and time; see `seal.declared`.
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
    content = {"protocol": protocol.stored()}
    seen = seals.seen(golden)
    candidates = tuple(sorted(seen & set(protocol.candidates)))
    seal = Seal(content, "", "", candidates, tuple(sorted(seen)))
    when, fault = "", ""
    try:
        first = seals.first(golden)
        if first is not None:
            before = {"protocol": first.content["protocol"]}
            seal = Seal(
                content, "", "", candidates, seal.seen_variants, first.hash,
                tuple(changes(before, content)),
            )  # fmt: skip
        when = _when(protocol, golden, seals, model)
    except (SealError, EmbedderError) as error:
        fault = str(error)
    return Preview(
        len(asked),
        has_split(golden.questions),
        len({linked[question.id] for question in asked}),
        assumed_detectable(asked, CHANGED, protocol.shared_level, cluster=linked),
        CHANGED,
        seal,
        when,
        fault,
    )


def _when(protocol: Protocol, golden: GoldenSet, seals: SealStore, model: str) -> str:
    """When just these rules were sealed for just these questions, "" where they were not."""
    baseline = variant_named(protocol.baseline)
    if baseline is None:
        return ""
    embedder = make_embedder(model, sample_of(golden))
    name = content_hash(content_of(protocol, golden, RunSettings((baseline,)), embedder))
    try:
        return seals.read(name).sealed
    except KeyError:
        return ""
