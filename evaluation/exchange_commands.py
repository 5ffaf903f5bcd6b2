"""What `import` and `export` do: golden sets from and to the formats of others."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from golden_sets.exchange.draft import Draft
from golden_sets.exchange.losses import losses
from golden_sets.exchange.registry import Exported, Source, format_named, formats
from golden_sets.exchange.writing import REPORT, new_target, printable, write_set
from golden_sets.golden_set import GoldenSet, find_golden_set, load_golden_set
from golden_sets.questions_file import QUESTIONS, numbered_lines, row_of
from golden_sets.reading import GoldenSetError

_SHOWN = 20


def import_lines(given: argparse.Namespace) -> Iterator[str]:
    """Imports a golden set, and yields what a person must know of it.

    Raises:
        GoldenSetError: The source is not of this format, or the folder cannot be written.
    """
    source: Path = given.source
    if not source.exists():
        raise GoldenSetError(f"{source}: is not there")
    format_ = format_named(given.format)
    if given.documents and not format_.documents:
        taking = ", ".join(name for name, one in formats().items() if one.documents)
        raise GoldenSetError(f"{format_.name} brings its documents; --documents is for {taking}")
    draft = format_.reads(Source(source, given.documents))
    golden = write_set(draft, given.folder, [f"import {given.format} {source.name}"])
    yield _imported(draft, golden)
    yield from draft.notes
    yield from map(printable, draft.problems[:_SHOWN])
    if draft.problems:
        yield f"{len(draft.problems)} problems, all of them in {given.folder / REPORT}"
    if golden.unconfirmed:
        yield f'{golden.unconfirmed} passages have "confirmed": false; look at each of them'
    yield f"Next: python -m evaluation check {given.folder}"


def _imported(draft: Draft, golden: GoldenSet) -> str:
    characters = sum(len(document.text) for document in golden.documents)
    passages = sum(len(way) for question in golden.questions for way in question.evidence)
    return (
        f"{golden.name}: {len(golden.documents)} documents, {characters:,} characters; "
        f"{len(golden.questions)} questions, {passages} different passages from "
        f"{draft.evidence} pieces of evidence"
    )


def export_lines(given: argparse.Namespace) -> Iterator[str]:
    """Exports a golden set, and yields what the format cannot hold of it.

    Raises:
        GoldenSetError: The set or the format does not allow it, or the target cannot be written.
    """
    folder, format_ = find_golden_set(given.golden_set), format_named(given.format)
    target: Path = given.target
    if format_.writes is None:
        raise GoldenSetError(f"{format_.name} can only be imported")
    if format_.target and (target.suffix.lower() not in format_.target or target.is_dir()):
        endings = " or ".join(format_.target)
        raise GoldenSetError(f"{target}: {format_.name} is a file; its name must end in {endings}")
    golden = load_golden_set(folder)
    if golden.whole and not format_.holds_whole:
        raise GoldenSetError(
            f"{golden.name}: evidence is whole documents; {format_.name} has spans"
        )
    rows = {
        str(row["id"]): row
        for _, line in numbered_lines(folder / QUESTIONS)
        for row in [row_of(line)]
    }
    exported = Exported(golden, rows)
    with new_target(target) as made:
        if format_.target is None:
            made.mkdir()
            left_out = format_.writes(exported, made)
        else:
            file = made.with_suffix(target.suffix)
            left_out = format_.writes(exported, file)
            file.rename(made)
    asked = len(golden.questions)
    yield f"{golden.name}: {asked - len(left_out)} of {asked} questions, in {target}"
    yield from losses(format_, exported)
    yield from (f"left out: {line}" for line in left_out)
