"""What a stored run asks for, to be made again from what its report says of it."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from evaluation.golden_record import recorded, unchanged
from evaluation.rerun_changes import some
from evaluation.settings import RunSettings
from evaluation.stored_variant import variant_of
from golden_sets.golden_set import GoldenSet

Report = Mapping[str, Any]


class Rebuilt(NamedTuple):
    """What a report asks for, and the ids of the variants that it does not hold whole."""

    settings: RunSettings
    left_out: tuple[str, ...]


def rebuilt(report: Report) -> Rebuilt:
    """The settings of the run that a report is of.

    Raises:
        ValueError: None of its variants can be made from it.
    """
    made = {row["id"]: variant_of(row) for row in report["variants"]}
    variants = tuple(variant for variant in made.values() if variant is not None)
    if not variants:
        raise ValueError(
            f"run {report['run']['id']}: none of its variants is made by this program alone"
        )
    results = [result for row in report["variants"] for result in row["results"]]
    comparisons = report.get("comparisons") or [{"baseline": ""}]
    compared = comparisons[0]["baseline"]
    run = report["run"]
    settings = RunSettings(
        variants,
        tuple(dict.fromkeys(result["retriever"] for result in results)),
        tuple(dict.fromkeys(result["budget_tokens"] for result in results)),
        fill=run["fill"],
        # What the first versions did not say, they did like this.
        depth=run.get("depth", 200),
        seed=run.get("seed", 0),
        diverse=run.get("diverse", False),
        repeats=run.get("repeats", "keep"),
        key_boost=run.get("key_boost", 1.0),
        baseline=compared if made.get(compared) else "",
    )
    return Rebuilt(settings, tuple(name for name, variant in made.items() if variant is None))


def set_changes(report: Report, golden: GoldenSet) -> Iterator[str]:
    """A line for documents, and one for questions, that are not as the run had them.

    Args:
        golden: With the questions of the run's split alone.
    """
    record = report["run"]["golden_set"]
    if record["digest"] == golden.digest:
        return
    if not record.get("asked"):
        yield "the report is of a version that kept no more than a digest, which is another now"
        return
    same, revisions = unchanged(golden, record), record.get("revisions", {})
    if told := _told(revisions, golden.by_id(), same.documents):
        yield f"documents: {told}"
    asked = {row["id"]: row for row in record["asked"]}
    now = {row["id"]: row for row in recorded(golden)["asked"]}
    moved = [name for name in asked if name in now and name not in same.questions]
    rests = [name for name in moved if _words(asked[name]) == _words(now[name])]
    told = _told(asked, now, {*same.questions, *rests})
    if told := ", ".join([told] * bool(told) + _on_changed(rests)):
        yield f"questions: {told}"


def _told(was: Iterable[str], now: Collection[str], kept: Collection[str]) -> str:
    was = list(was)
    parts = {
        "changed": [name for name in was if name in now and name not in kept],
        "gone": [name for name in was if name not in now],
        "new": [name for name in now if name not in was],
    }
    return ", ".join(f"{len(names)} {how} ({some(names)})" for how, names in parts.items() if names)


def _words(row: Report) -> list[Any]:
    """Of a question what does not depend on the rest of its documents' text."""
    return [row.get(name) for name in ("text", "weight", "documents", "evidence")]


def _on_changed(names: list[str]) -> list[str]:
    count = len(names)
    return [f"{count} with evidence in a changed document ({some(names)})"] if names else []
