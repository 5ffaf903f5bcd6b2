"""What `run --protocol` does beside a run: seals before it, judges after it, holds the gate."""

import argparse
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rich.console import Console
from sqlalchemy import Engine

from evaluation.command_line import DONE, GATE_NOT_MET, UsageError
from evaluation.costs import measured_shares
from evaluation.decision import decided, priced
from evaluation.decision_table import print_decision
from evaluation.embedders.choice import make_embedder, sample_of
from evaluation.embedding import Embedder
from evaluation.gate import Check, checks
from evaluation.gate_files import junit, summary
from evaluation.progress import Listener
from evaluation.protocol import Protocol
from evaluation.protocol_file import read_protocol
from evaluation.run import evaluate
from evaluation.seal import Seal, content_of
from evaluation.seal_store import SealStore
from evaluation.settings import RunSettings
from evaluation.store import RunStore
from evaluation.vectors import VectorTable
from evaluation.workbench import Workbench
from golden_sets.golden_set import GoldenSet
from strategies.mixed import mixed_of
from strategies.tools import Tools
from strategies.variant import Variant, variant_named

MakeEmbedder = Callable[[str, Any, bool], Embedder]


def refuse_without_protocol(given: argparse.Namespace) -> None:
    """Refuses options that only a protocol gives a meaning.

    Raises:
        UsageError: The option.
    """
    for option in ("junit", "summary", "against"):
        if getattr(given, option) and not given.protocol:
            raise UsageError(f"--{option} is for --protocol FILE")


def settings_for(
    protocol: Protocol, settings: RunSettings, given: argparse.Namespace
) -> RunSettings:
    """The run that a protocol declares: its variants, and what it asks robustness of.

    Args:
        settings: What the options ask for; what the protocol says nothing of is theirs.

    Raises:
        UsageError: An option contradicts the protocol, or a variant cannot be made.
    """
    known = {variant.id: variant for variant in settings.variants}
    names = (protocol.baseline, *protocol.candidates)
    variants = [known.get(name) or variant_named(name) for name in names]
    if missing := [name for name, made in zip(names, variants, strict=True) if made is None]:
        some = ", ".join(sorted(known, key=lambda name: (name.count("-"), name))[:12])
        raise UsageError(
            f"{given.protocol}: no variant {missing[0]!r} in this run; give the options that make "
            f"it. Allowed are ids such as structure-800c-o80-headers, and {some}"
        )
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
        variants=tuple(variant for variant in variants if variant is not None),
        retrievers=tuple(dict.fromkeys(retrievers)),
        budgets=tuple(dict.fromkeys(budgets)),
        baseline=protocol.baseline,
    )


