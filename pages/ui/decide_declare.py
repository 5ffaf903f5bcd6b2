"""Declaring a protocol: the form, what it would come to, its file, and the button that seals it."""

import tomllib
from collections.abc import Mapping

import streamlit as st

from evaluation.protocol import Protocol, ProtocolError
from evaluation.protocol_file import protocol_of
from evaluation.protocol_form import MODEL, Draft, draft_of, typed
from evaluation.protocol_parts import Gate
from evaluation.protocol_preview import Preview, previewed
from evaluation.protocol_toml import protocol_toml
from evaluation.seal import change_words, declared
from golden_sets.golden_set import GoldenSet
from golden_sets.language import tr, trn
from golden_sets.toml_words import toml_words
from pages.ui import decide_stored
from pages.ui.decide_draft import draft_for, into_address, key, replace_draft
from pages.ui.decide_form import LABELS, Form
from pages.ui.decide_terms import term
from pages.ui.decide_words import level_words, plain

MOST_BYTES = 100_000


def show(name: str, golden: GoldenSet, busy: bool) -> None:
    """The form and its preview side by side.

    Args:
        name: What the set is found by, as its address says it.
        busy: A decision of this set is being made; no other is started beside it.
    """
    draft = draft_for(name)
    classes = {document.document_class for document in golden.documents} - {""}
    left, right = st.columns([3, 2], gap="medium")
    with left:
        # What the widgets hold now is what is checked: the faults stand beside them.
        faults = typed(_current(name, draft), classes).faults
        Form(name, draft, faults, classes).show()
    into_address(draft)
    found = typed(draft, classes)
    with right:
        if found.protocol is None:
            _faulty(found.faults)
        else:
            _preview(found.protocol, name, golden, draft[MODEL], busy)
        _upload(name)


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


def _preview(protocol: Protocol, name: str, golden: GoldenSet, model: str, busy: bool) -> None:
    with st.spinner(tr("Looking at what was run before")):
        held = decide_stored.kept()
        found = previewed(protocol, golden, held.seals, model, held.vectors)
    st.markdown("## " + tr("What this would come to"), help=term("seal"))
    st.markdown("\n".join(f"- {plain(line)}" for line in _lines(protocol, found)))
    for line in _warnings(protocol, found):
        st.warning(plain(line), icon=":material/warning:")
    if found.fault:
        st.error(tr("No seal can be made of it now:"), icon=":material/lock_open:")
        st.code(tr(found.fault), language=None, wrap_lines=True)
    ready = not (busy or found.fault or not found.questions)
    if st.button(
        tr("Seal and run"),
        type="primary",
        disabled=not ready,
        icon=":material/lock:",
        key="decide_seal",
        width="stretch",
    ):
        job = decide_stored.start(name, protocol, model)
        st.query_params["job"] = job.id
        st.rerun()
    st.caption(
        tr("A decision of this set is being made; the next can be sealed after it.")
        if busy
        else tr("Nothing is sealed before you press it. A seal stays, with its time.")
    )
    st.download_button(
        tr("The protocol as a file"),
        protocol_toml(protocol),
        "decision.toml",
        mime="application/toml",
        icon=":material/download:",
        key="decide_toml",
        on_click="ignore",
    )
    with st.expander(tr("What would be sealed, and the same run from a terminal")):
        st.code(protocol_toml(protocol), language=None, wrap_lines=True)
        st.code(
            f"python -m evaluation run {name} --protocol decision.toml --model {model}",
            language=None,
            wrap_lines=True,
        )


def _lines(protocol: Protocol, found: Preview) -> list[str]:
    """What the comparisons share, what they can show, and how the declaration would read."""
    level = level_words(protocol.level)
    shared = trn(
        "{n} comparison, its interval at {each} %",
        "{n} comparisons share the {level} %: each interval at {each} %",
        protocol.comparisons,
        level=level,
        each=level_words(protocol.shared_level),
    )
    of = tr("to decide on") if found.split else tr("in all, as the set has no split")
    asked = trn(
        "{n} question {of}, over {clusters} clusters of linked documents",
        "{n} questions {of}, over {clusters} clusters of linked documents",
        found.questions,
        of=of,
        clusters=found.clusters,
    )
    told = declared(found.seal)
    if found.sealed:
        when = found.sealed.replace("T", " ").replace("Z", " UTC")
        told = tr("just this was sealed on {when}: that seal is used, no new one", when=when)
    lines = [shared, asked, _detectable(found), tr("it would read: {told}", told=told)]
    if found.seal.hash:
        lines.append(tr("its hash: {hash}", hash=found.seal.hash[:12]))
    if found.seal.first:
        changed = tr("; ").join(map(change_words, found.seal.changed)) or tr("nothing but its seal")
        lines.append(
            tr(
                "it is not the first protocol of this set, that is {first}; changed: {changed}",
                first=found.seal.first[:12],
                changed=changed,
            )
        )
    return lines


def _detectable(found: Preview) -> str:
    if found.detectable is None or found.detectable >= 1:
        return tr("these questions could show no difference at all")
    return tr(
        "they could show a difference of {points:.0f} points or more, if {changed:.0f} % of them "
        "come out differently under two variants",
        points=100 * found.detectable,
        changed=100 * found.changed,
    )


def _warnings(protocol: Protocol, found: Preview) -> list[str]:
    lines = []
    if not found.questions:
        lines.append(
            tr("No answerable question is there to decide on; write some on the page Write.")
        )
    elif found.local:
        lines.append(
            tr(
                "Under 8 clusters nothing can be adopted: the verdicts would speak for these "
                "documents only."
            )
        )
    shown = 100 if found.detectable is None else 100 * found.detectable
    if found.questions and shown > protocol.adopt_at:
        lines.append(
            tr(
                "A true difference of just {at:g} points, at which you would adopt, would most "
                "often end as “cannot tell”.",
                at=protocol.adopt_at,
            )
        )
    if not found.split and found.questions:
        lines.append(
            tr(
                "The set has no split, so settings may have been chosen on the questions that "
                "decide; every verdict will say so."
            )
        )
    return lines


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
    st.session_state["decide_notice"] = (
        tr("Taken from the file. Its [gate] is for the command line, and was left out.")
        if given.gate != Gate()
        else tr("Taken from the file.")
    )
    st.rerun()
