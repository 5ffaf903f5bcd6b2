"""The protocol being declared: what was typed, kept in the session and in the address."""

import streamlit as st

from evaluation.protocol_form import Draft, default_draft

# What the address calls a field: `p.adopt_at=6`. Only what is not the default stands there.
PREFIX = "p."


def draft_for(golden_set: str) -> Draft:
    """What was typed for this set; at first the defaults, and what the address says otherwise."""
    drafts: dict[str, Draft] = st.session_state.setdefault("decide_drafts", {})
    if golden_set not in drafts:
        draft = default_draft()
        for name in draft:
            draft[name] = st.query_params.get(PREFIX + name, draft[name])
        drafts[golden_set] = draft
    return drafts[golden_set]


def replace_draft(golden_set: str, draft: Draft) -> None:
    """Takes another draft whole, and draws its fields anew."""
    st.session_state["decide_drafts"][golden_set] = {**default_draft(), **draft}
    st.session_state["decide_draft_turn"] = st.session_state.get("decide_draft_turn", 0) + 1


def key(golden_set: str, name: str) -> str:
    """The key of a field's widget; another one once the draft was replaced."""
    return f"decide_{golden_set}_{st.session_state.get('decide_draft_turn', 0)}_{name}"


def into_address(draft: Draft) -> None:
    """Lets the address say what is not the default, so that a link or a reload keeps it."""
    usual = default_draft()
    for name, text in draft.items():
        if text != usual[name]:
            st.query_params[PREFIX + name] = text
        else:
            st.query_params.pop(PREFIX + name, None)


def out_of_address() -> None:
    """Takes the draft out of the address of a page that shows something else."""
    for name in [name for name in st.query_params if name.startswith(PREFIX)]:
        del st.query_params[name]
