"""A small golden set and a store with one run of it, for the page tests."""

import json
from pathlib import Path
from typing import Any

from evaluation.database import open_store
from evaluation.run import evaluate
from evaluation.settings import Cutting, RunSettings, matrix
from evaluation.store import RunStore
from evaluation.vectors import VectorTable
from golden_sets.golden_set import load_golden_set
from tests.evaluation.hash_embedder import HashEmbedder

HOSTILE = "# Fees\nfrom $x$ to $y$ :red[now] <b>5</b> <script>alert(1)</script>"
LEAVE = f"""# Leave

7.1 Staff get 28 days of leave a year.

7.2 However, staff on probation get 2 days a month.

{HOSTILE.removeprefix("# Fees ")}
"""
LIMITS = "# Limits\n\n| Plan | Size (GB) |\n|---|---|\n| Solo | 200 |\n| Team | 1000 |\n"


def _question(name: str, text: str, *passages: dict[str, str]) -> dict[str, Any]:
    kind = "single" if passages else "unanswerable"
    evidence = [list(passages)] if passages else []
    return {"id": name, "question": text, "kind": kind, "evidence": evidence}


QUESTIONS = [
    _question(
        "q1",
        "How many days off does someone get?",
        {"document": "leave.md", "quote": "Staff get 28 days of leave a year."},
        {
            "document": "leave.md",
            "quote": "However, staff on probation get 2 days a month.",
            "role": "context",
        },
    ),
    _question("q2", "How large is Solo?", {"document": "limits.md", "quote": "| Solo | 200 |"}),
    _question(
        "q3",
        "What does it cost <i>now</i>?",
        {"document": "leave.md", "quote": "from $x$ to $y$ :red[now] <b>5</b>"},
    ),
    _question("q4", "Who founded the company?"),
]


def write_golden_set(folder: Path) -> Path:
    """A golden set named `handbook`, with a hostile document."""
    (folder / "documents").mkdir(parents=True)
    (folder / "golden_set.toml").write_text('name = "handbook"\n', encoding="utf-8")
    (folder / "documents" / "leave.md").write_text(LEAVE, encoding="utf-8")
    (folder / "documents" / "limits.md").write_text(LIMITS, encoding="utf-8")
    lines = "\n".join(map(json.dumps, QUESTIONS))
    (folder / "questions.jsonl").write_text(lines, encoding="utf-8")
    return folder


def settings(budgets: tuple[int, ...] = (60,)) -> RunSettings:
    """What the stored run was asked for."""
    return RunSettings(matrix(cutting=Cutting(120), sweep=("0", "20%")), budgets=budgets)


def write_run(golden_folder: Path, store: Path, budgets: tuple[int, ...] = (60,)) -> dict[str, Any]:
    """Evaluates the golden set into the store; the report."""
    engine = open_store(store)
    report, contexts = evaluate(
        load_golden_set(golden_folder), settings(budgets), HashEmbedder(), VectorTable(engine)
    )
    RunStore(engine).save(report, contexts)
    return report
