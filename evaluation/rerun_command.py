"""`rerun`: whether a stored run's scores come out again."""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console

from evaluation.compare_command import read_run
from evaluation.database import open_store, store_folder
from evaluation.embedders.choice import AUTO, PACKAGED, is_installed, make_embedder, sample_of
from evaluation.embedding import Embedder
from evaluation.own_code import code_digest, versions
from evaluation.progress import TerminalListener
from evaluation.rerun import rebuilt, set_changes
from evaluation.rerun_changes import result_changes, scores_changed, unrecorded
from evaluation.run import evaluate
from evaluation.usage import DONE, GATE_NOT_MET
from evaluation.vectors import VectorTable
from golden_sets.golden_set import GoldenSet, find_golden_set, load_golden_set

Report = Mapping[str, Any]


def rerun_and_print(given: argparse.Namespace, console: Console) -> int:
    """Makes a run again and prints how it compares; nothing is stored but vectors.

    Returns:
        The exit status: 3 where something came out otherwise.

    Raises:
        ValueError: The golden set or the model is not the run's any more, with what changed.
    """
    report = read_run(given.run, given.store)
    golden = _golden_set(given, report)
    asked = rebuilt(report)
    embedder = _model(given, report, golden)
    others = [*_other_set(report, golden), *_other_versions(report)]
    for line in [*map(_left_out, asked.left_out), *others]:
        console.print(line, soft_wrap=True)
    table = VectorTable(open_store(store_folder(given.store)))
    with TerminalListener() as listener:
        made, _ = evaluate(golden, asked.settings, embedder, table, listener)
    # As the stored one was written and read, in which a tuple is a list.
    again = json.loads(json.dumps(made))
    changes = list(result_changes(report, again))
    lines = [*changes, *_not_compared(report, again), _summary(report, again, len(changes))]
    if report.get("protocol"):
        set_name = report["run"]["golden_set"]["name"]
        lines.append(
            f"Its verdicts: python -m evaluation decision {set_name} {report['run']['id']}"
        )
    for line in [*lines, *([_why(others, asked.settings.retrievers)] if changes else [])]:
        console.print(line, soft_wrap=True)
    return GATE_NOT_MET if changes else DONE


def _summary(report: Report, again: Report, changes: int) -> str:
    results = [result for variant in again["variants"] for result in variant["results"]]
    scores = sum(len(result["per_question"]) for result in results)
    moved = scores_changed(report, again)
    by = ", ".join(f"{name} {n:,}" for name, n in moved.by.items())
    told = f"{moved.scores:,} of the scores differ ({by})" if by else "every score is equal"
    told += f"; other figures in {changes} lines above" if changes else ", and every other figure"
    return (
        f"Run {report['run']['id']} made again, {len(again['variants'])} variants, "
        f"{len(results)} results, {scores:,} scored questions: {told}"
    )


def _not_compared(report: Report, again: Report) -> Iterator[str]:
    if names := unrecorded(report, again):
        yield f"not compared, as only one of the two versions records it: {', '.join(names)}"


def _why(others: Sequence[str], retrievers: Sequence[str]) -> str:
    """What may have made a difference, as far as a report can tell."""
    if others:
        return f"What may have made the difference: {'; '.join(others)}"
    told = "Documents, questions, model, packages and program are those of the run"
    if "chroma" in retrievers:
        return f"{told}; what chroma finds may differ each time"
    return f"{told}: none of them explains the difference"


def _left_out(variant: str) -> str:
    return f"left out: {variant}, whose splitter is not in the report"


def _golden_set(given: argparse.Namespace, report: Report) -> GoldenSet:
    record = report["run"]["golden_set"]
    golden = load_golden_set(find_golden_set(given.golden_set or record["name"]))
    if record.get("split"):
        golden = golden.of_split(record["split"])
    if changes := list(set_changes(report, golden)):
        head = f"run {report['run']['id']} is of another state of {record['name']}:"
        raise ValueError("\n".join([head, *changes]))
    return golden


def _model(given: argparse.Namespace, report: Report, golden: GoldenSet) -> Embedder | None:
    said = report["run"]["embedding_model"] or {}
    if not said.get("name"):
        return None
    if given.model != AUTO:
        found = make_embedder(given.model, sample_of(golden), True)
    else:
        packaged = (PACKAGED[name][1]() for name in PACKAGED if is_installed(name))
        named = next((one for one in packaged if one.name == said["name"]), None)
        if named is None:
            raise ValueError(f"the run's model is {said['name']}; give --model to say where it is")
        found = named
    if (found.name, found.revision) != (said["name"], said["revision"]):
        raise ValueError(
            f"the run's model is {said['name']} at {said['revision']}; here is {found.name} at "
            f"{found.revision}"
        )
    return found


def _other_set(report: Report, golden: GoldenSet) -> Iterator[str]:
    """Said where every document and question that the run had is as it was."""
    if report["run"]["golden_set"]["digest"] != golden.digest:
        told = "its settings, or another split"
        yield f"the golden set has changed in what the run did not ask: {told}"


def _other_versions(report: Report) -> Iterator[str]:
    run = report["run"]
    now = versions()
    for name, was in run["versions"].items():
        if now.get(name) != was:
            yield f"another version: {name} {was}, now {now.get(name, 'none')}"
    if not run.get("code"):
        yield f"the run does not say which state of this program made it; now it is {code_digest()}"
    elif run["code"] != code_digest():
        yield f"another state of this program: {run['code']}, now {code_digest()}"
