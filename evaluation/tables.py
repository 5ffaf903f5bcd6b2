"""A report's tables for a person at a terminal."""

from collections.abc import Iterable, Iterator
from typing import Any

from rich.console import Console
from rich.table import Table

from evaluation.comparison_table import budget_words, comparison_table
from evaluation.diagnosis import NEXT_STEPS
from evaluation.identical import identical_variants, told
from evaluation.naming import variant_name
from evaluation.notes import notes
from evaluation.outcome_totals import SHORT, outcomes_table
from evaluation.plain_words import leading_words

Report = dict[str, Any]


def print_report(report: Report, console: Console) -> None:
    """Chunk statistics, hit rate, outcomes, before and after headers, and overlap."""
    run = report["run"]
    golden = run["golden_set"]
    console.print(
        f"{golden['name']}: {golden['documents']} documents, {golden['answerable']} answerable "
        f"questions of {golden['questions']}{_split(golden)}; budgets counted by "
        f"{run['tokenizer']}; fill rule {run['fill']}; 95 % intervals, {run['interval']}"
    )
    console.print(_model_line(run["embedding_model"]))
    for names in identical_variants(report):
        console.print(told(names), style="bold")
    shown = (chunk_table, hit_table, comparison_table, outcomes_table, header_table)
    for table in (make(report) for make in shown):
        if table.row_count:
            console.print(table)
    for line in _next_steps(report):
        console.print(line)
    if leading := leading_words(report):
        console.print(leading)
    overlaps = overlap_table(report)
    if overlaps.row_count:
        console.print(overlaps)
    if run["fill"] == "top_k":
        console.print("The budget is a count of units whatever their size: tokens are not equal.")
    for note in notes(report):
        console.print(note)
    recalls = [r for v in report["variants"] if (r := v["index"].get("chroma_recall")) is not None]
    if recalls:
        console.print(
            f"chroma found {percent(min(recalls))} to {percent(max(recalls))} % of vector's exact "
            f"top 10, by variant; {_changed(report)}"
        )


def _split(golden: dict[str, Any]) -> str:
    # Runs stored by earlier versions lack it.
    return f", those to {golden['split']} on" if golden.get("split") else ""


def _next_steps(report: Report) -> Iterator[str]:
    """What to try where an answer was missed, a line an outcome that occurred."""
    results = [result for variant in report["variants"] for result in variant["results"]]
    occurred = {name for result in results for name in result["outcomes"]}
    for name, step in NEXT_STEPS.items():
        if name in occurred and name not in ("complete", "not_applicable"):
            yield f"{SHORT[name]}: {step}"


def _changed(report: Report) -> str:
    """How many outcomes an approximate index changed, and of which questions."""
    changes = [
        (variant["id"], name)
        for variant in report["variants"]
        for result in variant["results"]
        for name in result.get("changed_outcomes", ())
    ]
    if not changes:
        return "no question's outcome changed"
    named = ", ".join(sorted({name for _, name in changes})[:10])
    count = len(changes)
    return f"{count} outcome{'' if count == 1 else 's'} changed, of questions {named}"


def _model_line(model: dict[str, Any]) -> str:
    """The embedding model, and how much of a text it reads."""
    if model["name"] is None:
        return "no embedding model: nothing in this run is made of vectors"
    limit, known = model.get("max_tokens"), model.get("limit_known", False)
    if limit is not None:
        reads = f"reads {limit:,} tokens of a text; longer chunks are counted under truncated"
    else:
        reads = "reads texts of any length" if known else "how much it reads of a text is not known"
    return f"embedding model {model['name']}, {reads}"


def _table(title: str, left: Iterable[str], right: Iterable[str]) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold")
    for name in left:
        table.add_column(name, no_wrap=True)
    for name in right:
        table.add_column(name, justify="right")
    return table


def percent(rate: float | dict[str, Any] | None) -> str:
    """`43.2`, in percent; a dash where it is undefined."""
    value = rate["value"] if isinstance(rate, dict) else rate
    return "–" if value is None else f"{100 * value:.1f}"


def _interval(rate: dict[str, Any] | None) -> str:
    if rate is None:
        return "–"
    return f"{percent(rate)} ({percent(rate['low'])}–{percent(rate['high'])})"


def _number(value: float | dict[str, Any] | None, digits: int = 2) -> str:
    number = value["value"] if isinstance(value, dict) else value
    return "–" if number is None else f"{number:,.{digits}f}"


def chunk_table(report: Report) -> Table:
    """A row a variant of the index figures, which expansion leaves as they are."""
    table = _table(
        "Chunks",
        ["variant"],
        [
            "chunks",
            "mean chars",
            "index tokens",
            "added %",
            "mid-sentence %",
            "duplication %",
            "oversize",
            "broken bonds",
            "whole documents %",
            "pointing back %",
            "truncated",
        ],
    )
    cuts: dict[tuple[str, str, str], dict[str, Any]] = {}
    for variant in report["variants"]:
        cut = (variant["strategy"], str(variant["parameters"]), variant["headers"])
        cuts.setdefault(cut, variant)
    for variant in cuts.values():
        index = variant["index"]
        corpus = index["tokens"] - index["added_tokens"]
        table.add_row(
            variant["id"],
            f"{index['chunks']:,}",
            _number(index["mean_chars"], 0),
            f"{index['tokens']:,}",
            percent(index["added_tokens"] / corpus if corpus else None),
            percent(index["mid_sentence_rate"]),
            percent(index["duplication"]),
            "–" if index["oversize"] is None else str(index["oversize"]),
            str(index["broken_bonds"]),
            percent(index["whole_documents"]),
            percent(index["pointing_back"]),
            "–" if index["truncated"] is None else str(index["truncated"]),
        )
    return table


