"""What two runs share of their golden sets, and what became of the rest."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from evaluation.golden_record import stand_ins
from golden_sets.language import joined, marked, worded
from golden_sets.question import Question

Rows = Mapping[str, Mapping[str, Any]]
NO_RECORD = marked(
    "Run {run} does not hold what was asked (it was stored by an earlier version): whether "
    "questions or documents changed cannot be told, and questions are paired by id."
)
NO_CLUSTERS = worded(
    "Neither run holds which questions hang together: differences have no interval and no p."
)

ANSWERABLE = worded("it has an answer now, and had none")
UNANSWERABLE = worded("it has no answer any more")


@dataclass(frozen=True, slots=True)
class GoldenChange:
    """How the golden set of the run after differs from that of the run before.

    Attributes:
        same: The digests are equal and so is what was asked, so that nothing differs.
        new, gone: Ids of questions that only one run asked.
        set_aside: By id of a question that both asked, why it is not compared.
        reweighted: Ids of questions whose weight changed; the mean of both is used.
        now_answerable, now_unanswerable: Ids of questions, also in `set_aside`, that got an
            answer, or lost it.
        documents_new, documents_gone, documents_revised: Ids of documents.
        documents_renamed: Old and new id of documents whose text is the same.
        untold: What cannot be told, a sentence each.
        asked: How many questions each run asked.
        splits: The split that each run asked; empty for questions of all.
    """

    same: bool
    new: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    set_aside: Mapping[str, str] | None = None
    reweighted: tuple[str, ...] = ()
    documents_new: tuple[str, ...] = ()
    documents_gone: tuple[str, ...] = ()
    documents_revised: tuple[str, ...] = ()
    documents_renamed: tuple[tuple[str, str], ...] = ()
    now_answerable: tuple[str, ...] = ()
    now_unanswerable: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()
    asked: tuple[int, int] = (0, 0)
    splits: tuple[str, str] = ("", "")

    @property
    def other_split(self) -> bool:
        """Whether one run asked questions of a split that the other did not keep to."""
        return self.splits[0] != self.splits[1]


@dataclass(frozen=True, slots=True)
class Shared:
    """What can be compared.

    Attributes:
        questions: Stand-ins of the questions to compare; None where neither run holds what it
            asked.
        texts: By question id, of every question that either run holds.
    """

    change: GoldenChange
    questions: tuple[Question, ...] | None
    texts: Mapping[str, str]


def shared(before: Mapping[str, Any], after: Mapping[str, Any]) -> Shared:
    """What the runs of two reports share.

    A question is compared where its id, text and evidence are the same, and so is the text of
    every document that its evidence is in. Other documents may differ: they are named, since what
    a retriever finds among them does too.

    Args:
        before, after: Reports.
    """
    runs = before["run"], after["run"]
    sets = [run["golden_set"] for run in runs]
    found = [_by_id(one.get("asked", ())) for one in sets]
    asked = _count(sets[0]), _count(sets[1])
    splits = sets[0].get("split") or "", sets[1].get("split") or ""
    texts = {name: row["text"] for rows in found for name, row in rows.items()}
    kept = [rows for rows in found if rows]
    # The digest is of the whole set, whatever part of it was asked.
    same = sets[0]["digest"] == sets[1]["digest"] and splits[0] == splits[1]
    if len(kept) == 2:
        same = same and found[0].keys() == found[1].keys()
    else:
        same = same and (asked[0] == asked[1] or 0 in asked)
    if len(kept) < 2 or same:
        lacking = [run["id"] for run, rows in zip(runs, found, strict=True) if not rows]
        untold = [] if same else [worded(NO_RECORD, run=name) for name in lacking]
        if not kept:
            untold.append(NO_CLUSTERS)
        questions = stand_ins(kept[0].values()) if kept else None
        told = GoldenChange(same, untold=tuple(untold), asked=asked, splits=splits)
        return Shared(told, questions, texts)
    change = _change(found[0], found[1], sets[0]["revisions"], sets[1]["revisions"])
    change = replace(change, asked=asked, splits=splits)
    both = [row for name, row in found[0].items() if name in found[1]]
    held = [row for row in both if row["id"] not in (change.set_aside or {})]
    rows = [{**row, "weight": _mean_weight(row["id"], found)} for row in held]
    return Shared(change, stand_ins(rows), texts)


def _count(golden: Mapping[str, Any]) -> int:
    return int(golden.get("questions", len(golden.get("asked", ()))))


def _by_id(asked: Iterable[Mapping[str, Any]]) -> Rows:
    return {row["id"]: row for row in asked}


def _mean_weight(name: str, found: Iterable[Rows]) -> float:
    weights = [rows[name]["weight"] for rows in found]
    return float(sum(weights)) / len(weights)


def _change(
    before: Rows, after: Rows, old: Mapping[str, str], new: Mapping[str, str]
) -> GoldenChange:
    revised = {name for name in old.keys() & new.keys() if old[name] != new[name]}
    renamed = _renamed(old, new)
    both = [name for name in before if name in after]
    reasons = {name: _reason(before[name], after[name], revised, renamed) for name in both}
    return GoldenChange(
        same=False,
        new=tuple(name for name in after if name not in before),
        gone=tuple(name for name in before if name not in after),
        set_aside={name: reason for name, reason in reasons.items() if reason},
        reweighted=tuple(n for n in both if before[n]["weight"] != after[n]["weight"]),
        documents_new=tuple(sorted(new.keys() - old.keys() - {*renamed.values()})),
        documents_gone=tuple(sorted(old.keys() - new.keys() - renamed.keys())),
        documents_revised=tuple(sorted(revised)),
        documents_renamed=tuple(renamed.items()),
        now_answerable=tuple(name for name in both if reasons[name] == ANSWERABLE),
        now_unanswerable=tuple(name for name in both if reasons[name] == UNANSWERABLE),
    )


def _renamed(old: Mapping[str, str], new: Mapping[str, str]) -> dict[str, str]:
    """By old id, the new id of a document that is only in one run, and whose text is in both.

    Of several with one text, the first goes to the first by name: nothing else tells them apart.
    A text that a document of both runs has too is no sign of another's name.
    """
    came: dict[str, list[str]] = {}
    stayed = {held[name] for name in old.keys() & new.keys() for held in (old, new)}
    for name in sorted(new.keys() - old.keys()):
        if new[name] not in stayed:
            came.setdefault(new[name], []).append(name)
    gone = [name for name in sorted(old.keys() - new.keys()) if old[name] in came]
    return {name: came[old[name]].pop(0) for name in gone if came[old[name]]}


def _reason(
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    revised: set[str],
    renamed: Mapping[str, str],
) -> str:
    """Why the question is not the same in both; empty where it is."""
    if bool(before["documents"]) != bool(after["documents"]):
        return ANSWERABLE if after["documents"] else UNANSWERABLE
    if before["text"] != after["text"]:
        return worded("its text changed")
    moved = [
        worded("{name} is named {new} now", name=name, new=renamed[name])
        for name in before["documents"]
        if name in renamed
    ]
    if moved and {renamed.get(name, name) for name in before["documents"]} == {*after["documents"]}:
        return worded("{moved}, where its evidence is", moved=joined(moved, ", "))
    if before["evidence"] != after["evidence"]:
        return worded("its evidence changed")
    if changed := revised & {*before["documents"], *after["documents"]}:
        return worded(
            "{documents} changed, where its evidence is", documents=", ".join(sorted(changed))
        )
    return worded("its evidence moved") if before["places"] != after["places"] else ""
