"""CUAD: contracts, and for each kind of clause every span lawyers marked; all are needed."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from golden_sets.error_words import in_words
from golden_sets.exchange.draft import Draft, Part
from golden_sets.exchange.links import first_of, held, required
from golden_sets.exchange.registry import Exported, Source, reader, writer
from golden_sets.exchange.tables import read_json_lines, read_text
from golden_sets.formats.squad import question_of, read_articles, write_articles
from golden_sets.reading import GoldenSetError

SAYS = "CUAD: its JSON, or a folder of spans.jsonl and txt/; a kind of clause is a question"
SPANS = "spans.jsonl"


@reader("cuad", SAYS)
def read_cuad(source: Source) -> Draft:
    """Everything marked for a kind of clause is one alternative: a clause alone answers half."""
    draft = Draft(f"From CUAD: {source.path.name}")
    if source.path.is_dir():
        return _read_folder(source.path, draft)
    return read_articles(source.path, draft, together=True)


def _read_folder(folder: Path, draft: Draft) -> Draft:
    parts: dict[str, Part] = {}
    for path in held(folder, (folder / "txt").glob("*.txt"), draft.problems):
        (parts[f"txt/{path.name}"],) = draft.add_document(path.name, read_text(path))
    if not parts:
        raise GoldenSetError(f"{folder}: no txt/*.txt{first_of(draft.problems)}")
    for number, row in read_json_lines(required(folder, folder / SPANS)):
        where = f"{SPANS}:{number}"
        try:
            _read_row(draft, parts, row, where)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            told = f"no spans of a contract: {in_words(error)}"
            raise GoldenSetError(f"{folder / SPANS}:{number}: {told}") from None
    return draft


def _read_row(draft: Draft, parts: Mapping[str, Part], row: dict[str, Any], where: str) -> None:
    part = parts.get(row["doc"])
    if part is None:
        draft.problems.append(f"{where}: no document {row['doc']!r}: left out")
        return
    way = []
    for span in row["evidence"]:
        if not isinstance(span["start"], int):
            raise ValueError(f"start {span['start']!r}, allowed is a count of characters")
        found = draft.at_offset(part, where, str(span["text"]), span["start"])
        if found is None:
            draft.problems.append(f"{where}: a passage is missing, the question is left out")
            return
        if found not in way:
            way.append(found)
    name = f"{part.document.rsplit('.', 1)[0]}__{row['category']}"
    draft.add_question(name, str(row["question"]), [way] if way else [])


@writer(
    "cuad",
    endings=(".json",),
    loses={
        "alternatives": "all but the first alternative",
        "context": "context passages become answers",
        "documents": "passages in a second document are left out with their question",
        "unanswerable": "unanswerable questions are put under the first document, as impossible",
        "details": "tags, weight, split, authors, answers, and what is to be confirmed",
    },
)
def write_cuad(exported: Exported, target: Path) -> list[str]:
    """An article a document; the passages of the first alternative are the answers."""
    asked: dict[str, list[dict[str, Any]]] = {d.id: [] for d in exported.golden.documents}
    left_out = []
    for question in exported.golden.questions:
        way = question.evidence[0] if question.evidence else ()
        names = {passage.document for passage in way} or {exported.golden.documents[0].id}
        if len(names) > 1:
            left_out.append(f"{question.id}: needs passages of several documents")
        else:
            asked[names.pop()].append(question_of(question, way, exported))
    write_articles(exported, asked, target)
    return left_out
