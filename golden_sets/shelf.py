"""Where golden sets stand: the team's own folder, and the shipped ones, which nobody changes."""

import os
from pathlib import Path
from typing import NamedTuple

from golden_sets.file_names import is_reserved

DEFAULT = Path(".chunkboard") / "golden_sets"
SETTINGS = "golden_set.toml"


class Shelved(NamedTuple):
    """A golden set of a shelf; only an own one may be written."""

    name: str
    folder: Path
    own: bool


def own_folder() -> Path:
    """The team's own golden sets: `CHUNKBOARD_GOLDEN_SETS`, else `.chunkboard/golden_sets`."""
    return Path(os.environ.get("CHUNKBOARD_GOLDEN_SETS") or DEFAULT)


def listing(shipped: Path) -> tuple[Shelved, ...]:
    """The own sets by name, then the shipped ones but those an own one is named exactly like.

    The program makes no such set; a person may lay one there.
    """
    own = [Shelved(folder.name, folder, True) for folder in _sets(own_folder())]
    hidden = {one.name for one in own}
    there = [Shelved(folder.name, folder, False) for folder in _sets(shipped)]
    return (*own, *(one for one in there if one.name not in hidden))


def shipped_names(shipped: Path) -> list[str]:
    """Names that a set of the team's own may not take: it would take the shipped one away."""
    return [folder.name for folder in _sets(shipped)]


def by_name(name: str, shipped: Path) -> Shelved | None:
    """The golden set of that name on either shelf; a path is no name."""
    return next((one for one in listing(shipped) if one.name == name), None)


def _sets(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    # A leading dot is a set that is being made.
    found = (path for path in folder.iterdir() if not path.name.startswith("."))
    return sorted(p for p in found if (p / SETTINGS).is_file() and not is_reserved(p.name))
