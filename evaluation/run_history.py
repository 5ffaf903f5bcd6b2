"""The history of runs: a line a run, without reading every report."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from sqlalchemy import Engine, func, insert, select
from sqlalchemy.exc import IntegrityError

from evaluation.store import RunStore
from evaluation.store_schema import BRIEFS, DELETED, NOTES, RUNS

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
    """What a list says of a run beside its name: taken from its report once.

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


@dataclass(frozen=True, slots=True)
class Listed:
    """A run in the list.

    Attributes:
        brief: None where its report cannot be read.
        note: The one that holds; empty without one.
    """

    id: str
    created: str
    golden_set: str
    deleted: bool
    note: str
    brief: Brief | None

    def holds(self, words: Iterable[str]) -> bool:
        """Whether every word, case aside, stands in what the list says of the run."""
        brief = self.brief
        parts = [self.id, self.created, self.golden_set, self.note]
        if brief is not None:
            parts += [brief.model, *brief.strategies, *brief.retrievers]
            parts += [name.replace("_", "-") for name in brief.strategies]
        text = "\n".join(parts).casefold()
        return all(word.casefold() in text for word in words)


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


class RunHistory:
    """The runs of a database as a list."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._runs = RunStore(engine)

    def all(self) -> list[Listed]:
        """Every run, deleted ones among them, the newest first."""
        newest = select(func.max(NOTES.c.number)).group_by(NOTES.c.run).scalar_subquery()
        query = (
            select(
                RUNS.c.id,
                RUNS.c.created,
                RUNS.c.golden_set,
                DELETED.c.deleted,
                NOTES.c.note,
                BRIEFS.c.brief,
            )
            .outerjoin(DELETED, DELETED.c.run == RUNS.c.id)
            .outerjoin(NOTES, (NOTES.c.run == RUNS.c.id) & NOTES.c.number.in_(newest))
            .outerjoin(BRIEFS, (BRIEFS.c.run == RUNS.c.id) & (BRIEFS.c.version == VERSION))
            .order_by(RUNS.c.created.desc(), RUNS.c.id)
        )
        with self._engine.connect() as connection:
            rows = connection.execute(query).all()
        return [
            Listed(
                row.id,
                row.created,
                row.golden_set,
                row.deleted is not None,
                row.note or "",
                self._made(row.id) if row.brief is None else _read(row.brief),
            )
            for row in rows
        ]

    def _made(self, run: str) -> Brief | None:
        """The line of a run that has none yet, kept for the next time."""
        try:
            brief = brief_of(self._runs.report(run))
        except (KeyError, TypeError, AttributeError):
            return None  # a report of another schema
        row = {"run": run, "version": VERSION, "brief": json.dumps(asdict(brief))}
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(BRIEFS).values(row))
        except IntegrityError:
            pass  # Another session listed it at the same moment.
        return brief


def _read(kept: str) -> Brief:
    values = json.loads(kept)
    hits = tuple(Hits(*one) for one in values.pop("hits"))
    made: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in values.items()}
    return Brief(**made, hits=hits)
