"""Cached access for the page of one's own documents: what each strategy does to them."""

import streamlit as st

from evaluation.first_look import Look, first_look, some_of
from golden_sets.document import Document
from golden_sets.open_set import OpenSet
from pages.ui.write_stored import corpus_key


@st.cache_resource(max_entries=8, show_spinner=False)
def _looks(key: str, size: int, _documents: dict[str, Document]) -> list[Look]:
    return first_look(list(_documents.values()), size)


def looks(found: OpenSet, size: int) -> tuple[list[Look], int]:
    """A look a strategy, and how many characters of the set it was taken at."""
    some = {document.id: document for document in some_of(list(found.documents.values()))}
    characters = sum(len(document.text) for document in some.values())
    return _looks(corpus_key(some), size, some), characters
