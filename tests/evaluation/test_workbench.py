"""A slider's results are a run's results, and nothing is made twice."""

import pytest

from evaluation.database import open_store
from evaluation.run import evaluate
from evaluation.settings import RunSettings
from evaluation.vectors import VectorTable
from evaluation.workbench import Workbench
from golden_sets.golden_set import load_golden_set
from strategies.registry import make_strategy
from strategies.variant import Variant
from tests.evaluation.hash_embedder import HashEmbedder
from tests.evaluation.small import write_small

BUDGETS = (30, 60)


@pytest.fixture
def golden(tmp_path):
    return load_golden_set(write_small(tmp_path / "small"))


@pytest.fixture
def table(tmp_path):
    engine = open_store(tmp_path)
    yield VectorTable(engine)
    engine.dispose()


def settings(name, retriever="bm25", budgets=BUDGETS, headers="none", **more):
    variant = Variant(make_strategy(name, size=100), headers)
    return RunSettings((variant,), (retriever,), budgets, **more)


@pytest.mark.parametrize("name", ["fixed", "structure", "semantic", "parent_child"])
@pytest.mark.parametrize("retriever", ["bm25", "vector", "hybrid"])
def test_results_are_those_of_a_run(golden, table, name, retriever):
    asked = settings(name, retriever, headers="path", repeats="merge")
    report, _ = evaluate(golden, asked, HashEmbedder(), table)
    bench = Workbench(golden, HashEmbedder(), table)
    (variant,) = report["variants"]
    assert bench.result(asked) == variant["results"]
    own = bench.index(asked.variants[0])
    assert own == {key: variant["index"][key] for key in own} | {"truncated": own["truncated"]}


def test_a_budget_that_moves_cuts_ranks_and_embeds_nothing(golden, table):
    embedder = HashEmbedder()
    bench = Workbench(golden, embedder, table)
    bench.result(settings("structure", "vector"))
    made = len(embedder.batches)
    bench.result(settings("structure", "vector", budgets=(45,)))
    assert len(embedder.batches) == made
    assert bench._cut.cache_info().misses == 1 and bench._rankings.cache_info().misses == 1


def test_another_retriever_cuts_nothing_anew(golden, table):
    bench = Workbench(golden, HashEmbedder(), table)
    bench.result(settings("structure", "bm25"))
    bench.result(settings("structure", "hybrid"))
    assert bench._cut.cache_info().misses == 1


def test_chroma_is_for_runs(golden, table):
    with pytest.raises(ValueError, match="allowed here are bm25, vector, hybrid"):
        Workbench(golden, HashEmbedder(), table).result(settings("fixed", "chroma"))
