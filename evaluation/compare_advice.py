"""Why two runs have no result in common, and what would give them one."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from evaluation.run_comparison import Pair

NAMED = 4
Condition = tuple[str, int]
T = TypeVar("T")


class _Side(NamedTuple):
    """What one run holds: by variant, its retrievers and budgets; and what a budget counts."""

    run: str
    held: dict[str, list[Condition]]
    fill: str

    @property
    def unit(self) -> str:
        return "units" if self.fill == "top_k" else "tokens"

    def conditions(self, variants: Collection[str]) -> list[Condition]:
        return _once(key for name in variants for key in self.held.get(name, ()))

    def told(self) -> str:
        keys = self.conditions(self.held)
        if not keys:
            return f"run {self.run} holds no result"
        budgets = _listed(f"{budget:,}" for _, budget in sorted(keys, key=lambda key: key[1]))
        return (
            f"run {self.run} holds {_listed(self.held)} under {_listed(name for name, _ in keys)} "
            f"at {budgets} {self.unit} (fill rule {self.fill or 'not recorded'})"
        )


def nothing_in_common(
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    variants: Sequence[Pair],
    options: Sequence[str],
) -> str:
    """One line: what each run holds, and what can be done so that there is something to compare.

    Args:
        before, after: Reports that hold no result in common, or none that was asked for.
        variants: The pairs asked for.
        options: The options that leave results out, `--retriever` and `--budget`.
    """
    sides = _side(before), _side(after)
    asked = " as asked" if variants or options else ""
    told = "; ".join(side.told() for side in sides)
    return f"the runs hold no result in common{asked}: {told}; {_advice(sides, variants, options)}"


def _side(report: Mapping[str, Any]) -> _Side:
    held: dict[str, list[Condition]] = {}
    for variant in report["variants"]:
        for result in variant["results"]:
            key = result["retriever"], result["budget_tokens"]
            held.setdefault(variant["id"], []).append(key)
    return _Side(report["run"]["id"], held, report["run"].get("fill") or "")


def _advice(sides: tuple[_Side, _Side], variants: Sequence[Pair], options: Sequence[str]) -> str:
    before, after = sides
    if not (before.held and after.held):
        return "there is nothing to compare"
    pairs = variants or [(name, name) for name in before.held if name in after.held]
    if both := _once(key for pair in pairs for key in _shared(sides, [pair[0]], [pair[1]])):
        return f"without {' and '.join(options)} they have {_conditions(both)} in common"
    if variants:
        names: tuple[Collection[str], ...] = tuple(zip(*variants, strict=True))
    else:
        names = before.held, after.held
    found = [
        (one, other) for one in names[0] for other in names[1] if _shared(sides, [one], [other])
    ]
    if found:
        one, other = found[0]
        both = _shared(sides, [one], [other])
        more = f" without {' and '.join(options)}" if options else ""
        return f"--variant {one}={other}{more} pairs two, under {_conditions(both)}"
    return f"no --variant can pair them, {_lacking(sides, names)}: {_again(sides, names[0])}"


def _shared(
    sides: tuple[_Side, _Side], before: Collection[str], after: Collection[str]
) -> list[Condition]:
    there = sides[1].conditions(after)
    return [key for key in sides[0].conditions(before) if key in there]


def _lacking(sides: tuple[_Side, _Side], names: Sequence[Collection[str]]) -> str:
    keys = [side.conditions(chosen) for side, chosen in zip(sides, names, strict=True)]
    for part, what in ((0, "retriever"), (1, "budget")):
        if not {key[part] for key in keys[0]} & {key[part] for key in keys[1]}:
            return f"for they share no {what}"
    return "for they share no retriever at the same budget"


def _again(sides: tuple[_Side, _Side], names: Collection[str]) -> str:
    """The options that would give the run after what the run before has."""
    before, after = sides
    keys = before.conditions(names)
    options = f"--retrievers {','.join(_once(name for name, _ in keys))} "
    options += f"--budget {','.join(_once(str(budget) for _, budget in keys))}"
    if before.fill != after.fill and before.fill:
        options += f" --fill {before.fill}"
    return f"run {after.run} again with {options}"


def _conditions(keys: Iterable[Condition]) -> str:
    return _listed(f"{retriever} at {budget:,}" for retriever, budget in keys)


def _once(values: Iterable[T]) -> list[T]:
    return list(dict.fromkeys(values))


def _listed(names: Iterable[str]) -> str:
    found = _once(names)
    more = len(found) - NAMED
    return ", ".join(found[:NAMED]) + (f" and {more:,} more" if more > 0 else "")
