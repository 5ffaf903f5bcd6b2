"""What `run --protocol` does beside a run: seals before it, judges after it, holds the gate."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from sqlalchemy import Engine

from evaluation.decision import again
from evaluation.decision_run import Decision, MakeEmbedder, settings_for
from evaluation.decision_table import print_decision
from evaluation.gate import Check, checks
from evaluation.gate_files import UNFINISHED_SUMMARY, junit, summary, unfinished_junit
from evaluation.protocol_file import read_protocol
from evaluation.recorded_decision import recorded
from evaluation.seal import Seal
from evaluation.seal_store import seal_of
from evaluation.settings import RunSettings
from evaluation.store import RunStore
from evaluation.usage import DONE, GATE_NOT_MET, UsageError
from golden_sets.files import write_atomically
from golden_sets.golden_set import GoldenSet


def refuse_without_protocol(given: argparse.Namespace) -> None:
    """Refuses options that only a protocol gives a meaning.

    Raises:
        UsageError: The option.
    """
    for option in ("junit", "summary", "against"):
        if getattr(given, option) and not given.protocol:
            raise UsageError(f"--{option} is for --protocol FILE")


def begin_kept(given: argparse.Namespace) -> None:
    """Writes what a build keeps as of a run that did not finish, so that nothing of an earlier
    run stands for one that ends before its gate."""
    if given.junit:
        _write(given.junit, unfinished_junit())
    if given.summary:
        _write(given.summary, UNFINISHED_SUMMARY)


def declared(
    given: argparse.Namespace, golden: GoldenSet, settings: RunSettings, make: MakeEmbedder
) -> Decision | None:
    """The decision that the options ask for, None for a run without a protocol.

    Raises:
        UsageError: An option that does not go with the protocol.
        ProtocolError: A line a fault of the file.
    """
    if given.protocol is None:
        return None
    protocol = read_protocol(given.protocol)
    made = Decision(given, protocol, golden, settings_for(protocol, settings, given), make)
    made.check_classes()
    made.check_against()
    return made


def concluded(
    given: argparse.Namespace,
    report: dict[str, Any],
    seal: Seal,
    against: dict[str, Any] | None,
    console: Console | None,
) -> int:
    """Prints a decision, writes what a build keeps of it, and gives the exit status."""
    found = checks(seal.protocol, report, against)
    if console is not None:
        print_decision(report, seal, console)
        for check in found:
            console.print(_told(check), style="bold", soft_wrap=True)
    if given.junit:
        _write(given.junit, junit(report, found))
    if given.summary:
        _write(given.summary, summary(report, seal, found))
    return DONE if all(check.met for check in found) else GATE_NOT_MET


def print_again(
    stored: Mapping[str, Any], golden: GoldenSet, engine: Engine, console: Console
) -> None:
    """Judges a report again and prints its decision.

    Raises:
        UsageError: There is no seal of it.
        ValueError: It was run without a protocol.
        SealError: Report, seal and store do not agree.
    """
    if RunStore(engine).imported(stored["run"]["id"]):
        _print_imported(stored, golden, engine, console)
        return
    try:
        report = again(stored, golden, engine)
    except KeyError as error:
        raise UsageError(str(error.args[0])) from None
    stated = report["protocol"]
    print_decision(report, seal_of(stated, stated["sealed"]), console)


def _print_imported(
    stored: Mapping[str, Any], golden: GoldenSet, engine: Engine, console: Console
) -> None:
    """As the page Decide has it: what came along is verified, and what nobody here vouches for is
    said before it."""
    same = golden.digest == stored["run"]["golden_set"]["digest"]
    report, when, made_again = recorded(stored, engine, golden if same else None)
    stated = report["protocol"]
    for line in (
        f"This run was decided in another installation and came here {when}.",
        "Verified here: the rules are those of the seal, results and verdicts those of the sum "
        "that came along"
        + (
            "; the verdicts were made again just now, and came out the same."
            if made_again
            else f". The verdicts are as recorded: {golden.name} is in another state here."
        ),
        "Nobody here vouches for when it was sealed, what had been seen by then, how the results "
        "came about, or what they say of other conditions and mixed variants.",
    ):
        console.print(line, soft_wrap=True)
    print_decision(report, seal_of(stated, stated["sealed"]), console)


def _told(check: Check) -> str:
    return f"Gate {'met' if check.met else 'NOT met'}: {check.told}"


def _write(path: Path, text: str) -> None:
    write_atomically(path, text.encode("utf-8", "backslashreplace"))
