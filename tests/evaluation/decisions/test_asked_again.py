"""What a decision is asked again under: another fill rule, and a second model."""

import argparse
from dataclasses import replace

import pytest

from evaluation.database import open_store
from evaluation.decision_run import Decision
from evaluation.embedders.use import UseEmbedder
from evaluation.embedding import EmbedderError
from evaluation.protocol_parts import Robustness
from evaluation.settings import RunSettings
from strategies.registry import make_strategy
from strategies.variant import Variant
from tests.evaluation.decisions.made import golden_set, protocol
from tests.evaluation.hash_embedder import HashEmbedder

GIVEN = argparse.Namespace(force_model=False)


class Named(HashEmbedder):
    def __init__(self, name):
        super().__init__()
        self.name = name


def asked_again(first, tmp_path, model=None, retrievers=("vector",), strategy="fixed"):
    """(fill rule, model, retrievers) of each run beside the first; what models were asked for."""
    rules = protocol(retrievers=retrievers, robustness=Robustness((), (), "cut", model))
    settings = RunSettings(
        (Variant(make_strategy(strategy, size=60)),), retrievers=retrievers, budgets=(600, 300)
    )
    specs = []

    def make(spec, sample, force):
        specs.append(spec)
        return Named("first" if spec == "same" else spec)

    decision = Decision(GIVEN, rules, golden_set(), settings, make)
    decision.seal(open_store(tmp_path / "store"), first)
    assert all(other.budgets == (600,) for other, _ in decision.again)
    return [(s.fill, m.name, s.retrievers) for s, m in decision.again], specs


def test_the_second_model_is_use_unless_the_run_is_by_it(tmp_path):
    found, _ = asked_again(Named("first"), tmp_path)
    assert found == [("cut", "first", ("vector",)), ("whole", "use", ("vector",))]
    assert asked_again(UseEmbedder(), tmp_path)[1] == ["auto"]
    assert asked_again(Named("first"), tmp_path, "e5")[1] == ["e5"]


@pytest.mark.parametrize("model", ["", "same"])
def test_none_is_run_where_none_is_wanted_or_it_is_the_first(tmp_path, model):
    found, _ = asked_again(Named("first"), tmp_path, model)
    assert found == [("cut", "first", ("vector",))]


def test_bm25_asks_for_a_model_only_where_cutting_takes_one(tmp_path):
    assert asked_again(Named("first"), tmp_path, None, ("bm25",))[1] == []
    found, _ = asked_again(Named("first"), tmp_path, None, ("bm25",), "semantic")
    assert found[1] == ("whole", "use", ("bm25",))


def test_a_second_model_that_cannot_be_had_is_said_before_anything_runs(tmp_path):
    def make(spec, sample, force):
        raise EmbedderError(f"unknown model {spec!r}")

    rules = replace(protocol(), robustness=Robustness(model="none-such"))
    settings = RunSettings((Variant(make_strategy("fixed", size=60)),), retrievers=("vector",))
    decision = Decision(GIVEN, rules, golden_set(), settings, make)
    with pytest.raises(EmbedderError, match="none-such"):
        decision.seal(open_store(tmp_path / "store"), HashEmbedder())
