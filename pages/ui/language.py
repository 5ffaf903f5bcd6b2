"""The language of the pages, chosen in the sidebar and kept in the URL."""

from pathlib import Path

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from golden_sets.language import LANGUAGES, speak, tr
from pages.ui import frame_words

NAME = "lang"
KEPT = "language"
CHOICE = "language_choice"
TAGS = {"en": "en", "zh": "zh-CN"}
# What a screen reader pronounces the page in, and what Streamlit itself says on it.
_document = st.components.v2.component(
    "chunkboard_language",
    html="<span></span>",
    js=(Path(__file__).parent / "frame_words.js").read_text(encoding="utf-8"),
    isolate_styles=False,
)


def _of_session() -> str:
    """The session's language; English outside of a session."""
    if get_script_run_ctx(suppress_warning=True) is None:
        return "en"
    return str(st.session_state.get(KEPT, "en"))


def choose() -> None:
    """The choice, at first the browser's own language where there is a translation.

    Links between the pages name no language: it is put back into the address they lead to, unless
    it is the browser's own.
    """
    speak(_of_session)
    own = (st.context.locale or "en").split("-")[0]
    own = own if own in LANGUAGES else "en"
    asked = st.query_params.get(NAME, "")
    chosen = asked if asked in LANGUAGES else st.session_state.get(KEPT, own)
    st.session_state[KEPT] = st.session_state[CHOICE] = chosen
    if asked and asked not in LANGUAGES:
        st.info(
            tr(
                "This link names a language that the pages do not speak; {name} is shown.",
                name=LANGUAGES[chosen],
            ),
            icon=":material/info:",
        )
    if chosen == own:
        st.query_params.pop(NAME, None)
    elif asked != chosen:
        st.query_params[NAME] = chosen
    st.sidebar.segmented_control(
        "Language · 语言",
        list(LANGUAGES),
        format_func=LANGUAGES.__getitem__,
        required=True,
        key=CHOICE,
        on_change=_changed,
    )
    with st.sidebar:
        _document(key="document_language", data={"tag": TAGS[chosen], "words": frame_words.words()})


def _changed() -> None:
    st.session_state[KEPT] = st.session_state[CHOICE]
    st.query_params.pop(NAME, None)
