"""What two runs record of how they were made, where it differs."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

# A run's own name and time, and what follows from the golden set, which is compared by itself.
LEFT_OUT = ("id", "created", "golden_set", "preflight", "interval")
UNRECORDED = "not recorded"


@dataclass(frozen=True, slots=True)
class Setting:
    """One recorded thing that differs: `versions.numpy`, `2.4.6`, `2.5.0`."""

    name: str
    before: str
    after: str


def setting_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Setting, ...]:
    """Packages, model, tokenizer, options and code that are not the same in both reports.

    Whatever a report's `run` holds is compared, so that a setting that is added later is too.
    """
    old, new = (_flat(report) for report in (before, after))
    names = [*old, *(name for name in new if name not in old)]
    return tuple(
        Setting(name, old.get(name, UNRECORDED), new.get(name, UNRECORDED))
        for name in names
        if old.get(name, UNRECORDED) != new.get(name, UNRECORDED)
    )


def _flat(report: Mapping[str, Any]) -> dict[str, str]:
    run = {name: value for name, value in report["run"].items() if name not in LEFT_OUT}
    return dict(_leaves({"schema": report["schema"], **run}))


def _leaves(values: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, f"{path}{name}.")
        else:
            plain = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            yield f"{path}{name}", plain
