"""Cached access for the writing page: documents, their indexes, and what they find."""

import hashlib
from pathlib import Path

import streamlit as st

from evaluation.ask_command import Asks, embedder_for
from evaluation.asking import Desk, Found
from evaluation.database import open_store, store_folder
from evaluation.embedding import Embedder
from evaluation.jobs import JobState
from evaluation.vectors import VectorTable
from golden_sets import golden_set as sets
from golden_sets import shelf
from golden_sets.document import Document
from golden_sets.file_report import Reading
from golden_sets.language import tr
from golden_sets.open_set import OpenSet, open_set
from golden_sets.question import Passage
from golden_sets.reading import read_file

Evidence = tuple[tuple[Passage, ...], ...]


def listing() -> tuple[shelf.Shelved, ...]:
    return shelf.listing(sets.SHIPPED)


@st.cache_resource(max_entries=512, show_spinner=False)
def _document(
    path: str, stamp: tuple[int, int], name: str, document_class: str, root: str
) -> Reading:
    return read_file(Path(path), name, document_class, Path(root))


def _read(path: Path, name: str, document_class: str, root: Path) -> Reading:
    found = path.stat()
    stamp = (found.st_mtime_ns, found.st_size)
    return _document(str(path.absolute()), stamp, name, document_class, str(root.absolute()))


def opened_set(folder: Path) -> OpenSet:
    """The set as its files are now; a document is read once for as long as it stays the same."""
    return open_set(folder, _read)


def corpus_key(documents: dict[str, Document]) -> str:
    parts = [(name, document.revision) for name, document in documents.items()]
    return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()


@st.cache_resource(max_entries=6, show_spinner=False)
def _desk(key: str, size: int, _documents: dict[str, Document]) -> Desk:
    return Desk(_documents, size)


def desk(documents: dict[str, Document], size: int) -> Desk:
    """The documents cut and indexed, shared by all sessions: read it, never change it."""
    with st.spinner(tr("Cutting and indexing the documents")):
        return _desk(corpus_key(documents), size, documents)


@st.cache_resource(max_entries=6, show_spinner=False)
def _embedder(key: str, _documents: dict[str, Document]) -> Embedder:
    return embedder_for(_documents)


@st.cache_resource(max_entries=4, show_spinner=False)
def _vectors(folder: str) -> VectorTable:
    return VectorTable(open_store(Path(folder)))


def by_words(made: Desk, text: str, evidence: Evidence, budget: int) -> Found:
    return made.found(made.by_words(text), evidence, budget)


def by_vectors(made: Desk, text: str, evidence: Evidence, budget: int) -> Found:
    """What vectors find that the store holds already.

    Raises:
        NoEmbedderError: A vector is missing.
        EmbedderError: The model's package is missing.
    """
    embedder = _embedder(corpus_key(made.documents), made.documents)
    vectors = _vectors(str(store_folder().resolve()))
    return made.found(made.by_vectors(text, vectors, embedder), evidence, budget)


def asks() -> Asks:
    return Asks(store_folder())


def ask_state(folder: Path, job: str) -> JobState | None:
    """How far the session's job is, else one that another session started for this set."""
    own = asks().state(job) if job else None
    return own or asks().live(str(folder.resolve()))
