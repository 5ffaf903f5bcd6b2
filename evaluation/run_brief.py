"""What a list says of a run beside its name, taken from its report once."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

VERSION = "3"


class Hits(NamedTuple):
    """The baseline's hit rate under one retriever and budget, with its 95 % interval."""

    variant: str
    strategy: str
    retriever: str
    budget_tokens: int
    value: float
    low: float
    high: float
    n: int


@dataclass(frozen=True, slots=True)
class Brief:
    """The line of a run.

    Attributes:
        digest, split: Of the golden set, and which part of its questions was asked, empty for all.
    """

    questions: int
    answerable: int
    variants: int
    strategies: tuple[str, ...]
    retrievers: tuple[str, ...]
    budgets: tuple[int, ...]
    fill: str
    model: str
    verdicts: int
    hits: tuple[Hits, ...]
    digest: str = ""
    split: str = ""


def brief_of(report: Mapping[str, Any]) -> Brief:
    """The line of a report."""
    run = report["run"]
    results = [result for variant in report["variants"] for result in variant["results"]]
    return Brief(
        run["golden_set"]["questions"],
        run["golden_set"]["answerable"],
        len(report["variants"]),
        tuple(dict.fromkeys(variant["strategy"] for variant in report["variants"])),
        tuple(dict.fromkeys(result["retriever"] for result in results)),
        tuple(sorted({result["budget_tokens"] for result in results})),
        run["fill"],
        str((run.get("embedding_model") or {}).get("name") or ""),
        len(report.get("verdicts") or ()),
        tuple(_hits(report)),
        str(run["golden_set"]["digest"]),
        str(run["golden_set"].get("split") or ""),
    )


def _hits(report: Mapping[str, Any]) -> Iterator[Hits]:
    """Of the variant that the others are compared with, else of the first."""
    compared = report.get("comparisons") or ()
    names = [compared[0]["baseline"]] if compared else []
    names += [variant["id"] for variant in report["variants"]]
    for variant in report["variants"]:
        for result in variant["results"] if variant["id"] == names[0] else ():
            rate = result.get("hit_rate")
            if rate and None not in (rate["low"], rate["high"]):
                yield Hits(
                    variant["id"],
                    variant["strategy"],
                    result["retriever"],
                    result["budget_tokens"],
                    rate["value"],
                    rate["low"],
                    rate["high"],
                    rate["n"],
                )


def brief_row(report: Mapping[str, Any]) -> dict[str, str] | None:
    """The line as the store keeps it; None of a report of another schema."""
    try:
        brief = brief_of(report)
    except (KeyError, TypeError, AttributeError):
        return None
    return {"run": report["run"]["id"], "version": VERSION, "brief": json.dumps(asdict(brief))}


def read_brief(kept: str) -> Brief:
    """The line that a row holds."""
    values = json.loads(kept)
    hits = tuple(Hits(*one) for one in values.pop("hits"))
    made: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in values.items()}
    return Brief(**made, hits=hits)
