"""One field of a protocol as it is typed: its value, or one line that says what is allowed."""

import re
from collections.abc import Callable, Collection
from decimal import Decimal
from functools import partial
from typing import Any

from evaluation.embedders.choice import AUTO, PACKAGED, SPECS, check_spec
from evaluation.embedding import EmbedderError
from evaluation.offer import NOTHING, Offer
from evaluation.packing import FILLS
from evaluation.protocol import METRICS
from evaluation.protocol_parts import MOST_QUESTIONS
from evaluation.protocol_parts import VERDICTS as REQUIRED
from evaluation.settings import RETRIEVERS
from golden_sets.language import marked, tr
from strategies.registry import STRATEGIES

NONE = "none"
MODELS = tuple(PACKAGED)
# What decides alike under any number: the fill rule asked again is about tokens.
AGAIN_FILLS = tuple(name for name in FILLS if name != "top_k")

_WHOLE = re.compile(r"\d{1,15}|\d{1,3}([ ,_]\d{3}){1,4}")
_NUMBER = re.compile(r"\d{1,15}(\.\d{1,15})?")
_NUMBERS: dict[str, tuple[float, float]] = {
    "reject_below": (0, 100),
    "adopt_at": (0, 100),
    "limits.indexing_seconds": (0, float("inf")),
    "limits.query_ms": (0, float("inf")),
    "limits.monthly_cost": (0, float("inf")),
    "costs.embedding_per_million_tokens": (0, float("inf")),
    "costs.storage_per_gb_month": (0, float("inf")),
}
# Shares in a protocol, percent to whoever types them.
PERCENTS: dict[str, tuple[float, float]] = {
    "level": (50, 99.99),
    "limits.duplication": (0, 100),
    "costs.changed_per_month": (0, float("inf")),
}
_WHOLES = {
    "budget_tokens": 1,
    "baseline_top_k": 1,
    "limits.index_tokens": 0,
    "costs.bytes_per_vector": 1,
    "costs.corpus_tokens": 1,
    "gate.max_lost": 0,
}
_OPTIONAL = ("baseline_top_k", "limits.", "costs.bytes_per_vector", "gate.max_lost")
_LISTS = ("candidates", "retrievers", "robustness.budgets", "robustness.retrievers")

NO_VARIANT = marked(
    "{given}: no variant can be made of this id; allowed are ids such as "
    "structure-800c-o80-headers, of {strategies}"
)
ONE_OF = marked("{given}: not known; allowed are {allowed}")
BETWEEN = marked("{given}: allowed is a number from {low} to {high}, with a point: 2.5")
AT_LEAST = marked("{given}: allowed is a number of at least {low}, with a point: 2.5")
WHOLE = marked("{given}: allowed is a whole number of at least {low}")
MOST = marked("{given}: allowed is a whole number of at most {most:,}")
MISSING = marked("nothing is given; this is needed")
SHARES = marked("{given}: allowed are pairs by comma, structure-400c=10, from 0 to 100 %")
THOUSANDS = marked("{given}: allowed are numbers by comma and space, 300, 1200")
TWICE = marked("{given} is named twice; once is enough")


def value_of(name: str, text: str, classes: Collection[str], offer: Offer = NOTHING) -> Any:
    """The value of one field; None is its default.

    Args:
        offer: What the golden set offers beside variants that an id names by itself.

    Raises:
        ValueError: One line for a person.
    """
    if name in _LISTS:
        return _list(name, text, offer)
    if name in _NUMBERS or name in PERCENTS or name in _WHOLES:
        return None if not text and name.startswith(_OPTIONAL) else _figure(name, text)
    if name == "costs.reembedding":
        return _shares(text)
    if name == "costs.currency":
        return _needed(text)[:20]
    if name == "baseline":
        return variant(_needed(text), offer)
    if name in ("gate.variant", "gate.candidate"):
        return variant(text, offer) if text else None
    if name == "robustness.model" and text not in ("", NONE):
        return model(text)
    allowed: dict[str, Collection[str]] = {
        "metric": tuple(METRICS),
        "pilot_class": classes,
        "robustness.fill": (NONE, *AGAIN_FILLS),
        "robustness.model": (NONE,),
        "gate.require": REQUIRED,
    }
    if not text and name in ("pilot_class", "robustness.model", "gate.require"):
        return "" if name == "pilot_class" else None
    found = _known(_needed(text), allowed[name])
    return "" if found == NONE else found


