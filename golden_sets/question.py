"""Questions, and the passages that answer them."""

from dataclasses import dataclass, field
from typing import Literal

from golden_sets.document import Span
from golden_sets.language import worded

QuestionKind = Literal["single", "multi_hop", "unanswerable"]
Role = Literal["answer", "context"]
Split = Literal["tune", "decide"]


@dataclass(frozen=True, slots=True)
class Passage:
    """A place that states the fact (`answer`), or that the fact misleads without (`context`).

    Attributes:
        confirmed: False for a place that a program found and no person has looked at.
        whole: It stands for its whole document, any part of which will do.
    """

    document: str
    span: Span
    role: Role = "answer"
    # Not in the repr, of which a golden set's digest is made: to confirm a place moves nothing.
    confirmed: bool = field(default=True, repr=False)
    whole: bool = field(default=False, repr=False)


@dataclass(frozen=True, slots=True)
class Question:
    """One question and its evidence.

    Attributes:
        evidence: Alternatives; each is enough by itself, and each has an answer passage. Empty
            for an unanswerable question.
        question_class: The class its answer documents share, `mixed` where they differ.
        weight: Traffic or severity, above 0.
        split: Whether settings may be tuned on it or only decided; None where the set has none.
    """

    id: str
    text: str
    kind: QuestionKind
    evidence: tuple[tuple[Passage, ...], ...] = ()
    tags: tuple[str, ...] = ()
    weight: float = 1.0
    split: Split | None = None
    author: str = ""
    checked_by: str = ""
    question_class: str = ""

    def __post_init__(self) -> None:
        if (self.kind == "unanswerable") != (not self.evidence):
            raise ValueError(
                worded(
                    "question {id!r}: {kind} with {n} evidence",
                    id=self.id,
                    kind=self.kind,
                    n=len(self.evidence),
                )
            )
        if not self.weight > 0:
            raise ValueError(
                worded(
                    "question {id!r}: weight {weight!r}, allowed is above 0",
                    id=self.id,
                    weight=self.weight,
                )
            )
        for alternative in self.evidence:
            if not any(passage.role == "answer" for passage in alternative):
                raise ValueError(
                    worded("question {id!r}: an alternative without an answer passage", id=self.id)
                )

    @property
    def answerable(self) -> bool:
        return bool(self.evidence)
