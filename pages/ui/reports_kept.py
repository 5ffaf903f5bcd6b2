"""Reports that sessions share, as many as a given weight allows."""

import json
import threading
from typing import Any, NamedTuple

from cachetools import LRUCache

from evaluation.store import RunStore

Report = dict[str, Any]
MB = 1_000_000
# Of JSON. In memory a report takes 3.5 to 3.9 times as much, so that this is some 400 MB.
MOST_BYTES = 100 * MB


class _Weighed(NamedTuple):
    report: Report
    weight: int


class KeptReports:
    """The reports of a store that were read last. One that weighs more than all is kept alone."""

    def __init__(self, store: RunStore, most: int = MOST_BYTES) -> None:
        self._store, self._most = store, most
        self._held: LRUCache[str, _Weighed] = LRUCache(most, lambda one: one.weight)
        self._lock = threading.Lock()

    def report(self, run: str) -> Report:
        """A run's report: read it, never change it.

        Raises:
            KeyError: There is no such run.
        """
        with self._lock:
            found = self._held.get(run)
        if found is not None:
            return found.report
        text = self._store.report_json(run)
        made: Report = json.loads(text)
        with self._lock:
            # Of two sessions that read it at once, both get the first one's.
            kept = self._held.setdefault(run, _Weighed(made, min(len(text), self._most)))
        return kept.report
