"""What a proposal to the author of a golden set is."""

from dataclasses import dataclass
from typing import Literal

from golden_sets.document import Span
from golden_sets.language import marked
from golden_sets.question import Passage

# What pages call the kinds.
KINDS = (
    marked("number"),
    marked("definition"),
    marked("exception"),
    marked("table row"),
    marked("twin"),
)
CandidateKind = Literal["number", "definition", "exception", "table_row", "twin"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """Evidence that a question could be written for; a person writes the question.

    Attributes:
        document: Its id.
        span: The answer, inside one block of the document.
        context: What the answer misleads without, in the same document, in order.
        words: One sentence for the author: why it is worth asking.
        score: Higher is better; for ordering, with no unit.
        other: Of a twin the passage it could be mistaken for, maybe of another document.
    """

    kind: CandidateKind
    document: str
    span: Span
    context: tuple[Span, ...]
    words: str
    score: float
    other: Passage | None = None


def shown(text: str, longest: int = 60) -> str:
    """The text on one line and not too long, in quotation marks."""
    line = " ".join(text.split())
    return f"“{line if len(line) <= longest else line[: longest - 1].rstrip() + '…'}”"