def outside(given: str) -> bool:
    """Whether a model is in none of our packages, so that only asking it tells if it is there."""
    return given not in (AUTO, *MODELS)


def model(given: str) -> str:
    """The model as typed; nothing is asked of it.

    Raises:
        ValueError: It is no name of any.
    """
    try:
        check_spec(given)
    except EmbedderError:
        raise ValueError(tr(ONE_OF, given=given[:60], allowed=SPECS)) from None
    return given


def _list(name: str, text: str, offer: Offer) -> list[Any] | None:
    """Pieces by comma; budgets as numbers."""
    if name.startswith("robustness.") and text in ("", NONE):
        return [] if text else None
    if name.endswith("budgets") and re.search(r"\d,\d{3}(?!\d)", text):
        raise ValueError(tr(THOUSANDS, given=text[:60]))
    make: Callable[[str], Any] = partial(variant, offer=offer)
    if name.endswith("retrievers"):
        make = _retriever
    elif name.endswith("budgets"):
        make = _budget
    found = [make(piece.strip()) for piece in _needed(text).split(",") if piece.strip()]
    if not found:
        raise ValueError(tr(MISSING))
    if twice := [one for at, one in enumerate(found) if one in found[:at]]:
        raise ValueError(tr(TWICE, given=twice[0]))
    return found


def _needed(text: str) -> str:
    if not text:
        raise ValueError(tr(MISSING))
    return text


def variant(given: str, offer: Offer) -> str:
    """The id of a variant that can be made of it.

    Raises:
        ValueError: None can.
    """
    if offer.variant(given) is None:
        names = ", ".join(name for name in STRATEGIES if name != "mixed")
        raise ValueError(tr(NO_VARIANT, given=given[:60], strategies=names))
    return given


def _known(given: str, allowed: Collection[str]) -> str:
    if given not in allowed:
        raise ValueError(tr(ONE_OF, given=given[:60], allowed=", ".join(allowed) or "–"))
    return given


def _retriever(given: str) -> str:
    return _known(given, RETRIEVERS)


def _budget(given: str) -> int:
    return int(_figure("budget_tokens", given))


def _figure(name: str, text: str) -> float:
    if name in _WHOLES:
        return _whole(name, text, _WHOLES[name])
    percent = name in PERCENTS
    low, high = PERCENTS[name] if percent else _NUMBERS[name]
    number = Decimal(text) if _NUMBER.fullmatch(text) else Decimal(-1)
    # Nothing is worth adopting at 0 points.
    if not low <= number <= Decimal(repr(high)) or (name == "adopt_at" and not number):
        words = AT_LEAST if high == float("inf") else BETWEEN
        raise ValueError(tr(words, given=_needed(text)[:60], low=f"{low:g}", high=f"{high:g}"))
    found = float(number / 100) if percent else float(number)
    return int(found) if found.is_integer() else found


def _whole(name: str, text: str, low: int) -> int:
    given = re.sub("[ ,_]", "", text) if _WHOLE.fullmatch(text) else ""
    if not given or int(given) < low:
        raise ValueError(tr(WHOLE, given=_needed(text)[:60], low=low))
    if name == "gate.max_lost" and int(given) > MOST_QUESTIONS:
        raise ValueError(tr(MOST, given=text[:60], most=MOST_QUESTIONS))
    return int(given)


def _shares(text: str) -> dict[str, float]:
    """`structure-400c=10, fixed-400c=50`: percent of embedded tokens, by variant."""
    found: dict[str, float] = {}
    for piece in filter(None, (one.strip() for one in text.split(","))):
        name, _, share = (one.strip() for one in piece.partition("="))
        if not name or not _NUMBER.fullmatch(share) or Decimal(share) > 100:
            raise ValueError(tr(SHARES, given=piece[:60]))
        found[name] = float(Decimal(share) / 100)
    return found
