"""Documents taken into a set, with how far it is."""

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from golden_sets import uploads
from golden_sets.language import tr
from golden_sets.uploads import Sent, Taken
from pages.ui import change_sets


def taken(folder: Path, sent: Sequence[Sent], who: str) -> Taken:
    """Takes the files, a bar over them while it lasts."""
    count = uploads.expected(sent)
    bar = st.progress(0.0, tr("Reading the documents"))
    named = st.empty()

    def told(name: str, before: int) -> None:
        words = tr(
            "Reading document {n:,} of {count:,}", n=before + 1, count=max(count, before + 1)
        )
        bar.progress(min(1.0, before / max(1, count)), words)
        # A name is the person's own, so it is no markdown, as a bar's label is.
        named.text(name)

    found = change_sets.add_documents(folder, sent, who, told)
    bar.empty()
    named.empty()
    return found
