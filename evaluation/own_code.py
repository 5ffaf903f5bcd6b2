"""Which state of this program, and of what it is made with, made a run."""

import hashlib
from functools import cache
from importlib.metadata import version
from pathlib import Path

_LAYERS = ("golden_sets", "strategies", "evaluation")
PACKAGES = (
    "numpy",
    "rank-bm25",
    "sentence-transformers",
    "torch",
    "chromadb",
    "bpe-openai",
    "sentencex",
    "markdown-it-py",
)


def versions() -> dict[str, str]:
    """Of the packages that results come from, by name."""
    return {name: version(name) for name in PACKAGES}


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
