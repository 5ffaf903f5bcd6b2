"""Tables of a decision in Markdown: what it costs, and what each class of documents would take."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from evaluation.protocol_parts import Costs

_CLASS = ("class", "retriever", "questions", "recommended", "verdict", "leading")
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~!&])")


def plain(text: str) -> str:
    """The text in Markdown as it stands, on one line."""
    return _MARKDOWN.sub(r"\\\1", " ".join(text.split()))


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table, its cells as they stand."""
    yield f"| {' | '.join(columns)} |"
    yield "|" + "---|" * len(columns)
    for row in rows:
        yield f"| {' | '.join(map(plain, row))} |"


def price_tables(prices: Mapping[str, Mapping[str, Any]], costs: Costs) -> Iterator[str]:
    """A table a retriever: what of each variant an edit makes again, and what it costs."""
    columns = ("variant", "made again after an edit %", "embedded at first", "embedded a month")
    for retriever, found in prices.items():
        yield ""
        yield f"## Cost under {plain(retriever)}"
        yield ""
        yield plain(
            f"In {costs.currency}, of {costs.corpus_tokens:,} tokens, "
            f"{100 * costs.changed_per_month:g} % of the documents edited a month; the prices are "
            "assumptions."
        )
        yield ""
        rows = [(name, *_money(price)) for name, price in found.items()]
        yield from table((*columns, "stored a month", "a month"), rows)


def _money(price: Mapping[str, Any]) -> Iterator[str]:
    yield f"{100 * price['reembedded']:.1f}" if price["measured"] else "100 (assumed)"
    for part in ("first", "embedding", "storage", "monthly"):
        yield f"{price[part]:,.3f}"


def class_table(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """What is recommended for each class of documents, and what leads; none without classes."""
    if not rows:
        return
    yield ""
    yield "## By class of documents"
    yield ""
    columns = (*_CLASS, "compared", "its points ahead")
    yield from table(columns, [list(_class(row)) for row in rows])


def _class(row: Mapping[str, Any]) -> Iterator[str]:
    yield from (str(row[name]) for name in _CLASS)
    yield row.get("compared") or "–"
    ends = [row[name] for name in ("difference", "low", "high")]
    if None in ends:
        yield "–"
    else:
        value, low, high = (f"{100 * one:+.1f}".replace("-", "−") for one in ends)
        yield f"{value} ({low} to {high}){', these documents only' if row.get('local') else ''}"
