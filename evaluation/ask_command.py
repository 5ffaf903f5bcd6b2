"""`python -m evaluation ask`: makes the vectors one question needs, and says what is found."""

import argparse
import contextlib
import hashlib
import json
import time
from pathlib import Path
from typing import Any

from rich.console import Console

from evaluation.asking import Desk, Found
from evaluation.database import open_store, store_folder
from evaluation.embedders.choice import make_embedder, sample_of
from evaluation.embedding import Embedder
from evaluation.jobs import Jobs, JobState, write_json
from evaluation.progress import JobListener, Listener, TerminalListener
from evaluation.usage import UsageError
from evaluation.vectors import VectorTable
from golden_sets.document import Document
from golden_sets.golden_set import GoldenSet, find_golden_set
from golden_sets.language import marked
from golden_sets.open_set import open_set
from golden_sets.question import Passage
from golden_sets.questions_file import question_of
from golden_sets.reading import GoldenSetError

SHOWN = 10
KEPT_SECONDS = 86_400


class Asks(Jobs):
    """Questions asked from a page, apart from evaluations: none waits for one to end."""

    command = "ask"

    def __init__(self, store: Path) -> None:
        super().__init__(store)
        self.folder = self.store / "asks"

    def ask(self, golden_set: Path, text: str, size: int) -> JobState:
        """The job that makes the vectors this question needs; a live one for the same is it."""
        self._forget_old()
        questions = self.store / "ask_questions"
        questions.mkdir(parents=True, exist_ok=True)
        name = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
        write_json(questions / f"{name}.json", {"question": text})
        given = ("--question-file", str(questions / f"{name}.json"), "--size", str(size), "--json")
        return self.start(str(golden_set.resolve()), given)

    def _forget_old(self) -> None:
        """What ended a day ago has left its vectors in the table, and nothing else is wanted."""
        self.forget_ended(KEPT_SECONDS)
        old = time.time() - KEPT_SECONDS
        for path in (self.store / "ask_questions").glob("*.json"):
            if path.stat().st_mtime < old:
                path.unlink(missing_ok=True)


def embedder_for(
    documents: dict[str, Document], model: str = "auto", force: bool = False
) -> Embedder:
    """The model a run over these documents would take, nothing of it loaded."""
    golden = GoldenSet("", "", tuple(documents.values()), ())
    return make_embedder(model, sample_of(golden)[1:], force)


def ask_and_print(given: argparse.Namespace, console: Console) -> None:
    """Makes what vectors are missing, and prints each retriever's ranks."""
    folder = find_golden_set(given.golden_set)
    documents = open_set(folder).documents
    text, evidence = _question(given, documents)
    if not documents:
        raise UsageError(f"{folder}: no documents that can be read")
    desk = Desk(documents, given.size)
    embedder = embedder_for(documents, given.model, given.force_model)
    store = store_folder(given.store)
    vectors = VectorTable(open_store(store))
    listener: Listener = TerminalListener()
    if given.job:
        listener = JobListener(store / "asks" / given.job, given.job, given.golden_set)
    with listener:
        _make_vectors(desk, text, vectors, embedder, listener)
        rankings = desk.by_words(text), desk.by_vectors(text, vectors, embedder)
        found = [desk.found(one, evidence, given.budget) for one in rankings]
        if given.json:
            print(json.dumps([_as_json(one) for one in found], ensure_ascii=False))
        else:
            for one in found:
                _print(one, desk, console)
        listener.finished("")


def _make_vectors(
    desk: Desk, text: str, vectors: VectorTable, embedder: Embedder, listener: Listener
) -> None:
    missing = vectors.missing(embedder, desk.texts)
    if missing:
        listener.stage(marked("Making vectors of the chunks"), sum(map(len, missing)), "characters")
        vectors.vectors_for(embedder, sorted(missing), progress=listener.step)
    listener.stage(marked("Making the question's vector"))
    vectors.vectors_for(embedder, [text], "question")


def _question(
    given: argparse.Namespace, documents: dict[str, Document]
) -> tuple[str, tuple[tuple[Passage, ...], ...]]:
    """The text asked, and its evidence where it came with one that stands."""
    row: dict[str, Any] = {"question": given.question}
    if given.question_file:
        try:
            row = json.loads(given.question_file.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise UsageError(f"{given.question_file}: cannot be read: {error}") from None
    text = str(row.get("question", "")) if isinstance(row, dict) else ""
    if not text.strip():
        raise UsageError("no question; give --question TEXT or --question-file FILE")
    with contextlib.suppress(GoldenSetError):
        return text, question_of({"id": "asked", **row}, documents).evidence
    return text, ()


def _as_json(found: Found) -> dict[str, Any]:
    return {
        "retriever": found.retriever,
        "rank": found.rank,
        "outcome": found.outcome,
        "budget_tokens": found.budget_tokens,
        "tokens": found.tokens,
        "units": [
            {
                "rank": one.rank,
                "document": one.unit.document,
                "spans": one.unit.spans,
                "tokens": one.unit.tokens,
                "inside": one.inside,
                "holds": one.holds,
            }
            for one in found.units
        ],
    }


def _print(found: Found, desk: Desk, console: Console) -> None:
    place = "never complete" if found.rank is None else f"complete at rank {found.rank}"
    told = f"{place}; {found.outcome}"
    if found.outcome == "not_applicable":
        told = "no evidence was given to look for"
    console.print(f"{found.retriever}: {told}")
    for one in found.units[:SHOWN]:
        start, end = one.unit.spans[0]
        words = " ".join(desk.documents[one.unit.document].text[start:end].split())
        mark = "in " if one.inside else "out"
        console.print(f"  {one.rank:>3} {mark} {one.holds:<7} {one.unit.document}: {words[:70]}")
