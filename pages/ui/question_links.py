"""Links and text inside our own HTML: every piece escaped, every address by id."""

from html import escape
from urllib.parse import urlencode

import streamlit as st

from pages.ui.language import NAME

# Characters from which a question stands in a frame that scrolls, of so many pixels.
MANY = 1500
FRAMED = 240


def shown(text: str) -> str:
    """Text of a user as HTML; half a surrogate pair, which no page can carry, shows as `?`."""
    return escape(text.encode("utf-8", "replace").decode())


def address(page: str, fragment: str = "", **query: str) -> str:
    """The address of another page, in the language that this one's address names.

    Args:
        fragment: An id inside the page to go to.
    """
    spoken = st.query_params.get(NAME)
    named = {**query, NAME: spoken} if spoken else query
    sure = {key: value.encode("utf-8", "replace").decode() for key, value in named.items()}
    return f"{page}?{urlencode(sure)}" + (f"#{fragment}" if fragment else "")


def link(href: str, words: str, css: str = "cb-link") -> str:
    """A link as HTML, address and words escaped."""
    return f'<a class="{css}" target="_self" href="{escape(href)}">{shown(words)}</a>'


def brief(text: str, most: int = 120) -> str:
    """The text in one line, cut where it is longer than a choice can show."""
    line = " ".join(text[: 2 * most].split()).encode("utf-8", "replace").decode()
    return line if len(line) <= most else f"{line[:most]}…"


def words(text: str) -> None:
    """A question's words as text; very many in a frame of their own."""
    sure = text.encode("utf-8", "replace").decode()
    with st.container(height=FRAMED if len(sure) > MANY else "content", border=False):
        st.text(sure)


def plain(name: str) -> str:
    """An id of a variant inside markdown, where of its characters only `_` means something."""
    return name.replace("_", "\\_")


def no_link(label: str, icon: str) -> None:
    """Where a link stands that leads nowhere now; a disabled one could hardly be read."""
    st.caption(f"{icon} {label}", width="content")
