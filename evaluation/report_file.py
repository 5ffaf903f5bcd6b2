"""Reports read from files, which anyone may have written."""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from evaluation.report import SCHEMA
from golden_sets.questions_file import MOST_WEIGHT

# A report is 7 deep; what is read of it may go through it by recursion.
MOST_DEEP = 32
_SHOWN = 40


def read_report(path: Path) -> dict[str, Any]:
    """The report in a file, of which all that a command reads is what it has to be.

    Text is text, numbers are finite and in their range, and rows are of questions that the report
    holds. Fields that no command reads from a file may hold anything.

    Raises:
        ValueError: It is no report, or not a whole one: one line with the file, the place in it,
            and what is allowed there.
        OSError: The file cannot be read.
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8"), parse_constant=_no_constant)
    except RecursionError:
        raise ValueError(f"{path}: no report: it is nested too deep") from None
    except ValueError as error:
        raise ValueError(f"{path}: no JSON: {' '.join(str(error).split())}") from None
    schema = found.get("schema") if isinstance(found, dict) else None
    if schema != SCHEMA:
        told = f"schema {_Value(schema).shown}; allowed is {SCHEMA!r}"
        raise ValueError(f"{path}: {told}, so this is no report of run")
    try:
        _check_values(found)
        _check(_Value(found))
    except ValueError as error:
        raise ValueError(f"{path}: no whole report: {error}") from None
    report: dict[str, Any] = found
    return report


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def _check_values(found: Any) -> None:
    """Refuses what no value may be, wherever it stands: a loop, so that no depth can stop it."""
    left = [(found, 1)]
    while left:
        value, depth = left.pop()
        if depth > MOST_DEEP:
            raise ValueError(f"it is nested more than {MOST_DEEP} deep")
        if isinstance(value, dict):
            left += [(part, depth + 1) for pair in value.items() for part in pair]
        elif isinstance(value, list):
            left += [(part, depth + 1) for part in value]
        elif isinstance(value, float) and not math.isfinite(value):
            raise ValueError("a number in it is too large")
        elif isinstance(value, str) and any("\ud800" <= c <= "\udfff" for c in value):
            raise ValueError(f"{_Value(value).shown} holds half a character, a lone surrogate")


@dataclass(frozen=True, slots=True)
class _Value:
    """A value and where it stands: `variants[0].id`."""

    value: Any
    where: str = "it"

    @property
    def shown(self) -> str:
        if isinstance(self.value, dict | list):
            return "an object" if isinstance(self.value, dict) else "a list"
        text = repr(self.value)
        return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"

    def wrong(self, allowed: str) -> ValueError:
        return ValueError(f"{self.where} is {self.shown}; allowed is {allowed}")

    def has(self, name: str) -> bool:
        if not isinstance(self.value, dict):
            raise self.wrong("an object")
        return name in self.value

    def part(self, name: str) -> "_Value":
        where = name if self.where == "it" else f"{self.where}.{name}"
        if not self.has(name):
            raise ValueError(f"{where} is missing")
        return _Value(self.value[name], where)

    def parts(self) -> "Iterator[_Value]":
        """Of a list, one by one."""
        if not isinstance(self.value, list):
            raise self.wrong("a list")
        return (_Value(value, f"{self.where}[{n}]") for n, value in enumerate(self.value))

    def named(self) -> "Iterator[_Value]":
        """The values of an object."""
        if not isinstance(self.value, dict):
            raise self.wrong("an object")
        return (self.part(name) for name in self.value)

    def text(self) -> str:
        if isinstance(self.value, str):
            return self.value
        raise self.wrong("a text")

    def name(self) -> str:
        if not self.text():
            raise self.wrong("a text that is not empty")
        return self.text()

    def number(self, low: float, high: float) -> None:
        if type(self.value) not in (int, float) or not low <= self.value <= high:
            raise self.wrong(f"a number from {low:g} to {high:g}")

    def count(self) -> None:
        if type(self.value) is not int or not 0 < self.value <= 10**12:
            raise self.wrong("a whole number above 0")


def _check(report: _Value) -> None:
    run = report.part("run")
    run.part("id").name()
    run.part("created").text()
    if run.has("fill"):
        run.part("fill").text()
    golden = run.part("golden_set")
    golden.part("name").name()
    golden.part("digest").name()
    asked = _check_asked(golden) if golden.has("asked") else None
    held: set[tuple[str, str, int]] = set()
    for variant in report.part("variants").parts():
        name = variant.part("id").name()
        index = variant.part("index")
        if index.has("fingerprint") and index.part("fingerprint").value is not None:
            index.part("fingerprint").text()
        for result in variant.part("results").parts():
            result.part("budget_tokens").count()
            key = name, result.part("retriever").name(), result.part("budget_tokens").value
            if key in held:
                raise ValueError(f"{result.where} is a second result of {'/'.join(map(str, key))}")
            held.add(key)
            for row in result.part("per_question").parts():
                _check_row(row, asked)


def _check_asked(golden: _Value) -> set[str] | None:
    """Ids of the answerable questions, None where the report holds no question."""
    for revision in golden.part("revisions").named():
        revision.text()
    found: dict[str, bool] = {}
    for row in golden.part("asked").parts():
        name = row.part("id").name()
        if name in found:
            raise ValueError(f"{row.where} is a second question {row.part('id').shown}")
        for field in ("text", "evidence", "places"):
            row.part(field).text()
        weight = row.part("weight")
        weight.number(0, MOST_WEIGHT)
        if not weight.value:
            raise weight.wrong(f"a number above 0, up to {MOST_WEIGHT:g}")
        documents = [document.name() for document in row.part("documents").parts()]
        found[name] = bool(documents)
    return {name for name, answerable in found.items() if answerable} if found else None


def _check_row(row: _Value, asked: set[str] | None) -> None:
    name = row.part("id")
    if name.name() not in (asked if asked is not None else {name.value}):
        raise name.wrong("the id of an answerable question under run.golden_set.asked")
    row.part("outcome").name()
    row.part("hit")
    for field in ("hit", "complete", "document_hit"):
        if row.has(field) and row.part(field).value is not None:
            row.part(field).number(0, 1)
    for field in ("rank", "document_rank"):
        if row.has(field) and row.part(field).value is not None:
            row.part(field).count()
