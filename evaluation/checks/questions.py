"""Questions that are too few, alike, give their answer away, or say too little of their use."""

import re
import unicodedata
from collections.abc import Iterator
from difflib import SequenceMatcher

import numpy as np

from evaluation.checks.finding import NO_CLASS, counted
from evaluation.checks.registry import Told, check
from evaluation.checks.subject import Subject
from evaluation.words import words
from golden_sets.language import joined, marked, worded, wordedn
from golden_sets.question import Question

# Of 100: questions alike in this share of their characters, words in any order.
ALIKE = 90
AT_ONCE = 1_000
# One question fewer than this is more than 5 points of a rate.
FEW = 20
# As few are no group that an interval is made of.
TOO_FEW = 8
SHARE = 0.8
FEWEST_WORDS = 4
# Words in a row; of Chinese, Japanese and Korean twice as many characters.
RUN = 8
_CJK = "\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3"
_PIECES = re.compile(rf"[{_CJK}]|(?:(?![{_CJK}])[^\W_])+")
_DIGITS = re.compile(r"\d+")


@check(
    "repeated_questions",
    marked(
        "One fact counts as often as it is asked, and intervals come out narrower than they are."
    ),
)
def repeated_questions(subject: Subject) -> Iterator[Told]:
    pairs = _pairs(subject.golden.questions)
    if not pairs:
        return
    equal = sum(_plain(one) == _plain(other) for one, other in pairs)
    apart = sum({one.split, other.split} == {"tune", "decide"} for one, other in pairs)
    names = dict.fromkeys(question.id for pair in pairs for question in pair)
    values = {"pairs": counted(len(pairs), "pair"), "equal": equal}
    found = worded("{pairs} of questions repeat each other, {equal:,} word for word.", **values)
    if apart:
        found = worded(
            "{pairs} of questions repeat each other, {equal:,} word for word, {apart:,} of them "
            "one "
            "to tune on and one to decide on.",
            **values,
            apart=apart,
        )
    yield Told("warning", found, tuple(names))


def _pairs(questions: tuple[Question, ...]) -> list[tuple[Question, Question]]:
    """Questions that ask the same: equal but for case, marks and blanks, or nearly.

    Two that differ in a number ("the price in 2025"), or in the order of two, ask for different
    facts.
    """
    from rapidfuzz import fuzz, process

    plain = [_plain(question) for question in questions]
    pairs = []
    for start in range(0, len(plain), AT_ONCE):
        some = plain[start : start + AT_ONCE]
        near = process.cdist(some, plain, scorer=fuzz.token_sort_ratio, score_cutoff=ALIKE)
        pairs += [(start + at, other) for at, other in np.argwhere(near).tolist()]
    return [
        (questions[at], questions[other])
        for at, other in pairs
        if at < other and _numbers(plain[at]) == _numbers(plain[other])
    ]


def _plain(question: Question) -> str:
    return " ".join(words(question.text))


def _numbers(text: str) -> list[str]:
    return _DIGITS.findall(text)


@check(
    "answers_in_questions",
    marked("The answer's own words find it: BM25 looks better than on what people ask."),
)
def answers_in_questions(subject: Subject) -> Iterator[Told]:
    asked = subject.golden.answerable
    leaking = [
        question.id
        for question in asked
        if any(_leaks(question.text, subject.quote(p)) for p in subject.answers[question.id])
    ]
    if leaking:
        yield Told(
            "warning",
            wordedn(
                "{n:,} of {of} holds {share:.0f} % of an answer's words or {run} of them in a row.",
                "{n:,} of {of} hold {share:.0f} % of an answer's words or {run} of them in a row.",
                len(leaking),
                of=counted(len(asked), "answerable question"),
                share=100 * SHARE,
                run=RUN,
            ),
            tuple(leaking),
        )


def _leaks(question: str, quote: str) -> bool:
    asked, answer = _pieces(question), _pieces(quote)
    distinct = set(answer)
    if len(distinct) >= FEWEST_WORDS and len(distinct & set(asked)) >= SHARE * len(distinct):
        return True
    match = SequenceMatcher(None, asked, answer, autojunk=False).find_longest_match()
    run = asked[match.a : match.a + match.size]
    return sum(0.5 if re.match(f"[{_CJK}]", piece) else 1 for piece in run) >= RUN


def _pieces(text: str) -> list[str]:
    return _PIECES.findall(unicodedata.normalize("NFKC", text).casefold())


@check(
    "few_questions_in_class",
    marked(
        "One question more or less moves the rate of such a class by more than 5 points: nothing "
        "can be said of it by itself."
    ),
)
def few_questions_in_class(subject: Subject) -> Iterator[Told]:
    asked = dict.fromkeys(sorted(subject.classes), 0)
    for question in subject.golden.answerable:
        if question.question_class in asked:
            asked[question.question_class] += 1
    few = {name: count for name, count in asked.items() if count < FEW}
    if few:
        each = (worded("{name} {n}", name=name or NO_CLASS, n=count) for name, count in few.items())
        yield Told(
            "warning" if min(few.values()) < TOO_FEW else "info",
            wordedn(
                "{n:,} of {of} has fewer than {few} answerable questions: {classes}.",
                "{n:,} of {of} have fewer than {few} answerable questions: {classes}.",
                len(few),
                of=counted(len(asked), "document class"),
                few=FEW,
                classes=joined(each, ", "),
            ),
            tuple(few),
        )


@check(
    "no_split",
    marked(
        "Settings chosen on questions are judged on the same ones, so what is gained may not hold "
        "for others."
    ),
)
def no_split(subject: Subject) -> Iterator[Told]:
    asked = subject.golden.answerable
    missing = [question.id for question in asked if question.split is None]
    if missing:
        yield Told(
            "warning",
            wordedn(
                "{n:,} of {of} has no split, neither to tune on nor to decide on.",
                "{n:,} of {of} have no split, neither to tune on nor to decide on.",
                len(missing),
                of=counted(len(asked), "answerable question"),
            ),
            tuple(missing) if len(missing) < len(asked) else (),
        )
    elif asked and len({question.split for question in asked}) == 1:
        yield Told(
            "warning",
            worded("All {n:,} answerable questions are to tune on.", n=len(asked))
            if asked[0].split == "tune"
            else worded("All {n:,} answerable questions are to decide on.", n=len(asked)),
        )


@check(
    "heavy_questions",
    "However much a question counts it may come out either way, so intervals are as wide as few "
    "questions make them.",
)
def heavy_questions(subject: Subject) -> Iterator[Told]:
    asked = subject.golden.answerable
    weights = [question.weight for question in asked]
    total = sum(weights)
    if not total or (say := total**2 / sum(weight**2 for weight in weights)) >= len(asked) / 2:
        return
    heaviest = max(asked, key=lambda question: question.weight)
    yield Told(
        "warning",
        f"By their weights {counted(len(asked), 'answerable question')} say as much as {say:.0f} "
        f"of equal weight; the heaviest has {100 * heaviest.weight / total:.0f} % of all weight.",
        (heaviest.id,),
    )
