"""Which variants of a run make a curve: those that differ in overlap alone, or in headers."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

Variant = dict[str, Any]


def _key(variant: Variant, *left_out: str) -> str:
    """What two variants share that differ in nothing but what is left out."""
    given = {k: v for k, v in variant["parameters"].items() if k not in left_out}
    headers = None if "headers" in left_out else variant["headers"]
    return json.dumps(
        [variant["strategy"], given, headers, variant.get("expansion")], sort_keys=True
    )


def overlap_curves(variants: Iterable[Variant]) -> Iterator[list[Variant]]:
    """Variants that differ in overlap alone, from 0 on; where an overlap starts at a sentence, the
    curve without and the curve with it share the variant at 0."""
    curves: dict[str, list[Variant]] = {}
    starts: dict[str, Variant] = {}
    for variant in variants:
        if "size" in variant["parameters"]:
            if not variant["overlap"]:
                starts[_key(variant, "overlap", "snap")] = variant
            else:
                curves.setdefault(_key(variant, "overlap"), []).append(variant)
    for same in curves.values():
        start = starts.get(_key(same[0], "overlap", "snap"))
        if start is not None:
            yield [start, *sorted(same, key=lambda variant: int(variant["overlap"]))]


def header_pairs(variants: Sequence[Variant]) -> Iterator[list[Variant]]:
    headed = {_key(v, "headers"): v for v in variants if v["headers"] == "path"}
    for plain in variants:
        if plain["headers"] == "none" and (found := headed.get(_key(plain, "headers"))):
            yield [plain, found]


def overlap_step(variant: Variant) -> str:
    return f"{100 * variant['overlap'] / variant['parameters']['size']:.0f} %"


def header_step(variant: Variant) -> str:
    return str(variant["headers"])
