"""How each variant compares with the baseline, for a person at a terminal."""

from typing import Any

from rich.table import Table

from evaluation.identical import identical_variants


def budget_words(report: dict[str, Any]) -> str:
    """What a column of budgets is headed by: with fill rule `top_k` they count units."""
    return "budget units" if report["run"]["fill"] == "top_k" else "budget tokens"


def comparison_table(report: dict[str, Any]) -> Table:
    """A row a candidate, retriever and budget: the paired difference in hits and its interval, in
    points; what the sign-flip test says; and the smallest difference these questions could show.

    A candidate with the baseline's own chunks has no difference to be told."""
    found = report["comparisons"]
    name = found[0]["baseline"] if found else ""
    table = Table(
        title=f"Hits compared with {name}, in points", title_justify="left", title_style="bold"
    )
    table.add_column("variant", no_wrap=True)
    for column in ("retriever", budget_words(report), "difference (95 %)", "p", "gained", "lost"):
        table.add_column(column, justify="right")
    table.add_column("could have shown", justify="right")
    same = {other for names in identical_variants(report) if name in names for other in names}
    for one in found:
        row = one["candidate"], one["retriever"], f"{one['budget_tokens']:,}"
        if one["candidate"] in same:
            table.add_row(*row, "identical chunks", *["–"] * 4)
            continue
        table.add_row(
            *row,
            _difference(one),
            "–" if one["p"] is None else f"{one['p']:.3f}",
            str(len(one["gained"])),
            str(len(one["lost"])),
            _points(one["detectable"]).lstrip("+"),
        )
    return table


def _difference(one: dict[str, Any]) -> str:
    ends = f"{_points(one['low'])} to {_points(one['high'])}"
    return f"{_points(one['difference'])} ({ends})"


def _points(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:+.1f}".replace("-", "−")
