"""SQuAD's JSON: articles of paragraphs, each with questions whose answers are spans of it."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from golden_sets.error_words import in_words
from golden_sets.exchange.draft import Draft, Part
from golden_sets.exchange.registry import Exported, Source, reader, writer
from golden_sets.exchange.tables import read_json
from golden_sets.question import Passage, Question
from golden_sets.reading import GoldenSetError

SAYS = "SQuAD JSON, also XQuAD and CMRC: a file; an article's paragraphs become one document"


@reader("squad", SAYS)
def read_squad(source: Source) -> Draft:
    """Several answers to a question are alternatives, as they are different readers' answers."""
    return read_articles(source.path, Draft(f"From SQuAD JSON: {source.path.name}"), together=False)


def read_articles(path: Path, draft: Draft, together: bool) -> Draft:
    """The draft with every article of a SQuAD file.

    Args:
        together: Whether several answers to a question are needed together.

    Raises:
        GoldenSetError: The file is no SQuAD JSON.
    """
    found = read_json(path)
    articles = found.get("data") if isinstance(found, dict) else None
    if not isinstance(articles, list):
        raise GoldenSetError(f'{path}: no SQuAD JSON; allowed is {{"data": [articles]}}')
    if not articles:
        raise GoldenSetError(f"{path}: data: empty; allowed is a list of articles: [{{...}}]")
    for number, article in enumerate(articles):
        try:
            _read_article(draft, article, f"document-{number + 1:04}", together)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            where = f"{path}: data[{number}]"
            raise GoldenSetError(f"{where}: no article: {in_words(error)}") from None
    if not draft.rows and not draft.problems:
        allowed = 'allowed is {"paragraphs": [{"context": text, "qas": [questions]}]}'
        raise GoldenSetError(f"{path}: data: no question in any article; {allowed}")
    return draft


def _read_article(draft: Draft, article: Mapping[str, Any], name: str, together: bool) -> None:
    paragraphs = _list(article["paragraphs"], "paragraphs")
    contexts = [_text(paragraph["context"]) for paragraph in paragraphs]
    title = article.get("title") or (paragraphs[0].get("id") if paragraphs else "") or name
    parts = draft.add_document(str(title), *contexts)
    for part, paragraph in zip(parts, paragraphs, strict=True):
        for asked in _list(paragraph.get("qas", []), "qas"):
            _read_question(draft, part, asked, together)


def _read_question(draft: Draft, part: Part, asked: Mapping[str, Any], together: bool) -> None:
    name, text, answers = (
        str(asked["id"]),
        _text(asked["question"]),
        _list(asked.get("answers") or [], "answers"),
    )
    if asked.get("is_impossible"):
        draft.add_question(name, text, [])
        return
    passages = [_passage(draft, part, name, answer) for answer in answers]
    kept = [passage for passage in passages if passage]
    if not kept or (together and len(kept) < len(passages)):
        reason = "an answer" if kept else "every answer" if answers else "no answer given; it"
        draft.problems.append(f"{name}: {reason} is missing, the question is left out")
        return
    draft.add_question(name, text, [_different(kept)] if together else [[p] for p in kept])


def _passage(draft: Draft, part: Part, name: str, answer: Mapping[str, Any]) -> Any:
    start = answer["answer_start"]
    if isinstance(start, bool) or not isinstance(start, int):
        raise ValueError(f"{name}: answer_start {start!r}, allowed is a count of characters")
    return draft.at_offset(part, name, _text(answer["text"]), start)


def _different(passages: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [one for n, one in enumerate(passages) if one not in passages[:n]]


def _list(value: object, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError(f"{name} {value!r}, allowed is a list")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r}, allowed is text")
    return value


@writer(
    "squad",
    endings=(".json",),
    loses={
        "context": "context passages are left out",
        "together": "passages that are needed together cannot be told from alternatives, such "
        "alternatives are left out",
        "documents": "alternatives in a second document are left out",
        "unanswerable": "unanswerable questions are put under the first document, as impossible",
        "details": "tags, weight, split, authors, answers, and what is to be confirmed",
    },
)
def write_squad(exported: Exported, target: Path) -> list[str]:
    """An article a document with one paragraph; an answer for each alternative of one passage."""
    asked: dict[str, list[dict[str, Any]]] = {d.id: [] for d in exported.golden.documents}
    left_out = []
    for question in exported.golden.questions:
        answers = [way for way in map(_answers, question.evidence) if len(way) == 1]
        if question.answerable and not answers:
            left_out.append(f"{question.id}: needs several passages together")
            continue
        name = answers[0][0].document if answers else exported.golden.documents[0].id
        spans = [p for way in answers for p in way if p.document == name]
        asked[name].append(question_of(question, spans, exported))
    write_articles(exported, asked, target)
    return left_out


def _answers(way: Sequence[Passage]) -> list[Passage]:
    return [passage for passage in way if passage.role == "answer"]


def question_of(question: Question, spans: Sequence[Passage], exported: Exported) -> dict[str, Any]:
    """A question in SQuAD's form, its answers where they stand in the document."""
    texts = exported.golden.by_id()
    return {
        "id": question.id,
        "question": question.text,
        "answers": [
            {"text": texts[p.document].text[slice(*p.span)], "answer_start": p.span.start}
            for p in spans
        ],
        "is_impossible": not spans,
    }


def write_articles(
    exported: Exported, asked: Mapping[str, list[dict[str, Any]]], target: Path
) -> None:
    """Writes an article a document, with the questions that are asked of it."""
    articles = [
        {"title": d.id, "paragraphs": [{"context": d.text, "qas": asked[d.id]}]}
        for d in exported.golden.documents
    ]
    text = json.dumps({"version": "v2.0", "data": articles}, ensure_ascii=False)
    target.write_text(text, encoding="utf-8", newline="")
