"""A protocol as somebody types it: a text a field, lists by comma, and one line a fault."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from evaluation.embedders.choice import AUTO
from evaluation.offer import NOTHING, Offer
from evaluation.protocol import Protocol, ProtocolError
from evaluation.protocol_fields import NONE, ONE_OF, PERCENTS, value_of
from evaluation.protocol_fields import model as model_named
from evaluation.protocol_file import protocol_of
from golden_sets.language import lines_of, tr

# By field, as typed. A field of a part of the protocol is `part.field`.
Draft = dict[str, str]
MODEL = "model"
# What a gate counts lost questions from: no rule, but a run, as `--against` takes it.
AGAINST = "against"


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
    for part in ("limits", "costs", "robustness", "gate"):
        for name, value in given[part].items():
            draft[f"{part}.{name}"] = _typed(f"{part}.{name}", value)
    for name in ("robustness.budgets", "robustness.retrievers", "robustness.fill"):
        draft[name] = draft[name] or NONE
    # Here None is a default of its own.
    if given["robustness"]["model"] == "":
        draft["robustness.model"] = NONE
    return {**draft, MODEL: model, AGAINST: ""}


def default_draft() -> Draft:
    """What a form starts with: the defaults, robustness as the rest of it makes it."""
    candidates = "fixed-400c", "structure-400c", "parent_child-400c", "semantic-400c"
    draft = draft_of(Protocol("recursive-400c", candidates))
    return {**draft, "robustness.budgets": "", "robustness.retrievers": ""}


def typed(
    draft: Mapping[str, str],
    classes: Collection[str],
    runs: Collection[str] = (),
    offer: Offer = NOTHING,
) -> Typed:
    """The protocol that a draft is, or what is wrong with it.

    Args:
        classes: Of the golden set's documents, for the pilot.
        runs: Ids of stored runs that a gate may count from.
        offer: What the golden set offers beside variants that an id names by itself.
    """
    table: dict[str, Any] = {"limits": {}, "costs": {}, "robustness": {}, "gate": {}}
    faults: dict[str, str] = {}
    for name, text in draft.items():
        if name in (MODEL, AGAINST):
            continue
        try:
            value = value_of(name, text.strip(), classes, offer)
        except ValueError as error:
            faults[name] = str(error)
            continue
        part, _, own = name.rpartition(".")
        if value is not None:
            (table[part] if part else table)[own] = value
    faults |= dict(_together(draft, table, faults))
    faults |= {name: told for name, told in _gate(draft, table, runs) if name not in faults}
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
    try:
        model_named(draft.get(MODEL, AUTO))
    except ValueError as error:
        yield MODEL, str(error)


def _gate(
    draft: Mapping[str, str], table: Mapping[str, Any], runs: Collection[str]
) -> Iterator[tuple[str, str]]:
    """What is wrong with a gate beside the rules it belongs to."""
    gate, candidates = table["gate"], table.get("candidates") or []
    named = [*([table["baseline"]] if "baseline" in table else []), *candidates]
    for name, allowed in (("candidate", candidates), ("variant", named)):
        if gate.get(name) and gate[name] not in allowed:
            yield f"gate.{name}", tr(ONE_OF, given=gate[name][:60], allowed=", ".join(allowed))
    if gate.get("require") and not gate.get("candidate") and len(candidates) > 1:
        yield "gate.candidate", tr("which of the candidates must have the verdict? name one")
    against = draft.get(AGAINST, "")
    if against and against not in runs:
        yield AGAINST, tr(ONE_OF, given=against[:60], allowed=", ".join(list(runs)[:5]) or "–")


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
