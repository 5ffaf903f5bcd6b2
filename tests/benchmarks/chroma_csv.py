"""Read the Chroma chunking benchmark: corpora, and questions whose references are offsets."""

import csv
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from golden_sets.document import Document, Span
from golden_sets.error_words import in_words
from golden_sets.golden_set import GoldenSet
from golden_sets.markdown import read_markdown
from golden_sets.question import Passage, Question, QuestionKind
from golden_sets.reading import GoldenSetError

QUESTIONS = "questions_df.csv"


def read_chroma(folder: Path) -> GoldenSet:
    """The benchmark in a folder: `corpora/*.md` and `questions_df.csv`, as its repository has them.

    Every reference is an answer passage; a question needs all of them.

    Raises:
        GoldenSetError: A file is missing, or a reference is not what stands at its offsets.
    """
    paths = sorted((folder / "corpora").glob("*.md"))
    if not paths:
        raise GoldenSetError(f"{folder}: no corpora/*.md")
    # Offsets are of the text as it is: a translated line ending would move them.
    texts = {path.stem: path.read_bytes().decode("utf-8") for path in paths}
    documents = tuple(read_markdown(name, text) for name, text in texts.items())
    by_id = {document.id: document for document in documents}
    try:
        with (folder / QUESTIONS).open(encoding="utf-8-sig", newline="") as file:
            questions = tuple(_questions(csv.DictReader(file), by_id, folder / QUESTIONS))
    except OSError as error:
        raise GoldenSetError(f"{folder / QUESTIONS}: cannot be read: {error.strerror}") from None
    return GoldenSet(folder.name, "The Chroma chunking benchmark", documents, questions)


def _questions(
    rows: Iterable[dict[str, Any]], documents: dict[str, Document], path: Path
) -> Iterator[Question]:
    for number, row in enumerate(rows, 1):
        where = f"{path}: question {number}"
        try:
            text, name = row["question"], row["corpus_id"]
            references = json.loads(row["references"])
            document = documents[name]
            passages = tuple(_passage(document, reference, where) for reference in references)
        except GoldenSetError:
            raise
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise GoldenSetError(f"{where}: {in_words(error)}") from None
        kind: QuestionKind = "multi_hop" if len(passages) > 1 else "single"
        yield Question(f"{name}-{number:03}", text, kind, (passages,))


def _passage(document: Document, reference: dict[str, Any], where: str) -> Passage:
    start, end = reference["start_index"], reference["end_index"]
    if document.text[start:end] != reference["content"]:
        raise GoldenSetError(
            f"{where}: {document.id!r}[{start}:{end}] is {document.text[start:end][:40]!r}, "
            f"not {reference['content'][:40]!r}"
        )
    return Passage(document.id, Span(start, end))
