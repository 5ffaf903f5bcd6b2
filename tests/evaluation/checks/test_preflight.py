"""All checks together: their order, their stored form, and what a calm set gets."""

import pytest

from evaluation.checks import registry
from evaluation.checks.finding import NOTHING, Finding, counted, short_form, stored, summary
from evaluation.preflight import preflight
from evaluation.settings import RunSettings
from tests.evaluation.checks.sets import golden, variants

TEN = golden({f"d{n}.md": "Sixty words. " * 30 for n in range(10)})


def test_the_gravest_comes_first_and_every_finding_is_two_sentences():
    found = preflight(TEN, RunSettings(variants(["fixed", "recursive"], 512)))
    order = [finding.severity for finding in found]
    assert order == sorted(order, key=["blocks", "warning", "info"].index)
    assert {"identical_variants", "short_documents", "whole_documents"} <= {f.name for f in found}
    for finding in found:
        assert finding.finding.endswith(".") and finding.consequence.endswith(".")


def test_the_stored_form_names_every_part():
    row = stored([Finding("n", "info", "f", "c", ("q1",))])
    assert row == [
        {"name": "n", "severity": "info", "finding": "f", "consequence": "c", "ids": ["q1"]}
    ]


def test_the_short_form_counts_all_and_names_what_is_grave():
    found = stored(
        [
            Finding("a", "blocks", "A.", "."),
            Finding("b", "warning", "B.", "."),
            Finding("c", "warning", "C.", "."),
            Finding("d", "info", "D.", "."),
        ]
    )
    assert list(short_form(found)) == [
        "Before the run: 1 blocks a comparison, 2 warnings, 1 to know",
        "  blocks a comparison: A.",
        "  warning: B.",
        "  warning: C.",
    ]
    assert summary([]) == NOTHING


def test_a_check_registers_once():
    with pytest.raises(ValueError, match="registered already"):
        registry.check("no_split", "x")(lambda subject: ())


def test_counted():
    assert [
        counted(n, w) for n, w in ((1, "document class"), (2, "document class"), (1200, "pair"))
    ] == [
        "1 document class",
        "2 document classes",
        "1,200 pairs",
    ]
