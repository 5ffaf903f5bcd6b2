"""Declaring a protocol: the form, what it would come to, its file, and the button that seals it."""

import tomllib
from collections.abc import Mapping

import streamlit as st

from evaluation.protocol import ProtocolError
from evaluation.protocol_file import protocol_of
from evaluation.protocol_form import MODEL, Draft, draft_of, typed
from golden_sets.golden_set import GoldenSet
from golden_sets.language import tr
from golden_sets.toml_words import toml_words
from pages.ui import decide_preview, stored
from pages.ui.decide_draft import draft_for, into_address, key, replace_draft
from pages.ui.decide_form import LABELS, Form
from pages.ui.decide_words import plain

MOST_BYTES = 100_000
MOST_RUNS = 50


def show(name: str, golden: GoldenSet, busy: bool) -> None:
    """The form and its preview side by side.

    Args:
        name: What the set is found by, as its address says it.
        busy: A decision of this set is being made; no other is started beside it.
    """
    draft = draft_for(name)
    classes = {document.document_class for document in golden.documents} - {""}
    runs, offer = _runs(golden), stored.offer(name)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        # What the widgets hold now is what is checked: the faults stand beside them.
        faults = typed(_current(name, draft), classes, runs, offer).faults
        Form(name, draft, faults, classes, runs).show()
    into_address(draft)
    found = typed(draft, classes, runs, offer)
    with right:
        if found.protocol is None:
            _faulty(found.faults)
        else:
            decide_preview.show(found.protocol, name, golden, draft, busy)
        _upload(name)


def _runs(golden: GoldenSet) -> dict[str, str]:
    """The stored runs of this set, as a person tells them apart."""
    listed = stored.store().runs(golden.name)[:MOST_RUNS]
    return {one.id: f"{one.id} · {one.created[:16].replace('T', ' ')}" for one in listed}


def _current(golden_set: str, draft: Draft) -> Draft:
    """The draft with what the fields hold now, which is newer than what was kept of them."""
    now = {name: st.session_state.get(key(golden_set, name), text) for name, text in draft.items()}
    return {k: ", ".join(v) if isinstance(v, list) else (v or "") for k, v in now.items()}


def _faulty(faults: Mapping[str, str]) -> None:
    st.markdown("## " + tr("Not ready to be sealed"))
    for name, line in faults.items():
        told = (
            tr("{field}: {fault}", field=tr(LABELS[name]), fault=line) if name in LABELS else line
        )
        st.warning(plain(told), icon=":material/error:")
    st.button(tr("Seal and run"), type="primary", disabled=True, key="decide_seal", width="stretch")


def _upload(golden_set: str) -> None:
    turn = st.session_state.get("decide_draft_turn", 0)
    sent = st.file_uploader(
        tr("Take a protocol from a file"),
        type=["toml"],
        key=f"decide_upload_{turn}",
        max_upload_size=1,
    )
    if sent is None:
        return
    try:
        if sent.size > MOST_BYTES:
            raise ProtocolError(
                tr("{n:,} bytes; allowed are {most:,}", n=sent.size, most=MOST_BYTES)
            )
        given = protocol_of(tomllib.loads(sent.getvalue().decode("utf-8-sig")))
    except (ProtocolError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        st.error(tr("This file is no protocol; the form is as it was:"), icon=":material/error:")
        st.code(tr(toml_words(error)), language=None, wrap_lines=True)
        return
    replace_draft(golden_set, draft_of(given, draft_for(golden_set)[MODEL]))
    st.session_state["decide_notice"] = tr("Taken from the file.")
    st.rerun()
