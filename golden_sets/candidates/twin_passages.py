"""Passages that are equal but for a value: a question about one must say which."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from golden_sets.candidates.candidate import Candidate, shown
from golden_sets.candidates.layout import Layout, layout_of, word_count
from golden_sets.candidates.numbers import context_of
from golden_sets.candidates.quantities import in_figures
from golden_sets.candidates.rows import cells, header_words
from golden_sets.candidates.selection import best
from golden_sets.document import Document, Span
from golden_sets.language import worded
from golden_sets.numerals import ENGLISH
from golden_sets.question import Passage

_VALUE = re.compile(
    r"[“\"「《][^”\"」》\n]{1,40}[”\"」》]|`[^`\n]{1,40}`|\d[\d,.:]*\d|\d"
    rf"|\b(?i:{'|'.join(ENGLISH)})\b|[零〇一二三四五六七八九十百千两万亿]+"
    r"|(?<=[a-z,;] )[A-Z][\w-]*(?: [A-Z][\w-]*)*",
    re.ASCII,
)
# A clause's number differs wherever a version has one clause more.
_REFERENCE = re.compile(
    r"第[零〇一二三四五六七八九十百千两\d]{1,9}[编章节条款项]|前[一二两三四五]?[款条项]"
    r"|\b(?:[Cc]lause|[Ss]ection|[Aa]rticle|[Pp]aragraph|[Tt]able|[Ff]igure)s? [\d.]*\d"
)
_FEWEST_WORDS = 4
_MOST_DIFFERENCES = 3
_MOST_OF_A_KIND = 4
_BASE = 2.0


class _Member(NamedTuple):
    document: str
    span: Span
    context: tuple[Span, ...]
    values: tuple[str, ...]


def twins(documents: Iterable[Document], taken: Iterable[Passage] = ()) -> tuple[Candidate, ...]:
    """Passages with a near copy in these documents that differs in a number, name or date.

    Best first and as few in a section as of other candidates. Time grows with the text, not with
    its pairs: passages meet where their words with the values left out are the same.

    Args:
        taken: Passages of the golden set, which no answer overlaps.
    """
    layouts = {document.id: layout_of(document) for document in documents}
    groups: dict[tuple[str, ...], dict[tuple[str, ...], _Member]] = defaultdict(dict)
    for _, layout in sorted(layouts.items()):
        for key, member in (*_sentences(layout), *_rows(layout)):
            groups[key].setdefault(member.values, member)
    found = (
        candidate
        for key, members in groups.items()
        if len(members) > 1
        for candidate in _candidates(key, list(members.values()))
    )
    return best(found, layouts, taken)


def _sentences(layout: Layout) -> Iterator[tuple[tuple[str, ...], _Member]]:
    for sentence in layout.sentences:
        words = Span(layout.words_start(sentence), sentence.span.end)
        text = _REFERENCE.sub("§", " ".join(layout.text(words).split()))
        values = tuple(in_figures(value) for value in _VALUE.findall(text))
        key = _VALUE.sub("\0", text)
        if values and word_count(key) >= _FEWEST_WORDS:
            context = context_of(layout.leads[sentence.block])
            yield (key.casefold(),), _Member(layout.document.id, sentence.span, context, values)


def _rows(layout: Layout) -> Iterator[tuple[tuple[str, ...], _Member]]:
    """Rows of one label under one header; of each table the first with that label."""
    header: Span | None = None
    seen: set[str] = set()
    for block in layout.document.blocks:
        if block.kind == "table_header":
            header, seen = header_words(block), set()
        elif block.kind == "table_row" and header:
            label, *values = cells(layout.text(block.span))
            if label in seen or not any(values):
                continue
            seen.add(label)
            key = (_VALUE.sub("\0", layout.text(header)).casefold(), label.casefold())
            yield key, _Member(layout.document.id, block.span, (header,), tuple(values))


def _candidates(key: tuple[str, ...], members: Sequence[_Member]) -> Iterator[Candidate]:
    """Each of the first few with the nearest other one."""
    members = members[:_MOST_OF_A_KIND]
    for one in members:
        others = [other for other in members if other is not one]
        other = min(others, key=lambda other: len(_differences(one, other)))
        differences = _differences(one, other)
        if len(key) == 1 and len(differences) > _MOST_DIFFERENCES:
            continue
        here, there = differences[0]
        elsewhere = one.document != other.document
        place = worded("in this document")
        if elsewhere:
            place = worded("in {document}", document=other.document)
        yield Candidate(
            "twin",
            one.document,
            one.span,
            one.context,
            worded(
                "A passage {place} is the same but for {there} where this one has {here}, so the "
                "question must say which.",
                place=place,
                there=shown(there),
                here=shown(here),
            ),
            _BASE + min(word_count(key[-1]), 20) / 40 + 0.5 * elsewhere - len(differences) / 20,
            Passage(other.document, other.span),
        )


def _differences(one: _Member, other: _Member) -> list[tuple[str, str]]:
    return [pair for pair in zip(one.values, other.values, strict=True) if pair[0] != pair[1]]
