"""Whether a verdict stands when something else than the candidate changes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from evaluation.judging import Judge, Report, compared, result_of
from evaluation.verdicts import ruled
from golden_sets.language import Worded, joined, kept, marked, worded

NOT_RUN = marked("not run")
MODEL = worded("a second embedding model")


class Asked(NamedTuple):
    """One other condition: a single thing is not as the protocol has it."""

    shown: Worded
    report: Report | None
    retriever: str
    budget: int


def robustness(
    judge: Judge, verdict: Mapping[str, Any], others: Sequence[Report] = ()
) -> dict[str, Any]:
    """The same verdict under other budgets, retrievers, another fill rule and another model.

    Each by the same rules at the same level; these describe the verdict and decide nothing.

    Args:
        others: Reports of the same questions, made with another fill rule or model.
    """
    rows = [_row(worded("as declared"), verdict["verdict"])]
    for asked in conditions(judge, verdict["candidate"], verdict["retriever"], others):
        rows.append(_row(asked.shown, _again(judge, verdict, asked)))
    made = [row for row in rows if row["verdict"] != NOT_RUN]
    same = [row for row in made if row["verdict"] == verdict["verdict"]]
    line = {"line": _line(rows)}
    return {
        **line,
        "told": kept(line),
        "same": len(same),
        "of": len(made),
        "conditions": rows,
    }


def _row(condition: Worded, verdict: str) -> dict[str, Any]:
    return {"condition": condition, "verdict": verdict, "told": kept({"condition": condition})}


def conditions(
    judge: Judge, candidate: str, retriever: str, others: Sequence[Report]
) -> Iterator[Asked]:
    """What is asked again, whether it was run or not."""
    protocol = judge.protocol
    budget, given, report = protocol.budget_tokens, protocol.robustness, judge.report
    if protocol.baseline_top_k is None:
        for other in given.budgets or ():
            if other != budget:
                yield Asked(worded("{n:,} tokens", n=other), report, retriever, other)
    for name in dict.fromkeys((*protocol.retrievers, *(given.retrievers or ()))):
        if name != retriever:
            yield Asked(worded(name), report, name, budget)
    if given.fill and given.fill != report["run"]["fill"] and protocol.baseline_top_k is None:
        filled = next((o for o in others if _differs(report, o) == {"fill"}), None)
        yield Asked(worded("fill {fill}", fill=worded(given.fill)), filled, retriever, budget)
    if _uses_model(judge, candidate, retriever):
        models = [o for o in others if _differs(report, o) == {"model"}]
        for other_report in models:
            name = other_report["run"]["embedding_model"]["name"]
            yield Asked(worded("model {name}", name=name), other_report, retriever, budget)
        if not models:
            yield Asked(MODEL, None, retriever, budget)


def _differs(one: Report, other: Report) -> set[str]:
    """What of the conditions is otherwise; "questions" where it is not the same golden set."""
    names = ("fill", "diverse", "repeats", "key_boost", "depth", "tokenizer")
    runs = one["run"], other["run"]
    found = {name for name in names if runs[0].get(name) != runs[1].get(name)}
    models = [(r["embedding_model"]["name"], r["embedding_model"].get("revision")) for r in runs]
    if models[0] != models[1]:
        found.add("model")
    if runs[0]["golden_set"]["digest"] != runs[1]["golden_set"]["digest"]:
        found.add("questions")
    return found


def _uses_model(judge: Judge, candidate: str, retriever: str) -> bool:
    sides = (judge.variants.get(name, {}) for name in (candidate, judge.protocol.baseline))
    by_vectors = any(one.get("strategy") in ("semantic", "mixed") for one in sides)
    return retriever != "bm25" or by_vectors


def _again(judge: Judge, verdict: Mapping[str, Any], asked: Asked) -> str:
    """The verdict under another condition, with what the index costs left as it is."""
    if asked.report is None:
        return NOT_RUN
    protocol, candidate = judge.protocol, verdict["candidate"]
    place = asked.retriever, asked.budget
    if protocol.baseline_top_k is None:
        before = result_of(asked.report, protocol.baseline, *place)
    elif asked.report is judge.report:
        before = judge.production.get(asked.retriever)
    else:
        # Production under the first model is no baseline for a candidate under another.
        own = judge.production_again.get(asked.report["run"]["id"], {})
        before = own.get(asked.retriever)
    after = result_of(asked.report, candidate, *place)
    if before is None or after is None:
        return NOT_RUN
    kept = judge.limits(candidate, verdict["retriever"])
    seed = int(asked.report["run"].get("seed", 0))
    found = compared(judge.golden, before["per_question"], after["per_question"], protocol, seed)
    same = verdict["verdict"] == "identical"
    return ruled(protocol, found, kept.broken, kept.unmeasured, same)


def _line(rows: Sequence[Mapping[str, Any]]) -> Worded:
    """`adopt under 3 of 4: as declared, 300 tokens, bm25; cannot tell: hybrid; not run: ...`"""
    found: dict[str, list[str]] = {}
    for row in rows:
        found.setdefault(row["verdict"], []).append(row["condition"])
    missing = found.pop(NOT_RUN, [])
    of = len(rows) - len(missing)
    first, *rest = found.items()
    parts = [
        worded(
            "{verdict} under {n} of {of}: {conditions}",
            verdict=worded(first[0]),
            n=len(first[1]),
            of=of,
            conditions=joined(first[1], ", "),
        )
    ]
    for verdict, names in (*rest, *([(NOT_RUN, missing)] if missing else ())):
        conditions = joined(names, ", ")
        parts.append(
            worded("{verdict}: {conditions}", verdict=worded(verdict), conditions=conditions)
        )
    return joined(parts, "; ")
