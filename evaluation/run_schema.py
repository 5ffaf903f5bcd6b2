"""What a report and its contexts must be, so that every page can show them."""

import json
import re
from functools import cache
from typing import Annotated, Any, Literal, NotRequired

from pydantic import ConfigDict, Field, Strict, StringConstraints, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from evaluation.diagnosis import NEXT_STEPS
from evaluation.packing import FILLS
from evaluation.report import SCHEMA
from evaluation.settings import RETRIEVERS
from golden_sets.language import marked, tr

MOST_FAULTS = 20

# No control character, which a database may refuse; an id stands in addresses and in key names.
Text = Annotated[str, Strict()]
Line = Annotated[str, Strict(), StringConstraints(pattern=r"^[^\x00-\x1f\x7f]{1,200}$")]
Id = Annotated[str, Strict(), StringConstraints(pattern=r"^[0-9A-Za-z_-]{1,32}$")]
VariantId = Annotated[str, Strict(), StringConstraints(pattern=r"^[\w.-]{1,200}$")]
Time = Annotated[
    str,
    Strict(),
    StringConstraints(pattern=r"^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\dZ$"),
]
Count = Annotated[int, Strict(), Field(ge=0)]
# Rows of these are queried: no zero byte, and no more than a column holds.
Name = Annotated[str, Strict(), StringConstraints(pattern=r"^[^\x00]*$")]
Rank = Annotated[int, Strict(), Field(ge=0, le=10**9)]
Number = Annotated[float, Field(allow_inf_nan=False)]
Share = Annotated[float, Field(ge=0, le=1)]
Outcome = Annotated[str, Strict(), StringConstraints(pattern=f"^({'|'.join(NEXT_STEPS)})$")]
_OPEN = ConfigDict(extra="allow")


class Asked(TypedDict):
    __pydantic_config__ = _OPEN  # type: ignore[misc]
    id: Text
    text: Text
    weight: Annotated[float, Field(gt=0, allow_inf_nan=False)]
    documents: list[Text]
    evidence: Text
    places: Text


class Golden(TypedDict):
    __pydantic_config__ = _OPEN  # type: ignore[misc]
    name: Line
    digest: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{1,64}$")]
    documents: Count
    questions: Count
    answerable: Count
    revisions: NotRequired[dict[str, Text]]
    asked: NotRequired[list[Asked]]


class RunPart(TypedDict):
    __pydantic_config__ = _OPEN  # type: ignore[misc]
    id: Id
    created: Time
    golden_set: Golden
    tokenizer: Line
    embedding_model: dict[str, Any] | None
    fill: Literal[FILLS]  # type: ignore[valid-type]
    interval: Line
    seed: Count
    versions: dict[str, Text]
    preflight: NotRequired[list[dict[str, Any]]]


class Rate(TypedDict):
    __pydantic_config__ = _OPEN  # type: ignore[misc]
    value: Number
    low: Number | None
    high: Number | None
    n: Count


class Scored(TypedDict):
    __pydantic_config__ = _OPEN  # type: ignore[misc]
    id: Name
    outcome: Outcome
    hit: Share | None
    complete: Share | None
    document_hit: Share | None
    rank: Rank | None
    document_rank: Rank | None


class Result(TypedDict):
    __pydantic_config__ = _OPEN  # type: ignore[misc]
    retriever: Literal[RETRIEVERS]  # type: ignore[valid-type]
    budget_tokens: Annotated[int, Strict(), Field(ge=1, le=10**9)]
    questions: Count
    hit_rate: Rate | None
    complete_rate: Rate | None
    document_hit_rate: Rate | None
    mean_rank: Rate | None
    units_in_context: Rate | None
    outcomes: dict[str, Count]
    per_question: list[Scored]


class Index(TypedDict):
    __pydantic_config__ = _OPEN  # type: ignore[misc]
    fingerprint: NotRequired[Text]
    chunks: Count
    tokens: Count
    duplication: Share | None
    mid_sentence_rate: Share | None
    achieved_overlap: Number | None


