"""What came out otherwise when a run was made again, figure by figure.

A figure that only one of the two versions of the program records is no difference: it is named
by itself, so that a report of an earlier version can still be found equal.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

# What is of the hour, not of the run.
_DURATIONS = ("seconds", "query_ms", "embedded_now")
_SHOWN = 10
Report = Mapping[str, Any]


class Moved(NamedTuple):
    """How many questions' scores are other ones, or new, and by what: `{"rank": 3, "hit": 1}`."""

    scores: int
    by: dict[str, int]


def scores_changed(before: Report, after: Report) -> Moved:
    """What of the scores is another in the run made again, the most frequent first."""
    old = dict(_scores(before))
    changes = [_changed(old[key], row) if key in old else ["new"] for key, row in _scores(after)]
    by = Counter(name for names in changes for name in names)
    return Moved(sum(map(bool, changes)), dict(by.most_common()))


def _scores(report: Report) -> Iterator[tuple[tuple[Any, ...], Report]]:
    for row in report["variants"]:
        for result in row["results"]:
            for one in result["per_question"]:
                yield (row["id"], *_key(result), one["id"]), one


def result_changes(before: Report, after: Report) -> Iterator[str]:
    """A line for each index, result or comparison of the run made again that is not the run's."""
    old = {row["id"]: row for row in before["variants"]}
    for row in after["variants"]:
        was = old[row["id"]]
        if figures := _changed(was["index"], row["index"]):
            yield f"{row['id']}: index: {', '.join(figures)}"
        results = {_key(one): one for one in was["results"]}
        for result in row["results"]:
            where = "/".join(map(str, (row["id"], *_key(result))))
            if _key(result) not in results:
                yield f"{where}: the run has no such result"
            elif lines := ", ".join(_result_changes(results[_key(result)], result)):
                yield f"{where}: {lines}"
    yield from _comparison_changes(before, after)


def _result_changes(was: Report, now: Report) -> Iterator[str]:
    rows = {row["id"]: row for row in was["per_question"]}
    moved = [
        row["id"]
        for row in now["per_question"]
        if row["id"] not in rows or _changed(rows[row["id"]], row)
    ]
    moved += sorted(set(rows) - {row["id"] for row in now["per_question"]})
    if moved:
        yield f"{len(moved)} questions ({some(moved)})"
    figures = [name for name in _changed(was, now) if name != "per_question"]
    ends = [name for name in figures if _ends_alone(was[name], now[name])]
    yield from (name for name in figures if name not in ends)
    if ends:
        yield f"intervals only: {len(ends)}"


def _comparison_changes(before: Report, after: Report) -> Iterator[str]:
    old = {_pair(row): row for row in before.get("comparisons") or ()}
    for row in after["comparisons"]:
        # Where the baseline was left out, another one stands in its place.
        if figures := _changed(old.get(_pair(row), row), row):
            candidate, baseline, *where = map(str, _pair(row))
            yield f"{candidate} against {baseline}/{'/'.join(where)}: {', '.join(figures)}"


def unrecorded(before: Report, after: Report) -> list[str]:
    """The figures that one of the two reports has, and the other has nowhere."""
    old, new = (
        {f"{what} {name}" for what, figures in _figures(report) for name in figures}
        for report in (before, after)
    )
    return sorted((old ^ new) - {f"index {name}" for name in _DURATIONS})


def _figures(report: Report) -> Iterator[tuple[str, Report]]:
    for row in report["variants"]:
        yield "index", row["index"]
        for result in row["results"]:
            yield "result", result
            for one in result["per_question"]:
                yield "score", one
    for row in report.get("comparisons") or ():
        yield "comparison", row


def _changed(was: Report, now: Report) -> list[str]:
    """The figures of both that are not the same."""
    held = (name for name in now if name in was and name not in _DURATIONS)
    return [name for name in held if was[name] != now[name]]


def _ends_alone(was: Any, now: Any) -> bool:
    """Whether two figures have the same value, and other ends of their intervals."""
    return (
        isinstance(was, Mapping)
        and isinstance(now, Mapping)
        and "value" in was
        and [was.get(name) for name in ("value", "n")] == [now.get(name) for name in ("value", "n")]
    )


def _key(result: Report) -> tuple[str, int]:
    return result["retriever"], result["budget_tokens"]


def _pair(row: Report) -> tuple[Any, ...]:
    return row["candidate"], row["baseline"], *_key(row)


def some(names: list[str]) -> str:
    """The first of them, and how many more there are."""
    more = len(names) - _SHOWN
    return ", ".join(names[:_SHOWN]) + (f" and {more:,} more" if more > 0 else "")
