"""A run by a protocol: sealed before it, asked again under other conditions, and judged."""

import argparse
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from evaluation.costs import Price, measured_shares
from evaluation.decided_store import DecidedStore
from evaluation.decision import decided, priced
from evaluation.embedders.choice import make_embedder, sample_of
from evaluation.embedders.use import UseEmbedder
from evaluation.embedding import Embedder
from evaluation.gate import check_against
from evaluation.golden_record import recorded
from evaluation.limits import limits_of
from evaluation.offer import offer_of
from evaluation.progress import Listener
from evaluation.protocol import Protocol
from evaluation.protocol_options import refuse_idle, refuse_unequal
from evaluation.report_file import read_report
from evaluation.run import evaluate
from evaluation.seal import Seal, content_of
from evaluation.seal_store import SealStore
from evaluation.sealing import chunks_before, content_before
from evaluation.settings import RunSettings
from evaluation.store import Contexts, RunStore
from evaluation.usage import UsageError
from evaluation.vectors import VectorTable
from evaluation.workbench import Workbench
from golden_sets.clock import utc_now
from golden_sets.golden_set import GoldenSet, find_golden_set
from golden_sets.language import marked, worded
from strategies.mixed import mixed_of
from strategies.tools import Tools
from strategies.variant import Variant

MakeEmbedder = Callable[[str, Any, bool], Embedder]


def settings_for(
    protocol: Protocol, settings: RunSettings, given: argparse.Namespace
) -> RunSettings:
    """The run that a protocol declares: its variants, and what it asks robustness of.

    Args:
        settings: What the options ask for; what the protocol says nothing of is theirs.

    Raises:
        UsageError: An option contradicts the protocol, or a variant cannot be made.
    """
    refuse_unequal(given, settings)
    known = {variant.id: variant for variant in settings.variants}
    names = (protocol.baseline, *protocol.candidates)
    offer = offer_of(find_golden_set(given.golden_set))
    variants = [known.get(name) or offer.variant(name) for name in names]
    if missing := [name for name, made in zip(names, variants, strict=True) if made is None]:
        some = ", ".join(sorted(known, key=lambda name: (name.count("-"), name))[:12])
        raise UsageError(
            f"{given.protocol}: no variant {missing[0]!r} in this run; give the options that make "
            f"it. Allowed are ids such as structure-800c-o80-headers, and {some}"
        )
    kept = tuple(variant for variant in variants if variant is not None)
    refuse_idle(given, settings, kept)
    more = protocol.robustness
    retrievers = given.retrievers or [*protocol.retrievers, *(more.retrievers or ())]
    budgets = given.budget or [protocol.budget_tokens, *(more.budgets or ())]
    if lacking := [one for one in protocol.retrievers if one not in retrievers]:
        raise UsageError(f"--retrievers: {given.protocol} decides by {lacking[0]}")
    if protocol.budget_tokens not in budgets:
        raise UsageError(f"--budget: {given.protocol} decides at {protocol.budget_tokens} tokens")
    if given.baseline and given.baseline != protocol.baseline:
        raise UsageError(f"--baseline: {given.protocol} has {protocol.baseline!r}")
    return replace(
        settings,
        variants=kept,
        retrievers=tuple(dict.fromkeys(retrievers)),
        budgets=tuple(dict.fromkeys(budgets)),
        baseline=protocol.baseline,
    )


class _Aside(Listener):
    """Tells another listener of stages and steps alone, under what they are for."""

    def __init__(self, listener: Listener, what: str) -> None:
        self._listener, self._what = listener, what

    def stage(self, words: str, total: int = 0, unit: str = "") -> None:
        self._listener.stage(
            worded("Again under {what}: {stage}", what=self._what, stage=worded(words)), total, unit
        )

    def step(self, done: int) -> None:
        self._listener.step(done)


