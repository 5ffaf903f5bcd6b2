"""Controls of the page Compare that live in the URL, by id."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from golden_sets.language import tr
from pages.ui import url_kept
from pages.ui.terms import TERMS

_MEANT = re.compile(r"([!-/:-@\[-`{-~])")
Named = Callable[[str], str]


def literal(words: str) -> str:
    """The words as Markdown that shows them as they are, in one line."""
    return _MEANT.sub(r"\\\1", " ".join(words.split()))


def explained(term: str) -> str:
    """What a term means, for a tooltip."""
    words = TERMS[term]
    return tr(words)


def asked(name: str, label: str, options: Sequence[str]) -> list[str]:
    """What the URL's parameter names of the options; what is not there gets a sentence."""
    given = st.query_params.get_all(name)
    known = [one for one in options if one in given]
    if set(given) - set(options):
        st.info(
            tr("What this link names under “{label}” is not there (any more).", label=label),
            icon=":material/info:",
        )
        keep(name, known)
    return known


def keep(name: str, values: Sequence[str]) -> None:
    """Writes a parameter; without values it is taken out."""
    if values:
        st.query_params[name] = list(values)
    else:
        st.query_params.pop(name, None)


def one_of(
    widget: Callable[..., Any],
    label: str,
    name: str,
    options: Sequence[str],
    default: str,
    named: Named = str,
    clears: Sequence[str] = (),
    **more: Any,
) -> str:
    """A choice of one, by a widget of one value; a click that takes the choice back is none.

    Args:
        clears: Parameters that mean nothing any more once the person chooses another.
    """
    key = f"compare_{name}"
    known = asked(name, label, options)
    st.session_state[key] = known[0] if known else default

    @url_kept.one_step()
    def changed() -> None:
        keep(name, [st.session_state[key]] if st.session_state[key] else [])
        for other in clears:
            st.query_params.pop(other, None)

    picked = widget(label, options, format_func=named, key=key, on_change=changed, **more)
    return str(picked or default)


def how_many(label: str, name: str, options: Sequence[int], **more: Any) -> int:
    """A choice of one number; a link's other number means the next larger one there is."""
    named = st.query_params.get(name, "")
    if named.isdecimal() and int(named) not in options:
        larger = [one for one in options if one >= int(named)]
        keep(name, [str(min(larger, default=options[-1]))])
    texts = [str(one) for one in options]
    return int(one_of(st.segmented_control, label, name, texts, texts[0], wrap=True, **more))


def some_of(
    label: str, name: str, options: Sequence[str], named: Named = str, **more: Any
) -> list[str]:
    """A choice of several as pills; none chosen means all."""
    key = f"compare_{name}"
    st.session_state[key] = asked(name, label, options)

    def changed() -> None:
        keep(name, st.session_state[key])

    picked = st.pills(
        label,
        options,
        selection_mode="multi",
        format_func=named,
        key=key,
        on_change=changed,
        wrap=True,
        **more,
    )
    return [one for one in options if one in picked]
