"""The explanations of terms, in the reader's language."""

from golden_sets.language import tr
from pages.ui.terms import TERMS


def term(name: str) -> str:
    """What a tooltip says of the term."""
    return tr(TERMS[name])
