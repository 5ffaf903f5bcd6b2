"""The evidence of the question being written: ways, passages, roles, and quotes found by words."""

from html import escape
from itertools import islice

import streamlit as st

from golden_sets.document import Document, Span
from golden_sets.language import of_error, tr, trn
from golden_sets.question import Passage
from golden_sets.quoting import passage_row, places
from golden_sets.reading import GoldenSetError
from pages.ui.source import AROUND, STYLE, marked
from pages.ui.write_draft import Draft, Piece
from pages.ui.write_reader import look_at
from pages.ui.write_terms import ROLE_NAMES, ROLES, TERMS

MOST_PLACES = 12
SHOWN = 600


def take(draft: Draft, document: Document, span: Span, role: str, whole: bool = False) -> None:
    """Puts a place into the draft; says so where it cannot be evidence.

    Args:
        whole: The set's evidence is whole documents: the document is taken, not the place.
    """
    if whole:
        draft.add({"document": document.id, "role": role})
        return
    try:
        draft.add(passage_row(document, span, role))
    except GoldenSetError as error:
        st.session_state["write_said"] = (tr("That was not taken."), [of_error(error)], False)


def goes_to(draft: Draft) -> str:
    """Where evidence that is taken now goes, in words."""
    return tr("It goes to way {n}.", n=min(draft.active, len(draft.ways)) + 1)


def show(draft: Draft, documents: dict[str, Document], writable: bool, whole: bool = False) -> None:
    """Each way with its passages, and where new evidence goes."""
    title = tr("Evidence")
    st.markdown(f"## {title}", help=TERMS["way"])
    st.caption(
        tr("Answer: {answer} Context: {context}", answer=ROLES["answer"], context=ROLES["context"])
    )
    if not draft.ways:
        st.caption(
            tr("No evidence yet. Select it in the text, take a candidate, or find it by its words.")
            if writable
            else tr("No evidence: the documents hold no answer.")
        )
    for number, way in enumerate(draft.passages(documents, whole), 1):
        if len(draft.ways) > 1:
            way_name = tr("Way {n}", n=number)
            st.markdown(f"**{way_name}**")
        for piece, placed in way:
            _passage(draft, piece, placed, documents, writable)
        if not any(piece.row.get("role", "answer") == "answer" for piece, _ in way):
            st.warning(tr("Way {n} has no answer passage yet; a question needs one.", n=number))
    if writable and draft.ways:
        names = [tr("Way {n}", n=n) for n in range(1, len(draft.ways) + 1)] + [tr("A new way")]
        key = draft.key(f"active_{len(draft.ways)}")
        at = st.radio(
            tr("New evidence goes to"),
            range(len(names)),
            index=min(draft.active, len(draft.ways)),
            format_func=lambda one: names[one],
            horizontal=True,
            key=key,
            help=TERMS["way"],
        )
        if at != draft.active:
            draft.active = at
            st.rerun()


def _passage(
    draft: Draft,
    piece: Piece,
    placed: Passage | str,
    documents: dict[str, Document],
    writable: bool,
) -> None:
    role = "context" if piece.row.get("role") == "context" else "answer"
    name = str(piece.row.get("document", ""))
    with st.container(border=True, gap="small"):
        quote = str(piece.row.get("quote", tr("the whole document")))
        quote = quote if len(quote) <= SHOWN else f"{quote[:SHOWN]} …"
        st.html(
            f'{STYLE}<div class="cb-top"><strong>{escape(ROLE_NAMES[role])}</strong>'
            f"<span>{escape(name)}</span></div>"
            f'<div class="cb-text"><mark class="cb-{role}">{escape(quote)}</mark></div>'
        )
        if isinstance(placed, str):
            st.warning(
                tr("This does not stand in the documents as they are. Remove it, take anew.")
            )
            st.code(tr(placed), language=None, wrap_lines=True)
        elif not placed.confirmed:
            _confirm(draft, piece, writable)
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            if writable:
                _role(draft, piece, role)
            if isinstance(placed, Passage) and st.button(
                tr("Show"),
                key=draft.key(f"show_{piece.number}"),
                icon=":material/visibility:",
                type="tertiary",
            ):
                look_at(placed.span.start)
                st.query_params["document"] = placed.document
                st.rerun()
            if writable and st.button(
                tr("Remove"),
                key=draft.key(f"drop_{piece.number}"),
                icon=":material/close:",
                type="tertiary",
            ):
                draft.drop(piece.number)
                st.rerun()


def _confirm(draft: Draft, piece: Piece, writable: bool) -> None:
    st.caption(tr("A program found this place; no person has confirmed it."))
    if writable and st.button(tr("Confirm it"), key=draft.key(f"confirm_{piece.number}")):
        piece.row.pop("confirmed", None)
        st.rerun()


def _role(draft: Draft, piece: Piece, role: str) -> None:
    picked = st.segmented_control(
        tr("Role"),
        ["answer", "context"],
        format_func=ROLE_NAMES.__getitem__,
        default=role,
        required=True,
        key=draft.key(f"role_{piece.number}"),
        label_visibility="collapsed",
        help=TERMS["role"],
    )
    if picked != role:
        piece.row["role"] = picked
        st.rerun()


def by_words(draft: Draft, documents: dict[str, Document], first: str) -> None:
    """Evidence found by its words: what a screen reader or a keyboard gets by.

    Args:
        first: The document whose places come first.
    """
    with st.expander(tr("Find evidence by its words"), icon=":material/search:"):
        quote = st.text_area(tr("Quote"), key=draft.key("quote"), height=80, help=TERMS["quote"])
        if not quote.strip():
            st.caption(tr("Type or paste words that stand in a document."))
            return
        order = sorted(documents, key=lambda name: name != first)
        everywhere = (
            (documents[name], span) for name in order for span in places(documents[name], quote)
        )
        found = list(islice(everywhere, MOST_PLACES + 1))
        if not found:
            st.caption(tr("These words stand in no document of the set."))
            return
        count = min(len(found), MOST_PLACES)
        if len(found) > MOST_PLACES:
            st.caption(tr("More than {n} places. Take the one you mean:", n=count))
        else:
            st.caption(
                trn(
                    "{n} place. Take the one you mean:", "{n} places. Take the one you mean:", count
                )
            )
        for number, (document, span) in enumerate(found[:MOST_PLACES], 1):
            _place(draft, document, span, number)


def place_html(document: Document, span: Span) -> str:
    """A place with a little of the text around it."""
    start, end = max(0, span.start - AROUND), min(len(document.text), span.end + AROUND)
    text = marked(document, Span(start, end), [Passage(document.id, span)])
    before, after = "… " if start else "", " …" if end < len(document.text) else ""
    top = f'<div class="cb-top"><span>{escape(document.id)}</span></div>'
    return f'<div class="cb-unit">{top}<div class="cb-text">{before}{text}{after}</div></div>'


def _place(draft: Draft, document: Document, span: Span, number: int) -> None:
    st.html(STYLE + place_html(document, span))
    with st.container(horizontal=True, gap="small"):
        for role, label in (
            ("answer", tr("Take place {n} as answer", n=number)),
            ("context", tr("Take place {n} as context", n=number)),
        ):
            if st.button(
                label,
                key=draft.key(f"take_{number}_{role}"),
            ):
                take(draft, document, span, role)
                look_at(span.start)
                st.query_params["document"] = document.id
                st.rerun()
