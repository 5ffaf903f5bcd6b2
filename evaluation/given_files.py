"""The files that a run is told to read and to write, told apart before one is touched."""

import argparse
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from evaluation.usage import UsageError
from golden_sets.golden_set import find_golden_set
from golden_sets.lock import LOCK
from golden_sets.reading import GoldenSetError
from golden_sets.text_lock import LOCK as TEXT_LOCK

OUTPUTS = ("report", "contexts", "junit", "summary")
INPUTS = ("protocol", "against", "mixed")
_OF_A_SET = ("golden_set.toml", "questions.jsonl", LOCK, TEXT_LOCK)


def outputs(given: argparse.Namespace) -> dict[str, Path]:
    """By option, the files that a run writes; a job writes no report."""
    names = [name for name in OUTPUTS if not (given.job and name == "report")]
    return {f"--{name}": path for name in names if (path := getattr(given, name))}


def check_apart(given: argparse.Namespace) -> None:
    """Refuses a file that would be written over another one of the run, read or written.

    A run that wrote its report over its own baseline would meet the gate the next time.

    Raises:
        UsageError: Both options, and the file.
    """
    written = outputs(given)
    for (one, path), (other, second) in combinations(written.items(), 2):
        if _same(path, second):
            raise UsageError(f"{one} and {other} are one file, {path}; give two")
    for name, path in written.items():
        for other, read in _inputs(given):
            if _same(path, read):
                raise UsageError(f"{name} {path} would be written over {other}; give another file")


def _inputs(given: argparse.Namespace) -> Iterator[tuple[str, Path]]:
    for name in INPUTS:
        if path := getattr(given, name):
            yield f"the file of --{name}", Path(path)
    for path in given.splitter:
        yield "the file of --splitter", Path(path)
    try:
        folder = find_golden_set(given.golden_set)
    except (GoldenSetError, OSError, ValueError):
        return  # said when it is read
    for name in _OF_A_SET:
        yield "a file of the golden set", folder / name
    for path in sorted((folder / "documents").rglob("*")):
        yield "a document of the golden set", path


def _same(one: Path, other: Path) -> bool:
    try:
        return one.resolve() == other.resolve() or one.samefile(other)
    except (OSError, ValueError, RuntimeError):  # one of them is no file, or no path at all
        return False
