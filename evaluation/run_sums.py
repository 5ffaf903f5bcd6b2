"""Whether the means of a report are those of its questions: one from elsewhere may say anything."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from evaluation.paired_change import values
from golden_sets.language import tr

MEANS = (
    ("hit_rate", "hit"),
    ("complete_rate", "complete"),
    ("document_hit_rate", "document_hit"),
)
NEAR = 1e-6
MOST = 20


def sum_faults(report: Mapping[str, Any]) -> list[str]:
    """A line each: a name that stands twice, and a mean that its questions do not have."""
    golden = report["run"]["golden_set"]
    weights = {row["id"]: float(row["weight"]) for row in golden.get("asked", ())}
    return [line for line, _ in zip(_faults(report, weights), range(MOST), strict=False)]


def _faults(report: Mapping[str, Any], weights: Mapping[str, float]) -> Iterator[str]:
    created = report["run"]["created"]
    try:
        datetime.fromisoformat(created)
    except ValueError:
        yield tr("{given} is no time", given=created)
    names = Counter(variant["id"] for variant in report["variants"])
    for name, times in names.items():
        if times > 1:
            yield tr("the variant {name} stands {n} times", name=name, n=times)
    for variant in report["variants"]:
        keys = Counter((one["retriever"], one["budget_tokens"]) for one in variant["results"])
        for result in variant["results"]:
            key = result["retriever"], result["budget_tokens"]
            place = "/".join(map(str, (variant["id"], *key)))
            if keys[key] > 1:
                yield tr("the result {name} stands {n} times", name=place, n=keys[key])
            asked = Counter(row["id"] for row in result["per_question"])
            for name, times in asked.items():
                if times > 1:
                    yield tr("{place}: the question {name} stands {n} times", place=place,
                             name=name, n=times)  # fmt: skip
            for mean, metric in MEANS:
                yield from _off(place, mean, result[mean], _mean(result, metric, weights))


def _mean(
    result: Mapping[str, Any], metric: str, weights: Mapping[str, float]
) -> tuple[float, int] | None:
    """The weighted mean over the questions that have a value, and how many they are."""
    known = {n: v for n, v in values(result["per_question"], metric).items() if v is not None}
    if not known:
        return None
    total = sum(weights.get(name, 1.0) for name in known)
    return sum(v * weights.get(name, 1.0) for name, v in known.items()) / total, len(known)


def _off(
    place: str, mean: str, stated: Mapping[str, Any] | None, found: tuple[float, int] | None
) -> Iterator[str]:
    if stated is None and found is None:
        return
    if stated is None or found is None or stated["n"] != found[1]:
        has = found[1] if found else 0
        given = stated["n"] if stated else 0
        yield tr(
            "{place}: {mean} is said to be of {given} questions, {has} have a value",
            place=place, mean=mean, given=given, has=has,
        )  # fmt: skip
    elif abs(stated["value"] - found[0]) > NEAR:
        yield tr(
            "{place}: {mean} is said to be {given:.4f}, its questions have {has:.4f}",
            place=place, mean=mean, given=stated["value"], has=found[0],
        )  # fmt: skip
    elif not all(
        end is None or (end - stated["value"]) * sign >= -NEAR
        for end, sign in ((stated["low"], -1), (stated["high"], 1))
    ):
        yield tr("{place}: the interval of {mean} does not hold its value", place=place, mean=mean)
