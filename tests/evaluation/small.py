"""A golden set small enough to follow by eye, on disk."""

import json
from pathlib import Path

POLICY = """# Leave

## 7 Days

7.1 Staff get 28 days of leave a year.

7.2 However, staff on probation get 2 days a month.

## 8 Carry-over

8.1 Up to 6 days may be carried over.
"""
LIMITS = """# Limits

Table 1. Storage

| Plan | Size (GB) |
|---|---|
| Solo | 200 |
| Team | 1000 |
"""
QUESTIONS = [
    {
        "id": "q1",
        "question": "How many days off does someone get each year?",
        "kind": "single",
        "evidence": [
            [
                {"document": "leave.md", "quote": "Staff get 28 days of leave a year."},
                {
                    "document": "leave.md",
                    "quote": "However, staff on probation get 2 days a month.",
                    "role": "context",
                },
            ]
        ],
    },
    {
        "id": "q2",
        "question": "Which is larger, the Solo size or the days carried over?",
        "kind": "multi_hop",
        "evidence": [
            [
                {"document": "limits.md", "quote": "| Solo | 200 |"},
                {"document": "leave.md", "quote": "Up to 6 days may be carried over."},
            ]
        ],
    },
    {"id": "q3", "question": "Who founded it?", "kind": "unanswerable", "evidence": []},
]


def write_small(folder: Path) -> Path:
    """The golden set's folder."""
    documents = folder / "documents"
    documents.mkdir(parents=True)
    (folder / "golden_set.toml").write_text('name = "small"\n', encoding="utf-8")
    (documents / "leave.md").write_text(POLICY, encoding="utf-8")
    (documents / "limits.md").write_text(LIMITS, encoding="utf-8")
    lines = [json.dumps(question) for question in QUESTIONS]
    (folder / "questions.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return folder
