"""Golden sets: made, copied, given documents, and their questions written.

`who` is the name that was typed; of one who is signed in, the login's goes into the history.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from evaluation.action_log import QUESTION, SET, Done
from golden_sets import editing, making, set_documents, uploads
from golden_sets.question_lines import QuestionLine
from pages.ui import people
from pages.ui.changing import Changed, changing


def _signed(who: str) -> str:
    return people.person().signed or who


@changing
def create_set(name: str, description: str, who: str) -> Changed[Path]:
    """The folder of a new golden set.

    Raises:
        GoldenSetError: The name is no name, or taken.
    """
    folder = making.create_set(name, description, _signed(who))
    return Changed(folder, Done("create set", SET, folder.name, folder.name), who)


@changing
def copy_set(source: Path, name: str, who: str) -> Changed[Path]:
    """The folder of a copy.

    Raises:
        GoldenSetError: The name is no name, or taken.
    """
    folder = making.copy_set(source, name, _signed(who))
    return Changed(folder, Done("copy set", SET, folder.name, folder.name, source.name), who)


@changing
def add_documents(
    folder: Path,
    sent: Sequence[uploads.Sent],
    who: str,
    told: Callable[[str, int], None] = lambda name, before: None,
) -> Changed[uploads.Taken]:
    """Adds files, as far as limits allow.

    Args:
        told: Is told of each document's name, and how many were read before it.
    """
    taken = uploads.take(folder, sent, _signed(who), told)
    done = Done("add documents", SET, folder.name, folder.name, ", ".join(taken.added))
    return Changed(taken, done if taken.added else None, who)


@changing
def remove_document(folder: Path, document: str, who: str) -> Changed[None]:
    """Takes a document out.

    Raises:
        GoldenSetError: There is no such document, or questions need it.
    """
    set_documents.remove_document(folder, document, _signed(who))
    return Changed(None, Done("remove document", SET, folder.name, folder.name, document), who)


@changing
def put_question(
    folder: Path, row: dict[str, Any], based_on: str, who: str
) -> Changed[QuestionLine]:
    """The question's line as written.

    Raises:
        ConflictError: Someone else changed it meanwhile.
        GoldenSetError: It is unusable.
    """
    line = editing.put_question(folder, row, based_on, _signed(who))
    return Changed(line, Done("save question", QUESTION, line.id, folder.name), who)


@changing
def remove_question(folder: Path, based_on: str, who: str, question: str) -> Changed[None]:
    """Takes a question out.

    Raises:
        ConflictError: Someone else changed it meanwhile.
    """
    editing.remove_question(folder, based_on, _signed(who), question)
    return Changed(None, Done("remove question", QUESTION, question, folder.name), who)


@changing
def restore_question(folder: Path, line: str, based_on: str, who: str) -> Changed[QuestionLine]:
    """An earlier version of a question as the present one.

    Raises:
        GoldenSetError: It is unusable now, or someone else changed it meanwhile.
    """
    back = editing.restore(folder, line, based_on, _signed(who))
    return Changed(back, Done("restore question", QUESTION, back.id, folder.name), who)
