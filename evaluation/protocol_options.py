"""Options of a run that a protocol leaves no room for."""

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence

from evaluation.settings import RunSettings
from evaluation.usage import UsageError
from strategies.adapter.adapted import Adapted
from strategies.sizes import parse_overlap
from strategies.variant import Variant

# By option that takes a list: whether a variant has one of its values.
_LISTED: dict[str, Callable[[Variant, str], bool]] = {
    "strategies": lambda variant, value: variant.strategy_name == value,
    "headers": lambda variant, value: variant.headers == value,
    "overlap": lambda variant, value: variant.overlap == parse_overlap(value, _size(variant)),
    "expand": lambda variant, value: variant.expansion == value,
}
# By option that takes one value: whether a variant has it.
_SINGLE: dict[str, Callable[[Variant, argparse.Namespace], bool]] = {
    "size": lambda variant, given: _size(variant) == given.size,
    "unit": lambda variant, given: variant.unit == given.unit,
    "snap": lambda variant, _: bool(variant.parameters.get("snap")),
    "without": lambda variant, _: bool(variant.parameters.get("without")),
    "separators": lambda variant, _: "separators" in variant.parameters,
    "mixed": lambda variant, _: variant.strategy_name == "mixed",
    "expand_tokens": lambda variant, given: variant.expansion_tokens == given.expand_tokens,
}


def _size(variant: Variant) -> int:
    return int(variant.parameters.get("size", 0))


def refuse_unequal(given: argparse.Namespace, settings: RunSettings) -> None:
    """Refuses a fill rule under which a protocol's budget would be units and not tokens.

    Raises:
        UsageError: The option that sets it.
    """
    if settings.fill == "top_k":
        option = f"--preset {given.preset}" if given.preset else "--fill top_k"
        raise UsageError(
            f"{option}: {given.protocol} decides at equal tokens, and top_k counts units; "
            "production at its own number of units is baseline_top_k"
        )


def refuse_idle(
    given: argparse.Namespace, settings: RunSettings, variants: Sequence[Variant]
) -> None:
    """Refuses an option, or a value of one, that no variant of the protocol has.

    The protocol names what is run, so such a value would be dropped without a word.

    Args:
        settings: What the options alone ask for.
        variants: Of the protocol.

    Raises:
        UsageError: The first of them.
    """
    for told in _idle(given, settings, variants):
        raise UsageError(f"{told} has no effect: no variant of {given.protocol} has it")


def _idle(
    given: argparse.Namespace, settings: RunSettings, variants: Iterable[Variant]
) -> Iterator[str]:
    made = list(variants)
    for option, has in _LISTED.items():
        for value in getattr(given, option, None) or ():
            if not any(has(variant, value) for variant in made):
                yield f"--{option} {value}"
    for name, holds in _SINGLE.items():
        asked = getattr(given, name, None) not in (None, False)
        if asked and not any(holds(variant, given) for variant in made):
            option = name.replace("_", "-")
            yield f"--{option}" if name == "snap" else f"--{option} {_told(given, name)}"
    used = [variant.strategy for variant in made]
    for variant in settings.variants:
        if isinstance(variant.strategy, Adapted) and variant.strategy not in used:
            yield f"--splitter, which makes {variant.id},"


def _told(given: argparse.Namespace, name: str) -> str:
    value = getattr(given, name)
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
