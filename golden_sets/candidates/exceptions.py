"""Exceptions, and the rules they modify."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from golden_sets.candidates.candidate import Candidate, shown
from golden_sets.candidates.layout import Layout, Sentence, word_count
from golden_sets.candidates.numbers import context_of
from golden_sets.document import Span
from golden_sets.language import worded
from golden_sets.list_lines import continues_list
from golden_sets.numbering import clause_number

_OPENING = r"[-*+>_“\"'(（\s]{0,6}(?:\d{1,3}(?:\.\d{1,3})*[.)、]? ?)?"
# Its rule stands before it.
_TURNS = re.compile(
    rf"^{_OPENING}(?:(?:but|however|nevertheless|otherwise|yet|even so)\b|但|然而|不过|除外|不包括)"
    r"|, however,|\b(?:do|does) not count\b"
    rf"|^{_OPENING}(?:this|that|these|those|it|they|such|the (?:same|rule|limit|cap|exclusion|right"
    r"|obligation|restriction)s?)\b[^.]{0,60} (?:do|does|did|will|shall) not (?:apply|hold|cover"
    r"|extend|exist)\b|不适用",
    re.IGNORECASE,
)
_EARLIER = re.compile(r"前[一二两三]?款")
_NEGATES = re.compile(r"不适用|除外|例外|不受|可以不|免除|^但")
# It names its rule ("Clause 3.3 does not", "The limit in 9.2 is", "Contrary to 6.3"), or the clause
# it yields to ("Except as provided in 8.4").
_NAMES = re.compile(
    rf"^{_OPENING}(?:(?:(?P<yields>except as \w+ in|subject to)|notwithstanding|contrary to|despite"
    r"|by way of exception (?:from|to))\s{1,3})?"
    r"(?:(?:the|this)\s(?:[\w-]+\s){1,4}(?:in|of|under)\s)?"
    r"(?P<word>clauses?|sections?|articles?|paragraphs?)?\s{0,3}"
    r"(?P<number>\d{1,3}(?:\.\d{1,3})*)\b",
    re.IGNORECASE,
)
# Rule and exception in one sentence.
_WITHIN = re.compile(
    r"\b(?:except(?:ion)?s?|unless|other than|excluding|not including|provided (?:that|it|they)"
    r"|apart from|do(?:es)? not apply|only if|even if|even where|does not include|regardless of)\b"
    r"|(?<![不非])但是?(?![凡愿])|除外|除[^，。；]{1,30}外|不包括|不受[^，。；]{1,20}限制|另有(?:规定|约定)",
    re.IGNORECASE,
)
_BOILERPLATE = re.compile(r"(?:法律|当事人|本章|合同)[^，。；]{0,12}另有(?:规定|约定)")
_OPENS = 20
_FEWEST_WORDS = 4
_FARTHEST = 50
_APART = 3.0
_TOGETHER = 2.2
_USUAL = 1.5


class _Pair(NamedTuple):
    """What answers, what it misleads without, and how the one says so."""

    answer: Sentence
    context: Sentence
    how: str


def exceptions(layout: Layout) -> Iterator[Candidate]:
    """A candidate for each exception: its rule is the answer, itself the context.

    Where both are in one sentence, or the rule is not found, the sentence is the answer.
    """
    clauses = _clauses(layout)
    for index, sentence in enumerate(layout.sentences):
        text = layout.text(sentence.span)
        cue = _WITHIN.search(text)
        if pair := _pair(layout, clauses, index, text):
            lead = layout.leads[pair.answer.block]
            yield Candidate(
                "exception",
                layout.document.id,
                pair.answer.span,
                context_of(*{pair.context.span, lead}),
                worded(
                    "Misleads without {how}: {words}",
                    how=pair.how,
                    words=shown(layout.text(pair.context.span)),
                ),
                _APART,
            )
        elif cue:
            yield Candidate(
                "exception",
                layout.document.id,
                sentence.span,
                context_of(layout.leads[sentence.block]),
                worded(
                    "A rule with its exception ({words}); a question can be about either.",
                    words=shown(cue[0]),
                ),
                _USUAL if _BOILERPLATE.search(text) else _TOGETHER,
            )


def _pair(layout: Layout, clauses: dict[str, Sentence], index: int, text: str) -> _Pair | None:
    """A sentence and the one outside it that it modifies, or that modifies it."""
    sentence = layout.sentences[index]
    named = _NAMES.match(text)
    if named and (named["word"] or "." in named["number"]):
        other = clauses.get(named["number"])
        if other and other.block != sentence.block:
            if named["yields"]:
                return _Pair(sentence, other, worded("the clause it is subject to"))
            return _Pair(other, sentence, worded("the clause that modifies it by its number"))
    if _EARLIER.search(text[:_OPENS]):
        rule = _paragraph_before(layout, sentence)
        if rule and _NEGATES.search(text):
            return _Pair(rule, sentence, worded("the paragraph behind it, its exception"))
        return (
            _Pair(sentence, rule, worded("the paragraph before, which it speaks of"))
            if rule
            else None
        )
    rule = layout.before(index) if _TURNS.search(text) else None
    if rule and _states_a_rule(layout.text(rule.span)):
        return _Pair(rule, sentence, worded("its exception in the sentence behind it"))
    return None


def _states_a_rule(text: str) -> bool:
    return word_count(text) >= _FEWEST_WORDS and not continues_list(text)


def _clauses(layout: Layout) -> dict[str, Sentence]:
    """The first sentence of each numbered clause, by its number."""
    numbers: dict[Span, str | None] = {}
    found: dict[str, Sentence] = {}
    for index, block in enumerate(layout.document.blocks):
        sentences = layout.of_block(index)
        if not block.heading_path or not sentences:
            continue
        heading = block.heading_path[-1]
        if heading not in numbers:
            numbers[heading] = clause_number(layout.text(heading))
        if number := numbers[heading]:
            found.setdefault(number, sentences[0])
    return found


def _paragraph_before(layout: Layout, sentence: Sentence) -> Sentence | None:
    """The first sentence of the paragraph before, under the same heading."""
    blocks = layout.document.blocks
    for block in range(sentence.block - 1, max(-1, sentence.block - _FARTHEST), -1):
        if blocks[block].heading_path != blocks[sentence.block].heading_path:
            return None
        if blocks[block].kind != "list_item" and (found := layout.of_block(block)):
            return found[0]
    return None
