"""Imports point one way, and the page libraries stay in the pages."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ORDER = ["golden_sets", "strategies", "evaluation", "pages", "app"]
FILES = [
    path
    for layer in ORDER
    for path in ([ROOT / "app.py"] if layer == "app" else sorted((ROOT / layer).rglob("*.py")))
]


def imported(path: Path) -> set[str]:
    """The first name of every module the file imports, wherever in the file."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.split(".")[0])
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_back_along_the_line(path):
    layer = path.relative_to(ROOT).parts[0].removesuffix(".py")
    later = set(ORDER[ORDER.index(layer) + 1 :])
    assert not imported(path) & later
    if layer not in ("pages", "app"):
        assert not imported(path) & {"streamlit", "plotly"}
