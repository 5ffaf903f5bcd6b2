"""BEIR's form: `corpus.jsonl`, `queries.jsonl` and `qrels/*.tsv`; the evidence is documents."""

import csv
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from golden_sets.exchange.draft import Draft, Part, clean
from golden_sets.exchange.links import required
from golden_sets.exchange.registry import Exported, Source, reader, writer
from golden_sets.exchange.tables import guarded, read_json_lines, read_table
from golden_sets.reading import GoldenSetError

SAYS = "BEIR: a folder of corpus.jsonl, queries.jsonl and qrels/*.tsv; a hit means the document"
SPLITS = ("test", "dev", "train")
NOTE = (
    "evidence is whole documents, so that a hit means the document; it does not tell where in it "
    "a cut does harm"
)


@reader("beir", SAYS)
def read_beir(source: Source) -> Draft:
    """Any document judged relevant is an alternative; queries without one are not asked."""
    draft = Draft(f"From BEIR's form: {source.path.name}", whole=True, notes=[NOTE])
    parts: dict[str, Part] = {}
    for number, row in read_json_lines(required(source.path, source.path / "corpus.jsonl")):
        name, title, text = (
            _text(row, key, "corpus.jsonl", number) for key in ("_id", "title", "text")
        )
        if not clean(title + text).strip():
            draft.problems.append(f"corpus.jsonl:{number}: {name!r} has no text: left out")
            continue
        parts[name], *_ = draft.add_document(name, "\n\n".join(filter(None, [title, text])))
    queries = {
        _text(row, "_id", "queries.jsonl", number): _text(row, "text", "queries.jsonl", number)
        for number, row in read_json_lines(required(source.path, source.path / "queries.jsonl"))
    }
    relevant = _judged(draft, source.path, parts, queries)
    for name, found in relevant.items():
        if found:
            draft.add_question(name, queries[name], [[{"document": one}] for one in found])
    unasked = len(queries) - len(draft.rows)
    draft.notes += [f"{unasked} queries have no relevant document: not asked"] * bool(unasked)
    return draft


def _judged(
    draft: Draft, folder: Path, parts: Mapping[str, Part], queries: Mapping[str, str]
) -> dict[str, list[str]]:
    """By query, the documents that are relevant to it."""
    relevant: dict[str, list[str]] = {}
    for where, row in _judgements(folder, draft.problems):
        query, corpus = row.get("query-id", ""), row.get("corpus-id", "")
        try:
            score = float(row["score"])
        except (KeyError, ValueError):
            raise GoldenSetError(f"{where}: allowed are query-id, corpus-id, score") from None
        draft.evidence += score > 0
        if query not in queries or corpus not in parts:
            missing = f"query {query!r}" if query not in queries else f"document {corpus!r}"
            draft.problems.append(f"{where}: no {missing}: left out")
        elif score > 0:
            relevant.setdefault(query, []).append(parts[corpus].document)
    return relevant


def _judgements(folder: Path, told: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows of the first split there is: a model may have been trained on the others."""
    paths = [folder / "qrels" / f"{split}.tsv" for split in SPLITS]
    path = next((path for path in paths if path.is_file()), None)
    if path is None:
        raise GoldenSetError(f"{folder}: no qrels/; allowed are {', '.join(SPLITS)} .tsv")
    for number, row in read_table(required(folder, path), told):
        yield f"qrels/{path.name}:{number}", row


def _text(row: Mapping[str, Any], key: str, file: str, number: int) -> str:
    value = row.get(key, "" if key == "title" else None)
    if not isinstance(value, str):
        raise GoldenSetError(f"{file}:{number}: {key} {value!r}; allowed is text")
    return value


@writer(
    "beir",
    holds_whole=True,
    loses={
        "ids": "where in a document the evidence stands: a hit will mean the document",
        "together": "passages needed together become alternatives",
        "documents": "documents needed together become alternatives",
        "context": "context passages are left out",
        "unanswerable": "unanswerable questions have no judgement and are not asked on import",
        "details": "tags, weight, split, authors, answers, and what is to be confirmed",
    },
)
def write_beir(exported: Exported, target: Path) -> list[str]:
    """Every document that holds an answer passage is relevant, with a score of 1."""
    (target / "qrels").mkdir(parents=True)
    golden = exported.golden
    documents = ({"_id": d.id, "title": "", "text": d.text} for d in golden.documents)
    queries = ({"_id": q.id, "text": q.text} for q in golden.questions)
    for name, rows in (("corpus", documents), ("queries", queries)):
        lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (target / f"{name}.jsonl").write_bytes(lines.encode("utf-8"))
    with (target / "qrels" / "test.tsv").open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, delimiter="\t", lineterminator="\n")
        table.writerow(["query-id", "corpus-id", "score"])
        for question in golden.questions:
            ways = [p.document for way in question.evidence for p in way if p.role == "answer"]
            for name in dict.fromkeys(ways):
                table.writerow([guarded(question.id), guarded(name), "1"])
    return []