class Variant(TypedDict):
    __pydantic_config__ = _OPEN  # type: ignore[misc]
    id: VariantId
    strategy: Line
    parameters: dict[str, Any]
    overlap: Count
    headers: Literal["none", "path"]
    expansion: NotRequired[dict[str, Any] | None]
    index: Index
    results: list[Result]


class Comparison(TypedDict):
    __pydantic_config__ = _OPEN  # type: ignore[misc]
    baseline: VariantId
    candidate: VariantId
    retriever: Literal[RETRIEVERS]  # type: ignore[valid-type]
    budget_tokens: Count
    difference: Number | None
    low: Number | None
    high: Number | None
    p: Share | None
    gained: list[Text]
    lost: list[Text]


class Report(TypedDict):
    __pydantic_config__ = _OPEN  # type: ignore[misc]
    schema: Literal[SCHEMA]  # type: ignore[valid-type]
    run: RunPart
    variants: list[Variant]
    comparisons: list[Comparison]
    protocol: dict[str, Any] | None
    verdicts: list[dict[str, Any]]


Span = tuple[Count, Count]


class Unit(TypedDict):
    __pydantic_config__ = _OPEN  # type: ignore[misc]
    document: Text
    spans: list[Span]
    header: list[Span]
    tokens: Count


class Context(TypedDict):
    __pydantic_config__ = _OPEN  # type: ignore[misc]
    variant: VariantId
    retriever: Literal[RETRIEVERS]  # type: ignore[valid-type]
    budget_tokens: Count
    question: Text
    units: list[Unit]


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def report_faults(report: object) -> list[str]:
    """A line a fault of what should be a report; at most 20 and how many more."""
    return _faults(Report, report, "")


def contexts_faults(rows: object, where: str) -> list[str]:
    """Likewise of contexts, a list of rows."""
    return _faults(list[Context], rows, where)


def _faults(kind: Any, value: object, where: str) -> list[str]:
    try:
        _adapter(kind).validate_python(value)
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=True)
    else:
        return []
    lines = [_line(where, one) for one in found[:MOST_FAULTS]]
    if len(found) > MOST_FAULTS:
        lines.append(tr("and {n:,} faults more", n=len(found) - MOST_FAULTS))
    return lines


def _line(where: str, error: Any) -> str:
    place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in error["loc"])
    # Unions add the name of the branch that was tried; it is no part of the file.
    place = re.sub(
        r"\.(?:[A-Z]\w+|nullable\[.*?\]|constrained-\w+|function-\w+\[.*?\])$", "", place
    )
    place = f"{where}{place}".lstrip(".") or "JSON"
    if error["type"] == "missing":
        return tr("{place}: is missing", place=place)
    given = json.dumps(error["input"], ensure_ascii=False, default=str)
    given = given if len(given) <= 60 else given[:59] + "…"
    return tr(
        "{place}: {given}; allowed is {allowed}", place=place, given=given, allowed=_allowed(error)
    )


_KINDS = {
    "int": marked("a whole number"),
    "float": marked("a number"),
    "finite": marked("a number"),
    "string": marked("text"),
    "list": marked("a list"),
    "tuple": marked("a list"),
    "dict": marked("an object"),
    "typed": marked("an object"),
}


def _allowed(error: Any) -> str:
    context = error.get("ctx", {})
    if "expected" in context:
        return str(context["expected"]).replace(" or ", ", ")
    if "pattern" in context:
        return str(context["pattern"])
    bounds = {"ge": "≥", "gt": ">", "le": "≤", "lt": "<"}
    for name, sign in bounds.items():
        if name in context:
            return f"{sign} {context[name]:g}"
    kind = _KINDS.get(error["type"].split("_")[0])
    return tr(kind) if kind else tr("another value")
