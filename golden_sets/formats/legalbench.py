"""LegalBench-RAG's form: `corpus/`, and `benchmarks/*.json` with a query and its snippets."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from golden_sets.error_words import in_words
from golden_sets.exchange.draft import Draft, Part
from golden_sets.exchange.links import first_of, held
from golden_sets.exchange.registry import Exported, Source, reader, writer
from golden_sets.exchange.tables import read_json, read_text
from golden_sets.reading import GoldenSetError

SAYS = "LegalBench-RAG: a folder of corpus/ and benchmarks/*.json, or one of those files"


@reader("legalbench", SAYS)
def read_legalbench(source: Source) -> Draft:
    """A query needs all of its snippets; of one file only the corpus folders it names are read."""
    draft = Draft(f"From LegalBench-RAG's form: {source.path.name}")
    root = source.path if source.path.is_dir() else source.path.parent.parent
    files = [source.path]
    if source.path.is_dir():
        files = list(held(root, (root / "benchmarks").glob("*.json"), draft.problems))
    if not files or not (root / "corpus").is_dir():
        told = f"no benchmarks/*.json with a corpus/ beside it{first_of(draft.problems)}"
        raise GoldenSetError(f"{source.path}: {told}")
    tests = [(path, number, test) for path in files for number, test in _tests(path)]
    named = {_folder(str(s["file_path"])) for _, _, test in tests for s in test["snippets"]}
    parts = _parts(draft, root, None if source.path.is_dir() else named)
    for path, number, test in tests:
        _read_test(draft, parts, test, f"{path.stem}-{number:04}")
    return draft


def _tests(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    found = read_json(path)
    tests = found.get("tests") if isinstance(found, dict) else None
    if not isinstance(tests, list):
        raise GoldenSetError(f'{path}: no benchmark; allowed is {{"tests": [...]}}')
    for number, test in enumerate(tests, 1):
        try:
            for snippet in test["snippets"]:
                start, end = snippet["span"]
                if not (isinstance(start, int) and isinstance(end, int)):
                    raise ValueError(f"span {snippet['span']!r}, allowed is [start, end]")
                _ = str(snippet["file_path"]), test["query"] + ""
        except (TypeError, KeyError, ValueError, AttributeError) as error:
            told = f"no test: {in_words(error)}"
            raise GoldenSetError(f"{path}: tests[{number - 1}]: {told}") from None
        yield number, test


def _folder(name: str) -> str:
    return name.split("/")[0] if "/" in name else ""


def _parts(draft: Draft, root: Path, folders: set[str] | None) -> dict[str, tuple[Part, str]]:
    """By path in the corpus, the document and its text as it came."""
    parts, corpus = {}, root / "corpus"
    found = (p for p in corpus.rglob("*") if p.suffix == ".txt" or (p.is_symlink() and p.is_dir()))
    for path in held(root, found, draft.problems):
        name = path.relative_to(corpus).as_posix()
        if path.is_file() and (folders is None or _folder(name) in folders):
            raw = read_text(path)
            (part,) = draft.add_document(name, raw)
            parts[name] = part, raw
    return parts


def _read_test(
    draft: Draft, parts: dict[str, tuple[Part, str]], test: dict[str, Any], name: str
) -> None:
    way = []
    for snippet in test["snippets"]:
        wanted, (start, end) = str(snippet["file_path"]), snippet["span"]
        found = None
        if wanted not in parts:
            draft.evidence += 1
            draft.problems.append(f"{name}: no file {wanted!r} in the corpus")
        else:
            part, raw = parts[wanted]
            words = str(snippet.get("answer") or (raw[start:end] if 0 <= start < end else ""))
            found = draft.at_offset(part, name, words, start)
        if found is None:
            draft.problems.append(f"{name}: a snippet is missing, the question is left out")
            return
        if found not in way:
            way.append(found)
    tags = {"tags": [str(t) for t in test["tags"]]} if isinstance(test.get("tags"), list) else {}
    draft.add_question(name, test["query"], [way] if way else [], tags)


@writer(
    "legalbench",
    loses={
        "ids": "ids",
        "alternatives": "all but the first alternative",
        "context": "context passages become snippets",
        "details": "weight, split, authors, answers, and what is to be confirmed",
    },
)
def write_legalbench(exported: Exported, target: Path) -> list[str]:
    """The documents as text, and one benchmark with the passages of the first alternatives."""
    texts = exported.golden.by_id()
    for document in exported.golden.documents:
        path = target / "corpus" / _corpus_path(document.id)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(document.text.encode("utf-8"))
    tests = []
    for question in exported.golden.questions:
        snippets = [
            {
                "file_path": _corpus_path(p.document),
                "span": list(p.span),
                "answer": texts[p.document].text[slice(*p.span)],
            }
            for p in (question.evidence[0] if question.evidence else ())
        ]
        tests.append({"query": question.text, "snippets": snippets, "tags": list(question.tags)})
    (target / "benchmarks").mkdir()
    text = json.dumps({"tests": tests}, ensure_ascii=False, indent=1)
    (target / "benchmarks" / "questions.json").write_text(text, encoding="utf-8", newline="")
    return []


def _corpus_path(document: str) -> str:
    return document if document.lower().endswith(".txt") else f"{document}.txt"
