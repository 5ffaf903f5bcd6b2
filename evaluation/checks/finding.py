"""What checks find, as a report holds it and a person reads it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from golden_sets.language import Worded, joined, kept, marked, shown, tr, trn, worded, wordedn

Severity = Literal["blocks", "warning", "info"]
SEVERITIES: tuple[Severity, ...] = ("blocks", "warning", "info")
# What documents without a class are called.
NO_CLASS = worded("no class")
NOTHING = marked("nothing was found that stands in the way of a comparison")


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to know before a comparison.

    Attributes:
        name: Of the check, for a program.
        finding: What was found, in one sentence.
        consequence: What it means, in one sentence.
        ids: Of the questions, documents, classes or variants it is about.
    """

    name: str
    severity: Severity
    finding: str
    consequence: str
    ids: tuple[str, ...] = ()


def stored(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """Findings as a report holds them, in English and with what other languages need."""
    return [_row(asdict(finding)) for finding in findings]


def _row(found: dict[str, Any]) -> dict[str, Any]:
    told = kept({"finding": found["finding"]})
    return {**found, "ids": list(found["ids"]), **({"told": told} if told else {})}


def severity_word(severity: str, number: int) -> str:
    """What so many findings of a severity are called."""
    if severity == "blocks":
        return trn("blocks a comparison", "block a comparison", number)
    return trn("warning", "warnings", number) if severity == "warning" else tr("to know")


def severity_count(severity: str, number: int) -> str:
    """`3 warnings`."""
    return tr("{n} {word}", n=number, word=severity_word(severity, number))


def summary(findings: Sequence[dict[str, Any]]) -> str:
    """`1 blocks a comparison, 3 warnings, 2 to know`."""
    found = [finding["severity"] for finding in findings]
    counts = [(n, severity) for severity in SEVERITIES if (n := found.count(severity))]
    return tr(joined((severity_count(s, n) for n, s in counts), ", ")) or tr(NOTHING)


def short_form(findings: Sequence[dict[str, Any]]) -> Iterator[str]:
    """A line with the counts, then one for each finding that is more than worth knowing."""
    yield tr("Before the run: {summary}", summary=summary(findings))
    for finding in findings:
        if finding["severity"] != "info":
            yield f"  {severity_word(finding['severity'], 1)}: {shown(finding, 'finding')}"


# What is counted in sentences, by its name in the code.
_COUNTED: dict[str, Callable[[int], Worded]] = {
    "answerable question": lambda n: wordedn(
        "{n:,} answerable question", "{n:,} answerable questions", n
    ),
    "cluster": lambda n: wordedn("{n:,} cluster", "{n:,} clusters", n),
    "document": lambda n: wordedn("{n:,} document", "{n:,} documents", n),
    "document class": lambda n: wordedn("{n:,} document class", "{n:,} document classes", n),
    "more group": lambda n: wordedn("{n:,} more group", "{n:,} more groups", n),
    "pair": lambda n: wordedn("{n:,} pair", "{n:,} pairs", n),
    "question": lambda n: wordedn("{n:,} question", "{n:,} questions", n),
    "unit": lambda n: wordedn("{n:,} unit", "{n:,} units", n),
    "variant": lambda n: wordedn("{n:,} variant", "{n:,} variants", n),
}


def counted(number: int, word: str) -> str:
    """`1 document`, `1,200 documents`; `2 classes`."""
    if word in _COUNTED:
        return _COUNTED[word](number)
    if number == 1:
        return f"1 {word}"
    return f"{number:,} {word}{'es' if word.endswith('s') else 's'}"
