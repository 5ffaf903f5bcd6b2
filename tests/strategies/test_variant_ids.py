"""A variant can be had again from its id, or the id says that it cannot."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.settings import SWEEP, Cutting, default_settings, lab_preset, matrix
from strategies.registry import make_strategy
from strategies.rules import RULES
from strategies.variant import Variant, variant_named

USUAL = (*default_settings().variants, *lab_preset().variants)


@pytest.mark.parametrize("variant", USUAL, ids=lambda variant: variant.id)
def test_the_usual_variants_come_back(variant):
    assert variant_named(variant.id) == variant


@given(
    name=st.sampled_from(["fixed", "recursive", "structure", "sentence", "semantic"]),
    size=st.integers(1, 5000),
    unit=st.sampled_from(["characters", "tokens"]),
    overlap=st.sampled_from(SWEEP),
    headers=st.sampled_from(["none", "path"]),
    expansion=st.sampled_from(["none", "parent", "neighbours", "named"]),
    without=st.sets(st.sampled_from(sorted(RULES)), max_size=2).map(sorted),
)
def test_what_comes_back_is_the_variant(name, size, unit, overlap, headers, expansion, without):
    cutting = Cutting(size, unit, without=tuple(without))
    (made,) = matrix([name], cutting, [overlap], [headers], expansions=[expansion])
    found = variant_named(made.id)
    assert found == made if found is not None else made.id.count("-") > 1


@pytest.mark.parametrize(
    "name",
    ["", "fixed", "fixed-0c", "clever-400c", "mixed-400c", "fixed-400c-o400", "index-3f0a1b"],
)
def test_what_is_no_id_makes_nothing(name):
    assert variant_named(name) is None


def test_a_hash_cannot_be_read_back():
    assert variant_named(Variant(make_strategy("recursive", separators=("space",))).id) is None
