"""`python -m evaluation vectors`: makes the vectors that variants need, and nothing else."""

import argparse
import time
from pathlib import Path

from evaluation.database import open_store, store_folder
from evaluation.embedders.choice import make_embedder, sample_of
from evaluation.embedding import Embedder
from evaluation.jobs import Jobs, JobState, read_json, write_json
from evaluation.offer import Offer, offer_of
from evaluation.progress import JobListener, Listener, TerminalListener
from evaluation.usage import UsageError
from evaluation.vectors import VectorTable
from golden_sets.golden_set import GoldenSet, find_golden_set, load_golden_set
from strategies.tools import Tools
from strategies.variant import Variant

KEPT_SECONDS = 86_400
# Seconds until a model is loaded, and characters a second behind that, on two idle cores; by the
# embedder's name. See "Making vectors" in docs/measured.md.
PACE = {
    "all-MiniLM-L6-v2": (10.0, 20_000.0),
    "universal-sentence-encoder-multilingual-3": (2.0, 60_000.0),
}
SLOWEST = (5.0, 2_000.0)
# Less work than this says little about more of it.
TELLING = 20_000
PACES = "pace.json"


def about_seconds(embedder: Embedder, characters: int, store: Path) -> float:
    """About how long vectors of so many characters take, the model's loading included.

    As fast as they were made here last, if that was enough of them to tell.
    """
    loading, pace = PACE.get(embedder.name, SLOWEST)
    seen: dict[str, float] = read_json(store / PACES) or {}
    return loading + characters / seen.get(embedder.name, pace)


def _keep_pace(embedder: Embedder, characters: int, seconds: float, store: Path) -> None:
    loading, _ = PACE.get(embedder.name, SLOWEST)
    if characters >= TELLING:
        seen = {embedder.name: characters / max(1.0, seconds - loading)}
        write_json(store / PACES, {**(read_json(store / PACES) or {}), **seen})


class VectorJobs(Jobs):
    """Vectors made for a page, apart from evaluations: none waits for one to end."""

    command = "vectors"
    place = "vector_jobs"

    def __init__(self, store: Path) -> None:
        super().__init__(store)
        self.folder = self.store / self.place

    def make(
        self, golden_set: str, variants: tuple[str, ...], model: str, searched: bool = True
    ) -> JobState:
        """The job that makes what these variants lack; a live one for the same is it.

        Args:
            searched: The chunks are found by vectors; else only what cutting takes is made.
        """
        self.forget_ended(KEPT_SECONDS)
        given = ("--variants", ",".join(variants), "--model", model)
        return self.start(golden_set, given if searched else (*given, "--cut-only"))


def make_vectors(given: argparse.Namespace) -> None:
    """Makes what vectors are missing for the variants' chunks and the questions."""
    folder = find_golden_set(given.golden_set)
    golden = load_golden_set(folder)
    offer = offer_of(folder)
    variants = [_variant(name, offer) for name in given.variants]
    embedder = make_embedder(given.model, sample_of(golden), given.force_model)
    store = store_folder(given.store)
    vectors = VectorTable(open_store(store))
    listener: Listener = TerminalListener()
    if given.job:
        listener = JobListener(store / VectorJobs.place / given.job, given.job, given.golden_set)
    with listener:
        started = time.monotonic()
        made = _make(golden, variants, embedder, vectors, listener, given.cut_only)
        if given.job:
            seconds = time.monotonic() - started
            _keep_pace(embedder, made, seconds, store / VectorJobs.place)
        listener.finished("")


def _variant(name: str, offer: Offer) -> Variant:
    found = offer.variant(name)
    if found is None:
        raise UsageError(
            f"--variants: no variant {name!r}; allowed are ids such as structure-800c-o80-headers"
        )
    return found


def _make(
    golden: GoldenSet,
    variants: list[Variant],
    embedder: Embedder,
    vectors: VectorTable,
    listener: Listener,
    cut_only: bool,
) -> int:
    """Makes them; how many characters took one."""
    tools = Tools(lambda texts: vectors.vectors_for(embedder, texts))
    documents = golden.by_id()
    done = 0

    def made(words: str, texts: list[str]) -> None:
        nonlocal done
        missing = vectors.missing(embedder, texts)
        characters = sum(map(len, missing))
        listener.stage(words, characters, "characters")
        vectors.vectors_for(embedder, sorted(missing), progress=listener.step)
        done += characters

    if any(variant.embeds_sentences() for variant in variants):
        cut_by = [d.text[slice(*s)] for d in golden.documents for s in tools.sentences(d)]
        made("Making vectors of the sentences, which semantic cuts by", cut_by)
    if cut_only:
        return done
    chunks = [chunk for v in variants for chunk in v.cut(golden.documents, tools)]
    indexed = [chunk.index_text(documents[chunk.document]) for chunk in chunks]
    made("Making vectors of the chunks (kept for the next run)", indexed)
    listener.stage("Making vectors of the questions")
    vectors.vectors_for(embedder, [q.text for q in golden.questions], "question")
    return done
