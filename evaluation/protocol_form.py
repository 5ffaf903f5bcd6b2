"""A protocol as somebody types it: a text a field, lists by comma, and one line a fault."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from evaluation.embedders.choice import AUTO
from evaluation.protocol import Protocol, ProtocolError
from evaluation.protocol_fields import MODELS, NONE, ONE_OF, PERCENTS, value_of
from evaluation.protocol_file import protocol_of
from golden_sets.language import lines_of, tr

# By field, as typed. A field of a part of the protocol is `part.field`.
Draft = dict[str, str]
MODEL = "model"


@dataclass(frozen=True, slots=True)
class Typed:
    """What a draft comes to.

    Attributes:
        protocol: None while a field has a fault.
        faults: By field, one line.
    """

    protocol: Protocol | None
    faults: Mapping[str, str] = field(default_factory=dict)


def draft_of(protocol: Protocol, model: str = AUTO) -> Draft:
    """The protocol as somebody would type it, every field there is."""
    given = protocol.stored()
    draft = {name: _typed(name, value) for name, value in given.items() if _plain(value)}
    for part in ("limits", "costs", "robustness"):
        for name, value in given[part].items():
            draft[f"{part}.{name}"] = _typed(f"{part}.{name}", value)
    for name in ("robustness.budgets", "robustness.retrievers", "robustness.fill"):
        draft[name] = draft[name] or NONE
    # Here None is a default of its own.
    if given["robustness"]["model"] == "":
        draft["robustness.model"] = NONE
    return {**draft, MODEL: model}


def default_draft() -> Draft:
    """What a form starts with: the defaults, robustness as the rest of it makes it."""
    candidates = "fixed-400c", "structure-400c", "parent_child-400c", "semantic-400c"
    draft = draft_of(Protocol("recursive-400c", candidates))
    return {**draft, "robustness.budgets": "", "robustness.retrievers": ""}


def typed(draft: Mapping[str, str], classes: Collection[str]) -> Typed:
    """The protocol that a draft is, or what is wrong with it.

    Args:
        classes: Of the golden set's documents, for the pilot.
    """
    table: dict[str, Any] = {"limits": {}, "costs": {}, "robustness": {}}
    faults: dict[str, str] = {}
    for name, text in draft.items():
        if name == MODEL:
            continue
        try:
            value = value_of(name, text.strip(), classes)
        except ValueError as error:
            faults[name] = str(error)
            continue
        part, _, own = name.rpartition(".")
        if value is not None:
            (table[part] if part else table)[own] = value
    faults |= dict(_together(draft, table, faults))
    if faults:
        return Typed(None, faults)
    try:
        return Typed(protocol_of(table))
    except ProtocolError as error:
        # Nothing known comes here; a new rule of the protocol would.
        return Typed(None, {"": tr(lines_of(error)[0])})


def _together(
    draft: Mapping[str, str], table: Mapping[str, Any], faults: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """What is wrong with fields that are right by themselves."""
    if table.get("baseline") in table.get("candidates", ()) and "candidates" not in faults:
        yield "candidates", tr("{given} is the baseline too; take it out", given=table["baseline"])
    below, at = table.get("reject_below"), table.get("adopt_at")
    if below is not None and at is not None and below > at:
        told = tr("{below:g} is over the {at:g} of “adopt at”", below=below, at=at)
        yield "reject_below", told
    again, model = draft.get("robustness.model", ""), draft.get(MODEL, AUTO)
    if again and again == model:
        yield "robustness.model", tr("{given} is the first model too", given=again)
    if draft.get(MODEL, AUTO) not in (AUTO, *MODELS):
        yield MODEL, tr(ONE_OF, given=draft[MODEL][:60], allowed=", ".join((AUTO, *MODELS)))


def _plain(value: Any) -> bool:
    return not isinstance(value, Mapping)


def _typed(name: str, value: Any) -> str:
    """A value of a protocol as somebody would type it."""
    if value is None:
        return ""
    if isinstance(value, Mapping):
        return ", ".join(f"{key}={_percent(share)}" for key, share in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    if name in PERCENTS:
        return _percent(value)
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def _percent(share: float) -> str:
    return f"{(Decimal(repr(share)) * 100).normalize():f}"
