"""A comparison of two runs for a person at a terminal."""

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.table import Table

from evaluation.compare_golden import GoldenChange
from evaluation.run_comparison import QuestionChange, ResultChange, RunComparison
from golden_sets.exchange.writing import printable

NAMED = 8


def print_comparison(found: RunComparison, console: Console) -> None:
    """What differs between the runs, the differences, and the questions behind them."""
    for side, n in (("before", 0), ("after", 1)):
        name = f"{found.runs[n]}  {found.created[n]}  {found.golden_sets[n]}"
        console.print(f"{side:6}  {printable(name)}", soft_wrap=True)
    for line in (*golden_lines(found.golden), *setting_lines(found), *alone_lines(found)):
        console.print(printable(line), soft_wrap=True)
    console.print(difference_table(found))
    for result in found.results:
        for line in question_lines(result):
            console.print(printable(line), soft_wrap=True)


def golden_lines(golden: GoldenChange) -> Iterator[str]:
    """What became of the documents and questions."""
    if golden.same:
        yield "Documents and questions are the same."
    told = {
        "Questions only in the run after": golden.new,
        "Questions only in the run before": golden.gone,
        "Questions set aside, since they or the documents they are about changed": tuple(
            golden.set_aside or ()
        ),
        "Questions with another weight, the mean of both being used": golden.reweighted,
        "Documents only in the run after": golden.documents_new,
        "Documents only in the run before": golden.documents_gone,
        "Documents whose text changed": golden.documents_revised,
    }
    for what, names in told.items():
        if names:
            yield f"{what} ({len(names):,}): {_listed(names)}"
    if not (golden.same or golden.untold or any(told.values())):
        yield (
            "Texts, evidence and weights are the same, the golden sets are not: classes, tags, "
            "kinds or splits differ."
        )
    if golden.documents_new or golden.documents_gone or golden.documents_revised:
        yield "Since documents differ, so may what is found for questions about the others."
    yield from (f"{line[0].upper()}{line[1:]}." for line in golden.untold)


def setting_lines(found: RunComparison) -> Iterator[str]:
    """What the runs record of themselves that differs, or that nothing does."""
    if found.settings:
        yield "What changed between the runs:"
    for setting in found.settings:
        yield f"  {setting.name}: {setting.before} -> {setting.after}"
    named = found.settings or not found.golden.same or _different_variants(found)
    if found.equal:
        yield "The runs are equal: every outcome, hit and rank compared is the same" + (
            "." if named else ", and nothing that they record differs."
        )
    elif not named:
        yield "The results differ, and nothing that the runs record does."


def _different_variants(found: RunComparison) -> bool:
    return any(result.variants[0] != result.variants[1] for result in found.results)


def alone_lines(found: RunComparison) -> Iterator[str]:
    """Results that have no partner."""
    for names, side in ((found.only_before, "before"), (found.only_after, "after")):
        if names:
            yield f"Results only in the run {side} ({len(names):,}): {_listed(names)}"


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
        printable(_pair(one)),
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


def _pair(one: ResultChange) -> str:
    before, after = one.variants
    return before if before == after else f"{before} -> {after}"


def _asked(rows: int, asked: int) -> str:
    return str(rows) if rows == asked else f"{asked} in {rows} rows"


def _difference(one: ResultChange) -> str:
    if one.equal and one.same_chunks:
        return "equal"  # the interval is of unseen questions, and there was nothing to change
    if one.difference is None:
        return "–"
    ends = [f"{100 * one.difference[end]:+.1f}" for end in ("value", "low", "high")]
    return f"{ends[0]} ({ends[1]} to {ends[2]})".replace("-", "−")


def question_lines(result: ResultChange) -> Iterator[str]:
    """A line a question whose outcome differs, and one for what was set aside."""
    groups = {
        "gained": result.gained,
        "lost": result.lost,
        "other outcome": result.changed,
        "set aside": result.set_aside,
    }
    if not any(groups.values()):
        return
    yield ""
    yield f"{_pair(result)}, {result.retriever}, {result.budget_tokens:,}"
    for what, questions in groups.items():
        yield from (f"  {what}: {_question(question)}" for question in questions)


def _question(one: QuestionChange) -> str:
    moved = one.before if one.before == one.after else f"{one.before} -> {one.after}"
    text = "" if one.text is None else f"  {' '.join(one.text.split())}"
    return f"{one.id}  {moved}{text}" + (f" ({one.why})" if one.why else "")


def _listed(names: Sequence[str]) -> str:
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" and {more:,} more" if more > 0 else "")
