"""A plain spreadsheet: a question and its answer a row, beside a folder of documents."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from golden_sets.exchange.draft import Draft, clean
from golden_sets.exchange.finding import Finder
from golden_sets.exchange.registry import Exported, Source, reader, writer
from golden_sets.exchange.tables import read_questions, write_table
from golden_sets.quotes import shown

SAYS = (
    "a spreadsheet, CSV or XLSX, with columns question and answer (or quote), and if you like "
    "document, id, role, alternative, start, confirmed; its documents by --documents"
)
QUESTIONS = ("question", "问题")
WORDS = ("quote", "answer", "evidence", "答案")
NO = ("no", "false", "0", "否")
COLUMNS = ["id", "question", "kind", "alternative", "role", "document", "start", "quote"]
COLUMNS += ["confirmed", "answer"]


@reader("spreadsheet", SAYS, documents=True)
def read_spreadsheet(source: Source) -> Draft:
    """Rows of one id are one question. What is found by an answer's words is to be confirmed;
    the words of a quote were marked as evidence by whoever wrote them."""
    draft = Draft(f"From a spreadsheet: {source.path.name}")
    rows = read_questions(source.path, draft.problems, QUESTIONS, WORDS)
    finder = Finder(draft, source.path, source.documents)
    for name, found in _grouped(rows).items():
        _add_question(draft, finder, source.path.name, name, found)
    return draft


Rows = list[tuple[int, dict[str, Any]]]


def _grouped(rows: Rows) -> dict[str, Rows]:
    grouped: dict[str, Rows] = {}
    for number, row in rows:
        grouped.setdefault(_cell(row, "id") or f"row{number}", []).append((number, row))
    return grouped


def _add_question(draft: Draft, finder: Finder, file: str, name: str, rows: Rows) -> None:
    ways: dict[str, list[dict[str, Any]]] = {}
    first = rows[0][1]
    text, kind = _cell(first, *QUESTIONS), _cell(first, "kind").strip().lower()
    where = f"{file}: row {rows[0][0]}"
    if not text.strip():
        draft.problems.append(f"{where}: no question: left out")
        return
    for number, row in _asking(draft, file, name, rows):
        words, told = _cell(row, "quote"), f"{file}: row {number}"
        sure = bool(words.strip())
        words = words if sure else _cell(row, *WORDS)
        if words.strip() and kind == "unanswerable":
            draft.problems.append(
                f"{told}: unanswerable, but {shown(words)} is given: not taken as evidence"
            )
            continue
        if not words.strip():
            if kind != "unanswerable":
                draft.problems.append(f"{told}: no answer: left out")
            continue
        found = _passage(finder, told, row, words, sure)
        if found is None:
            draft.problems.append(f"{told}: the question {name} is left out")
            return
        ways.setdefault(_cell(row, "alternative"), []).append(found)
    if ways or kind == "unanswerable":
        answer = {"answer": clean(_cell(first, "answer"))} if _cell(first, "answer") else {}
        draft.add_question(name, text, [*ways.values()], answer)


def _asking(draft: Draft, file: str, name: str, rows: Rows) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rows that ask what the first of them asks, or leave it to that one; others are told."""
    first, asked = rows[0][0], _cell(rows[0][1], *QUESTIONS).split()
    for number, row in rows:
        other = _cell(row, *QUESTIONS)
        if other.split() in ([], asked):
            yield number, row
            continue
        draft.problems.append(
            f"{file}: row {number}: asks {shown(other)} under the id {name!r}, which row {first} "
            "has for another question: left out; give it an id of its own"
        )


def _passage(
    finder: Finder, where: str, row: Mapping[str, Any], words: str, sure: bool
) -> dict[str, Any] | None:
    more: dict[str, Any] = {"role": "context"} if _cell(row, "role") == "context" else {}
    more |= {"confirmed": False} if _cell(row, "confirmed").lower() in NO else {}
    document, start = _cell(row, "document"), _cell(row, "start")
    known = finder.documents.get(document)
    quote = clean(words)
    at = int(start) if start.isascii() and start.isdecimal() and len(start) < 16 else None
    if sure and known and at is not None and known.text.startswith(quote, at):
        finder.draft.evidence += 1
        return {"document": document, "quote": quote, "start": at, **more}
    found = finder.passage(where, words, sure, document)
    return {**found, **more} if found else None


def _cell(row: Mapping[str, Any], *names: str) -> str:
    return next((str(row[name]) for name in names if row.get(name) not in (None, "")), "")


@writer(
    "spreadsheet",
    endings=(".csv", ".xlsx"),
    loses={
        "ids": "the documents themselves: send their folder along",
        "details": "tags, weight, split, authors",
    },
)
def write_spreadsheet(exported: Exported, target: Path) -> list[str]:
    """A row a passage, with the question's id on each."""
    write_table(target, COLUMNS, _rows(exported))
    return []


def _rows(exported: Exported) -> Iterator[list[str]]:
    texts = exported.golden.by_id()
    for question in exported.golden.questions:
        answer = exported.rows.get(question.id, {}).get("answer", "")
        answer = answer if isinstance(answer, str) else json.dumps(answer)
        head = [question.id, question.text, question.kind]
        if not question.evidence:
            yield [*head, *[""] * 6, answer]
        for number, way in enumerate(question.evidence, 1):
            for p in way:
                quote = texts[p.document].text[slice(*p.span)]
                place = [str(number), p.role, p.document, str(p.span.start), quote]
                yield [*head, *place, "yes" if p.confirmed else "no", answer]
