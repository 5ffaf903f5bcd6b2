"""A decided run of the small golden set, for the tests of the page Decide."""

from pathlib import Path
from typing import Any

from evaluation.database import open_store
from evaluation.decision import decided
from evaluation.protocol import Protocol
from evaluation.run import evaluate
from evaluation.seal import content_of
from evaluation.seal_store import SealStore
from evaluation.settings import RunSettings
from evaluation.store import RunStore
from evaluation.vectors import VectorTable
from golden_sets.golden_set import load_golden_set
from strategies.variant import variant_named
from tests.evaluation.hash_embedder import HashEmbedder

RULES = Protocol(
    "recursive-120c", ("fixed-60c", "structure-120c"), ("bm25", "vector"), budget_tokens=60
)


def write_decision(folder: Path, store: Path, rules: Protocol = RULES) -> dict[str, Any]:
    """Seals the rules, runs them and keeps the decided report; the report."""
    engine, golden = open_store(store), load_golden_set(folder)
    named = [variant_named(name) for name in (rules.baseline, *rules.candidates)]
    settings = RunSettings(
        tuple(variant for variant in named if variant is not None),
        retrievers=rules.retrievers,
        budgets=(rules.budget_tokens, *(rules.robustness.budgets or ())),
        baseline=rules.baseline,
    )
    embedder = HashEmbedder()
    seal = SealStore(engine).seal(content_of(rules, golden, settings, embedder), golden)
    report, contexts = evaluate(golden, settings, embedder, VectorTable(engine))
    made = decided(report, golden, seal)
    RunStore(engine).save(made, contexts)
    return made
