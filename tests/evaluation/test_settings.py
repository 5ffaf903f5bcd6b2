"""From options and presets to variants."""

import pytest

from evaluation.settings import PRESETS, Cutting, RunSettings, matrix


def ids(*args, **kwargs):
    return [variant.id for variant in matrix(*args, **kwargs)]


def test_presets_hold_what_the_design_names():
    contracts, manual = PRESETS["contracts"](), PRESETS["manual"]()
    by_name = {v.strategy_name: v.parameters for v in contracts.variants}
    for name, given in by_name.items():
        assert (given["size"], given["unit"], given["overlap"]) == (1024, "tokens", 100), name
        assert given.get("snap", True), name
    assert not contracts.diverse
    for variant in manual.variants:
        assert (variant.parameters["size"], variant.overlap) == (700, 105)
    assert (manual.fill, manual.budgets, manual.diverse) == ("top_k", (6,), True)


def test_each_rule_off_is_a_variant_of_its_own():
    found = ids(["structure", "fixed"], overlaps=["0"], headers=["none"], withouts=[(), ("bonds",)])
    assert found == ["structure-400c", "structure-400c-no-bonds", "fixed-400c"]


def test_expansions_are_variants_of_their_own():
    found = ids(["sentence"], overlaps=["0"], headers=["none"], expansions=["none", "named"])
    assert found == ["sentence-400c", "sentence-400c-named200"]


def test_overlap_is_snapped_where_a_strategy_can_and_has_one():
    found = ids(["fixed", "recursive"], Cutting(snap=True), ["0", "20%"], ["none"])
    assert found == ["fixed-400c", "fixed-400c-o80", "recursive-400c", "recursive-400c-o80-snap"]


def test_other_separators_make_another_variant():
    assert ids(["recursive"], Cutting(separators=("space",)), ["0"], ["none"]) != ["recursive-400c"]


def test_mixed_without_a_table_is_refused():
    with pytest.raises(ValueError, match="mixed needs a table of document classes"):
        Cutting().strategy("mixed")


def test_mixed_reads_its_table(tmp_path):
    path = tmp_path / "mixed.toml"
    path.write_text('[policy]\nstrategy = "structure"\nsize = 300\noverlap = "10%"\n')
    made = Cutting(mixed=path).strategy("mixed")
    settings = RunSettings(matrix(["mixed"], Cutting(mixed=path), ["0"], ["none"]))
    assert settings.variants[0].id.startswith("mixed-400c-")
    assert settings.variants[0].parameters["classes"]["policy"]["overlap"] == 30
    assert made.stored()["otherwise"]["strategy"] == "recursive"
