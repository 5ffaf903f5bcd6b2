"""Golden sets of a few lines, made in memory, and what a check says of them."""

from collections.abc import Mapping, Sequence
from typing import Any

from evaluation.checks.registry import CHECKS, Told
from evaluation.checks.subject import Subject
from evaluation.preflight import FAMILIES
from evaluation.settings import Cutting, RunSettings, matrix
from golden_sets.golden_set import GoldenSet
from golden_sets.markdown import read_markdown
from golden_sets.question import Passage, Question
from golden_sets.quotes import resolve_quote
from strategies.variant import Variant

assert FAMILIES


def asked(name: str, text: str, *quotes: tuple[str, str], **more: Any) -> dict[str, Any]:
    """A question whose answer passages are pairs of a document and a quote."""
    return {"id": name, "text": text, "quotes": quotes, **more}


def golden(
    documents: Mapping[str, str],
    questions: Sequence[dict[str, Any]] = (),
    classes: Mapping[str, str] | None = None,
) -> GoldenSet:
    """
    Args:
        classes: By document id.
    """
    of = dict(classes or {})
    read = {name: read_markdown(name, text, of.get(name, "")) for name, text in documents.items()}
    made = []
    for given in questions:
        row = dict(given)
        quotes = row.pop("quotes")
        way = tuple(Passage(at, resolve_quote(read[at], quote)) for at, quote in quotes)
        kind: Any = "single" if way else "unanswerable"
        row.setdefault("question_class", of.get(quotes[0][0], "") if quotes else "")
        made.append(Question(kind=kind, evidence=(way,) if way else (), **row))
    return GoldenSet("small", "", tuple(read.values()), tuple(made))


def variants(
    names: Sequence[str],
    size: int = 400,
    overlaps: Sequence[str] = ("0",),
    headers: Sequence[str] = ("none",),
    **more: Any,
) -> tuple[Variant, ...]:
    return matrix(names, Cutting(size, **more), overlaps, headers)


def says(name: str, of: GoldenSet, given: Sequence[Variant] = (), **more: Any) -> list[Told]:
    """What the check of that name says; `embedder` apart, `more` goes to the run's settings."""
    embedder = more.pop("embedder", None)
    made = tuple(given) or variants(["recursive"])
    settings = RunSettings(made, **{"retrievers": ("bm25",), **more})
    return list(CHECKS[name].look(Subject(of, settings, embedder)))
