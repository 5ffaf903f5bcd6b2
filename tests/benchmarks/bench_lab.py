"""The lab's published figures beside the same figures for `handbook`.

`python -m tests.benchmarks.bench_lab` runs the `lab` preset (BM25 alone; semantic cuts by sentence
vectors, which are made once).
"""

import argparse
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.table import Table

from evaluation.database import open_store, store_folder
from evaluation.embedders.minilm import MiniLmEmbedder
from evaluation.run import evaluate
from evaluation.settings import lab_preset
from evaluation.vectors import VectorTable
from golden_sets.golden_set import find_golden_set, load_golden_set

Variant = dict[str, Any]


def _result(variant: Variant) -> dict[str, Any]:
    return variant["results"][0]


def _share(variant: Variant) -> str:
    rows = _result(variant)["per_question"]
    return f"{sum(bool(row['document_hit']) for row in rows)} of {len(rows)}"


def _missed_by_all(variants: list[Variant], multi_hop: set[str]) -> int:
    found = {row["id"] for v in variants for row in _result(v)["per_question"] if row["hit"]}
    return len(multi_hop - found)


def figures(report: dict[str, Any], multi_hop: set[str]) -> list[tuple[str, str, str]]:
    """Rows of (figure, the lab's, handbook's)."""
    by_id = {v["id"]: v for v in report["variants"]}
    fixed, recursive = by_id["fixed-400c-o80"], by_id["recursive-400c"]
    headed = by_id["fixed-400c-o80-headers"]
    rest = {n: by_id[f"{n}-400c"] for n in ("structure", "parent_child", "semantic")}
    plain = [fixed, recursive, *rest.values()]

    def index(variant: Variant, name: str) -> Any:
        return variant["index"][name]

    def each(what: Callable[[Variant], str], variants: list[Variant]) -> str:
        return ", ".join(what(variant) for variant in variants)

    def units(variant: Variant) -> str:
        return f"{_result(variant)['units_in_context']['value']:.1f}"

    added = index(headed, "tokens") / index(fixed, "tokens") - 1
    none, twice = by_id["fixed-400c"], by_id["fixed-400c-o160"]
    overlap = [index(v, "tokens") / index(none, "tokens") - 1 for v in (fixed, twice)]
    ranks = [
        (a["document_rank"], b["document_rank"])
        for a, b in zip(
            _result(fixed)["per_question"], _result(headed)["per_question"], strict=True
        )
        if a["document_rank"] and b["document_rank"]
    ]
    means = [sum(side) / len(ranks) for side in zip(*ranks, strict=True)]
    gained = [
        sum(_bool(b["hit"]) - _bool(a["hit"]) == sign for a, b in _pairs(fixed, headed))
        for sign in (1, -1)
    ]

    def mid(variant: Variant) -> str:
        return f"{100 * index(variant, 'mid_sentence_rate_all'):.1f} %"

    return [
        ("mid-sentence, fixed; recursive", "48.3 %; 1.6 %", f"{mid(fixed)}; {mid(recursive)}"),
        ("chunks, fixed; recursive", "60; 61", each(lambda v: str(index(v, "chunks")), plain[:2])),
        ("chunks, structure", "153", str(index(rest["structure"], "chunks"))),
        ("mean characters, structure", "102", f"{index(rest['structure'], 'mean_chars'):.0f}"),
        ("chunks, semantic", "90", str(index(rest["semantic"], "chunks"))),
        ("document hits, fixed; recursive", "6 of 8; 6 of 8", each(_share, plain[:2])),
        (
            "document hits, structure; parent-child; semantic",
            "7 of 8 each",
            each(_share, plain[2:]),
        ),
        ("units in context, fixed; recursive", "1.2; 1.2", each(units, plain[:2])),
        ("units in context, the other three", "2.5 to 4.8", each(units, plain[2:])),
        (
            "multi-hop questions whose hit all miss",
            "1",
            f"{_missed_by_all(plain, multi_hop)} of {len(multi_hop)}",
        ),
        ("headers on fixed: added index tokens", "10.4 %", f"{100 * added:.1f} %"),
        ("headers on fixed: hits gained, lost", "0, 0", f"{gained[0]}, {gained[1]}"),
        (
            "headers on fixed: mean document rank",
            "2.88 to 3.25",
            f"{means[0]:.2f} to {means[1]:.2f} (n={len(ranks)})",
        ),
        ("overlap 0 to 80 on fixed: added tokens", "15 %", f"{100 * overlap[0]:.1f} %"),
        ("overlap 0 to 160 on fixed: added tokens", "not given", f"{100 * overlap[1]:.1f} %"),
        (
            "hit rate, fixed at overlap 0; 80; 160",
            "not given",
            each(lambda v: f"{100 * _result(v)['hit_rate']['value']:.1f} %", [none, fixed, twice]),
        ),
    ]


def _bool(value: Any) -> int:
    return int(bool(value))


def _pairs(one: Variant, other: Variant) -> Any:
    return zip(_result(one)["per_question"], _result(other)["per_question"], strict=True)


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--golden-set", default="handbook")
    golden = load_golden_set(find_golden_set(given.parse_args().golden_set))
    vectors = VectorTable(open_store(store_folder()))
    report, _ = evaluate(golden, lab_preset(), MiniLmEmbedder(), vectors)
    table = Table(title="The lab and this golden set under the lab preset", title_justify="left")
    for name in ("figure", "lab", golden.name):
        table.add_column(name)
    for row in figures(report, {q.id for q in golden.questions if q.kind == "multi_hop"}):
        table.add_row(*row)
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
