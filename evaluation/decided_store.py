"""Decided runs: what their results summed to when they were made, and what was decided before."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Engine, insert, select

from evaluation.seal import SealError, content_hash
from evaluation.store import packed, unpacked
from evaluation.store_schema import DECIDED
from golden_sets.language import worded

# Of a report's `protocol`, what its verdicts follow from beside the seal.
RESULTS = (
    *("production", "production_again", "reembedding", "mixed", "others", "other_sums"),
    "earlier",
)


def results_hash(report: Mapping[str, Any]) -> str:
    """sha256 over all that a report's verdicts are made from but the seal, in hex."""
    stated = report.get("protocol") or {}
    parts = {name: stated.get(name) for name in RESULTS}
    return content_hash({"run": report["run"], "variants": report["variants"], "protocol": parts})


def decided_row(report: Mapping[str, Any]) -> dict[str, Any]:
    """What is kept of a decided run with it: the sum of its results, and its verdicts."""
    told = [[v["candidate"], v["retriever"], v["verdict"]] for v in report["verdicts"]]
    return {
        "run": report["run"]["id"],
        "created": report["run"]["created"],
        "seal": report["protocol"]["hash"],
        "results": results_hash(report),
        "verdicts": packed(told),
    }


class DecidedStore:
    """One row a decided run, written with it and only read later."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def keep(self, report: Mapping[str, Any]) -> None:
        """Keeps what `decided_row` holds of a report whose run is stored without."""
        with self._engine.begin() as connection:
            connection.execute(insert(DECIDED).values(decided_row(report)))

    def verify(self, report: Mapping[str, Any]) -> None:
        """Returns if a report's results are those that its run had when it was decided.

        It finds a change, not a forger who writes the sum again: a copy of the report tells that.

        Raises:
            SealError: They are not, or the store does not know the run.
        """
        run = report["run"]["id"]
        query = select(DECIDED.c.results).where(DECIDED.c.run == str(run))
        with self._engine.connect() as connection:
            kept = connection.scalar(query)
        if kept is None:
            raise SealError(
                worded(
                    "the store holds no sum of the results of run {run}, so a change of them "
                    "would not show; decide it again, or give --store",
                    run=run,
                )
            )
        if kept != results_hash(report):
            raise SealError(
                worded(
                    "the results of run {run} were changed after it was decided; no verdict "
                    "follows from them",
                    run=run,
                )
            )

    def earlier(self, seal: str) -> list[dict[str, Any]]:
        """The runs decided under a seal so far, the oldest first, each with its verdicts."""
        query = select(DECIDED.c.run, DECIDED.c.created, DECIDED.c.verdicts)
        query = query.where(DECIDED.c.seal == seal).order_by(DECIDED.c.created, DECIDED.c.run)
        with self._engine.connect() as connection:
            rows = connection.execute(query).all()
        return [
            {"run": row.run, "created": row.created, "verdicts": unpacked(row.verdicts)}
            for row in rows
        ]


def earlier_lines(report: Mapping[str, Any]) -> Iterator[str]:
    """How often a decided report's protocol was run before, and which verdicts were others."""
    earlier = report["protocol"].get("earlier") or ()
    if not earlier:
        return
    now = {(v["candidate"], v["retriever"]): v["verdict"] for v in report["verdicts"]}
    told = "; ".join(_differing(earlier, now)) or "the same"
    yield (
        f"Protocol {report['protocol']['hash'][:12]} run {len(earlier) + 1:,} times under this "
        f"seal; earlier verdicts: {told}."
    )


def _differing(
    earlier: Sequence[Mapping[str, Any]], now: Mapping[tuple[str, str], str]
) -> Iterator[str]:
    for run in earlier:
        others = [
            f"{candidate} under {retriever} {verdict}"
            for candidate, retriever, verdict in run["verdicts"]
            if now.get((candidate, retriever)) != verdict
        ]
        if others:
            yield f"{', '.join(others)} (run {run['run']}, {run['created']})"
