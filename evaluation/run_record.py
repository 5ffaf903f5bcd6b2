"""What people and the store put on record of a run, as its archive carries it.

`decision.json` holds `seal`, as the store keeps it; `sum`, what the run's results and verdicts were
when it was decided; and `entries`, every comment and decision with who and when. All of it is said
by whoever made the archive: that its parts agree is checked, that they are true cannot be.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from evaluation.decided_store import results_hash, told_verdicts
from evaluation.decision_log import COMMENT, Entry
from evaluation.protocol import ProtocolError
from evaluation.protocol_file import protocol_of
from evaluation.record_schema import NOTES, RECORD, faults_of
from evaluation.run_marks import Note
from evaluation.run_zip import ArchiveError
from evaluation.seal import SealError
from evaluation.seal_store import seal_of
from golden_sets.clock import utc_now
from golden_sets.language import lines_of, tr

# Two machines' clocks may differ; a time further ahead was made up.
AHEAD = timedelta(days=1)
_CARRIED = tuple(name for name in Entry.__dataclass_fields__ if name not in ("run", "imported"))


class Record(NamedTuple):
    """Of one run.

    Attributes:
        seal, sum: None where the run was not decided, or the store has lost them.
        entries: In the order they were said.
    """

    seal: dict[str, Any] | None = None
    sum: dict[str, Any] | None = None
    entries: tuple[Entry, ...] = ()

    def stored(self) -> dict[str, Any]:
        """For JSON."""
        rows = [asdict(entry) for entry in self.entries]
        entries = [{name: row[name] for name in _CARRIED} for row in rows]
        return {"seal": self.seal, "sum": self.sum, "entries": entries}


NO_RECORD = Record()


def checked_record(where: str, value: Any, report: Mapping[str, Any]) -> Record:
    """The record that an archive carries, whose parts go with each other and with its report.

    Raises:
        ArchiveError: A line a fault.
    """
    _raise(where, faults_of(RECORD, value))
    entries = tuple(Entry(run=report["run"]["id"], **row) for row in value["entries"])
    made = Record(value["seal"], value["sum"], entries)
    _raise(where, [*_forged_times(made), *_disagreeing(made, report)])
    return made


def checked_notes(where: str, rows: Any) -> list[Note]:
    """The notes of an archive, the one that holds first.

    Raises:
        ArchiveError: They are none.
    """
    if faults_of(NOTES, rows):
        raise ArchiveError(tr("{place}: is no list of notes", place=where))
    _raise(where, list(faults_of_times(row["written"] for row in rows)))
    return [Note(row["written"], row["text"], row.get("who", "")) for row in rows]


def _raise(where: str, faults: Sequence[str]) -> None:
    if faults:
        raise ArchiveError("\n".join(f"{where}: {fault}" for fault in faults))


def _forged_times(record: Record) -> Iterator[str]:
    times = [entry.made for entry in record.entries]
    times += [record.seal["sealed"]] if record.seal else []
    yield from faults_of_times(times)


def faults_of_times(times: Iterable[str]) -> Iterator[str]:
    """What is no time, or lies ahead of this machine's clock by more than clocks differ."""
    latest = datetime.fromisoformat(utc_now()) + AHEAD
    for given in dict.fromkeys(times):
        try:
            ahead = datetime.fromisoformat(given).astimezone(UTC) > latest
        except ValueError:
            yield tr("{given} is no time", given=given)
        else:
            if ahead:
                yield tr("{given} has not come yet", given=given)


def _disagreeing(record: Record, report: Mapping[str, Any]) -> Iterator[str]:
    for entry in record.entries:
        if (entry.kind == COMMENT) != (entry.action == ""):
            yield tr("the entry of {made} is neither a comment nor a decision", made=entry.made)
    if record.seal is not None:
        yield from _seal_faults(record.seal, report)
    if record.sum is not None:
        stated = report["protocol"] or {}
        held = record.sum["seal"], record.sum["results"], record.sum["created"]
        made = stated.get("hash"), results_hash(report), report["run"]["created"]
        if held != made or record.sum["verdicts"] != told_verdicts(report):
            yield tr("its sum is not that of the report's results and verdicts")


def _seal_faults(seal: Mapping[str, Any], report: Mapping[str, Any]) -> Iterator[str]:
    try:
        carried = seal_of(seal, seal["sealed"])
        carried.verify()
        protocol_of(seal["content"]["protocol"])
        stated = report["protocol"]
        if stated is None or seal_of(stated, stated["sealed"]) != carried:
            yield tr("its seal is not the report's")
    except (SealError, ProtocolError) as error:
        yield from map(tr, lines_of(error))
    except (KeyError, TypeError, ValueError, AttributeError):
        yield tr("its seal is not the report's")
    if seal["sealed"] > report["run"]["created"]:
        yield tr(
            "its seal is of {sealed}, after the run, which is of {created}",
            sealed=seal["sealed"],
            created=report["run"]["created"],
        )
