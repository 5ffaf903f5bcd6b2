"""A comparison of two runs for a person at a terminal."""

from rich.console import Console
from rich.table import Table

from evaluation.compare_lines import alone_lines, golden_lines, pair_name, setting_lines
from evaluation.compare_words import next_step_lines, question_lines, word_lines
from evaluation.run_comparison import ResultChange, RunComparison
from golden_sets.exchange.writing import printable


def print_comparison(found: RunComparison, console: Console) -> None:
    """What differs between the runs, the differences, and the questions behind them."""
    for side, n in (("before", 0), ("after", 1)):
        name = f"{found.runs[n]}  {found.created[n]}  {found.golden_sets[n]}"
        console.print(f"{side:6}  {printable(name)}", soft_wrap=True)
    for line in (*golden_lines(found.golden), *setting_lines(found), *alone_lines(found)):
        console.print(printable(line), soft_wrap=True)
    console.print(difference_table(found))
    below = [*word_lines(found)]
    for result in found.results:
        below += question_lines(result)
    for line in (*below, *next_step_lines(found)):
        console.print(printable(line), soft_wrap=True)


def difference_table(found: RunComparison) -> Table:
    """A row a variant, retriever and budget, in points; n of each run, and n compared."""
    table = Table(title="Hits, after minus before", title_justify="left", title_style="bold")
    table.add_column("variant", no_wrap=True)
    for column in (
        "retriever",
        "budget",
        "n before",
        "n after",
        "compared",
        "hit % before",
        "after",
        "difference (95 %)",
        "p",
        "could have shown",
        "gained",
        "lost",
        "other outcome",
        "chunks",
    ):
        table.add_column(column, justify="right")
    for one in found.results:
        table.add_row(*_cells(one))
    return table


def _cells(one: ResultChange) -> tuple[str, ...]:
    rates = ["–", "–"] if one.hit_rates is None else [f"{100 * x:.1f}" for x in one.hit_rates]
    return (
        printable(pair_name(one)),
        printable(one.retriever),
        f"{one.budget_tokens:,}",
        *(_asked(rows, asked) for rows, asked in zip(one.rows, one.asked, strict=True)),
        str(one.n),
        *rates,
        _difference(one),
        "–" if one.p is None else f"{one.p:.3f}",
        "–" if one.detectable is None else f"{100 * one.detectable:.1f}",
        str(len(one.gained)),
        str(len(one.lost)),
        str(len(one.changed)),
        {True: "same", False: "other", None: "not told"}[one.same_chunks],
    )


def _asked(rows: int, asked: int) -> str:
    return str(rows) if rows == asked else f"{asked} in {rows} rows"


def _difference(one: ResultChange) -> str:
    if one.equal and one.same_chunks:
        return "equal"  # the interval is of unseen questions, and there was nothing to change
    if one.difference is None:
        return "–"
    ends = [f"{100 * one.difference[end]:+.1f}" for end in ("value", "low", "high")]
    return f"{ends[0]} ({ends[1]} to {ends[2]})".replace("-", "−")
