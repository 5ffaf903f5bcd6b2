"""Contexts and questions on documents small enough to count by hand."""

from evaluation.metrics import Case
from evaluation.packing import Context, Unit, UnitTable
from evaluation.spans import Blanks, required
from golden_sets.document import Document, Span
from golden_sets.plain_text import read_plain_text
from golden_sets.question import Passage, Question

# "Alpha pays 10 EUR." [0,18), "Beta pays 20 EUR." [19,36), "Gamma pays 30 EUR." [37,55)
D = read_plain_text("d", "Alpha pays 10 EUR. Beta pays 20 EUR. Gamma pays 30 EUR.\n")
# "Delta pays 40 EUR." [0,18)
E = read_plain_text("e", "Delta pays 40 EUR.\n")
DOCUMENTS = {"d": D, "e": E}


def words(text: str) -> int:
    """Tokens that are easy to count by hand."""
    return len(text.split())


def passage(start: int, end: int, role: str = "answer", document: str = "d") -> Passage:
    return Passage(document, Span(start, end), role)  # type: ignore[arg-type]


def question(*alternatives: tuple[Passage, ...]) -> Question:
    several = any(sum(p.role == "answer" for p in way) > 1 for way in alternatives)
    kind = "unanswerable" if not alternatives else "multi_hop" if several else "single"
    return Question("q", "?", kind, tuple(alternatives))  # type: ignore[arg-type]


def unit(start: int, end: int, document: str = "d") -> Unit:
    span = (Span(start, end),)
    tokens = words(DOCUMENTS[document].text[start:end])
    return Unit(document, span, (), "", span, tokens)


def case(
    asked: Question,
    units: list[Unit],
    packed: int | None = None,
    documents: dict[str, Document] = DOCUMENTS,
) -> Case:
    """All units ranked, the first `packed` of them (all by default) in the context."""
    taken = tuple(units if packed is None else units[:packed])
    used = sum(u.tokens for u in taken)
    needed = {p: required(documents[p.document], p.span) for way in asked.evidence for p in way}
    blanks = {name: Blanks(document.text) for name, document in documents.items()}
    return Case(asked, tuple(units), Context("q", max(1, used), taken, used), needed, blanks)


def table() -> UnitTable:
    return UnitTable((), DOCUMENTS, words)
