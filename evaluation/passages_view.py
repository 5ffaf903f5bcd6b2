"""What `check` tells a person of the passages of a golden set whose documents changed."""

from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

from golden_sets.exchange.writing import printable
from golden_sets.files import locked
from golden_sets.lock import LOCK, changed_documents
from golden_sets.passages_check import STATUSES
from golden_sets.questions_file import QUESTIONS, read_questions
from golden_sets.quotes import shown
from golden_sets.reading import GoldenSetError
from golden_sets.reading_folder import with_reason
from golden_sets.repair import BACKUP, Examination, Examined, examine_folder, repair


def passage_lines(folder: Path, repairs: bool) -> Iterator[str]:
    """A line for every passage that does not stand where it stood, and how many of each kind.

    Args:
        repairs: Whether to write what moved, and the lock.

    Raises:
        GoldenSetError: After the lines, if a passage is left without its place; with what is wrong
            in other lines of the questions.
    """
    # Nobody may edit a question between the look at its line and the repair of it.
    with locked(folder) if repairs else nullcontext():
        found = examine_folder(folder)
        if found.golden.whole:
            return
        written = repair(found) if repairs else 0
    for one in found.passages:
        if one.finding.status != "stands" or one.repaired:
            yield _line(one)
    yield _summary(found)
    if repairs:
        yield _told(folder, written)
    left = "" if repairs or not found.repairable else f"{len(found.repairable)} moved"
    if found.unsettled or left:
        raise GoldenSetError("\n".join([_what_is_left(found, left), *_unusable(found)]))


def _unusable(found: Examination) -> list[str]:
    """What is wrong in the file of questions besides the passages."""
    apart = {one.at[0] for one in (*found.unsettled, *found.repairable)}
    try:
        read_questions(found.folder / QUESTIONS, found.golden.documents, apart=apart)
    except GoldenSetError as error:
        return str(with_reason(error, found.golden.reading)).split("\n")
    return []


def _line(one: Examined) -> str:
    told = one.finding.note or "its quote stands more than once now"
    where = f"questions.jsonl:{one.at[0]} {one.question}: {one.row['document']}"
    return printable(f"  {one.finding.status}: {where}: {shown(one.row['quote'])}: {told}")


def _summary(found: Examination) -> str:
    counts = Counter(one.finding.status for one in found.passages)
    told = ", ".join(f"{counts[status]} {status}" for status in STATUSES if counts[status])
    line = f"{len(found.passages)} passages: {told or 'none'}"
    if found.lock is None:
        return f"{line}; no {LOCK} says where they stood, --repair writes one"
    changed = len(changed_documents(found.lock, found.golden.documents))
    return f"{line}; {changed} documents are new or changed since {LOCK} was written"


def _told(folder: Path, written: int) -> str:
    if not written:
        return f"nothing to repair; wrote {folder / LOCK}"
    return (
        f"repaired {written} passages; wrote {folder / LOCK}; to undo, rename "
        f"{folder / BACKUP} to questions.jsonl"
    )


def _what_is_left(found: Examination, left: str) -> str:
    counts = Counter(one.finding.status for one in found.unsettled)
    kinds = [f"{n} {status}" for status, n in counts.items()]
    hints = ["check --repair writes their new places"] * bool(left)
    if kinds:
        hints.append("quote what stands there now, write the start, or take the line out")
    passages = "passages" if len(found.unsettled) + len(found.repairable) != 1 else "passage"
    return (
        f"{found.folder}: {passages} {', '.join(filter(None, [left, *kinds]))}: {'; '.join(hints)}"
    )
