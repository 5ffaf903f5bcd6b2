"""One document cut anew as the variants of a run cut it, by vectors the store holds."""

from pathlib import Path
from typing import Any, NamedTuple

import streamlit as st

from evaluation.database import open_store, store_folder
from evaluation.stored_variant import variant_of
from evaluation.vectors import VectorTable
from golden_sets.document import Document
from golden_sets.language import marked
from strategies.chunk import Chunk
from strategies.tools import NoEmbedderError, Tools
from strategies.variant import Variant

Report = dict[str, Any]
NO_VECTORS = marked("not drawn: the store holds no sentence vectors of this document")
NOT_OURS = marked("not drawn: how it cuts is not in the run")
NO_CUT = marked("not drawn: it cannot cut this document")


class Recorded(NamedTuple):
    """What a report says of the model whose vectors a run used."""

    name: str
    revision: str


class Lane(NamedTuple):
    """A variant of the run and its chunks of one document.

    Attributes:
        why: Why there are none, for `tr`; "" where there are.
    """

    variant: str
    strategy: str
    chunks: tuple[Chunk, ...] = ()
    why: str = ""


def default_lanes(report: Report, chosen: list[str]) -> list[str]:
    """The chosen variants, then one a strategy of the run without overlap and headers."""
    found = dict.fromkeys(chosen)
    seen: set[str] = {row["strategy"] for row in report["variants"] if row["id"] in found}
    for row in report["variants"]:
        plain = not row["overlap"] and row["headers"] == "none" and not row.get("expansion")
        if plain and row["strategy"] not in seen:
            seen.add(row["strategy"])
            found[row["id"]] = None
    return list(found)


def lane(report: Report, name: str, document: Document) -> Lane:
    """The document as the run's variant of that id cuts it."""
    row = next(one for one in report["variants"] if one["id"] == name)
    variant = variant_of(row)
    if variant is None:
        return Lane(name, row["strategy"], why=NOT_OURS)
    model = report["run"].get("embedding_model") or {}
    made = Recorded(model.get("name") or "", model.get("revision") or "")
    key = (document.id, document.revision, document.document_class, repr(variant), *made)
    folder = str(store_folder().resolve())
    if variant.embeds_sentences(document) and not made.name:
        return Lane(name, row["strategy"], why=NO_VECTORS)
    try:
        return Lane(name, row["strategy"], _cut(folder, key, document, variant, made))
    except NoEmbedderError:
        # A run made later may bring the vectors, so this is not kept.
        return Lane(name, row["strategy"], why=NO_VECTORS)
    except ValueError:
        return Lane(name, row["strategy"], why=NO_CUT)


@st.cache_resource(max_entries=16, show_spinner=False)
def _tools(folder: str, document: str, revision: str, model: Recorded) -> Tools:
    table = VectorTable(open_store(Path(folder)))
    return Tools(table.kept(model))


@st.cache_resource(max_entries=128, show_spinner=False)
def _cut(
    folder: str, key: tuple[str, ...], _document: Document, _variant: Variant, _model: Recorded
) -> tuple[Chunk, ...]:
    tools = _tools(folder, _document.id, _document.revision, _model)
    return _variant.cut([_document], tools)
