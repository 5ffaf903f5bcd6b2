"""What a declared protocol would come to, and the button that seals and runs it."""

import shlex
from collections.abc import Sequence

import streamlit as st

from evaluation.protocol import Protocol
from evaluation.protocol_fields import outside
from evaluation.protocol_form import AGAINST, MODEL, Draft
from evaluation.protocol_preview import Preview, previewed
from evaluation.protocol_toml import protocol_toml
from evaluation.seal import change_words, declared
from golden_sets.golden_set import GoldenSet
from golden_sets.language import tr, trn
from pages.ui import change_decisions, decide_model, decide_stored, people, stored
from pages.ui.decide_terms import term
from pages.ui.decide_words import gate_lines, level_words, plain

# What begins so is no rule that a person declares.
PROGRAM = ("conditions.", "chunks.")
MOST_CHANGES = 6


def show(protocol: Protocol, name: str, golden: GoldenSet, draft: Draft, busy: bool) -> None:
    """What it would come to, in words, and what can be done with it.

    Args:
        name: What the set is found by.
        draft: The model of the run and the run that a gate counts from.
        busy: A decision of this set is being made.
    """
    model, against = draft[MODEL], draft[AGAINST]
    asked = decide_model.answered(model) if outside(model) else model
    with st.spinner(tr("Looking at what was run before")):
        held, offer = decide_stored.kept(), stored.offer(name)
        found = previewed(protocol, golden, held.seals, asked, held.vectors, offer)
    st.markdown("## " + tr("What this would come to"), help=term("seal"))
    st.markdown("\n".join(f"- {plain(line)}" for line in _lines(protocol, found)))
    for line in _warnings(protocol, found):
        st.warning(plain(line), icon=":material/warning:")
    if asked is None:
        decide_model.offer(model)
    elif found.fault:
        st.error(tr("No seal can be made of it now:"), icon=":material/lock_open:")
        st.code(tr(found.fault), language=None, wrap_lines=True)
    open_gate = protocol.gate.max_lost is not None and not against
    _seal(protocol, name, draft, busy, not (found.fault or not found.questions or open_gate))
    _files(protocol, name, draft, found.seal.changed)


def _seal(protocol: Protocol, name: str, draft: Draft, busy: bool, ready: bool) -> None:
    """The button, and what it waits for."""
    gate = protocol.gate.max_lost is not None
    if gate and not draft[AGAINST]:
        st.info(
            tr("Questions lost are counted from a stored run: choose one under “Gate” to run."),
            icon=":material/info:",
        )
    if st.button(
        tr("Seal and run"),
        type="primary",
        icon=":material/lock:",
        key="decide_seal",
        width="stretch",
        **people.locked(busy or not ready),
    ):
        counted = draft[AGAINST] if gate else ""
        job = change_decisions.declare(name, protocol, draft[MODEL], counted)
        st.query_params["job"] = job.id
        st.rerun()
    st.caption(
        tr("A decision of this set is being made; the next can be sealed after it.")
        if busy
        else tr("Nothing is sealed before you press it. A seal stays, with its time.")
    )


def _files(protocol: Protocol, name: str, draft: Draft, changes: Sequence[str]) -> None:
    """The rules as a file, and the same run from a terminal."""
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
            _command(name, protocol, draft[MODEL], draft[AGAINST]), language=None, wrap_lines=True
        )
        if changes:
            st.caption(tr("All that differs from the first protocol of this set:"))
            st.text("\n".join(map(change_words, changes)))


def _command(name: str, protocol: Protocol, model: str, against: str) -> str:
    words = ["python", "-m", "evaluation", "run", name, "--protocol", "decision.toml"]
    words += ["--model", model]
    if protocol.gate.max_lost is not None:
        words += ["--against", against or "RUN"]
    return shlex.join(words)


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
    lines += gate_lines(protocol)
    if found.seal.hash:
        lines.append(tr("its hash: {hash}", hash=found.seal.hash[:12]))
    if found.seal.first:
        changed = changed_line(found.seal.changed)
        lines.append(
            tr(
                "it is not the first protocol of this set, that is {first}; changed: {changed}",
                first=found.seal.first[:12],
                changed=changed,
            )
        )
    return lines


def changed_line(changes: Sequence[str]) -> str:
    """What differs from the first protocol: rules by name, the program and its cuts by number."""
    rules = [one for one in changes if not one.startswith(PROGRAM)]
    said = [change_words(one) for one in rules[:MOST_CHANGES]]
    if more := len(rules) - MOST_CHANGES:
        said += [tr("{n:,} more", n=more)] if more > 0 else []
    if others := len(changes) - len(rules):
        said.append(
            trn(
                "{n} part of the program or of what it cuts",
                "{n} parts of the program and of what it cuts",
                others,
            )
        )
    return tr("; ").join(said) or tr("nothing but its seal")


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
