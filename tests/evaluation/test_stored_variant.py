"""A report's row cuts again exactly as the run did, or says that it cannot."""

import json
from pathlib import Path

import pytest

from evaluation.settings import Cutting, default_settings, matrix
from evaluation.stored_variant import variant_of
from strategies.mixed import read_mixed
from strategies.variant import Variant


def stored(variant):
    """As a report holds it: through JSON, where tuples are lists."""
    row = {
        "id": variant.id,
        "strategy": variant.strategy_name,
        "parameters": variant.parameters,
        "headers": variant.headers,
        "expansion": variant.expansion_given,
    }
    return json.loads(json.dumps(row))


def mixed():
    handbook = Path(__file__).parent.parent.parent / "golden_sets" / "handbook"
    return Variant(read_mixed(handbook / "mixed.toml"))


VARIANTS = [
    *default_settings().variants,
    *matrix(["structure"], Cutting(200, "tokens", without=("bonds",)), expansions=["parent"]),
    *matrix(["recursive"], Cutting(300, separators=("newline",)), ["10%"], ["path"]),
    mixed(),
]


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_every_variant_comes_back_as_it_was(variant):
    assert variant_of(stored(variant)) == variant


def test_a_splitter_from_elsewhere_cannot_be_made_again():
    row = {"id": "x-1", "strategy": "x", "parameters": {"name": "x"}, "headers": "none"}
    assert variant_of(row) is None


def test_what_this_version_does_not_know_is_not_guessed():
    row = stored(VARIANTS[0])
    assert variant_of({**row, "parameters": {**row["parameters"], "novel": 1}}) is None
    assert variant_of({**row, "id": "another-400c"}) is None
    assert variant_of({**row, "headers": "novel"}) is None


def test_a_report_of_a_version_without_expansion_is_read():
    row = stored(VARIANTS[0])
    del row["expansion"]
    assert variant_of(row) == VARIANTS[0]
