"""Rows: every variant under a name of its own."""

from pages.ui.results import rows


def variant(name, strategy="structure", expansion=None, **parameters):
    result = {"hit_rate": {"value": 0.5}, "retriever": "bm25", "budget_tokens": 600}
    return {
        "id": name,
        "strategy": strategy,
        "parameters": {"size": 400, **parameters},
        "overlap": 0,
        "headers": "none",
        "expansion": expansion,
        "index": {},
        "results": [result],
    }


def names(*variants):
    return [row.name for row in rows({"variants": list(variants)})]


def test_rules_and_expansion_are_part_of_the_name():
    parent = {"mode": "parent", "tokens": 200}
    assert names(variant("a"), variant("b", without=["bonds"]), variant("c", expansion=parent)) == [
        "structure",
        "structure without bonds",
        "structure + parent",
    ]


def test_variants_that_share_their_words_go_by_their_ids():
    assert names(variant("s-1"), variant("s-2", min_size=5)) == ["s-1", "s-2"]


def test_a_splitter_that_tells_no_size_is_a_row_too():
    foreign = variant("mine-1a2b3c", "mine")
    foreign["parameters"] = {"name": "mine", "library": ""}
    assert names(foreign) == ["mine"]


def test_a_run_stored_before_expansion_existed_is_shown():
    old = variant("old")
    del old["expansion"]
    assert names(old) == ["structure"]
