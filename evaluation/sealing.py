"""What is sealed of a run that is about to be made, the chunks of its variants among it."""

from collections.abc import Mapping, Sequence
from typing import Any

from evaluation.cuts import Cuts
from evaluation.embedding import Embedder
from evaluation.identical import fingerprint
from evaluation.protocol import Protocol
from evaluation.seal import content_of
from evaluation.settings import RunSettings
from golden_sets.golden_set import GoldenSet
from strategies.tools import NoEmbedderError, Tools
from strategies.variant import Variant

Chunks = Mapping[str, str | None]


def chunks_before(variants: Sequence[Variant], golden: GoldenSet, tools: Tools) -> Chunks:
    """By variant id, the fingerprint of its chunks, as they are before anything is scored.

    None where cutting takes vectors that the tools have not: nobody has seen such chunks by it.
    """
    cuts, documents = Cuts(golden, tools), golden.by_id()
    found: dict[str, str | None] = {}
    for variant in variants:
        try:
            found[variant.id] = fingerprint(cuts.made(variant).chunks, documents)
        except NoEmbedderError:
            found[variant.id] = None
    return found


def content_before(
    protocol: Protocol,
    golden: GoldenSet,
    settings: RunSettings,
    embedder: Embedder,
    chunks: Chunks,
) -> dict[str, Any]:
    """The content of the seal: the chunks of what is cut without vectors are part of it."""
    plain = [variant.id for variant in settings.variants if not variant.embeds_sentences()]
    fixed = {name: cut for name, cut in chunks.items() if cut and name in plain}
    return content_of(protocol, golden, settings, embedder, fixed)
