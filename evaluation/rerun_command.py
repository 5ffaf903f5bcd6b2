"""`rerun`: whether a stored run's scores come out again."""

import argparse
import json
from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Console

from evaluation.compare_command import read_run
from evaluation.database import open_store, store_folder
from evaluation.embedders.choice import AUTO, PACKAGED, is_installed, make_embedder, sample_of
from evaluation.embedding import Embedder
from evaluation.own_code import code_digest, versions
from evaluation.progress import TerminalListener
from evaluation.rerun import rebuilt, result_changes, scores_changed, set_changes
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
    for line in [*map(_left_out, asked.left_out), *_other_versions(report)]:
        console.print(line, soft_wrap=True)
    table = VectorTable(open_store(store_folder(given.store)))
    with TerminalListener() as listener:
        again, _ = evaluate(golden, asked.settings, embedder, table, listener)
    # As the stored one was written and read, in which a tuple is a list.
    changes = list(result_changes(report, json.loads(json.dumps(again))))
    for line in [*changes, _summary(report, again, len(changes))]:
        console.print(line, soft_wrap=True)
    return GATE_NOT_MET if changes else DONE


def _summary(report: Report, again: Report, changes: int) -> str:
    results = [result for variant in again["variants"] for result in variant["results"]]
    scores = sum(len(result["per_question"]) for result in results)
    moved = scores_changed(report, again)
    told = f"{moved:,} of the scores differ" if moved else "every score is equal"
    told += f"; other figures in {changes} lines above" if changes else ", and every other figure"
    return (
        f"Run {report['run']['id']} made again, {len(again['variants'])} variants, "
        f"{len(results)} results, {scores:,} scored questions: {told}"
    )


def _left_out(variant: str) -> str:
    return f"left out: {variant}, whose splitter is not in the report"


def _golden_set(given: argparse.Namespace, report: Report) -> GoldenSet:
    record = report["run"]["golden_set"]
    golden = load_golden_set(find_golden_set(given.golden_set or record["name"]))
    if changes := list(set_changes(report, golden)):
        head = f"run {report['run']['id']} is of another state of {record['name']}:"
        raise ValueError("\n".join([head, *changes]))
    return golden.of_split(record["split"]) if record.get("split") else golden


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


def _other_versions(report: Report) -> Iterator[str]:
    run = report["run"]
    now = versions()
    for name, was in run["versions"].items():
        if now.get(name) != was:
            yield f"another version: {name} {was}, now {now.get(name, 'none')}"
    if run.get("code") != code_digest():
        yield f"another state of this program: {run.get('code')}, now {code_digest()}"
