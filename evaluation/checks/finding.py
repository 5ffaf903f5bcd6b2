"""What checks find, as a report holds it and a person reads it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

Severity = Literal["blocks", "warning", "info"]
SEVERITIES: tuple[Severity, ...] = ("blocks", "warning", "info")
# What a person reads for one finding, and for several.
SEVERITY_WORDS: dict[str, tuple[str, str]] = {
    "blocks": ("blocks a comparison", "block a comparison"),
    "warning": ("warning", "warnings"),
    "info": ("to know", "to know"),
}
NOTHING = "nothing was found that stands in the way of a comparison"


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
    """Findings as a report holds them."""
    return [{**asdict(finding), "ids": list(finding.ids)} for finding in findings]


def summary(findings: Sequence[dict[str, Any]]) -> str:
    """`1 blocks a comparison, 3 warnings, 2 to know`."""
    found = [finding["severity"] for finding in findings]
    counts = [(found.count(severity), SEVERITY_WORDS[severity]) for severity in SEVERITIES]
    return ", ".join(f"{n} {words[n != 1]}" for n, words in counts if n) or NOTHING


def short_form(findings: Sequence[dict[str, Any]]) -> Iterator[str]:
    """A line with the counts, then one for each finding that is more than worth knowing."""
    yield f"Before the run: {summary(findings)}"
    for finding in findings:
        if finding["severity"] != "info":
            word = SEVERITY_WORDS[finding["severity"]][0]
            yield f"  {word}: {finding['finding']}"


def counted(number: int, word: str) -> str:
    """`1 document`, `1,200 documents`; `2 classes`."""
    if number == 1:
        return f"1 {word}"
    return f"{number:,} {word}{'es' if word.endswith('s') else 's'}"