@dataclass(slots=True)
class Decision:
    """One run's way from a protocol to an exit status.

    Attributes:
        settings: Of the run that the protocol declares.
        make: Makes an embedder from what `--model` takes.
        again: What else is run: another fill rule, a second model. Known once it is sealed.
        executor: Works its variants, as `run.evaluate` has it.
    """

    given: argparse.Namespace
    protocol: Protocol
    golden: GoldenSet
    settings: RunSettings
    make: MakeEmbedder = make_embedder
    again: list[tuple[RunSettings, Embedder]] = field(default_factory=list)
    executor: Executor | None = None

    def check_classes(self) -> None:
        """Refuses a class for a pilot that no document has.

        Raises:
            UsageError: The class, and those there are.
        """
        classes = {document.document_class for document in self.golden.documents} - {""}
        wanted = self.protocol.pilot_class
        if wanted and wanted not in classes:
            allowed = ", ".join(sorted(classes)) or "none, the set has no classes"
            raise UsageError(
                f"{self.given.protocol}: pilot_class {wanted!r}; allowed are {allowed}"
            )

    def check_against(self) -> None:
        """Refuses a stored baseline that nothing asks for, and the lack of one.

        Raises:
            UsageError: What is missing.
        """
        given, most = self.given.against, self.protocol.gate.max_lost
        if (most is None) == bool(given):
            said = (
                "--against is for [gate] max_lost" if given else "[gate] max_lost needs --against"
            )
            raise UsageError(f"{self.given.protocol}: {said} (a run id, or a report file)")

    def against(self, engine: Engine, embedder: Embedder) -> dict[str, Any] | None:
        """The stored baseline of the gate, None where none is given.

        Raises:
            UsageError: It is neither a report nor a run of the store.
            GateError: It lacks what the gate counts from, or was made under other conditions.
        """
        if not self.given.against:
            return None
        found = stored_report(self.given.against, engine)
        made = content_of(self.protocol, self.golden, self.settings, embedder)["conditions"]
        model = {"embedding_model": made["model"]}
        golden = {"name": self.golden.name, "digest": self.golden.digest}
        run = {"id": "", **made, **model, "golden_set": {**golden, **recorded(self.golden)}}
        check_against(self.protocol, found, run)
        return found

    def seal(self, engine: Engine, embedder: Embedder) -> Seal:
        """The protocol's seal, made now unless the store has it already.

        Raises:
            EmbedderError: The second model cannot be had, which is said before any work is done.
        """
        self.again = self._others(embedder)
        tools = Tools(VectorTable(engine).kept(embedder))
        chunks = chunks_before(self.settings.variants, self.golden, tools)
        content = content_before(self.protocol, self.golden, self.settings, embedder, chunks)
        return SealStore(engine).seal(content, self.golden, chunks=chunks)

    def decide(
        self,
        report: dict[str, Any],
        seal: Seal,
        embedder: Embedder,
        engine: Engine,
        listener: Listener,
    ) -> tuple[dict[str, Any], list[tuple[dict[str, Any], Contexts]]]:
        """The report with its verdicts, and the runs that they are asked again under, each with
        its contexts: they are to be kept together."""
        vectors = VectorTable(engine)
        others, beside, again = [], [], {}
        for settings, model in self.again:
            told = _Aside(listener, f"fill rule {settings.fill}, {model.name}")
            other, contexts = evaluate(self.golden, settings, model, vectors, told, self.executor)
            others.append(other)
            beside.append((other, contexts))
            if own := self._production(model, vectors) if model is not embedder else []:
                again[other["run"]["id"]] = own
        tools = Tools(lambda texts: vectors.vectors_for(embedder, texts))
        listener.stage(marked("Measuring what an edit makes again"))
        shares = measured_shares(self.settings.variants, self.golden.documents, tools)
        production = self._production(embedder, vectors)
        earlier = DecidedStore(engine).earlier(seal.hash)
        # It is done now, so it is newer than what it was asked again under.
        done = {**report, "run": {**report["run"], "created": utc_now()}}
        made = decided(done, self.golden, seal, shares, production, others, again, earlier)
        self._price_mixed(made, seal, embedder, vectors, tools)
        return made, beside

    def _others(self, embedder: Embedder) -> list[tuple[RunSettings, Embedder]]:
        more, settings = self.protocol.robustness, self.settings
        one = replace(settings, budgets=(self.protocol.budget_tokens,))
        found = []
        equal = self.protocol.baseline_top_k is None
        if more.fill and more.fill != settings.fill and equal:
            found.append((replace(one, fill=more.fill), embedder))
        by_model = replace(one, retrievers=self.protocol.retrievers)
        if by_model.needs_vectors and (other := self._second(embedder)) is not None:
            found.append((by_model, other))
        return found

    def _second(self, first: Embedder) -> Embedder | None:
        """The second model, None where none is wanted or it is the first."""
        spec = self.protocol.robustness.model
        if spec is None:
            spec = "auto" if isinstance(first, UseEmbedder) else "use"
        if not spec:
            return None
        made = self.make(spec, sample_of(self.golden), self.given.force_model)
        return None if (made.name, made.revision) == (first.name, first.revision) else made

    def _production(self, embedder: Embedder, vectors: VectorTable) -> list[dict[str, Any]]:
        """The baseline's results at its own number of units; none where it gets the budget."""
        units = self.protocol.baseline_top_k
        if units is None:
            return []
        baseline = self.settings.variants[:1]
        settings = replace(self.settings, variants=baseline, budgets=(units,), fill="top_k")
        report, _ = evaluate(self.golden, settings, embedder, vectors, executor=self.executor)
        results = report["variants"][0]["results"]
        return [{**result, "fill": "top_k", "unequal": True} for result in results]

    def _price_mixed(
        self,
        report: dict[str, Any],
        seal: Seal,
        embedder: Embedder,
        vectors: VectorTable,
        tools: Tools,
    ) -> None:
        """Cuts each mixed variant of the recommendations, and says what it would cost."""
        bench = Workbench(self.golden, embedder, vectors)
        base = self.settings.variants[0]
        for row in report["protocol"]["mixed"]:
            if row["toml"] is None:
                continue
            mixed = mixed_of(row["toml"], "the recommendation")
            variant = Variant(mixed, base.headers, base.expansion, base.expansion_tokens)
            index = bench.index(variant)
            shares = measured_shares([variant], self.golden.documents, tools).get(variant.id)
            row["variant"], row["index_tokens"] = variant.id, index["tokens"]
            asked = row["retriever"], embedder.dimensions
            row["price"] = priced(index, seal, shares, *asked)
            limits = limits_of(self.protocol, index, Price(**row["price"]))
            row["broken"] = list(limits.broken)


def stored_report(name: str, engine: Engine) -> dict[str, Any]:
    """The report of a file or, by its id, of a stored run.

    Raises:
        UsageError: It is neither.
    """
    path = Path(name)
    try:
        return read_report(path) if path.is_file() else RunStore(engine).report(name)
    except KeyError:
        raise UsageError(f"--against {name!r}: no such file, and no such run") from None
    except ValueError as error:
        raise UsageError(f"--against {error}") from None
