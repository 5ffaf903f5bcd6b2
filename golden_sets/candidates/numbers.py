"""Sentences that state a number with its unit: what a golden set can be marked by at once."""

from collections.abc import Iterator, Sequence

from golden_sets.candidates.candidate import Candidate, shown
from golden_sets.candidates.layout import Layout
from golden_sets.candidates.quantities import WORTH, limits, quantities
from golden_sets.document import Span
from golden_sets.language import Worded, joined, worded

_BASE = 1.0
_LIMIT = 0.4
_MORE = 0.1
_MOST_NAMED = 3


def numbers(layout: Layout) -> Iterator[Candidate]:
    """A candidate for each sentence with a quantity; what limits something comes first."""
    for sentence in layout.sentences:
        text = layout.text(sentence.span)
        found = list(quantities(text))
        if not found:
            continue
        kinds = dict.fromkeys(one.kind for one in found)
        named = [shown(text[slice(*one.span)]) for one in found[:_MOST_NAMED]]
        lead = layout.leads[sentence.block]
        score = _BASE + max(WORTH[kind] for kind in kinds) + _MORE * min(len(found) - 1, 3)
        yield Candidate(
            "number",
            layout.document.id,
            sentence.span,
            context_of(lead),
            _words(tuple(kinds), named, lead is not None),
            score + _LIMIT * limits(text),
        )


def _words(kinds: Sequence[str], named: Sequence[str], lead: bool) -> Worded:
    values = {"kinds": _listed(kinds), "words": joined(named, ", ")}
    if lead:
        return worded(
            "States {kinds} ({words}), so an answer is right or wrong and needs the sentence that "
            "leads its list in.",
            **values,
        )
    return worded("States {kinds} ({words}), so an answer is right or wrong.", **values)


def _listed(kinds: Sequence[str]) -> Worded:
    """`a share and a count`."""
    said = worded(kinds[0])
    for kind in kinds[1:]:
        said = worded("{one} and {other}", one=said, other=worded(kind))
    return said


def context_of(*spans: Span | None) -> tuple[Span, ...]:
    """Those that are there, in order."""
    return tuple(sorted(span for span in spans if span))
