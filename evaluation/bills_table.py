"""The bills for a person at a terminal."""

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table

from evaluation.bill import Bill, Bills, Point, Ranks, Rate
from evaluation.plain_words import detectable_words

SHARED = ("index tokens", "added (%)", "cost", "dup. %", "blurred %", "hit %", "gain (95 %)")


def print_bills(found: Bills, console: Console) -> None:
    """The price, a table for overlap and one for headers, what the questions could have shown of
    each, and every curve's knee."""
    price = found.price
    console.print(
        f"{found.golden_set}: 95 % intervals, {found.interval}; {price.per_million:g} "
        f"{price.currency} a million embedding tokens ({price.basis}), paid once an index; "
        "dup.: characters of a context that stand in it already; blurred: answers that stand "
        "whole in two chunks or more",
        soft_wrap=True,
    )
    for bills, table in (
        (found.overlap, overlap_bills(found.overlap)),
        (found.headers, header_bills(found.headers)),
    ):
        if table.row_count:
            console.print(table)
            for line in power_lines(bills):
                console.print(line, soft_wrap=True)
    for line in knee_lines(found.overlap):
        console.print(line, soft_wrap=True)


def overlap_bills(found: Iterable[Bill]) -> Table:
    """A row a step: what it adds to the step before and gains over it, and over none at all."""
    more = "over none (95 %)", "gained", "lost"
    table = _table("The bill for overlap, a step against the one before", "overlap", more)
    for bill in found:
        for point in bill.points:
            table.add_row(
                point.variant if point is bill.points[0] else "",
                point.step,
                _budget(bill),
                *_costs(point),
                *_found(point),
                _points(point.total),
                *_moved(point),
                end_section=point is bill.points[-1],
            )
    return table


def header_bills(found: Iterable[Bill]) -> Table:
    """Two rows a variant: before headers, and after, against before."""
    more = "gained", "lost", "rank, n", "document rank, n"
    table = _table("The bill for headers", "headers", more)
    for bill in found:
        for point in bill.points:
            table.add_row(
                bill.name if point is bill.points[0] else "",
                {"none": "before", "path": "after"}[point.step],
                _budget(bill),
                *_costs(point),
                *_found(point),
                *_moved(point),
                *(_rank(point.ranks.get(name)) for name in ("rank", "document_rank")),
                end_section=point is bill.points[-1],
            )
    return table


def knee_lines(found: Iterable[Bill]) -> list[str]:
    """Whether each curve has a knee, and why; curves that say the same share a line."""
    lines: dict[str, list[str]] = {}
    for bill in found:
        step = next((p.step for p in bill.points if p.variant == bill.knee), "")
        told = f"knee at {step}, {bill.why}" if step else f"no knee, {bill.why}"
        lines.setdefault(told, []).append(_name(bill))
    return [f"{told}: {', '.join(names)}" for told, names in lines.items()]


def power_lines(found: Iterable[Bill]) -> list[str]:
    """What its questions could have shown of each bill, by the step they show least of; bills of
    which the same is to be said share a line."""
    lines: dict[str, list[str]] = {}
    for bill in found:
        gains = [point.gain for point in bill.points if point.gain]
        if gains:
            least = max((p.detectable for p in bill.points if p.detectable), default=None)
            told = detectable_words(least, gains[0]["n"])
            lines.setdefault(told, []).append(_name(bill))
    return [f"{', '.join(names)}: {told}" for told, names in lines.items()]


def _name(bill: Bill) -> str:
    return f"{bill.name} {bill.retriever} {bill.budget_tokens:,}"


def _table(title: str, step: str, more: Sequence[str]) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold")
    for name in ("from", step, "retriever, budget"):
        table.add_column(name, no_wrap=True)
    for name in (*SHARED, *more):
        table.add_column(name, justify="right")
    return table


def _budget(bill: Bill) -> str:
    return f"{bill.retriever}, {bill.budget_tokens:,}"


def _costs(point: Point) -> tuple[str, str, str]:
    """Of the first point what it costs, of the others what they add."""
    tokens = f"{point.index_tokens:,}"
    if not point.ranks:
        return tokens, "", _money(point.cost)
    base = point.index_tokens - point.added_tokens
    share = f" ({100 * point.added_tokens / base:.1f})" if base else ""
    added = f"{point.added_tokens:+,}{share}".replace("-", "−")
    return tokens, added, _money(point.added_cost, "+").replace("-", "−")


def _money(amount: float, sign: str = "") -> str:
    if not amount:
        return "0"
    return f"{amount:{sign},.2f}" if abs(amount) >= 0.1 else f"{amount:{sign}.6f}"


def _found(point: Point) -> tuple[str, ...]:
    shares = point.context_duplication, point.blurred_citations
    hits = None if point.hit_rate is None else point.hit_rate["value"]
    gain = "identical chunks" if point.identical else _points(point.gain)
    return *(_percent(share) for share in (*shares, hits)), gain


def _moved(point: Point) -> tuple[str, str]:
    if not point.ranks:
        return "", ""
    return str(len(point.gained)), str(len(point.lost))


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f}"


def _points(gain: Rate) -> str:
    """`+3.4 (−1.2 to +8.0)`, in points; empty where there is nothing before."""
    if gain is None:
        return ""
    value, low, high = (f"{100 * gain[end]:+.1f}" for end in ("value", "low", "high"))
    return f"{value} ({low} to {high})".replace("-", "−")


def _rank(ranks: Ranks | None) -> str:
    """`33.3 to 34.5, 65`; empty where there is nothing before."""
    if ranks is None:
        return ""
    if ranks.before is None:
        return "–, 0"
    return f"{ranks.before:.1f} to {ranks.after:.1f}, {ranks.n}"
