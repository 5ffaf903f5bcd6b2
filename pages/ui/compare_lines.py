"""The results that the page Compare draws, with their figures, each made once."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from evaluation.database import store_folder
from evaluation.plain_words import is_clear
from golden_sets.language import tr
from pages.ui.compare_scope import Scope
from pages.ui.compare_url import how_many
from pages.ui.results import Row

Rate = dict[str, Any] | None
ROWS = (15, 30, 60, 120)
ALPHA = 0.05


@st.cache_resource(max_entries=256, show_spinner=False)
def _kept(key: str, _make: Callable[[], Any]) -> Any:
    return _make()


def once(scope: Scope, what: str, make: Callable[[], Any]) -> Any:
    """What `make` gives, made once for these questions of this run; data, never words."""
    return _kept(f"{store_folder().resolve()}|{scope.run}|{scope.filters}|{what}", make)


def key_of(row: Row) -> str:
    return f"{row.variant}/{row.retriever}/{row.budget_tokens}"


def means(scope: Scope) -> dict[str, float]:
    """The hit rate of each result at this budget, without an interval."""

    def made() -> dict[str, float]:
        found = {key_of(row): scope.part.mean(row.result) for row in scope.found}
        return {key: 0.0 if value is None else value for key, value in found.items()}

    value: dict[str, float] = once(
        scope, f"means/{scope.budget}/{','.join(scope.retrievers)}", made
    )
    return value


def ordered(scope: Scope) -> list[Row]:
    """All results at this budget, the highest measured hit rate first."""
    value = means(scope)
    return sorted(scope.found, key=lambda row: (-value[key_of(row)], row.variant, row.retriever))


def drawn(scope: Scope) -> list[Row]:
    """The first of them, as many as the person asks for, and the baseline's."""
    found = ordered(scope)
    options = [n for n in ROWS if n < len(found)]
    if not options:
        return found
    if len(found) <= ROWS[-1]:
        options.append(len(found))
    most = how_many(
        tr("Results shown, the highest hit rate first, of {n:,}", n=len(found)),
        "rows",
        options,
        help=tr("A result is one variant under one retriever. The baseline is always shown."),
    )
    return with_baseline(scope, found, most)


def with_baseline(scope: Scope, found: list[Row], most: int) -> list[Row]:
    """The first `most`, and after them the baseline's that are not among them."""
    return found[:most] + [row for row in found[most:] if row.variant == scope.baseline]


def figure(scope: Scope, row: Row, name: str = "hit_rate") -> Rate:
    """One of the report's rates over the questions that count."""
    if scope.part.whole:
        return scope.part.figure(row.result, name)
    found: Rate = once(scope, f"{name}/{key_of(row)}", lambda: scope.part.figure(row.result, name))
    return found


def base_of(scope: Scope, row: Row) -> Row | None:
    """The baseline's result under the same retriever and budget; None for itself."""
    if row.variant == scope.baseline:
        return None
    wanted = (scope.baseline, row.retriever, row.budget_tokens)
    every = (r for r in scope.every if (r.variant, r.retriever, r.budget_tokens) == wanted)
    return next(every, None)


def difference(scope: Scope, row: Row, base: Row, name: str = "hit_rate") -> dict[str, Any]:
    """Row minus base, paired by question."""
    what = f"{name}/{key_of(row)}-{key_of(base)}"
    found: dict[str, Any] = once(
        scope, what, lambda: scope.part.difference(base.result, row.result, name)
    )
    return found


def same_cut(one: Row, other: Row) -> bool:
    """Whether both were cut alike, so that nothing is to be told between them."""
    cut = one.index.get("fingerprint")
    return cut is not None and cut == other.index.get("fingerprint")


def clear(found: dict[str, Any]) -> bool:
    """Whether interval and test tell a difference from chance; never where an end is unknown."""
    if found["low"] is None or found["high"] is None:
        return False
    return is_clear(found)


def holds(found: dict[str, Any], comparisons: int) -> bool:
    """Whether it is clear with the error shared over so many comparisons too."""
    return clear(found) and found["p"] * max(1, comparisons) <= ALPHA
