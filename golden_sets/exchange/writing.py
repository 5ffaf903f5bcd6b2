"""A draft as a golden set on disk: all of it, or nothing."""

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from golden_sets.exchange.draft import Draft
from golden_sets.golden_set import GoldenSet, load_golden_set
from golden_sets.lock import LOCK, lock_of, lock_text, places_of_questions
from golden_sets.questions_file import QUESTIONS
from golden_sets.reading import GoldenSetError

REPORT = "import.txt"


def write_set(draft: Draft, folder: Path, told: list[str]) -> GoldenSet:
    """The golden set that the folder holds afterwards, read from there.

    Args:
        folder: Does not exist, or is empty.
        told: Lines for `import.txt`, before the draft's notes and problems.

    Raises:
        GoldenSetError: The folder holds something, cannot be written, or the draft is unusable.
    """
    if not draft.rows and not draft.problems:
        raise GoldenSetError(f"{draft.description}: it asks no question; allowed is one or more")
    if not draft.rows:
        first = f"; first: {printable(draft.problems[0])}"
        raise GoldenSetError(f"no usable question, {len(draft.problems)} problems{first}")
    with new_target(folder) as made:
        made.mkdir()
        _write_files(draft, folder.resolve().name, made)
        lines = [*told, *draft.notes, *draft.problems]
        (made / REPORT).write_text("\n".join([*map(printable, lines), ""]), encoding="utf-8")
        golden = load_golden_set(made)
        lock = lock_of(golden.documents, places_of_questions(golden))
        (made / LOCK).write_bytes(lock_text(lock).encode("utf-8"))
    return golden


@contextmanager
def new_target(target: Path) -> Iterator[Path]:
    """A path beside the target to write to, which becomes the target if all goes well.

    Raises:
        GoldenSetError: The target exists and is no empty folder, or cannot be written.
    """
    if target.is_symlink() or (target.exists() and (target.is_file() or any(target.iterdir()))):
        raise GoldenSetError(f"{target}: is there already; give a new or an empty folder")
    parent = target.resolve().parent
    if not parent.is_dir():
        raise GoldenSetError(f"{target}: there is no folder {parent}")
    try:
        with tempfile.TemporaryDirectory(dir=parent, prefix=f".{os.getpid()}-") as scratch:
            made = Path(scratch) / "made"
            yield made
            if target.is_dir():
                target.rmdir()
            made.rename(target)
    except OSError as error:
        raise GoldenSetError(f"{target}: cannot be written: {error.strerror or error}") from None


def _write_files(draft: Draft, name: str, folder: Path) -> None:
    documents = folder / "documents"
    for document, text in draft.documents.items():
        path = documents / document
        path.parent.mkdir(parents=True, exist_ok=True)
        if document in draft.copies:
            shutil.copyfile(draft.copies[document], path)
        else:
            path.write_bytes(text.encode("utf-8"))
    rows = (json.dumps(row, ensure_ascii=False) + "\n" for row in draft.rows)
    (folder / QUESTIONS).write_bytes("".join(rows).encode("utf-8"))
    settings = [f"name = {_toml(name)}", f"description = {_toml(draft.description)}"]
    settings += ['evidence = "document"'] * draft.whole
    (folder / "golden_set.toml").write_text("\n".join([*settings, ""]), encoding="utf-8")


def _toml(text: str) -> str:
    return json.dumps(printable(text), ensure_ascii=False).replace("\x7f", "\\u007f")


def printable(text: str) -> str:
    """The text in one line, with what a terminal would act on or cannot show as an escape."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
