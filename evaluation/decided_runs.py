"""The runs of a store that were made by a protocol."""

from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Engine

from evaluation.seal import SealError
from evaluation.seal_store import SealStore
from evaluation.store import RunStore, RunSummary
from golden_sets.golden_set import GoldenSet

KEPT = 2_000


class DecidedRun(NamedTuple):
    """What a list of decisions shows. Verdicts are none of it: they are judged anew each time.

    Attributes:
        seal: Hash of the protocol's.
        imported: Whether it was decided elsewhere.
    """

    id: str
    created: str
    golden_set: str
    digest: str
    seal: str
    baseline: str
    candidates: int
    imported: bool


class DecidedRuns:
    """The decided runs of a database. A run does not change, so each is read once."""

    def __init__(self, engine: Engine, seals: SealStore) -> None:
        self._runs, self._seals = RunStore(engine), seals
        self._held = lru_cache(KEPT)(self._summary)

    def of(self, golden: GoldenSet) -> list[DecidedRun]:
        """Those of a golden set by its name, the newest first."""
        rows = self._runs.runs(golden.name)
        since: str | None = ""
        try:
            first = self._seals.first(golden)
            since = first.sealed if first else None
        except SealError:
            pass  # Its time cannot be believed; all runs are looked at.
        # What came from elsewhere was sealed elsewhere.
        rows = [row for row in rows if row.imported or (since is not None and row.created >= since)]
        return [found for row in rows if (found := self._held(row)) is not None]

    def one(self, run: str) -> DecidedRun | None:
        """That run; None where it is not there, or was not decided."""
        row = next((row for row in self._runs.runs() if row.id == run), None)
        return None if row is None else self._held(row)

    def _summary(self, row: RunSummary) -> DecidedRun | None:
        stated: dict[str, Any] | None = self._runs.report(row.id).get("protocol")
        if not stated:
            return None
        rules = stated["content"]["protocol"]
        return DecidedRun(
            row.id,
            row.created,
            row.golden_set,
            row.digest,
            stated["hash"],
            rules["baseline"],
            len(rules["candidates"]),
            bool(row.imported),
        )
