"""Passages worth asking about, which spare the author of a golden set the blank page."""

from collections.abc import Iterable
from itertools import chain

from golden_sets.candidates.candidate import Candidate
from golden_sets.candidates.definitions import definitions
from golden_sets.candidates.exceptions import exceptions
from golden_sets.candidates.layout import layout_of
from golden_sets.candidates.numbers import numbers
from golden_sets.candidates.rows import rows
from golden_sets.candidates.selection import best
from golden_sets.candidates.twin_passages import twins
from golden_sets.document import Document, Span
from golden_sets.question import Passage

__all__ = ["Candidate", "candidates", "twins"]


def candidates(document: Document, taken: Iterable[Span] = ()) -> tuple[Candidate, ...]:
    """Evidence in a document that questions could be written for, the best first.

    Numbers with units, definitions, exceptions with their rules, and rows of tables with their
    headers; at most three in a section, and as many again in every 1,500 characters of a longer
    one. Rules of form only, for English and Chinese: what they propose, a person judges.

    Args:
        taken: Evidence of the golden set in this document, which no answer overlaps.
    """
    layout = layout_of(document)
    found = chain(numbers(layout), definitions(layout), exceptions(layout), rows(layout))
    passages = (Passage(document.id, span) for span in taken)
    return best(found, {document.id: layout}, passages)
