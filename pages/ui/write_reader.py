"""The text one takes evidence from, by mouse or by keys: a component that hands back places."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import streamlit as st

from golden_sets.document import Document, Span
from golden_sets.language import marked, tr
from pages.ui.write_text import Mark, block_rows, part_of, parts
from strategies.tools import Tools

KEY = "write_reader"
HTML = """<div class="cbw"><div class="cbw-bar">
<span class="cbw-said" role="status" aria-live="polite"></span>
<button type="button" class="cbw-take-answer" disabled></button>
<button type="button" class="cbw-take-context" disabled></button></div>
<div class="cbw-text" role="listbox" aria-multiselectable="true" tabindex="-1"></div></div>"""
_HERE = Path(__file__).parent
_reader = st.components.v2.component(
    "chunkboard_reader",
    html=HTML,
    css=(_HERE / "write_reader.css").read_text(encoding="utf-8"),
    js=(_HERE / "write_reader.js").read_text(encoding="utf-8"),
    # In the page's own tree: a selection inside a shadow root is not told alike by all browsers.
    isolate_styles=False,
)
KEYS = marked(
    "Keys, with the text focused: arrows move by sentence, Space starts and extends a selection, "
    "Enter takes it as answer, Shift and Enter as context, Escape lets go."
)


class Taken(NamedTuple):
    """A place the person took as evidence."""

    span: Span
    role: str


def taken_of(value: Any, document: Document) -> Taken | None:
    """What the browser sent, if it is a place in this document; it may have sent anything."""
    try:
        start, end, role = value["start"], value["end"], value["role"]
        fits = value["text"] == document.revision and role in ("answer", "context")
        whole = type(start) is int and type(end) is int
        if fits and whole and 0 <= start < end <= len(document.text):
            return Taken(Span(start, end), role)
    except (TypeError, KeyError, IndexError):
        pass
    return None


@st.cache_resource(max_entries=32, show_spinner=False)
def _sentences(document: str, revision: str, _document: Document) -> tuple[Span, ...]:
    return Tools().sentences(_document)


def look_at(start: int) -> None:
    """Has the reader move to a place when it is drawn next."""
    turn = st.session_state.get("write_look", {}).get("turn", 0) + 1
    st.session_state["write_look"] = {"start": start, "turn": turn}


def _part(document: Document, count: int) -> int:
    """Which part of a long document is shown: the one asked for, or the one just looked for."""
    if count < 2:
        return 0
    look = st.session_state.get("write_look")
    key = f"write_part_{document.revision[:12]}"
    if look is not None and st.session_state.get("write_part_of") != look["turn"]:
        st.session_state["write_part_of"] = look["turn"]
        st.session_state[key] = part_of(document, look["start"]) + 1
    page = st.pagination(count, key=key)
    return int(page) - 1


def _words() -> dict[str, str]:
    """What the component says itself; it puts the number in place of `{n}`."""
    return {
        "answer": tr("Take as answer"),
        "context": tr("Take as context"),
        "one": tr("{n} character selected."),
        "many": tr("{n} characters selected."),
        "taken": tr("Taken."),
    }


def _kinds() -> dict[str, str]:
    """What a screen reader calls a block, by kind."""
    return {
        "heading": tr("Heading"),
        "paragraph": tr("Paragraph"),
        "list_item": tr("List item"),
        "table_header": tr("Table header"),
        "table_row": tr("Table row"),
        "caption": tr("Caption"),
        "footnote": tr("Footnote"),
        "image": tr("Image"),
        "code": tr("Code"),
        "quote": tr("Quote"),
        "text": tr("Text"),
    }


def show(
    document: Document,
    marks: Sequence[Mark],
    goes: str,
    take: Callable[[Taken], None] | None,
) -> None:
    """The document, its evidence marked.

    Args:
        goes: Where a selection would go, in words.
        take: Called with what the person takes; None where nothing may be taken.
    """
    cut = parts(document)
    part = _part(document, len(cut))

    def taken() -> None:
        found = taken_of(st.session_state[KEY].get("taken"), document)
        if found is not None and take is not None:
            take(found)

    own = _sentences(document.id, document.revision, document)
    _reader(
        key=KEY,
        data={
            "blocks": block_rows(document, cut[part], own, marks),
            "text": document.revision,
            "part": part,
            "label": tr("Text of {name}, by sentence", name=document.id),
            "writable": take is not None,
            "hint": tr("Select with the mouse, or use the keys.") if take else tr("To read only."),
            "goes": goes,
            "words": _words(),
            "kinds": _kinds(),
            "look": st.session_state.get("write_look"),
        },
        on_taken_change=taken,
    )
    if take is not None:
        st.caption(tr(KEYS))
