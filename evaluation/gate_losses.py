"""What a stored run had and a later one has no more, and whether the two can be compared."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from evaluation.compare_golden import GoldenChange, shared
from evaluation.protocol import METRICS, Protocol
from evaluation.seal import UNRECORDED, conditions_of

Report = Mapping[str, Any]
# What makes two results comparable; the code may differ, since a gate is there to test it.
ALIKE = ("fill", "diverse", "repeats", "key_boost", "depth", "tokenizer")


class GateError(ValueError):
    """A gate that cannot be held against a run; one line for a person."""


class Lost(NamedTuple):
    """Questions that a stored run had and another has no more, in the stored order.

    Attributes:
        of: How many questions the stored run was asked, those to decide on and the others.
        worse: Asked alike, and not had, or had less of.
        gone: Had then, and not asked now.
        changed: Had then, and asked with another text or evidence, or of another document.
    """

    of: int
    worse: tuple[str, ...]
    gone: tuple[str, ...]
    changed: tuple[str, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        return self.worse + self.gone + self.changed

    def told(self) -> str:
        """`worse q01, q02; not asked any more q03; changed q04`."""
        kinds = {"worse": self.worse, "not asked any more": self.gone, "changed": self.changed}
        return "; ".join(f"{kind} {', '.join(ids)}" for kind, ids in kinds.items() if ids)


def lost_questions(
    before: Mapping[str, Any], after: Mapping[str, Any], metric: str, change: GoldenChange
) -> Lost:
    """The questions of which one result had more than another.

    A question that is gone or changed counts: deleting or easing what fails meets no gate.

    Raises:
        GateError: They share no question.
    """
    value = METRICS[metric][0]
    now = {row["id"]: row[value] for row in after["per_question"]}
    then = {row["id"]: row[value] for row in before["per_question"]}
    if not now.keys() & then.keys():
        raise GateError("the stored run and this one share no question; nothing can be lost")
    other = change.set_aside or {}
    changed = [name for name, had in then.items() if name in other and had]
    gone = [name for name, had in then.items() if name not in now and name not in other and had]
    alike = [name for name in then if name in now and name not in other]
    worse = [name for name in alike if (now[name] or 0) < (then[name] or 0)]
    return Lost(len(then), tuple(worse), tuple(gone), tuple(changed))


def golden_change(against: Report, report: Report) -> GoldenChange:
    """What became of the stored run's questions.

    Raises:
        GateError: Its golden set was another, and it does not hold what it asked.
    """
    found = shared(against, report).change
    if found.untold:
        raise GateError(
            f"run {against['run']['id']} does not hold what it asked (it was stored by an earlier "
            "version), and the golden set has changed since: a new baseline is needed"
        )
    return found


def check_alike(protocol: Protocol, against: Report, run: Mapping[str, Any]) -> None:
    """Returns if a stored run was made under the conditions of another.

    Args:
        run: The other one's `run`, or as much of it as is known before it.

    Raises:
        GateError: It was not; what differs is named.
    """
    if differing := list(_differing(protocol, against, run)):
        raise GateError(
            f"run {against['run']['id']}, which the gate counts from, was made with "
            f"{'; '.join(differing)}: what is lost cannot be told"
        )


def _differing(protocol: Protocol, against: Report, run: Mapping[str, Any]) -> Iterator[str]:
    sides = conditions_of(against["run"]), conditions_of(run)
    names = list(ALIKE)
    if sides[1].get("key_boost", 1) != 1:
        names.append("key")
    if _by_vectors(protocol, against, sides[1]):
        names.append("model")
    for name in names:
        before, after = (side.get(name, UNRECORDED) for side in sides)
        if before != after:
            yield f"{name} {_shown(before)}, this one with {_shown(after)}"


def _by_vectors(protocol: Protocol, against: Report, made: Mapping[str, Any]) -> bool:
    named = protocol.gate.variant or protocol.baseline
    cut = (one.get("strategy") for one in against["variants"] if one["id"] == named)
    by_sentences = any(strategy in ("semantic", "mixed") for strategy in cut)
    searched = set(protocol.retrievers) - {"bm25"}
    return bool(searched or made.get("diverse") or by_sentences)


def _shown(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(str(part)[:40] for part in value.values() if part) or "none"
    return str(value)[:80]
