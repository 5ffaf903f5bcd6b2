"""What of a run and its golden set is at hand for the question page."""

from collections.abc import Iterable
from typing import Any, NamedTuple, NoReturn

import streamlit as st

from evaluation.golden_record import unchanged
from golden_sets.document import Document
from golden_sets.language import marked, tr
from golden_sets.question import Question
from golden_sets.reading import GoldenSetError
from pages.ui import set_choice, stored

Report = dict[str, Any]
GONE = marked(
    "The golden set of this run is not at hand, so its text is not shown. Outcome, ranks and the "
    "places of what was handed over stand in the run."
)
CHANGED = marked(
    "The golden set has changed since this run. Text is shown where document, question and "
    "evidence are still what the run used; for the rest, outcome, ranks and places."
)
GONE_KEPT = marked(
    "The golden set of this run is not at hand. The text shown is the run's own, kept when it was "
    "made; evidence is not marked in it."
)
CHANGED_KEPT = marked(
    "The golden set has changed since this run. Where a document is another now, the text shown is "
    "the run's own, kept when it was made; evidence is marked where documents and question are "
    "still what the run used."
)


class Given(NamedTuple):
    """A run, and as much of its golden set as is still what the run used.

    Attributes:
        names: Ids of the run's questions, in their order.
        texts: By id, the words of a question, where run or golden set hold them.
        documents, questions: By id, those that are unchanged.
        said: What to tell of text that is not at hand, "" where all is.
        kept: By id of a document that is another now, or gone, the revision that the run cut,
            where the store has kept its text.
    """

    report: Report
    names: tuple[str, ...]
    texts: dict[str, str]
    documents: dict[str, Document]
    questions: dict[str, Question]
    said: str
    kept: dict[str, str]

    @property
    def run(self) -> str:
        return str(self.report["run"]["id"])

    @property
    def golden_set(self) -> str:
        return str(self.report["run"]["golden_set"]["name"])


def back(sentence: str, **query: str) -> NoReturn:
    """Says why there is nothing to show, and where to go on.

    Args:
        query: What of this page can be shown instead.
    """
    st.info(sentence, icon=":material/info:")
    if query:
        st.page_link(
            "pages/views/question.py",
            label=tr("Open what this run has"),
            icon=":material/find_in_page:",
            query_params=query,
        )
    st.page_link("pages/views/start.py", label=tr("To the start page"), icon=":material/home:")
    st.stop()


def report() -> Report:
    """The run that the URL names, else the newest of the set this session was at, else of all."""
    run = st.query_params.get("run", "")
    if not run:
        newest = stored.store().runs()
        if not newest:
            back(tr("No run is in the store yet. The start page makes the first."))
        mine = set_choice.last({one.golden_set for one in newest})
        run = next((one.id for one in newest if one.golden_set == mine), newest[0].id)
    try:
        return stored.report(run)
    except KeyError:
        back(tr("This run is not in the store. It may have been deleted."))


def given(found: Report) -> Given:
    """What is at hand of the run's golden set; a set that is gone or changed is no error."""
    record = found["run"]["golden_set"]
    texts = {row["id"]: row["text"] for row in record.get("asked", ())}
    try:
        golden = stored.golden_set(record["name"])
    except (GoldenSetError, OSError, ValueError):
        kept = stored.kept_revisions(record.get("revisions", {}))
        said = tr(GONE_KEPT if kept else GONE)
        return Given(found, _names(found, texts), texts, {}, {}, said, kept)
    same = unchanged(golden, record)
    texts = texts or {name: question.text for name, question in same.questions.items()}
    if golden.digest == record["digest"]:
        return Given(found, _names(found, texts), texts, same.documents, same.questions, "", {})
    others = {
        name: revision
        for name, revision in record.get("revisions", {}).items()
        if name not in same.documents
    }
    kept = stored.kept_revisions(others)
    said = tr(CHANGED_KEPT if kept else CHANGED)
    return Given(found, _names(found, texts), texts, same.documents, same.questions, said, kept)


def texts_of(given: Given, units: Iterable[Report]) -> dict[str, Document]:
    """The documents of some units: the golden set's, else the run's own text where it is kept."""
    found = dict(given.documents)
    for name in {str(unit["document"]) for unit in units} & given.kept.keys():
        text = stored.kept_text(given.kept[name])
        if text is not None:
            found[name] = Document(name, text, name)
    return found


def _names(found: Report, texts: dict[str, str]) -> tuple[str, ...]:
    """The run's questions; an early run without its golden set knows the answerable ones."""
    if texts:
        return tuple(texts)
    results = (result for variant in found["variants"] for result in variant["results"])
    rows: list[Report] = next(results, {"per_question": []})["per_question"]
    return tuple(row["id"] for row in rows)
