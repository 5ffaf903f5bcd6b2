"""What stands on record of a decided run must be so, that a page can show it."""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import ConfigDict, Field, Strict, StringConstraints
from typing_extensions import TypedDict

from evaluation.decision_log import ACTIONS, COMMENT, DECISION, LONGEST_NAME, LONGEST_WORDS
from evaluation.robustness import NOT_RUN
from evaluation.run_marks import NOTE_CHARACTERS
from evaluation.run_schema import (
    OPEN,
    Count,
    Line,
    Name,
    Number,
    Share,
    Text,
    Time,
    VariantId,
    schema_faults,
)
from evaluation.settings import RETRIEVERS
from evaluation.verdicts import ADOPT, CANNOT_TELL, IDENTICAL, PILOT, REJECT

_CLOSED = ConfigDict(extra="forbid")
MOST_ENTRIES = 10_000
Hash = Annotated[str, Strict(), StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Retriever = Literal[RETRIEVERS]  # type: ignore[valid-type]
Verdict = Literal[ADOPT, PILOT, REJECT, CANNOT_TELL, IDENTICAL]  # type: ignore[valid-type]
AnyVerdict = Literal[ADOPT, PILOT, REJECT, CANNOT_TELL, IDENTICAL, NOT_RUN]  # type: ignore[valid-type]


def _up_to(most: int, least: int = 0) -> Any:
    return Annotated[Name, Field(min_length=least, max_length=most)]


class SealPart(TypedDict):
    __pydantic_config__ = _CLOSED  # type: ignore[misc]
    hash: Hash
    sealed: Time
    content: dict[str, Any]
    seen_candidates: list[Line]
    seen_variants: list[Line]
    first: Literal[""] | Hash
    changed: list[Text]
    mark: Hash


class SumPart(TypedDict):
    __pydantic_config__ = _CLOSED  # type: ignore[misc]
    created: Time
    seal: Hash
    results: Hash
    verdicts: list[list[Text]]


class EntryPart(TypedDict):
    __pydantic_config__ = _CLOSED  # type: ignore[misc]
    seal: _up_to(64)  # type: ignore[valid-type]
    made: Time
    kind: Literal[COMMENT, DECISION]  # type: ignore[valid-type]
    who: _up_to(LONGEST_NAME, 1)  # type: ignore[valid-type]
    action: Literal["", *ACTIONS]  # type: ignore[valid-type]
    candidate: _up_to(300)  # type: ignore[valid-type]
    retriever: _up_to(32)  # type: ignore[valid-type]
    departs: Annotated[bool, Strict()]
    words: _up_to(LONGEST_WORDS)  # type: ignore[valid-type]


class RecordPart(TypedDict):
    __pydantic_config__ = _CLOSED  # type: ignore[misc]
    seal: SealPart | None
    sum: SumPart | None
    entries: Annotated[list[EntryPart], Field(max_length=MOST_ENTRIES)]


class NotePart(TypedDict):
    __pydantic_config__ = _CLOSED  # type: ignore[misc]
    written: _up_to(32)  # type: ignore[valid-type]
    text: _up_to(NOTE_CHARACTERS)  # type: ignore[valid-type]
    who: NotRequired[_up_to(LONGEST_NAME)]  # type: ignore[valid-type]


RECORD, NOTES = RecordPart, Annotated[list[NotePart], Field(max_length=MOST_ENTRIES)]


class Told(TypedDict):
    __pydantic_config__ = OPEN  # type: ignore[misc]
    condition: Line
    verdict: AnyVerdict


class Stands(TypedDict):
    __pydantic_config__ = OPEN  # type: ignore[misc]
    same: Count
    of: Count
    conditions: list[Told]


class Payer(TypedDict):
    __pydantic_config__ = OPEN  # type: ignore[misc]
    id: Text
    text: Text
    weight: Number


class VerdictPart(TypedDict):
    __pydantic_config__ = OPEN  # type: ignore[misc]
    candidate: VariantId
    retriever: Retriever
    verdict: Verdict
    reason: Text
    difference: Number | None
    low: Number | None
    high: Number | None
    preconditions: Annotated[list[Text], Field(min_length=4)]
    lost: list[Payer]
    gained: list[Payer]
    monthly_cost: Number
    robustness: Stands


class PricePart(TypedDict):
    __pydantic_config__ = OPEN  # type: ignore[misc]
    first: Number
    monthly: Number
    embedding: Number
    storage: Number
    reembedded: Number
    measured: bool


class ClassPart(TypedDict):
    __pydantic_config__ = OPEN  # type: ignore[misc]
    retriever: Retriever
    questions: Count
    recommended: VariantId
    compared: VariantId | None
    local: bool | None
    difference: Number | None
    low: Number | None
    high: Number | None


class NoMixedPart(TypedDict):
    __pydantic_config__ = OPEN  # type: ignore[misc]
    retriever: Retriever
    toml: None
    why: Text


class MixedPart(TypedDict):
    __pydantic_config__ = OPEN  # type: ignore[misc]
    retriever: Retriever
    basis: Text
    toml: Text
    classes: dict[str, Text]
    index_tokens: NotRequired[Count]
    price: NotRequired[PricePart]
    broken: NotRequired[list[Text]]


class ProtocolPart(TypedDict):
    __pydantic_config__ = OPEN  # type: ignore[misc]
    questions: Count
    comparisons: Count
    shared_level: Share
    prices: dict[Retriever, dict[VariantId, PricePart]]
    classes: list[ClassPart]
    mixed: list[NoMixedPart | MixedPart]


class DecidedPart(TypedDict):
    __pydantic_config__ = OPEN  # type: ignore[misc]
    protocol: ProtocolPart
    verdicts: list[VerdictPart]


DECIDED = DecidedPart


def faults_of(kind: Any, value: object) -> list[str]:
    """A line a fault of what should be a `RECORD`, `NOTES` or `DECIDED`, with its place."""
    return schema_faults(kind, value)
