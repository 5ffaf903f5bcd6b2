"""A table as Ragas makes it: a question, the contexts it was made from, and an answer."""

import ast
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from golden_sets.exchange.draft import Draft
from golden_sets.exchange.finding import Finder
from golden_sets.exchange.registry import Exported, Source, reader, writer
from golden_sets.exchange.tables import read_questions, write_table

SAYS = (
    "a Ragas table, CSV, JSON or JSON Lines: user_input or question, reference_contexts or "
    "ground_truth_contexts, reference; its documents by --documents"
)
QUESTION = ("user_input", "question")
CONTEXTS = ("reference_contexts", "ground_truth_contexts", "contexts")
ANSWER = ("reference", "ground_truth", "ground_truths", "answer")
NOTE = (
    "evidence is the contexts that questions were made from, as long as the chunks were; a hit "
    "asks for all of them, which favours chunks cut like those"
)


@reader("ragas", SAYS, documents=True)
def read_ragas(source: Source) -> Draft:
    """Every context of a question is needed; one that stands once as it is needs no confirming."""
    draft = Draft(f"From a Ragas table: {source.path.name}", notes=[NOTE])
    rows = read_questions(source.path, draft.problems, QUESTION, CONTEXTS)
    finder = Finder(draft, source.path, source.documents)
    for number, row in rows:
        where = f"{source.path.name}: row {number}"
        question, answer = str(_first(row, QUESTION) or ""), _first(row, ANSWER)
        contexts = _contexts(_first(row, CONTEXTS))
        if not question.strip() or not contexts:
            missing = "contexts" if question.strip() else "question"
            draft.problems.append(f"{where}: no {missing}: left out")
            continue
        way = [finder.passage(where, _without_hop(words), sure=True) for words in contexts]
        if None in way:
            draft.problems.append(f"{where}: a context is missing, the question is left out")
            continue
        told = {"answer": str(answer)} if answer else {}
        kept = [one for n, one in enumerate(way) if one and one not in way[:n]]
        draft.add_question(f"r{number:04}", question, [kept], told)
    return draft


def _first(row: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    return next((row[name] for name in names if row.get(name)), None)


def _contexts(cell: Any) -> list[str]:
    """A list, or a cell that holds one as JSON or as Python writes it; else one context."""
    if isinstance(cell, str) and cell.strip().startswith("["):
        for parse in (json.loads, ast.literal_eval):
            try:
                cell = parse(cell.strip())
                break
            except (ValueError, SyntaxError, RecursionError, MemoryError):
                continue
    found = cell if isinstance(cell, list) else [cell]
    return [one for one in found if isinstance(one, str) and one.strip()]


def _without_hop(words: str) -> str:
    """Ragas puts `<1-hop>` before the contexts of a question over several."""
    opening, closed, rest = words.lstrip().partition("-hop>")
    return rest if closed and opening[:1] == "<" and opening[1:].isdigit() else words


@writer(
    "ragas",
    endings=(".jsonl", ".csv"),
    loses={
        "ids": "ids, the documents, and where in them the evidence stands",
        "alternatives": "all but the first alternative",
        "context": "context passages become contexts like the others",
        "unanswerable": "unanswerable questions have no context and are left out on import",
        "details": "tags, weight, split, authors, and what is to be confirmed",
    },
)
def write_ragas(exported: Exported, target: Path) -> list[str]:
    """A row a question: user_input, reference_contexts, reference."""
    texts = exported.golden.by_id()
    rows = []
    for question in exported.golden.questions:
        way = question.evidence[0] if question.evidence else ()
        contexts = [texts[p.document].text[slice(*p.span)] for p in way]
        answer = str(exported.rows.get(question.id, {}).get("answer", ""))
        rows.append((question.text, contexts, answer))
    names = ["user_input", "reference_contexts", "reference"]
    if target.suffix.lower() == ".csv":
        cells = [[text, json.dumps(c, ensure_ascii=False), answer] for text, c, answer in rows]
        write_table(target, names, cells)
    else:
        lines = [json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False) for row in rows]
        target.write_bytes("\n".join([*lines, ""]).encode("utf-8"))
    return []
