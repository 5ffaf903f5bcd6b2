"""Sentences that say what a word means."""

import re
from collections.abc import Iterator

from golden_sets.candidates.candidate import Candidate, shown
from golden_sets.candidates.layout import Layout
from golden_sets.candidates.numbers import context_of
from golden_sets.language import worded

_OPEN, _CLOSE = r"[\"“'‘*_`]{1,4}", r"[\"”'’*_`]{1,4}"
_INSIDE = r"[^\"“”*`\n]{1,60}?"
_HAN_TERM = r"[“「\"]?(?P<{}>[^，。；：“”「」（）()\"\s]{{1,24}})[”」\"]?"
_DEFINES = re.compile(
    rf"^\W{{0,6}}(?:[\d.]{{1,8}} )?(?:(?i:the|an?) )?{_OPEN}(?P<quoted>{_INSIDE}){_CLOSE}"
    r"(?:\s*\([^()]{1,60}\))?(?: and [^.]{1,60}?)?"
    r" (?:means?|refers? to|includes?|denotes?|(?:is|are) (?:an?|the|any)\b)"
    r"|^(?P<bare>[A-Z][\w-]*(?: [\w-]+){0,4})"
    r" (?:means (?!that|of)|refers to |is defined as |denotes )"
    r"|\b(?:is|are) (?:also )?(?:called|known as|termed|referred to as) "
    r"(?!(?:by|on|in|at|back|up|for|when|from|to|out|off)\b)(?P<called>[^,.;:]{2,40})"
    r"|\((?:(?:hereinafter|together|collectively|each)[ ,]*){0,3}(?:(?:the|an?) )?"
    rf"{_OPEN}(?P<short>{_INSIDE}){_CLOSE}\)"
    rf"|{_HAN_TERM.format('han')}[，,]?\s?(?:是指|系指|指的是)"
    rf"|(?:以下(?:简称|统称|称)|简称为?|称为|统称)为?[:：]?\s?{_HAN_TERM.format('named')}"
)
# Cheaper than the whole; every form of it holds one of these.
_MAY_DEFINE = re.compile(
    r"mean|refer|include|denote|called|known as|termed|defined|指|简称|统称|称为|以下称"
    r"|[\"”'’*_`]\)|^\W{0,6}[\w .]{0,12}[\"“'‘*_`]"
)
_CODE = re.compile(
    r"^(?:[-*+] |\d{1,3}[.)] )?(?:\*\*(?P<bold>[^*\n]{1,50})\*\*|`(?P<code>[^`\n]{1,50})`)"
    r"(?: ?\([^()]{1,40}\))?(?::| [–—]) ?(?=\S)"
)
_SAYS = 2.5
_LISTS = 1.6
_PREFIXES = ("本合同所称", "本法所称", "本条例所称", "本规定所称", "本办法所称", "前款所称", "所称")


def definitions(layout: Layout) -> Iterator[Candidate]:
    """A candidate for each definition, and for each item of a list of terms or codes."""
    for sentence in layout.sentences:
        text = layout.text(sentence.span)
        found = _DEFINES.search(text) if _MAY_DEFINE.search(text) else None
        listed = None if found else _CODE.match(text)
        term = _term(found or listed)
        if not term:
            continue
        lead = layout.leads[sentence.block]
        yield Candidate(
            "definition",
            layout.document.id,
            sentence.span,
            context_of(lead),
            worded(
                "Says what {term} is; who asks may use the word, or only describe the thing.",
                term=shown(term),
            ),
            _SAYS if found else _LISTS,
        )


def _term(found: re.Match[str] | None) -> str:
    term = next((one for one in found.groups() if one), "") if found else ""
    for prefix in _PREFIXES:
        if prefix in term:
            term = term.split(prefix, 1)[1].removeprefix("的")
    return term.strip(" *_`\"'“”")
