"""Which state of this program made a run."""

import hashlib
from functools import cache
from pathlib import Path

_LAYERS = ("golden_sets", "strategies", "evaluation")


@cache
def code_digest() -> str:
    """12 hex digits over the code that results come from, so that a run made by another state of
    it says so even where no version number was raised."""
    root = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for layer in _LAYERS:
        for path in sorted((root / layer).rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]
