"""What `compare` reads: two runs, each from the store or from a report file."""

import argparse
from pathlib import Path
from typing import Any

from evaluation.compare_runs import compare
from evaluation.database import open_store, store_folder
from evaluation.golden_record import recorded
from evaluation.report_file import read_report
from evaluation.run_comparison import Pair, RunComparison
from evaluation.store import RunStore
from golden_sets.golden_set import find_golden_set, load_golden_set
from golden_sets.reading import GoldenSetError

Report = dict[str, Any]


def compared_runs(given: argparse.Namespace) -> RunComparison:
    """The comparison that the options ask for.

    Raises:
        ValueError: A run that is not there, a file that is no report, or nothing in common.
    """
    before, after = (
        with_record(read_run(name, given.store)) for name in (given.before, given.after)
    )
    return compare(
        before,
        after,
        [_pair(text) for text in given.variant or ()],
        given.retriever or (),
        given.budget or (),
    )


def _pair(text: str) -> Pair:
    before, _, after = (part.strip() for part in text.partition("="))
    return before, after or before


def read_run(name: str, store: Path | None) -> Report:
    """The report of a run, by its id in the store or from a file.

    Raises:
        ValueError: There is neither, or the file is no report.
    """
    path = Path(name)
    if path.is_file():
        return read_report(path)
    folder = store_folder(store)
    try:
        return RunStore(open_store(folder)).report(name)
    except KeyError:
        raise ValueError(
            f"{name}: no such file, and no such run in {folder}; python -m evaluation runs lists "
            "them"
        ) from None


def with_record(report: Report) -> Report:
    """The report, and what an earlier version did not keep of its golden set where the one of
    that name is at hand in the same state."""
    kept = report["run"]["golden_set"]
    if "asked" in kept:
        return report
    try:
        golden = load_golden_set(find_golden_set(kept["name"]))
    except (GoldenSetError, OSError):  # a name that no path can be is no set at hand either
        return report
    if golden.digest != kept["digest"]:
        return report
    return {**report, "run": {**report["run"], "golden_set": {**kept, **recorded(golden)}}}
