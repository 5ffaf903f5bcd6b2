"""Seals kept in the database, beside the runs that they are older than."""

import time
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from sqlalchemy import Column, Engine, LargeBinary, MetaData, String, Table, insert, or_, select
from sqlalchemy.exc import IntegrityError

from evaluation.database import create_tables
from evaluation.deciding import deciding
from evaluation.seal import Seal, SealError, content_hash, sealed
from evaluation.store import RunStore, packed, unpacked
from golden_sets.golden_set import GoldenSet

KEPT = 1_000

_METADATA = MetaData()
_SEALS = Table(
    "seals",
    _METADATA,
    Column("hash", String(64), primary_key=True),
    Column("sealed", String(32), nullable=False, index=True),
    Column("golden_set", String(200), nullable=False, index=True),
    Column("digest", String(64), nullable=False, index=True),
    Column("seal", LargeBinary, nullable=False),
)
_PARTS = ("content", "seen_candidates", "seen_variants", "first", "changed", "mark")


class SealStore:
    """Seals in a database. A protocol is sealed once; later it is only read, and verified."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._runs = RunStore(engine)
        create_tables(engine, _SEALS)
        # A run does not change, and reading one takes longer than looking at all seals.
        self._held = lru_cache(KEPT)(lambda run: _questions_of(self._runs.report(run)))

    def seal(self, content: Mapping[str, Any], golden: GoldenSet, now: str | None = None) -> Seal:
        """The seal of this content: the one there is, else a new one of this moment.

        Args:
            content: As `seal.content_of` makes it.
            now: UTC, as a run's `created`; the clock's where None.

        Raises:
            SealError: The stored one was changed.
        """
        name = content_hash(content)
        found = self._read(name)
        if found is None:
            now = now or time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
            made = sealed(content, now, self.seen(golden), self.first(golden))
            self._write(made, golden)
            found = self._read(name)
        return self._verified(found, name)

    def read(self, name: str) -> Seal:
        """The seal of that hash, verified.

        Raises:
            KeyError: There is no such seal.
            SealError: It was changed.
        """
        return self._verified(self._read(name), name)

    def verify(self, stated: Seal, golden: GoldenSet) -> None:
        """Returns if a report's seal is the stored one, and as little was seen before as it says.

        Raises:
            KeyError: The store does not hold it.
            SealError: One of them was changed, or runs from before it hold more.
        """
        stated.verify()
        kept = self.read(stated.hash)
        if kept != stated:
            raise SealError(
                f"the report's seal {stated.hash[:12]} says otherwise than the store's of "
                f"{kept.sealed}; no verdict follows from it"
            )
        more = self.seen(golden, kept.sealed) - set(kept.seen_variants)
        if more & set(kept.content["protocol"]["candidates"]):
            raise SealError(
                f"runs from before {kept.sealed} hold candidates that the seal {kept.hash[:12]} "
                f"does not count: {', '.join(sorted(more))}"
            )

    def seen(self, golden: GoldenSet, before: str | None = None) -> set[str]:
        """Ids of the variants with a result on the deciding questions in a stored run.

        A run is of these questions if its golden set has the same digest, or the same name and
        one of the questions: an edited set is not a new one. A run that was deleted was seen.

        Args:
            before: Only runs made earlier than this.
        """
        asked = {question.id for question in deciding(golden.questions)}
        found: set[str] = set()
        for row in self._runs.every_run():
            if golden.name != row.golden_set and golden.digest != row.digest:
                continue
            if before is not None and row.created >= before:
                continue
            held = self._held(row.id)
            found |= {variant for variant, questions in held.items() if questions & asked}
        return found

    def first(self, golden: GoldenSet) -> Seal | None:
        """The first seal of this golden set, by name or by digest."""
        same = or_(_SEALS.c.golden_set == golden.name, _SEALS.c.digest == golden.digest)
        query = select(_SEALS.c.hash).where(same).order_by(_SEALS.c.sealed, _SEALS.c.hash)
        with self._engine.connect() as connection:
            name = connection.scalar(query.limit(1))
        return None if name is None else self.read(name)

    def _write(self, seal: Seal, golden: GoldenSet) -> None:
        row = {
            "hash": seal.hash,
            "sealed": seal.sealed,
            "golden_set": golden.name,
            "digest": golden.digest,
            "seal": packed({part: getattr(seal, part) for part in _PARTS}),
        }
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(_SEALS).values(row))
        except IntegrityError:
            pass  # Another process sealed the same at the same moment; its seal is read.

    def _read(self, name: str) -> Seal | None:
        query = select(_SEALS.c.sealed, _SEALS.c.seal).where(_SEALS.c.hash == name)
        with self._engine.connect() as connection:
            row = connection.execute(query).first()
        return None if row is None else seal_of({**unpacked(row.seal), "hash": name}, row.sealed)

    def _verified(self, found: Seal | None, name: str) -> Seal:
        if found is None:
            raise KeyError(f"no seal {name!r} in the store")
        found.verify()
        return found


def seal_of(stored: Mapping[str, Any], when: str) -> Seal:
    """A seal from what the store or a report holds of it."""
    return Seal(
        stored["content"],
        stored["hash"],
        when,
        tuple(stored["seen_candidates"]),
        tuple(stored["seen_variants"]),
        stored["first"],
        tuple(stored["changed"]),
        stored["mark"],
    )


def _questions_of(report: Mapping[str, Any]) -> dict[str, set[str]]:
    """By variant id, the questions it has a result on."""
    found: dict[str, set[str]] = {}
    for variant in report["variants"]:
        for result in variant["results"]:
            asked = found.setdefault(variant["id"], set())
            asked |= {row["id"] for row in result["per_question"]}
    return found
