"""The lines of `questions.jsonl` as they stand, readable or not."""

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from golden_sets.error_words import json_words
from golden_sets.language import worded
from golden_sets.questions_file import QUESTIONS, row_of

# Legal inside a JSON string, but a reader that goes by lines would part them there.
_LINE_ENDS = re.compile("[\x85\u2028\u2029\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class QuestionLine:
    """One line that is not blank.

    Attributes:
        number: From 1, as an editor counts them.
        raw: The line without its end.
        row: What it says, None where it is no JSON object.
        error: Why it is none.
    """

    number: int
    raw: str
    row: dict[str, Any] | None = None
    error: str = ""

    @property
    def digest(self) -> str:
        return digest_of(self.raw)

    @property
    def id(self) -> str:
        return "" if self.row is None else str(self.row.get("id", ""))


def digest_of(raw: str) -> str:
    """sha256 of a question's line; an edit names the one it was based on."""
    return hashlib.sha256(raw.encode("utf-8", "surrogateescape")).hexdigest()


def written(row: dict[str, Any]) -> str:
    """The row as one line, whatever stands in its texts."""
    line = json.dumps(row, ensure_ascii=False)
    return _LINE_ENDS.sub(lambda found: f"\\u{ord(found[0]):04x}", line)


def read_lines(folder: Path) -> tuple[QuestionLine, ...]:
    """Every line of the set's questions that is not blank; none where there is no such file."""
    found = (_line(number, raw) for number, raw in enumerate(raw_lines(folder), 1))
    return tuple(line for line in found if line.raw.strip())


def raw_lines(folder: Path) -> list[str]:
    """All lines with their ends; bytes that are not UTF-8 come back as they are when written."""
    path = folder / QUESTIONS
    if not path.exists():
        return []
    text = path.read_bytes().decode("utf-8", "surrogateescape")
    # Not splitlines: JSON strings may hold U+2028 and the like as they are.
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def free_id(lines: Iterable[QuestionLine]) -> str:
    """`q1`, or the next that no line has."""
    taken = {line.id for line in lines}
    number = 1
    while f"q{number}" in taken:
        number += 1
    return f"q{number}"


def _line(number: int, raw: str) -> QuestionLine:
    raw = ended(raw)
    try:
        raw.encode("utf-8")
        row = row_of(raw.removeprefix("\ufeff")) if raw.strip() else {}
    except UnicodeEncodeError:
        return QuestionLine(number, raw, None, worded("not UTF-8"))
    except ValueError as error:
        return QuestionLine(
            number, raw, None, worded("not a question: {error}", error=json_words(error))
        )
    return QuestionLine(number, raw, row)


def ended(raw: str) -> str:
    """The line without its end."""
    return raw.removesuffix("\n").removesuffix("\r")
