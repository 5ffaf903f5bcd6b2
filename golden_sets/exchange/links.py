"""Files of a source that are in it: a link may not bring in what the source does not hold."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from golden_sets.reading import GoldenSetError


def held(root: Path, paths: Iterable[Path], problems: list[str]) -> Iterator[Path]:
    """Those of the paths below the root, in order, that no link leads out of it; others are told.

    A link to a folder is told, too: what is behind it is not looked for.
    """
    for path in sorted(paths):
        name = path.relative_to(root).as_posix()
        if _leads_out(root, path):
            problems.append(f"{name}: a link that leads out of {root.name!r}: left out; copy it in")
        elif path.is_symlink() and path.is_dir():
            problems.append(f"{name}: a link to a folder: left out; copy it in")
        else:
            yield path


def required(root: Path, path: Path) -> Path:
    """The path, which the source cannot do without.

    Raises:
        GoldenSetError: A link leads out of the root.
    """
    if _leads_out(root, path):
        raise GoldenSetError(f"{path}: a link that leads out of {root.name!r}; copy the file in")
    return path


def first_of(problems: list[str]) -> str:
    """What an error says of problems that came before it."""
    return f"; first problem: {problems[0]}" if problems else ""


def _leads_out(root: Path, path: Path) -> bool:
    try:
        return not path.resolve().is_relative_to(root.resolve())
    except (OSError, RuntimeError):  # Links in a circle.
        return True