def hit_table(report: Report) -> Table:
    """A row a variant, retriever and budget; where expansion was asked for, also what is
    complete without what it added."""
    expanded = any(variant.get("expansion") for variant in report["variants"])
    table = _table(
        "Hit rate under the budget",
        ["variant", "retriever"],
        [
            budget_words(report),
            "hit % (95 %)",
            "complete %",
            *(["self-contained %"] if expanded else []),
            "document hit %",
            "mean rank",
            "units",
            "tokens used",
        ],
    )
    for variant in report["variants"]:
        for result in variant["results"]:
            table.add_row(
                variant["id"],
                result["retriever"],
                f"{result['budget_tokens']:,}",
                _interval(result["hit_rate"]),
                percent(result["complete_rate"]),
                *([percent(result.get("self_contained_rate"))] if expanded else []),
                percent(result["document_hit_rate"]),
                _ranked(result["mean_rank"]),
                _number(result["units_in_context"], 1),
                _number(result["context_tokens"], 0),
            )
    return table


def _ranked(rank: dict[str, Any] | None) -> str:
    return "–" if rank is None else f"{rank['value']:.2f} (n={rank['n']})"


def header_table(report: Report) -> Table:
    """A row for each variant that was run with and without headers, retriever and budget.

    Mean document ranks are compared only over questions ranked under both.
    """
    table = _table(
        "Before and after headers",
        ["variant", "retriever"],
        [
            budget_words(report),
            "added index tokens %",
            "hit % before",
            "after",
            "lost",
            "gained",
            "document rank before",
            "after",
            "n",
        ],
    )
    by_id = {variant["id"]: variant for variant in report["variants"]}
    for plain in report["variants"]:
        headed = by_id.get(plain["id"] + "-headers")
        if headed is None:
            continue
        tokens = plain["index"]["tokens"], headed["index"]["tokens"]
        for before, after in _same_results(plain, headed):
            hits = [
                (a["hit"], b["hit"])
                for a, b in zip(before["per_question"], after["per_question"], strict=True)
            ]
            ranks = [
                (a["document_rank"], b["document_rank"])
                for a, b in zip(before["per_question"], after["per_question"], strict=True)
                if a["document_rank"] and b["document_rank"]
            ]
            table.add_row(
                plain["id"],
                before["retriever"],
                f"{before['budget_tokens']:,}",
                percent((tokens[1] - tokens[0]) / tokens[0] if tokens[0] else None),
                percent(before["hit_rate"]),
                percent(after["hit_rate"]),
                str(sum(a == 1 and b == 0 for a, b in hits)),
                str(sum(a == 0 and b == 1 for a, b in hits)),
                _number(_mean([a for a, _ in ranks])),
                _number(_mean([b for _, b in ranks])),
                str(len(ranks)),
            )
    return table


def _same_results(
    one: dict[str, Any], other: dict[str, Any]
) -> Iterable[tuple[dict[str, Any], dict[str, Any]]]:
    key = {(r["retriever"], r["budget_tokens"]): r for r in other["results"]}
    for result in one["results"]:
        if found := key.get((result["retriever"], result["budget_tokens"])):
            yield result, found


def _mean(values: list[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _by_overlap(report: Report) -> dict[str, list[dict[str, Any]]]:
    """Variants without headers that differ in overlap alone, the smallest overlap first."""
    found: dict[str, list[dict[str, Any]]] = {}
    for variant in report["variants"]:
        if variant["headers"] == "none" and "size" in variant["parameters"]:
            found.setdefault(variant_name(variant), []).append(variant)
    return {name: sorted(same, key=lambda v: int(v["overlap"])) for name, same in found.items()}


def overlap_table(report: Report) -> Table:
    """A row for each overlap of each strategy without headers that was run at several."""
    table = _table(
        "Overlap, without headers",
        ["strategy", "overlap asked"],
        [
            "overlap got",
            "index tokens",
            "added %",
            "duplication %",
            "retriever",
            "hit % (95 %)",
        ],
    )
    for name, same in _by_overlap(report).items():
        if len(same) < 2 or same[0]["overlap"]:
            continue
        base = same[0]["index"]["tokens"]
        for variant in same:
            index = variant["index"]
            size = variant["parameters"]["size"]
            first: tuple[str, ...] = (
                name,
                f"{100 * variant['overlap'] / size:.0f} %",
                _number(index["achieved_overlap"], 0),
                f"{index['tokens']:,}",
                percent((index["tokens"] - base) / base if base else None),
                percent(index["duplication"]),
            )
            for result in variant["results"]:
                table.add_row(*first, result["retriever"], _interval(result["hit_rate"]))
                first = (name, *[""] * 5)
    return table