@dataclass(slots=True)
class Decision:
    """One run's way from a protocol to an exit status.

    Attributes:
        settings: Of the run that the protocol declares.
        make: Makes an embedder from what `--model` takes.
    """

    given: argparse.Namespace
    protocol: Protocol
    golden: GoldenSet
    settings: RunSettings
    make: MakeEmbedder = make_embedder

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

    def against(self, engine: Engine) -> dict[str, Any] | None:
        """The stored baseline of the gate, None where none is given.

        Raises:
            UsageError: It is neither a report nor a run of the store, or nothing asks for it.
        """
        name, most = self.given.against, self.protocol.gate.max_lost
        if (most is None) != (not name):
            said = "--against is for [gate] max_lost" if name else "[gate] max_lost needs --against"
            raise UsageError(f"{self.given.protocol}: {said}, a run id or a report file")
        if not name:
            return None
        try:
            if Path(name).is_file():
                report: dict[str, Any] = json.loads(Path(name).read_text("utf-8"))
                if "variants" not in report:
                    raise ValueError("no variants")
                return report
            return RunStore(engine).report(name)
        except KeyError:
            raise UsageError(f"--against {name!r}: no such file, and no such run") from None
        except ValueError:
            raise UsageError(f"--against {name}: is no report") from None

    def seal(self, engine: Engine, embedder: Embedder) -> Seal:
        """The protocol's seal, made now unless the store has it already."""
        content = content_of(self.protocol, self.golden, self.settings, embedder)
        return SealStore(engine).seal(content, self.golden)

    def decide(
        self,
        report: dict[str, Any],
        seal: Seal,
        embedder: Embedder,
        engine: Engine,
        listener: Listener,
    ) -> dict[str, Any]:
        """The report with its verdicts, what they are asked again under being run and stored."""
        vectors, runs = VectorTable(engine), RunStore(engine)
        listener.stage("Asking the same under other conditions")
        others = []
        for settings, model in self._others(embedder):
            other, contexts = evaluate(self.golden, settings, model, vectors)
            runs.save(other, contexts)
            others.append(other)
        tools = Tools(lambda texts: vectors.vectors_for(embedder, texts))
        listener.stage("Measuring what an edit makes again")
        shares = measured_shares(self.settings.variants, self.golden.documents, tools)
        production = self._production(embedder, vectors)
        made = decided(report, self.golden, seal, shares, production, others)
        made["protocol"]["others"] = [other["run"]["id"] for other in others]
        self._price_mixed(made, seal, embedder, vectors, tools)
        return made

    def _others(self, embedder: Embedder) -> list[tuple[RunSettings, Embedder]]:
        """What else is run: another fill rule, a second model."""
        more, settings = self.protocol.robustness, self.settings
        one = replace(settings, budgets=(self.protocol.budget_tokens,))
        found = []
        equal = self.protocol.baseline_top_k is None and settings.fill != "top_k"
        if more.fill and more.fill != settings.fill and equal:
            found.append((replace(one, fill=more.fill), embedder))
        if more.model:
            other = self.make(more.model, sample_of(self.golden), self.given.force_model)
            found.append((replace(one, retrievers=self.protocol.retrievers), other))
        return found

    def _production(self, embedder: Embedder, vectors: VectorTable) -> list[dict[str, Any]]:
        """The baseline's results at its own number of units; none where it gets the budget."""
        units = self.protocol.baseline_top_k
        if units is None:
            return []
        baseline = self.settings.variants[:1]
        settings = replace(self.settings, variants=baseline, budgets=(units,), fill="top_k")
        report, _ = evaluate(self.golden, settings, embedder, vectors)
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
            share = measured_shares([variant], self.golden.documents, tools).get(variant.id)
            row["variant"], row["index_tokens"] = variant.id, index["tokens"]
            row["price"] = priced(index, seal, share)


def declared(
    given: argparse.Namespace, golden: GoldenSet, settings: RunSettings, make: MakeEmbedder
) -> Decision | None:
    """The decision that the options ask for, None for a run without a protocol.

    Raises:
        UsageError: An option that does not go with the protocol.
        ProtocolError: A line a fault of the file.
    """
    refuse_without_protocol(given)
    if given.protocol is None:
        return None
    protocol = read_protocol(given.protocol)
    made = Decision(given, protocol, golden, settings_for(protocol, settings, given), make)
    made.check_classes()
    return made


def concluded(
    given: argparse.Namespace,
    report: dict[str, Any],
    seal: Seal,
    against: dict[str, Any] | None,
    console: Console | None,
) -> int:
    """Prints a decision, writes what a build keeps of it, and gives the exit status."""
    found = checks(seal.protocol, report, against)
    if console is not None:
        print_decision(report, seal, console)
        for check in found:
            console.print(_told(check), style="bold", soft_wrap=True)
    if given.junit:
        _write(given.junit, junit(report, found))
    if given.summary:
        _write(given.summary, summary(report, seal, found))
    return DONE if all(check.met for check in found) else GATE_NOT_MET


def _told(check: Check) -> str:
    return f"Gate {'met' if check.met else 'NOT met'}: {check.told}"


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", errors="backslashreplace")
