"""The Chroma benchmark's form: `corpora/*.md`, and `questions_df.csv` with offsets."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from golden_sets.error_words import in_words
from golden_sets.exchange.draft import Draft, Part
from golden_sets.exchange.links import first_of, held, required
from golden_sets.exchange.names import Names
from golden_sets.exchange.registry import Exported, Source, reader, writer
from golden_sets.exchange.tables import read_table, read_text, write_table
from golden_sets.reading import GoldenSetError

QUESTIONS = "questions_df.csv"
SAYS = f"the Chroma chunking benchmark: a folder of corpora/*.md and {QUESTIONS}"


@reader("chroma", SAYS)
def read_chroma(source: Source) -> Draft:
    """A question needs all of its references; one without any is unanswerable."""
    draft = Draft(f"From the Chroma benchmark's form: {source.path.name}")
    parts: dict[str, Part] = {}
    for path in held(source.path, (source.path / "corpora").glob("*.md"), draft.problems):
        (parts[path.stem],) = draft.add_document(path.name, read_text(path))
    if not parts:
        raise GoldenSetError(f"{source.path}: no corpora/*.md{first_of(draft.problems)}")
    for number, row in read_table(required(source.path, source.path / QUESTIONS), draft.problems):
        where = f"{QUESTIONS}: row {number}"
        try:
            _read_row(draft, parts, row, where, len(draft.rows) + 1)
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            told = f"no question: {in_words(error)}"
            raise GoldenSetError(f"{source.path / where}: {told}") from None
    return draft


def _read_row(
    draft: Draft, parts: Mapping[str, Part], row: dict[str, Any], where: str, number: int
) -> None:
    name, references = row["corpus_id"], json.loads(row["references"])
    if name not in parts:
        draft.problems.append(f"{where}: no corpus {name!r}: left out")
        return
    way = []
    for reference in references:
        start, end = reference["start_index"], reference["end_index"]
        if not isinstance(start, int) or not isinstance(end, int):
            raise ValueError(f"start_index {start!r}, end_index {end!r}, allowed are numbers")
        found = draft.at_offset(parts[name], where, str(reference["content"]), start)
        if found is None:
            draft.problems.append(f"{where}: a reference is missing, the question is left out")
            return
        if found not in way:
            way.append(found)
    draft.add_question(f"{name}-{number:03}", row["question"], [way] if way else [])


@writer(
    "chroma",
    loses={
        "ids": "ids, folders of documents, and other endings than .md",
        "alternatives": "all but the first alternative",
        "context": "context passages become references",
        "documents": "questions whose passages are in several documents",
        "unanswerable": "unanswerable questions have no reference and stand under one corpus",
        "details": "tags, weight, split, authors, answers, and what is to be confirmed",
    },
)
def write_chroma(exported: Exported, target: Path) -> list[str]:
    """A corpus a document; the passages of the first alternative are the references."""
    corpora, names, left_out, rows = target / "corpora", Names(), [], []
    corpora.mkdir(parents=True)
    golden = exported.golden
    known = {}
    for document in golden.documents:
        flat = document.id.replace("/", "-").rsplit(".", 1)[0]
        known[document.id] = names.path(f"{flat}.md").removesuffix(".md")
        (corpora / f"{known[document.id]}.md").write_bytes(document.text.encode("utf-8"))
    texts = golden.by_id()
    for question in golden.questions:
        way = question.evidence[0] if question.evidence else ()
        used = {passage.document for passage in way} or {golden.documents[0].id}
        if len(used) > 1:
            left_out.append(f"{question.id}: needs passages of several documents")
            continue
        references = [
            {
                "content": texts[p.document].text[slice(*p.span)],
                "start_index": p.span.start,
                "end_index": p.span.end,
            }
            for p in way
        ]
        rows.append([question.text, json.dumps(references), known[used.pop()]])
    write_table(target / QUESTIONS, ["question", "references", "corpus_id"], rows)
    return left_out
