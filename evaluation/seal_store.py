"""Seals kept in the database, beside the runs that they are older than."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Engine, insert, or_, select
from sqlalchemy.exc import IntegrityError

from evaluation.deciding import deciding
from evaluation.golden_record import recorded
from evaluation.seal import Seal, SealError, content_hash, sealed
from evaluation.store import RunStore, packed, unpacked
from evaluation.store_schema import SEALS
from golden_sets.clock import utc_now
from golden_sets.golden_set import GoldenSet
from golden_sets.language import worded

KEPT = 1_000

_PARTS = ("content", "seen_candidates", "seen_variants", "first", "changed", "mark")

Chunks = Mapping[str, str | None]


class _Shown(NamedTuple):
    """A variant with results: what it was called, how it cut, and the questions, in two ways."""

    id: str
    chunks: frozenset[str]
    ids: frozenset[str]
    texts: frozenset[str]


class _Held(NamedTuple):
    """What a stored run shows: of which documents, by revision, and of which variants."""

    revisions: frozenset[str]
    variants: tuple[_Shown, ...]


class SealStore:
    """Seals in a database. A protocol is sealed once; later it is only read, and verified."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._runs = RunStore(engine)
        # A run does not change, and reading one takes longer than looking at all seals.
        self._held = lru_cache(KEPT)(lambda run: _held_by(self._runs.report(run)))

    def seal(
        self,
        content: Mapping[str, Any],
        golden: GoldenSet,
        now: str | None = None,
        chunks: Chunks | None = None,
    ) -> Seal:
        """The seal of this content: the one there is, verified, else a new one of this moment.

        Args:
            content: As `seal.content_of` makes it.
            now: UTC, as a run's `created`; the clock's where None.
            chunks: By variant id, the fingerprint of its chunks; None where it is not known.

        Raises:
            SealError: The stored one was changed, or runs from before it hold more than it says.
        """
        name = content_hash(content)
        found = self._read(name)
        if found is not None:
            self.verify(found, golden, chunks)
            return found
        now = now or utc_now()
        self._write(self.unkept(content, golden, chunks, now), golden)
        return self._verified(self._read(name), name)

    def unkept(
        self,
        content: Mapping[str, Any],
        golden: GoldenSet,
        chunks: Chunks | None = None,
        now: str = "",
    ) -> Seal:
        """The seal that this content would get, with what has been seen by now; it is not kept."""
        before = self._seen(golden)
        alike = _alike(content, chunks, before)
        return sealed(content, now, before.keys(), self.first(golden), alike)

    def read(self, name: str) -> Seal:
        """The seal of that hash, verified.

        Raises:
            KeyError: There is no such seal.
            SealError: It was changed.
        """
        return self._verified(self._read(name), name)

    def verify(self, stated: Seal, golden: GoldenSet, chunks: Chunks | None = None) -> None:
        """Returns if a report's seal is the stored one, and as little was seen before as it says.

        Args:
            chunks: As in `seal`, by the report where there is one.

        Raises:
            KeyError: The store does not hold it.
            SealError: One of them was changed, or runs from before it hold more.
        """
        stated.verify()
        kept = self.read(stated.hash)
        if kept != stated:
            raise SealError(
                worded(
                    "the report's seal {hash} says otherwise than the store's of {sealed}; no "
                    "verdict follows from it",
                    hash=stated.hash[:12],
                    sealed=kept.sealed,
                )
            )
        before = self._seen(golden, kept.sealed)
        by_id = set(kept.content["protocol"]["candidates"]) & before.keys()
        more = (by_id | _alike(kept.content, chunks, before)) - set(kept.seen_candidates)
        if more:
            raise SealError(
                worded(
                    "runs from before {sealed} hold candidates that the seal {hash} does not "
                    "count: {names}",
                    sealed=kept.sealed,
                    hash=kept.hash[:12],
                    names=", ".join(sorted(more)),
                )
            )

    def seen(self, golden: GoldenSet, before: str | None = None) -> set[str]:
        """Ids of the variants with a result on the deciding questions in a stored run.

        A run is of these questions if it asked one of them, by its id or its text, of a golden
        set with the same name, the same digest, or a document in the same state: a set that was
        renamed, or whose questions were, is not a new one. A run that
        was deleted was seen.

        Args:
            before: Only runs that were in the store by this time.
        """
        return set(self._seen(golden, before))

    def _seen(self, golden: GoldenSet, before: str | None = None) -> dict[str, set[str]]:
        """By id of a variant that was seen, the fingerprints of its chunks."""
        asked = deciding(golden.questions)
        ids, texts = {one.id for one in asked}, {_plain(one.text) for one in asked}
        revisions = set(recorded(golden)["revisions"].values())
        found: dict[str, set[str]] = {}
        for row in self._runs.every_run():
            if before is not None and row.here >= before:
                continue
            held = self._held(row.id)
            named = golden.name == row.golden_set or golden.digest == row.digest
            if not named and not revisions & held.revisions:
                continue
            for one in held.variants:
                if ids & one.ids or texts & one.texts:
                    found.setdefault(one.id, set()).update(one.chunks)
        return found

    def first(self, golden: GoldenSet) -> Seal | None:
        """The first seal of this golden set, by name or by digest."""
        same = or_(SEALS.c.golden_set == golden.name, SEALS.c.digest == golden.digest)
        query = select(SEALS.c.hash).where(same).order_by(SEALS.c.sealed, SEALS.c.hash)
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
                connection.execute(insert(SEALS).values(row))
        except IntegrityError:
            pass  # Another process sealed the same at the same moment; its seal is read.

    def _read(self, name: str) -> Seal | None:
        query = select(SEALS.c.sealed, SEALS.c.seal).where(SEALS.c.hash == name)
        with self._engine.connect() as connection:
            row = connection.execute(query).first()
        return None if row is None else seal_of({**unpacked(row.seal), "hash": name}, row.sealed)

    def _verified(self, found: Seal | None, name: str) -> Seal:
        if found is None:
            raise KeyError(worded("no seal {name!r} in the store", name=name))
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


def _held_by(report: Mapping[str, Any]) -> _Held:
    """What a run shows; those of earlier versions do not tell texts and documents."""
    golden = report["run"]["golden_set"]
    texts = {row["id"]: _plain(row["text"]) for row in golden.get("asked", ())}
    found = []
    for variant in report["variants"]:
        ids = {row["id"] for result in variant["results"] for row in result["per_question"]}
        told = frozenset(texts[name] for name in ids if name in texts)
        cut = variant["index"].get("fingerprint")
        found.append(_Shown(variant["id"], frozenset({cut} - {None}), frozenset(ids), told))
    return _Held(frozenset(golden.get("revisions", {}).values()), tuple(found))


def _plain(text: str) -> str:
    """The text in any case, with any blanks."""
    return " ".join(text.casefold().split())


def _alike(
    content: Mapping[str, Any], chunks: Chunks | None, before: Mapping[str, set[str]]
) -> set[str]:
    """The candidates whose chunks were seen, whatever they were called."""
    known = {**content.get("chunks", {}), **(chunks or {})}
    seen = {cut for cuts in before.values() for cut in cuts}
    return {name for name in content["protocol"]["candidates"] if known.get(name) in seen}
