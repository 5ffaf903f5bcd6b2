"""New golden sets on the team's shelf: empty ones, and copies of others to edit."""

import json
import re
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from golden_sets import golden_set
from golden_sets.file_names import safe_set_name
from golden_sets.files import LOCK, locked
from golden_sets.history import HISTORY, record
from golden_sets.language import worded
from golden_sets.questions_file import QUESTIONS
from golden_sets.reading import GoldenSetError
from golden_sets.set_documents import DOCUMENTS
from golden_sets.shelf import SETTINGS, own_folder, shipped_names

_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


def create_set(name: str, description: str, who: str) -> Path:
    """The folder of a new golden set without documents or questions.

    Raises:
        GoldenSetError: The name is no name, or taken.
    """

    def fill(folder: Path, safe: str) -> None:
        lines = [f"name = {_toml(safe)}", f"description = {_toml(description)}"]
        (folder / SETTINGS).write_text("\n".join(lines) + "\n", encoding="utf-8")
        (folder / QUESTIONS).touch()

    return _made(name, who, "create", fill)


def copy_set(source: Path, name: str, who: str) -> Path:
    """The folder of a copy, with a history of its own.

    Raises:
        GoldenSetError: The name is no name, or taken.
    """

    def fill(folder: Path, safe: str) -> None:
        left = shutil.ignore_patterns(LOCK, HISTORY, "__pycache__", ".*")
        shutil.copytree(source, folder, dirs_exist_ok=True, ignore=left)
        settings = (folder / SETTINGS).read_text(encoding="utf-8")
        named, count = re.subn(
            r"^name\s*=.*$", lambda _: f"name = {_toml(safe)}", settings, count=1, flags=re.M
        )
        named = named if count else f"name = {_toml(safe)}\n{settings}"
        (folder / SETTINGS).write_text(named, encoding="utf-8")

    return _made(name, who, f"copy of {source.name}", fill)


def _made(name: str, who: str, action: str, fill: Callable[[Path, str], None]) -> Path:
    """A folder filled out of sight and then named, so that nobody sees half of it."""
    shelf = own_folder()
    shelf.mkdir(parents=True, exist_ok=True)
    with locked(shelf):
        beside = [path.name for path in shelf.iterdir()]
        safe = safe_set_name(name, [*beside, *shipped_names(golden_set.SHIPPED)])
        draft = Path(tempfile.mkdtemp(prefix=".new-", dir=shelf))
        try:
            draft.chmod(0o755)
            (draft / DOCUMENTS).mkdir()
            fill(draft, safe)
            record(draft, who, action, safe)
            draft.rename(shelf / safe)
        except OSError as error:
            raise GoldenSetError(
                worded(
                    "{safe}: cannot be made: {strerror}", safe=shelf / safe, strerror=error.strerror
                )
            ) from None
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    return shelf / safe


def _toml(text: str) -> str:
    """The text as a TOML string, which takes JSON's escapes but no control characters."""
    return json.dumps(_CONTROL.sub(" ", text).strip(), ensure_ascii=False)
